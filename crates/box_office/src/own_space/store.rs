//! SQL of payments, offers and refunds that wait, and of what events have earned.

use std::collections::HashMap;

use database::{Connection, DbError, Row};
use domain::{EventId, Instant, Money, UserId};

use crate::money_columns::read_money;
use crate::own_space::{OpenOffer, OpenPayment, RefundMatters};
use crate::stored_words::PaymentState;
use platform::SqlBuilder;

type Result<T> = std::result::Result<T, DbError>;

/// Events that one statement names: well below what a statement takes.
const MOST_AT_ONCE: usize = 500;

/// Returns the payments of somebody that still hold places for them, and those that a person has to look at.
pub fn list_open_payments(c: &mut Connection<'_>, buyer: UserId, now: Instant) -> Result<Vec<OpenPayment>> {
    let found = c.query(
        "SELECT id, event_id, hold_until, state FROM payments
         WHERE user_id = $1 AND (state = 'review' OR (state = 'pending' AND holds = TRUE AND hold_until > $2))
         ORDER BY hold_until, id",
        &[&buyer, &now],
        |row| {
            let state: PaymentState = row.get("state")?;
            Ok(OpenPayment {
                id: row.get("id")?,
                event: row.get("event_id")?,
                event_name: String::new(),
                hold_until: row.get("hold_until")?,
                is_in_review: state == PaymentState::Review,
            })
        },
    )?;
    let events: Vec<EventId> = found.iter().map(|payment| payment.event).collect();
    let names = events::find_events(c, &events)?;
    let name = |id: EventId| names.get(&id).map(|event| event.name.clone()).unwrap_or_default();
    Ok(found.into_iter().map(|open| OpenPayment { event_name: name(open.event), ..open }).collect())
}

/// Returns what the organiser of these events has earned by them from one moment to before another, after what was given
/// back, in each currency.
pub fn sum_earned(c: &mut Connection<'_>, events: &[EventId], from: Instant, until: Instant) -> Result<Vec<Money>> {
    let mut sums = Vec::new();
    for some in events.chunks(MOST_AT_ONCE) {
        let mut sql = SqlBuilder::new(
            "SELECT currency, CAST(sum(amount) AS BIGINT) AS amount FROM money_facts
             WHERE account = 'organiser' AND at >= ",
        );
        sql.bind(from).push(" AND at < ").bind(until).push(" AND event_id IN ").list(some);
        sql.push(" GROUP BY currency");
        sums.extend(sql.query(c, |row| read_money(row, "amount", "currency"))?);
    }
    Ok(sums)
}

/// Returns what was offered to somebody who waited, and is still theirs to buy.
pub fn list_open_offers(c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<Vec<OpenOffer>> {
    let found = c.query(
        "SELECT event_id, offered, offered_until FROM waiting_list
         WHERE user_id = $1 AND status = 'offered' AND offered_until > $2 ORDER BY offered_until, id",
        &[&user, &now],
        |row| {
            Ok(OpenOffer {
                event: row.get("event_id")?,
                event_name: String::new(),
                places: row.get("offered")?,
                until: row.get("offered_until")?,
            })
        },
    )?;
    let names = events::find_events(c, &found.iter().map(|offer| offer.event).collect::<Vec<_>>())?;
    let name = |id: EventId| names.get(&id).map(|event| event.name.clone()).unwrap_or_default();
    Ok(found.into_iter().map(|offer| OpenOffer { event_name: name(offer.event), ..offer }).collect())
}

/// Returns what waits for the organisers of these events; an event where nothing does is absent.
pub fn count_refund_matters(c: &mut Connection<'_>, events: &[EventId]) -> Result<HashMap<EventId, RefundMatters>> {
    let mut found: HashMap<EventId, RefundMatters> = HashMap::new();
    for some in events.chunks(MOST_AT_ONCE) {
        let count = |row: &Row<'_>| -> Result<(EventId, i64)> { Ok((row.get("event_id")?, row.get("count")?)) };
        let mut failed =
            SqlBuilder::new("SELECT event_id, count(*) AS count FROM refunds WHERE state = 'failed' AND event_id IN ");
        failed.list(some).push(" GROUP BY event_id");
        for (event, count) in failed.query(c, count)? {
            found.entry(event).or_default().failed = count;
        }
        let mut requested = SqlBuilder::new(
            "SELECT event_id, count(*) AS count FROM refund_requests WHERE state = 'open' AND event_id IN ",
        );
        requested.list(some).push(" GROUP BY event_id");
        for (event, count) in requested.query(c, count)? {
            found.entry(event).or_default().requested = count;
        }
    }
    Ok(found)
}
