//! SQL of `ticket_types`.

use std::collections::HashMap;

use database::{Connection, DbError, Row};
use domain::{Currency, EventId, Instant, Money, TicketTypeId};

use crate::money_columns::read_money;
use crate::takings::SalesGroup;
use crate::ticket_types::model::{NewTicketType, TypeSummary};
use crate::ticket_types::options::SaleOptions;
use crate::ticket_types::sale::{ListedType, SaleRules, previous_types};
use events::{SaleState, TicketType, TicketTypeDraft};
use platform::SqlBuilder;

type Result<T> = std::result::Result<T, DbError>;

/// A type as it is stored, in the order of its event's list.
struct TypeRow {
    event: EventId,
    id: TicketTypeId,
    label: String,
    price: Money,
    nbr_max: i64,
    held: i64,
    sold: i64,
    scanned: i64,
    offered: i64,
    waiting: i64,
    closed: bool,
    options: SaleOptions,
}

const TYPE: &str = "SELECT event_id, id, label, price, devise, nbr_max, held, sold, scanned, offered, waiting, closed,
    description, sales_from, sales_until, hidden, access_code, min_per_order, max_per_order, max_per_person,
    after_previous FROM ticket_types";

fn type_row(row: &Row<'_>) -> Result<TypeRow> {
    let (event, id, label) = (row.get("event_id")?, row.get("id")?, row.get("label")?);
    let price = read_money(row, "price", "devise")?;
    let (nbr_max, held, sold) = (row.get("nbr_max")?, row.get("held")?, row.get("sold")?);
    let (scanned, offered, waiting) = (row.get("scanned")?, row.get("offered")?, row.get("waiting")?);
    let closed = row.get("closed")?;
    let options = SaleOptions {
        description: row.get("description")?,
        from: row.get("sales_from")?,
        until: row.get("sales_until")?,
        hidden: row.get("hidden")?,
        access_code: row.get("access_code")?,
        min_per_order: row.get("min_per_order")?,
        max_per_order: row.get("max_per_order")?,
        max_per_person: row.get("max_per_person")?,
        after_previous: row.get("after_previous")?,
    };
    Ok(TypeRow { event, id, label, price, nbr_max, held, sold, scanned, offered, waiting, closed, options })
}

impl TypeRow {
    fn free(&self) -> i64 {
        self.nbr_max - self.held - self.sold - self.offered
    }

    fn listed(&self) -> ListedType<EventId, TicketTypeId> {
        let SaleOptions { from, until, after_previous, hidden, .. } = self.options;
        let is_sold_out = self.waiting > 0 || self.free() <= 0;
        let rules = SaleRules { closed: self.closed, from, until, after_previous, is_sold_out };
        ListedType { event: self.event, id: self.id, hidden, rules }
    }

    fn show(self, state: SaleState) -> (EventId, TicketType) {
        let available_tickets = self.free();
        let SaleOptions { description, from, until, hidden, access_code, .. } = self.options;
        let ticket_type = TicketType {
            id: self.id,
            label: self.label,
            description,
            price: self.price.major(),
            devise: self.price.currency().code().to_owned(),
            nbr_max: self.nbr_max,
            sold_tickets: self.sold,
            scanned_tickets: self.scanned,
            available_tickets,
            closed: self.closed,
            state,
            sales_from: from.map(Instant::millis),
            sales_until: until.map(Instant::millis),
            hidden,
            access_code,
            min_per_order: self.options.min_per_order,
            max_per_order: self.options.max_per_order,
            max_per_person: self.options.max_per_person,
            after_previous: self.options.after_previous,
            waiting_list_open: state == SaleState::SoldOut,
        };
        (self.event, ticket_type)
    }
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

fn list_types(c: &mut Connection<'_>, events: &[EventId]) -> Result<Vec<TypeRow>> {
    let mut sql = SqlBuilder::new(TYPE);
    sql.push(" WHERE event_id IN ").list(events).push(" ORDER BY event_id, position, id");
    sql.query(c, type_row)
}

/// The types of these events, each event's in the order of its list, with their access codes.
pub fn types_of_events(c: &mut Connection<'_>, events: &[EventId], now: Instant) -> Result<Vec<(EventId, TicketType)>> {
    let rows = list_types(c, events)?;
    let listed: Vec<_> = rows.iter().map(TypeRow::listed).collect();
    let previous = previous_types(&listed);
    let show = |(row, one): (TypeRow, ListedType<_, _>)| row.show(one.rules.state(previous.get(&one.id), now));
    Ok(rows.into_iter().zip(listed).map(show).collect())
}

/// What decides about the sale of the type before each type of these events.
pub fn rules_before(c: &mut Connection<'_>, events: &[EventId]) -> Result<HashMap<TicketTypeId, SaleRules>> {
    let listed: Vec<_> = list_types(c, events)?.iter().map(TypeRow::listed).collect();
    Ok(previous_types(&listed))
}

/// What the types of these events are called.
pub fn find_labels(c: &mut Connection<'_>, events: &[EventId]) -> Result<HashMap<TicketTypeId, String>> {
    let mut sql = SqlBuilder::new("SELECT id, label FROM ticket_types WHERE event_id IN ");
    sql.list(events);
    Ok(sql.query(c, |row| Ok((row.get("id")?, row.get("label")?)))?.into_iter().collect())
}

/// Events with a type whose sale began or ended by itself in that time.
pub fn turned_events(c: &mut Connection<'_>, after: Instant, until: Instant) -> Result<Vec<EventId>> {
    c.query(
        "SELECT event_id FROM ticket_types WHERE sales_from > $1 AND sales_from <= $2
         UNION SELECT event_id FROM ticket_types WHERE sales_until > $1 AND sales_until <= $2",
        &[&after, &until],
        |row| row.get(0),
    )
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

/// The currencies of an event's types, in the order of its list.
pub fn currencies_of_event(c: &mut Connection<'_>, event: EventId) -> Result<Vec<Currency>> {
    let listed = "SELECT devise FROM ticket_types WHERE event_id = $1 ORDER BY position, id";
    c.query(listed, &[&event], |row| row.get(0))
}

/// What tickets of this event were sold for: a sum for each currency of price and payment, and each rate.
pub fn group_sales(c: &mut Connection<'_>, event: EventId) -> Result<Vec<SalesGroup>> {
    c.query(
        "SELECT devise, currency, rate, is_cash, is_discounted, CAST(sum(price * quantity) AS BIGINT) AS price,
            CAST(sum(amount) AS BIGINT) AS amount, CAST(sum(price * tickets_back) AS BIGINT) AS refunded_price,
            CAST(sum(refunded) AS BIGINT) AS refunded, CAST(sum(to_hand_back) AS BIGINT) AS to_hand_back
         FROM (SELECT devise, currency, rate, price, quantity, amount, refunded, provider = 'cash' AS is_cash,
                discount > 0 AS is_discounted,
                CASE WHEN refunded = 0 THEN 0 ELSE (SELECT count(*) FROM tickets
                    WHERE tickets.payment_id = payments.id AND refund_id IS NOT NULL) END AS tickets_back,
                CASE WHEN refunded = 0 THEN 0 ELSE (SELECT COALESCE(sum(refunds.amount), 0) FROM refunds
                    WHERE refunds.payment_id = payments.id AND refunds.state = 'by_hand') END AS to_hand_back
             FROM payments WHERE event_id = $1 AND state = 'succeeded'
                AND EXISTS (SELECT 1 FROM tickets WHERE tickets.payment_id = payments.id)) AS sales
         GROUP BY devise, currency, rate, is_cash, is_discounted",
        &[&event],
        |row| {
            let price = read_money(row, "price", "devise")?;
            let is_discounted: bool = row.get("is_discounted")?;
            Ok(SalesGroup {
                price: Some(price).filter(|_| !is_discounted),
                amount: read_money(row, "amount", "currency")?,
                refunded_price: row.get("refunded_price")?,
                refunded: row.get("refunded")?,
                rate: row.get("rate")?,
                is_cash: row.get("is_cash")?,
                to_hand_back: row.get("to_hand_back")?,
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

pub fn insert_type(c: &mut Connection<'_>, id: TicketTypeId, new: &NewTicketType) -> Result<()> {
    c.execute(
        "INSERT INTO ticket_types (id, event_id, position, label, price, devise, nbr_max, closed)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        &[
            &id,
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

pub fn set_options(c: &mut Connection<'_>, id: TicketTypeId, options: &SaleOptions) -> Result<()> {
    c.execute(
        "UPDATE ticket_types SET description = $2, sales_from = $3, sales_until = $4, hidden = $5, access_code = $6,
            min_per_order = $7, max_per_order = $8, max_per_person = $9, after_previous = $10 WHERE id = $1",
        &[
            &id,
            &options.description,
            &options.from,
            &options.until,
            &options.hidden,
            &options.access_code,
            &options.min_per_order,
            &options.max_per_order,
            &options.max_per_person,
            &options.after_previous,
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
