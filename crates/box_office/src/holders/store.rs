//! SQL of who holds tickets.

use database::{Connection, DbError};
use domain::EventId;

use crate::holders::{Audience, GuestHolder, Holder, LastHolder};
use platform::SqlBuilder;

/// Returns who holds tickets of an event, each once: those behind `after` only.
pub fn list_holders(
    c: &mut Connection<'_>,
    event: EventId,
    audience: Audience,
    after: LastHolder,
) -> Result<Vec<Holder>, DbError> {
    let mut holders = list_people(c, event, audience, after)?;
    holders.extend(list_guests(c, event, audience, after)?);
    Ok(holders)
}

/// A ticket that was passed on is its new holder's, who did not give the address that it was paid with.
fn list_people(
    c: &mut Connection<'_>,
    event: EventId,
    audience: Audience,
    after: LastHolder,
) -> Result<Vec<Holder>, DbError> {
    let mut sql = SqlBuilder::new(
        "SELECT tickets.holder_id AS holder_id, max(payments.email) AS email FROM tickets
         LEFT JOIN payments ON payments.id = tickets.payment_id AND payments.user_id = tickets.holder_id
         WHERE tickets.event_id = ",
    );
    sql.bind(event).push(" AND tickets.holder_id > ").bind(after.person);
    narrow(&mut sql, audience);
    sql.push(" GROUP BY tickets.holder_id ORDER BY tickets.holder_id");
    sql.query(c, |row| Ok(Holder::Person { user: row.get("holder_id")?, given_email: row.get("email")? }))
}

fn list_guests(
    c: &mut Connection<'_>,
    event: EventId,
    audience: Audience,
    after: LastHolder,
) -> Result<Vec<Holder>, DbError> {
    let mut sql = SqlBuilder::new(
        "SELECT guests.id AS id, name, email, guests.payment_id AS payment_id, receipt FROM guests
         JOIN tickets ON tickets.payment_id = guests.payment_id WHERE guests.event_id = ",
    );
    sql.bind(event).push(" AND guests.id > ").bind(after.guest);
    narrow(&mut sql, audience);
    sql.push(" ORDER BY guests.id");
    sql.query(c, |row| {
        Ok(Holder::Guest(GuestHolder {
            id: row.get("id")?,
            name: row.get("name")?,
            email: row.get("email")?,
            payment: row.get("payment_id")?,
            receipt: row.get("receipt")?,
        }))
    })
}

/// Adds the condition that the tickets are meant. That of an invitation that was taken back is void.
fn narrow(sql: &mut SqlBuilder, audience: Audience) {
    match audience {
        Audience::All => drop(sql.push(" AND tickets.status IN ('valid', 'scanned')")),
        Audience::NotScanned => drop(sql.push(" AND tickets.status = 'valid'")),
        Audience::Type(ticket_type) => {
            sql.push(" AND tickets.status IN ('valid', 'scanned') AND tickets.ticket_type_id = ").bind(ticket_type);
        }
    }
}
