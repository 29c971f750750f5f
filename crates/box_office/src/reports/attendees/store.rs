//! SQL of attendees: `tickets` with their types and payments.

use database::{Connection, DbError, Row};
use domain::{EventId, Instant, TicketId, fold};
use serde_json::json;

use crate::guests::containing;
use crate::money_columns::read_money;
use crate::reports::attendees::model::{AttendeeRow, FoundBy, TicketFilter, TicketOrder};
use crate::reports::channel::Channel;
use crate::tickets::model::paid_price;
use platform::SqlBuilder;
use platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

const COLUMNS: &str = "SELECT tickets.id AS id, payments.id AS payment_id, code, holder_id, guest_name, label, status, payments.price AS price,
        payments.devise AS devise, amount, currency, discount, provider, issued_at, scanned_at,
        (SELECT guests.phone FROM guests WHERE guests.payment_id = payments.id) AS guest_phone
    FROM tickets JOIN payments ON payments.id = tickets.payment_id
        JOIN ticket_types ON ticket_types.id = tickets.ticket_type_id";

fn attendee_row(row: &Row<'_>) -> Result<AttendeeRow> {
    let (price, amount) = (read_money(row, "price", "devise")?, read_money(row, "amount", "currency")?);
    Ok(AttendeeRow {
        ticket: row.get("id")?,
        payment: row.get("payment_id")?,
        code: row.get("code")?,
        holder: row.get("holder_id")?,
        guest: row.get("guest_name")?,
        guest_phone: row.get("guest_phone")?,
        label: row.get("label")?,
        status: row.get("status")?,
        price: paid_price(price, amount, row.get("discount")?),
        channel: Channel::of_provider(&row.get::<String>("provider")?),
        issued: row.get("issued_at")?,
        scanned: row.get("scanned_at")?,
    })
}

pub fn count_attendees(c: &mut Connection<'_>, event: EventId, filter: &TicketFilter) -> Result<i64> {
    let mut sql = SqlBuilder::new("SELECT count(*) FROM tickets");
    if filter.channel.is_some() {
        sql.push(" JOIN payments ON payments.id = tickets.payment_id");
    }
    push_conditions(&mut sql, event, filter);
    Ok(sql.query(c, |row| row.get(0))?.pop().unwrap_or_default())
}

/// A page of the tickets that the filter lets through.
pub fn list_attendees(
    c: &mut Connection<'_>,
    event: EventId,
    filter: &TicketFilter,
    (order, descending): (&TicketOrder, bool),
    page: Page,
) -> Result<Vec<AttendeeRow>> {
    let mut sql = SqlBuilder::new(COLUMNS);
    if let TicketOrder::Holders(holders) = order {
        sql.push_pair(
            " LEFT JOIN (SELECT value AS user_id, key AS name_order FROM json_each(",
            " LEFT JOIN (SELECT value::bigint AS user_id, name_order FROM json_array_elements_text(",
        );
        sql.bind(json!(holders).to_string());
        sql.push_pair(
            ")) AS named ON named.user_id = holder_id",
            "::text::json) WITH ORDINALITY AS listed (value, name_order)) AS named ON named.user_id = holder_id",
        );
    }
    push_conditions(&mut sql, event, filter);
    sql.push(match (order, descending) {
        (TicketOrder::Purchase, false) => " ORDER BY tickets.id",
        (TicketOrder::Purchase, true) => " ORDER BY tickets.id DESC",
        (TicketOrder::Scan, false) => " ORDER BY scanned_at IS NULL, scanned_at, tickets.id",
        (TicketOrder::Scan, true) => " ORDER BY scanned_at IS NULL, scanned_at DESC, tickets.id DESC",
        (TicketOrder::Holders(_), false) => " ORDER BY name_order IS NULL, name_order, tickets.id",
        (TicketOrder::Holders(_), true) => " ORDER BY name_order IS NULL, name_order DESC, tickets.id",
    });
    sql.push(" LIMIT ").bind(i64::from(page.limit)).push(" OFFSET ").bind(page.offset());
    sql.query(c, attendee_row)
}

/// The next tickets in the order of their ids, at most so many: those behind `after`, issued until then. Whoever reads all
/// of them page by page misses none and sees none twice, however much is sold meanwhile.
pub fn list_attendees_after(
    c: &mut Connection<'_>,
    event: EventId,
    filter: &TicketFilter,
    (after, until): (Option<&TicketId>, Instant),
    most: i64,
) -> Result<Vec<AttendeeRow>> {
    let mut sql = SqlBuilder::new(COLUMNS);
    push_conditions(&mut sql, event, filter);
    if let Some(after) = after {
        sql.push(" AND tickets.id > ").bind(after.clone());
    }
    sql.push(" AND issued_at <= ").bind(until).push(" ORDER BY tickets.id LIMIT ").bind(most);
    sql.query(c, attendee_row)
}

fn push_conditions(sql: &mut SqlBuilder, event: EventId, filter: &TicketFilter) {
    sql.push(" WHERE tickets.event_id = ").bind(event).push(" AND reserved = FALSE");
    if let Some(ticket_type) = filter.ticket_type {
        sql.push(" AND tickets.ticket_type_id = ").bind(ticket_type);
    }
    if let Some(status) = filter.status {
        sql.push(" AND status = ").bind(status);
    }
    sql.push(match filter.channel {
        None => "",
        Some(Channel::Online) => " AND provider NOT IN ('cash', 'invitation', 'agent')",
        Some(Channel::Door) => " AND provider = 'cash'",
        Some(Channel::Invitation) => " AND provider = 'invitation'",
        Some(Channel::Agent) => " AND provider = 'agent'",
    });
    if let Some(FoundBy { holders, code, guest }) = &filter.found {
        sql.push(" AND (holder_id IN ").among(&json!(holders));
        if let Some(code) = code {
            sql.push(" OR code LIKE ").bind(format!("{code}%"));
        }
        sql.push(" OR tickets.payment_id IN (SELECT guests.payment_id FROM guests WHERE guests.event_id = ")
            .bind(event);
        sql.push(" AND (name_folded LIKE ").bind(containing(&fold(guest))).push(" ESCAPE '\\' OR guests.phone LIKE ");
        sql.bind(containing(guest)).push(" ESCAPE '\\'))");
        sql.push(")");
    }
}
