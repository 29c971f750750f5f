//! SQL of `ticket_types`.

use std::collections::HashMap;

use database::{Connection, DbError, Row};
use domain::{EventId, TicketTypeId};

use crate::money_columns::read_money;
use crate::takings::SalesGroup;
use crate::ticket_types::model::{NewTicketType, TypeSummary};
use events::{TicketType, TicketTypeDraft};
use platform::SqlBuilder;

type Result<T> = std::result::Result<T, DbError>;

fn type_row(row: &Row<'_>) -> Result<(EventId, TicketType)> {
    let (event, id, label) = (row.get("event_id")?, row.get("id")?, row.get("label")?);
    let price = read_money(row, "price", "devise")?;
    let (nbr_max, held, sold): (i64, i64, i64) = (row.get("nbr_max")?, row.get("held")?, row.get("sold")?);
    let ticket_type = TicketType {
        id,
        label,
        price: price.major(),
        devise: price.currency().code().to_owned(),
        nbr_max,
        sold_tickets: sold,
        scanned_tickets: row.get("scanned")?,
        available_tickets: nbr_max - held - sold,
        closed: row.get("closed")?,
    };
    Ok((event, ticket_type))
}

/// Until the transaction ends, nothing of this event is sold.
pub fn lock_types_of_event(c: &mut Connection<'_>, event: EventId) -> Result<()> {
    let mut sql = SqlBuilder::new("SELECT id FROM ticket_types WHERE event_id = ");
    sql.bind(event).push(" ORDER BY id").for_update();
    sql.query(c, |row| row.get::<TicketTypeId>(0))?;
    Ok(())
}

/// Until the transaction ends, nobody else changes what is left of this type.
pub fn lock_type(c: &mut Connection<'_>, id: TicketTypeId) -> Result<()> {
    let mut sql = SqlBuilder::new("SELECT id FROM ticket_types WHERE id = ");
    sql.bind(id).for_update();
    sql.query(c, |row| row.get::<TicketTypeId>(0))?;
    Ok(())
}

pub fn types_of_events(c: &mut Connection<'_>, events: &[EventId]) -> Result<Vec<(EventId, TicketType)>> {
    let mut sql = SqlBuilder::new(
        "SELECT event_id, id, label, price, devise, nbr_max, held, sold, scanned, closed FROM ticket_types WHERE event_id IN ",
    );
    sql.list(events).push(" ORDER BY event_id, position, id");
    sql.query(c, type_row)
}

/// Those types, as payments and tickets show them.
pub fn find_summaries(c: &mut Connection<'_>, types: &[TicketTypeId]) -> Result<HashMap<TicketTypeId, TypeSummary>> {
    let mut sql = SqlBuilder::new("SELECT id, label, price, devise FROM ticket_types WHERE id IN ");
    sql.list(types);
    let rows = sql.query(c, |row| {
        let (id, label) = (row.get("id")?, row.get("label")?);
        let price = read_money(row, "price", "devise")?;
        Ok(TypeSummary { id, label, price: price.major(), devise: price.currency().code().to_owned() })
    })?;
    Ok(rows.into_iter().map(|summary| (summary.id, summary)).collect())
}

/// What tickets of this event were sold for: a sum for each currency of price and payment, and each rate.
pub fn group_sales(c: &mut Connection<'_>, event: EventId) -> Result<Vec<SalesGroup>> {
    c.query(
        "SELECT devise, currency, rate, is_refunded, is_cash, CAST(sum(price * quantity) AS BIGINT) AS price,
            CAST(sum(amount) AS BIGINT) AS amount
         FROM (SELECT payments.devise, payments.currency, rate, price, quantity, payments.amount,
                provider = 'cash' AS is_cash, refunds.id IS NOT NULL OR (provider = 'cash' AND EXISTS
                    (SELECT 1 FROM money_facts WHERE payment_id = payments.id AND kind = 'cancel')) AS is_refunded
             FROM payments LEFT JOIN refunds ON refunds.payment_id = payments.id
             WHERE payments.event_id = $1 AND payments.state = 'succeeded'
                AND EXISTS (SELECT 1 FROM tickets WHERE tickets.payment_id = payments.id)) AS sales
         GROUP BY devise, currency, rate, is_refunded, is_cash",
        &[&event],
        |row| {
            Ok(SalesGroup {
                price: read_money(row, "price", "devise")?,
                amount: read_money(row, "amount", "currency")?,
                rate: row.get("rate")?,
                is_refunded: row.get("is_refunded")?,
                is_cash: row.get("is_cash")?,
            })
        },
    )
}

/// Types that anything is sold or held of, or that anybody ever began to pay for, each with its event. A payment that
/// failed refers to its type for ever: money may still come for it, and goes back then.
pub fn begun_types(c: &mut Connection<'_>, events: &[EventId]) -> Result<Vec<(EventId, TicketTypeId)>> {
    let mut found = Vec::new();
    for events in events.chunks(50) {
        let mut sql = SqlBuilder::new("SELECT event_id, id FROM ticket_types WHERE event_id IN ");
        sql.list(events).push(
            " AND (held + sold > 0 OR EXISTS (SELECT 1 FROM payments WHERE ticket_type_id = ticket_types.id))
              ORDER BY event_id, position, id",
        );
        found.extend(sql.query(c, |row| Ok((row.get("event_id")?, row.get("id")?)))?);
    }
    Ok(found)
}

pub fn insert_type(c: &mut Connection<'_>, new: &NewTicketType) -> Result<()> {
    c.execute(
        "INSERT INTO ticket_types (event_id, position, label, price, devise, nbr_max, closed)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        &[
            &new.event,
            &new.position,
            &new.label,
            &new.price.minor(),
            &new.price.currency().code(),
            &new.nbr_max,
            &new.closed,
        ],
    )?;
    Ok(())
}

pub fn update_type(c: &mut Connection<'_>, id: TicketTypeId, position: i64, draft: &TicketTypeDraft) -> Result<()> {
    c.execute(
        "UPDATE ticket_types SET position = $2, label = $3, price = $4, devise = $5, nbr_max = $6,
            closed = COALESCE($7, closed) WHERE id = $1",
        &[
            &id,
            &position,
            &draft.label,
            &draft.price.minor(),
            &draft.price.currency().code(),
            &draft.nbr_max,
            &draft.closed,
        ],
    )?;
    Ok(())
}

pub fn delete_type(c: &mut Connection<'_>, id: TicketTypeId) -> Result<()> {
    c.execute("DELETE FROM ticket_types WHERE id = $1", &[&id])?;
    Ok(())
}
