//! What the calendar, the map and the feeds ask of events.

use database::Connection;
use domain::{EventId, Instant, Town, today_in};

use crate::agenda::feed::Stamped;
use crate::agenda::model::{CalendarDay, CalendarEvent, CalendarMonth, MapAnswer, MapEvent, Month, count_by_day};
use crate::agenda::{feed, store};
use crate::filters::EventFilters;
use crate::model::EventRow;
use crate::{Events, listing, store as rows};
use platform::Error;
use platform::paging::Page;

/// Shown in a day's cell; the day itself opens all of them.
const FIRST_OF_A_DAY: usize = 3;

/// More than this on one map is no help to anybody; whoever looks for more chooses a town or a place.
const MOST_ON_A_MAP: u32 = 500;

/// A subscribed calendar is to hold all there is; more than this no calendar takes in.
const MOST_IN_A_FEED: u32 = 5_000;

/// What lies further ahead comes into the feed in its time.
const FEED_DAYS: i64 = 365;

impl Events {
    pub async fn get_calendar(&self, month: Month, filters: EventFilters) -> Result<CalendarMonth, Error> {
        let days = self
            .services
            .db
            .read(move |c| {
                let counts = count_by_day(month, &store::count_by_span(c, month, &filters)?);
                let mut days = Vec::with_capacity(counts.len());
                for (day, count) in counts {
                    let first = store::list_first_of_day(c, day, &filters, FIRST_OF_A_DAY)?;
                    let mut rows = rows::read_events(c, &first)?;
                    rows.sort_unstable_by_key(|row| (row.starts_at(), row.id));
                    let events = rows.into_iter().map(CalendarEvent::from).collect();
                    days.push(CalendarDay { day: day.to_string(), count, events });
                }
                Ok::<_, Error>(days)
            })
            .await?;
        Ok(CalendarMonth { month: month.to_string(), today: self.today().to_string(), days })
    }

    /// The month it is where most of the product's people live.
    pub fn this_month(&self) -> Month {
        Month::of(self.today())
    }

    fn today(&self) -> domain::Day {
        today_in(Town::Lubumbashi, self.services.now())
    }

    pub async fn get_map(&self, filters: EventFilters) -> Result<MapAnswer, Error> {
        let mut rows = self.list_upcoming(filters, MOST_ON_A_MAP).await?;
        let more = rows.len() > MOST_ON_A_MAP as usize;
        rows.truncate(MOST_ON_A_MAP as usize);
        Ok(MapAnswer { results: rows.into_iter().map(MapEvent::from).collect(), more })
    }

    /// What is to come as a feed for other calendars, handed to `pack`. A year of events takes a while to write and to
    /// pack: that is not done on a thread that others wait for, nor for many at once.
    pub async fn get_calendar_feed<T: Send + 'static>(
        &self,
        filters: EventFilters,
        pack: impl FnOnce(String) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let permit = self.feed_pool.acquire().await?;
        let horizon = self.services.now().plus_seconds(FEED_DAYS * 24 * 3600);
        let mut rows = self.list_upcoming(filters, MOST_IN_A_FEED).await?;
        rows.retain(|row| row.starts_at() < horizon);
        rows.truncate(MOST_IN_A_FEED as usize);
        let stamped = self.services.db.read(move |c| with_change_times(c, &rows)).await?;
        let public_url = self.services.settings.public_url.clone();
        permit.run(move || pack(feed::calendar(&stamped, &public_url))).await
    }

    /// One event as a file for other calendars, listed or not.
    pub async fn get_calendar_file(&self, id: EventId) -> Result<Option<String>, Error> {
        let read = move |c: &mut Connection<'_>| {
            let row: Vec<EventRow> = rows::find_event(c, id)?.into_iter().collect();
            with_change_times(c, &row)
        };
        let found = self.services.db.read(read).await?;
        Ok((!found.is_empty()).then(|| feed::calendar(&found, &self.services.settings.public_url)))
    }

    /// Listed events to come, the soonest first, for those who only need to name them.
    pub async fn list_upcoming_ids(&self, page: Page) -> Result<Vec<EventId>, Error> {
        let now = self.services.now();
        let list = move |c: &mut Connection<'_>| {
            Ok::<_, Error>(listing::store::list_upcoming_events(c, &EventFilters::default(), page, now)?)
        };
        let rows = self.services.db.read(list).await?;
        Ok(rows.into_iter().take(page.limit as usize).map(|row| row.id).collect())
    }

    /// What is to come, and one more than asked for, if there is one.
    async fn list_upcoming(&self, filters: EventFilters, most: u32) -> Result<Vec<EventRow>, Error> {
        let now: Instant = self.services.now();
        let page = Page::first(most);
        let read =
            move |c: &mut Connection<'_>| Ok::<_, Error>(listing::store::list_upcoming_events(c, &filters, page, now)?);
        let mut rows = self.services.db.read(read).await?;
        // A list by day or by creation has both.
        rows.retain(|row| !row.is_over(now));
        Ok(rows)
    }
}

fn with_change_times(c: &mut Connection<'_>, events: &[EventRow]) -> Result<Vec<Stamped>, Error> {
    let ids: Vec<EventId> = events.iter().map(|event| event.id).collect();
    let changes = store::read_change_times(c, &ids)?;
    Ok(events.iter().filter_map(|event| Some((event.clone(), *changes.get(&event.id)?))).collect())
}
