//! Actions of the calendar, the map and the feeds.

use std::time::Duration;

use database::Connection;
use domain::{EventId, Instant, Town, today_in};

use crate::agenda::icalendar::{DatedEvent, write_calendar};
use crate::agenda::model::{CalendarDay, CalendarEvent, CalendarMonth, MapAnswer, MapEvent, Month, count_by_day};
use crate::agenda::store;
use crate::filters::EventFilters;
use crate::model::EventRow;
use crate::{Events, listing, store as rows};
use platform::Error;
use platform::paging::Page;

/// Events of each day in a month's answer; the opened day is asked for as a list.
const FIRST_OF_A_DAY: usize = 3;

/// Events on one map. More would help nobody; the answer says that there are more.
const MOST_ON_A_MAP: u32 = 500;

/// Events in one feed: more than calendar programs take in.
const MOST_IN_A_FEED: u32 = 5_000;

/// How far ahead a feed reaches.
const FEED_SPAN: Duration = Duration::from_secs(365 * 24 * 3600);

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

    /// The current month by Lubumbashi's calendar, where most people of the product live.
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

    /// Upcoming events as a feed for other calendars, handed to `pack`, which compresses it. Both take a while for a
    /// year of events, so they run in a blocking pool, one feed at a time.
    pub async fn get_calendar_feed<T: Send + 'static>(
        &self,
        filters: EventFilters,
        pack: impl FnOnce(String) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let permit = self.feed_pool.acquire().await?;
        let horizon = self.services.now() + FEED_SPAN;
        let mut rows = self.list_upcoming(filters, MOST_IN_A_FEED).await?;
        rows.retain(|row| row.starts_at() < horizon);
        rows.truncate(MOST_IN_A_FEED as usize);
        let dated = self.services.db.read(move |c| with_change_times(c, &rows)).await?;
        let public_url = self.services.settings.public_url.clone();
        permit.run(move || pack(write_calendar(&dated, &public_url))).await
    }

    /// One event as a file for other calendars, listed or not.
    pub async fn get_calendar_file(&self, id: EventId) -> Result<Option<String>, Error> {
        let read = move |c: &mut Connection<'_>| {
            let row = rows::find_published(c, id)?;
            with_change_times(c, row.as_slice())
        };
        let found = self.services.db.read(read).await?;
        Ok((!found.is_empty()).then(|| write_calendar(&found, &self.services.settings.public_url)))
    }

    /// A page of ids of listed upcoming events, the soonest first. The sitemap needs no more.
    pub async fn list_upcoming_ids(&self, page: Page) -> Result<Vec<EventId>, Error> {
        let now = self.services.now();
        let list = move |c: &mut Connection<'_>| {
            Ok::<_, Error>(listing::store::list_upcoming_events(c, &EventFilters::default(), page, now)?)
        };
        let rows = self.services.db.read(list).await?;
        Ok(rows.into_iter().take(page.limit as usize).map(|row| row.id).collect())
    }

    /// Upcoming events, and one more than asked for, if there is one.
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

fn with_change_times(c: &mut Connection<'_>, events: &[EventRow]) -> Result<Vec<DatedEvent>, Error> {
    let ids: Vec<EventId> = events.iter().map(|event| event.id).collect();
    let changes = store::read_change_times(c, &ids)?;
    let dated = |event: &EventRow| Some(DatedEvent { changed: *changes.get(&event.id)?, event: event.clone() });
    Ok(events.iter().filter_map(dated).collect())
}
