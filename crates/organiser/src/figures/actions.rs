//! Reads the figures of an event, all on one snapshot.

use std::collections::BTreeMap;
use std::time::Duration;

use box_office::{BoxOfficeFacts, Steps};
use database::{Connection, DbError};
use domain::{EventId, Instant, UserId, today_in};
use events::{EventRow, TicketFacts};

use crate::Organiser;
use crate::access::require_organiser;
use crate::figures::curves::Curves;
use crate::figures::model::{Entries, EntryPoint, Funnel, PacePoint, SalesFigures, Step};
use crate::figures::pace::{self, DailySales};
use platform::Error;

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// People at a gate come in waves that an hour would hide.
const QUARTER: Duration = Duration::from_mins(15);

/// Earlier events that one is compared with: an organiser's latest.
const MOST_EARLIER: i64 = 5;

impl Organiser {
    pub async fn get_sales(&self, user: UserId, event: EventId, by: Step) -> Result<SalesFigures, Error> {
        let now = self.services.now();
        let read = move |c: &mut Connection<'_>| {
            let (row, _) = require_organiser(c, user, event)?;
            Ok::<_, Error>(read_sales(c, &row, by, now)?)
        };
        self.services.db.read(read).await
    }
}

fn read_sales(c: &mut Connection<'_>, event: &EventRow, by: Step, now: Instant) -> Result<SalesFigures, DbError> {
    let steps = Steps::new(if by == Step::Hour { HOUR } else { DAY }, event.town);
    let (sold, taken) = (box_office::sold_by_step(c, event.id, steps)?, box_office::taken_by_step(c, event.id, steps)?);
    let curves = Curves::new(&sold, &taken);
    let types = BoxOfficeFacts.ticket_types(c, &[event.id], now)?.remove(&event.id).unwrap_or_default();
    let (from, until) = curves.period(steps).unzip();
    Ok(SalesFigures {
        by,
        from,
        until,
        points: curves.points(steps),
        pace: read_pace(c, event, now)?,
        types: curves.types(types),
        channels: curves.channels(),
        entries: read_entries(c, event)?,
        funnel: read_funnel(c, event.id)?,
    })
}

fn read_pace(c: &mut Connection<'_>, event: &EventRow, now: Instant) -> Result<Vec<PacePoint>, DbError> {
    let current = read_daily_sales(c, event, now)?;
    let mut earlier = Vec::new();
    for row in events::list_earlier_of_owner(c, event, now, MOST_EARLIER)? {
        earlier.push(read_daily_sales(c, &row, now)?);
    }
    Ok(pace::compare(&current, &earlier, today_in(event.town, now)))
}

fn read_daily_sales(c: &mut Connection<'_>, event: &EventRow, now: Instant) -> Result<DailySales, DbError> {
    let types = BoxOfficeFacts.ticket_types(c, &[event.id], now)?.remove(&event.id).unwrap_or_default();
    let mut sold: BTreeMap<i64, i64> = BTreeMap::new();
    for part in box_office::sold_by_step(c, event.id, Steps::new(DAY, event.town))? {
        *sold.entry(part.step).or_default() += part.sold;
    }
    Ok(DailySales { first_day: event.first_day, places: types.iter().map(|kind| kind.nbr_max).sum(), sold })
}

fn read_entries(c: &mut Connection<'_>, event: &EventRow) -> Result<Entries, DbError> {
    let steps = Steps::new(QUARTER, event.town);
    let counted = door::count_entries(c, event.id, steps.divisor())?;
    let mut gates: Vec<String> = counted.iter().map(|entries| entries.gate.clone()).collect();
    gates.sort_unstable();
    gates.dedup();
    let point = |entries: door::GateEntries| EntryPoint {
        at: steps.start(entries.step).millis(),
        gate: entries.gate,
        entered: entries.entered,
    };
    Ok(Entries { gates, points: counted.into_iter().map(point).collect() })
}

fn read_funnel(c: &mut Connection<'_>, event: EventId) -> Result<Funnel, DbError> {
    let (views, selected) = events::count_interest(c, event)?;
    let (begun, paid) = box_office::count_begun_and_paid(c, event)?;
    Ok(Funnel { views, selected, begun, paid })
}
