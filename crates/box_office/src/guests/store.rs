//! SQL of `guests`, and of the payments of nothing that their tickets belong to.

use database::{Connection, DbError, Row};
use domain::{EventId, GuestId, Instant, Money, PaymentId, ReceiptCode, TicketId, TicketTypeId, UserId, fold};

use crate::guests::model::{CheckedGuest, containing};
use crate::money_columns::read_money;
use crate::stored_words::{PaymentState, TicketStatus};
use platform::SqlBuilder;
use platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

/// The name that invitations have among the providers.
pub const PROVIDER: &str = "invitation";

/// The unique index that a request breaks if the same one is under way: tried again, it finds what that one stored.
pub const REQUEST_KEY: &str = "guests_request_key";

/// A guest with the ticket. It has no `Debug`, because its receipt opens the door and must not get into a log.
pub struct GuestRow {
    pub id: GuestId,
    pub name: String,
    pub phone: Option<String>,
    pub email: Option<String>,
    pub payment: PaymentId,
    pub receipt: ReceiptCode,
    pub ticket_type: TicketTypeId,
    pub ticket: TicketId,
    pub code: String,
    pub status: TicketStatus,
    pub digest: Option<String>,
}

const GUEST: &str =
    "SELECT guests.id AS id, guests.name AS name, phone, email, guests.payment_id AS payment_id, receipt,
    guests.ticket_type_id AS ticket_type_id, tickets.id AS ticket_id, tickets.code AS code, tickets.status AS status,
    request_digest FROM guests JOIN tickets ON tickets.payment_id = guests.payment_id WHERE ";

fn guest_row(row: &Row<'_>) -> Result<GuestRow> {
    Ok(GuestRow {
        id: row.get("id")?,
        name: row.get("name")?,
        phone: row.get("phone")?,
        email: row.get("email")?,
        payment: row.get("payment_id")?,
        receipt: row.get("receipt")?,
        ticket_type: row.get("ticket_type_id")?,
        ticket: row.get("ticket_id")?,
        code: row.get("code")?,
        status: row.get("status")?,
        digest: row.get("request_digest")?,
    })
}

/// A guest about to be stored.
pub struct NewGuestRow<'a> {
    pub event: EventId,
    pub ticket_type: TicketTypeId,
    /// What the ticket would cost.
    pub price: Money,
    pub guest: &'a CheckedGuest,
    pub invited_by: UserId,
    /// The key and the digest of the request.
    pub key: Option<(&'a str, &'a str)>,
    pub place: i64,
}

/// Stores a payment of nothing: the whole price is taken off.
pub fn insert_payment(
    c: &mut Connection<'_>,
    id: &PaymentId,
    reference: &str,
    new: &NewGuestRow<'_>,
    now: Instant,
) -> Result<()> {
    c.execute(
        "INSERT INTO payments (id, event_id, ticket_type_id, quantity, price, devise, amount, currency, discount, state,
            holds, hold_until, provider, reference, created_at, settled_at)
         VALUES ($1, $2, $3, 1, $4, $5, 0, $5, $4, $6, FALSE, $7, $8, $9, $7, $7)",
        &[
            &id,
            &new.event,
            &new.ticket_type,
            &new.price.minor(),
            &new.price.currency(),
            &PaymentState::Succeeded,
            &now,
            &PROVIDER,
            &reference,
        ],
    )?;
    Ok(())
}

pub fn insert_guest(
    c: &mut Connection<'_>,
    payment: &PaymentId,
    receipt: &ReceiptCode,
    new: &NewGuestRow<'_>,
    now: Instant,
) -> Result<()> {
    let CheckedGuest { name, phone, email } = new.guest;
    c.execute(
        "INSERT INTO guests (event_id, ticket_type_id, payment_id, name, name_folded, phone, email, receipt, invited_by,
            invited_at, request_key, request_digest, request_place)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        &[
            &new.event,
            &new.ticket_type,
            &payment,
            name,
            &fold(name),
            phone,
            email,
            receipt,
            &new.invited_by,
            &now,
            &new.key.map(|(key, _)| key),
            &new.key.map(|(_, digest)| digest),
            &new.place,
        ],
    )?;
    Ok(())
}

pub fn guests_of_payments(c: &mut Connection<'_>, payments: &[PaymentId]) -> Result<Vec<GuestRow>> {
    let mut sql = SqlBuilder::new(GUEST);
    sql.push("guests.payment_id IN ").list(payments).push(" ORDER BY guests.id");
    sql.query(c, guest_row)
}

/// Whom a request with that key has invited, in the order of the request.
pub fn guests_of_request(c: &mut Connection<'_>, user: UserId, key: &str) -> Result<Vec<GuestRow>> {
    let mut sql = SqlBuilder::new(GUEST);
    sql.push("invited_by = ").bind(user).push(" AND request_key = ").bind(key.to_owned());
    sql.push(" ORDER BY request_place");
    sql.query(c, guest_row)
}

pub fn find_guest(c: &mut Connection<'_>, event: EventId, id: GuestId) -> Result<Option<GuestRow>> {
    let mut sql = SqlBuilder::new(GUEST);
    sql.push("guests.event_id = ").bind(event).push(" AND guests.id = ").bind(id).push(" AND withdrawn_at IS NULL");
    Ok(sql.query(c, guest_row)?.pop())
}

/// How many guests an event has with this text in name, number or address, and a page of them, the latest first.
pub fn page_of_event(c: &mut Connection<'_>, event: EventId, search: &str, page: Page) -> Result<(i64, Vec<GuestRow>)> {
    let mut sql = SqlBuilder::new("SELECT count(*) FROM guests WHERE ");
    matching(&mut sql, event, search);
    let count = sql.query(c, |row| row.get(0))?.pop().unwrap_or(0);
    let mut sql = SqlBuilder::new(GUEST);
    matching(&mut sql, event, search);
    sql.push(" ORDER BY guests.id DESC LIMIT ").bind(i64::from(page.limit)).push(" OFFSET ").bind(page.offset());
    Ok((count, sql.query(c, guest_row)?))
}

fn matching(sql: &mut SqlBuilder, event: EventId, search: &str) {
    sql.push("guests.event_id = ").bind(event).push(" AND withdrawn_at IS NULL");
    if !search.trim().is_empty() {
        let (name, typed) = (containing(&fold(search)), containing(search));
        sql.push(" AND (name_folded LIKE ").bind(name).push(" ESCAPE '\\' OR phone LIKE ").bind(typed.clone());
        sql.push(" ESCAPE '\\' OR email LIKE ").bind(typed).push(" ESCAPE '\\')");
    }
}

/// Guests of an event who have an address, behind that guest in the order of ids.
pub fn guests_with_email(c: &mut Connection<'_>, event: EventId, behind: GuestId, most: i64) -> Result<Vec<GuestId>> {
    c.query(
        "SELECT id FROM guests WHERE event_id = $1 AND id > $2 AND withdrawn_at IS NULL AND email IS NOT NULL
         ORDER BY id LIMIT $3",
        &[&event, &behind, &most],
        |row| row.get(0),
    )
}

/// The names and the addresses of those of these guests who are still invited.
pub fn emails_of_guests(c: &mut Connection<'_>, guests: &[GuestId]) -> Result<Vec<(String, String)>> {
    let mut sql = SqlBuilder::new("SELECT name, email FROM guests WHERE withdrawn_at IS NULL AND email IS NOT NULL");
    sql.push(" AND id IN ").list(guests).push(" ORDER BY id");
    sql.query(c, |row| Ok((row.get("name")?, row.get("email")?)))
}

pub fn mark_withdrawn(c: &mut Connection<'_>, id: GuestId, now: Instant) -> Result<()> {
    c.execute("UPDATE guests SET withdrawn_at = $2 WHERE id = $1", &[&id, &now])?;
    Ok(())
}

/// What the page of a receipt shows of a guest's ticket.
pub struct GuestReceipt {
    pub payment: PaymentId,
    pub event: EventId,
    pub ticket_type: TicketTypeId,
    pub amount: Money,
    pub at: Instant,
    pub name: String,
}

pub fn find_guest_by_receipt(c: &mut Connection<'_>, receipt: &ReceiptCode) -> Result<Option<GuestReceipt>> {
    c.query_opt(
        "SELECT payment_id, guests.event_id AS event_id, guests.ticket_type_id AS ticket_type_id, amount, currency,
            invited_at, name
         FROM guests JOIN payments ON payments.id = payment_id WHERE receipt = $1",
        &[receipt],
        |row| {
            let (payment, event, ticket_type) =
                (row.get("payment_id")?, row.get("event_id")?, row.get("ticket_type_id")?);
            let amount = read_money(row, "amount", "currency")?;
            Ok(GuestReceipt { payment, event, ticket_type, amount, at: row.get("invited_at")?, name: row.get("name")? })
        },
    )
}
