//! What the calendar, the map and the feeds ask of events.

use database::Connection;
use domain::{EventId, Instant, Town, today_in};

use crate::events::agenda::model::{CalendarDay, CalendarEvent, CalendarMonth, MapAnswer, MapEvent, Month, spread};
use crate::events::agenda::{feed, store};
use crate::events::filters::EventFilters;
use crate::events::model::EventRow;
use crate::events::{Events, listing, store as rows};
use crate::platform::Error;
use crate::platform::paging::Page;

/// Shown in a day's cell; the day itself opens all of them.
const FIRST_OF_A_DAY: usize = 3;

/// More than this on one map, or in one feed, is no help to anybody.
const MOST_AT_ONCE: u32 = 500;

impl Events {
    pub async fn calendar(&self, month: Month, filters: EventFilters) -> Result<CalendarMonth, Error> {
        let days = self
            .services
            .db
            .read(move |c| {
                let counts = spread(month, &store::spans(c, month, &filters)?);
                let mut days = Vec::with_capacity(counts.len());
                for (day, count) in counts {
                    let first = store::first_of_day(c, day, &filters, FIRST_OF_A_DAY)?;
                    let mut rows = rows::by_ids(c, &first)?;
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

    pub async fn map(&self, filters: EventFilters) -> Result<MapAnswer, Error> {
        let rows = self.upcoming(filters).await?;
        Ok(MapAnswer { results: rows.into_iter().map(MapEvent::from).collect() })
    }

    /// What is to come as a feed for other calendars.
    pub async fn feed(&self, filters: EventFilters) -> Result<String, Error> {
        let rows = self.upcoming(filters).await?;
        Ok(feed::calendar(&rows, &self.services.config.public_url, self.services.now()))
    }

    /// One event as a file for other calendars, listed or not.
    pub async fn calendar_file(&self, id: EventId) -> Result<Option<String>, Error> {
        let row = self.services.db.read(move |c| Ok::<_, Error>(rows::by_id(c, id)?)).await?;
        Ok(row.map(|row| feed::calendar(&[row], &self.services.config.public_url, self.services.now())))
    }

    /// Listed events to come, the soonest first, for those who only need to name them.
    pub async fn upcoming_ids(&self, page: Page) -> Result<Vec<EventId>, Error> {
        let now = self.services.now();
        let list =
            move |c: &mut Connection<'_>| Ok::<_, Error>(listing::store::list(c, &EventFilters::default(), page, now)?);
        let rows = self.services.db.read(list).await?;
        let ahead = rows.into_iter().filter(|row| row.over_at() > now).take(page.limit as usize);
        Ok(ahead.map(|row| row.id).collect())
    }

    async fn upcoming(&self, filters: EventFilters) -> Result<Vec<EventRow>, Error> {
        let now: Instant = self.services.now();
        let page = Page::first(MOST_AT_ONCE);
        let rows =
            self.services.db.read(move |c| Ok::<_, Error>(listing::store::list(c, &filters, page, now)?)).await?;
        let is_ahead = |row: &EventRow| row.over_at() > now;
        Ok(rows.into_iter().filter(is_ahead).take(MOST_AT_ONCE as usize).collect())
    }
}
