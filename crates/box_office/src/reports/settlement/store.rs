//! SQL of the organiser's account.

use database::{Connection, DbError};
use domain::{Currency, EventId};

use crate::money_columns::read_money;
use crate::reports::settlement::model::AccountLine;

type Result<T> = std::result::Result<T, DbError>;

/// The lines of an event's sales on the organiser's account, summed up by kind, currency and whether it was cash.
pub fn organiser_lines(c: &mut Connection<'_>, event: EventId) -> Result<Vec<AccountLine>> {
    c.query(
        "SELECT fact.kind AS kind, provider = 'cash' AS is_cash, fact.currency AS currency,
            CAST(sum(fact.amount) AS BIGINT) AS amount
         FROM payments JOIN money_facts fact ON fact.payment_id = payments.id
         WHERE payments.event_id = $1 AND fact.account = 'organiser'
         GROUP BY fact.kind, provider = 'cash', fact.currency",
        &[&event],
        |row| {
            Ok(AccountLine {
                kind: row.get("kind")?,
                is_cash: row.get("is_cash")?,
                amount: read_money(row, "amount", "currency")?,
            })
        },
    )
}

/// How many tickets were sold in each currency, and of how many the money goes back.
pub fn count_tickets_by_currency(c: &mut Connection<'_>, event: EventId) -> Result<Vec<(Currency, i64, i64)>> {
    c.query(
        "SELECT currency, count(*) AS sold, CAST(sum(CASE WHEN refund_id IS NULL THEN 0 ELSE 1 END) AS BIGINT) AS refunded
         FROM tickets JOIN payments ON payments.id = tickets.payment_id
         WHERE tickets.event_id = $1 AND reserved = FALSE AND provider <> 'invitation' GROUP BY currency",
        &[&event],
        |row| Ok((row.get("currency")?, row.get("sold")?, row.get("refunded")?)),
    )
}
