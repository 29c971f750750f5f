//! Trending and similar events. Trending is a sum of views and sales in which later days weigh more, linearly.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use database::Connection;
use domain::{EventId, Hour, Town, today_in};

use crate::actions::complete_for_public;
use crate::filters::EventFilters;
use crate::model::{Event, EventRow};
use crate::trends::store;
use crate::trends::views::STORED_EVERY;
use crate::{Events, listing, store as rows};
use platform::paging::Page;
use platform::{Error, Visitor};

const MISSING: Error = Error::NotFound("Cet évènement n'existe pas.");

const TRENDING: usize = 10;
const SIMILAR: usize = 4;

/// Whose calendar views and sales are counted by.
const DAYS_OF: Town = Town::Lubumbashi;

/// Days that count, today included.
const DAYS: i64 = 7;

/// How many views a sold ticket weighs.
const VIEWS_PER_TICKET: i64 = 20;

/// Events read for each day's views and for all sales before the best are chosen; some may be over by now.
const MOST_VIEWED: i64 = 300;
const MOST_SOLD: i64 = 300;

/// Events with the most views that are compared with sales.
const LEADING: usize = 60;

impl Events {
    /// Counts that somebody opened an event. Never fails: an event is shown whether its views can be stored or not.
    pub fn count_view(&self, event: EventId, visitor: &Visitor<'_>) {
        let now = self.services.now();
        let day = today_in(DAYS_OF, now);
        let Some(views) = self.views.count(event, visitor, day, now) else { return };
        let db = self.services.db.clone();
        tokio::spawn(async move {
            if let Err(error) = db.write(move |c| store::add_views(c, &views, day)).await {
                tracing::warn!(%error, "event views not stored");
            }
        });
    }

    /// Stores views and choices every few seconds until `stop` resolves, and then once more: none is lost.
    pub async fn run_view_counter(self, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        loop {
            let is_over = tokio::select! {
                () = &mut stop => true,
                () = tokio::time::sleep(STORED_EVERY) => false,
            };
            if let Err(error) = self.store_views().await {
                tracing::warn!(%error, "event views not stored");
            }
            if is_over {
                break;
            }
        }
    }

    /// Stores what was counted since the last time.
    pub async fn store_views(&self) -> Result<(), Error> {
        let now = self.services.now();
        if let Some((views, day)) = self.views.take(now) {
            self.services.db.write(move |c| store::add_views(c, &views, day)).await?;
        }
        if let Some((selections, day)) = self.selections.take(now) {
            self.services.db.write(move |c| store::add_selections(c, &selections, day)).await?;
        }
        Ok(())
    }

    /// Counts that somebody chose tickets on an event's page, as views are counted.
    pub async fn count_selection(&self, event: EventId, visitor: &Visitor<'_>) -> Result<(), Error> {
        let is_known = move |c: &mut Connection<'_>| Ok::<_, Error>(rows::find_event(c, event)?.is_some());
        if !self.services.db.read(is_known).await? {
            return Err(MISSING);
        }
        let now = self.services.now();
        let day = today_in(DAYS_OF, now);
        if let Some(selections) = self.selections.count(event, visitor, day, now) {
            self.services.db.write(move |c| store::add_selections(c, &selections, day)).await?;
        }
        Ok(())
    }

    /// The events with most views and sales these days, filled up with the soonest.
    pub async fn list_trending_events(&self) -> Result<Vec<Event>, Error> {
        let now = self.services.now();
        let since = today_in(DAYS_OF, now).plus_days(1 - DAYS);
        let tickets = self.tickets.clone();
        self.services
            .db
            .read(move |c| {
                let mut weights: HashMap<EventId, i64> = HashMap::new();
                // The later a day, the more its views count.
                for weight in 1..=DAYS {
                    for (id, views) in store::list_most_viewed(c, since.plus_days(weight - 1), now, MOST_VIEWED)? {
                        *weights.entry(id).or_default() += views * weight;
                    }
                }
                let mut weights = heaviest(weights);
                for (id, weight) in tickets.sold_since(c, since.at(Hour::MIDNIGHT, DAYS_OF), MOST_SOLD)? {
                    *weights.entry(id).or_default() += weight * VIEWS_PER_TICKET;
                }
                let ids: Vec<EventId> = weights.keys().copied().collect();
                let mut found = rows::read_events(c, &ids)?;
                found.retain(|row| row.is_listed() && !row.is_over(now));
                found.sort_unstable_by_key(|row| (Reverse(weights[&row.id]), row.id));
                found.truncate(TRENDING);
                let mut events = complete_for_public(c, found, &*tickets, now)?;
                let missing = TRENDING - events.len();
                if missing > 0 {
                    let known: HashSet<EventId> = events.iter().map(|event| event.id).collect();
                    let soonest =
                        listing::store::list_events(c, &EventFilters::default(), Page::first(TRENDING as u32), now)?;
                    let others = soonest.into_iter().filter(|row| !row.is_over(now) && !known.contains(&row.id));
                    events.extend(complete_for_public(c, others.take(missing).collect(), &*tickets, now)?);
                }
                Ok(events)
            })
            .await
    }

    /// Upcoming events of the same category and town, then of the category, then of the town. `None` without the event.
    pub async fn list_similar_events(&self, id: EventId) -> Result<Option<Vec<Event>>, Error> {
        let now = self.services.now();
        let tickets = self.tickets.clone();
        self.services
            .db
            .read(move |c| {
                let Some(event) = rows::find_published(c, id)? else { return Ok(None) };
                let mut found: Vec<EventRow> = Vec::new();
                for filters in filters_of_similar(&event) {
                    // Itself may be among them, and those found before.
                    let page = Page::first((2 * SIMILAR) as u32);
                    for row in listing::store::list_events(c, &filters, page, now)? {
                        let is_new = row.id != id && found.iter().all(|known| known.id != row.id);
                        if is_new && !row.is_over(now) && found.len() < SIMILAR {
                            found.push(row);
                        }
                    }
                    if found.len() == SIMILAR {
                        break;
                    }
                }
                Ok::<_, Error>(Some(complete_for_public(c, found, &*tickets, now)?))
            })
            .await
    }
}

/// The events that weigh most.
fn heaviest(weights: HashMap<EventId, i64>) -> HashMap<EventId, i64> {
    let mut weights: Vec<(EventId, i64)> = weights.into_iter().collect();
    weights.sort_unstable_by_key(|(id, weight)| (Reverse(*weight), *id));
    weights.truncate(LEADING);
    weights.into_iter().collect()
}

fn filters_of_similar(event: &EventRow) -> [EventFilters; 3] {
    let (towns, categories) = (vec![event.town], vec![event.category]);
    [
        EventFilters { towns: towns.clone(), categories: categories.clone(), ..Default::default() },
        EventFilters { categories, ..Default::default() },
        EventFilters { towns, ..Default::default() },
    ]
}
