//! SQL of the payments of an event. Places that the door has set aside, and those that are offered to who waits, are no
//! payments to anybody but us.

use std::collections::HashMap;

use database::{Connection, DbError, Row};
use domain::{EventId, PaymentId, UserId};
use serde_json::json;

use crate::money_columns::read_money;
use crate::reports::channel::Channel;
use crate::reports::payments::model::{
    PaymentFacts, PaymentFilter, PaymentRow, PaymentWay, RefundSums, RefundWay, TicketWay,
};
use platform::SqlBuilder;
use platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

const COLUMNS: &str =
    "SELECT payments.id AS id, user_id, quantity, label, amount, currency, provider, state, created_at
    FROM payments JOIN ticket_types ON ticket_types.id = ticket_type_id";

fn payment_row(row: &Row<'_>) -> Result<PaymentRow> {
    Ok(PaymentRow {
        id: row.get("id")?,
        buyer: row.get("user_id")?,
        quantity: row.get("quantity")?,
        label: row.get("label")?,
        amount: read_money(row, "amount", "currency")?,
        channel: Channel::of_provider(&row.get::<String>("provider")?),
        state: row.get("state")?,
        created: row.get("created_at")?,
    })
}

fn push_conditions(sql: &mut SqlBuilder, event: EventId, filter: &PaymentFilter) {
    sql.push(" WHERE payments.event_id = ").bind(event);
    sql.push(" AND provider <> 'offer' AND NOT (provider = 'cash' AND state IN ('pending', 'failed'))");
    if let Some(state) = filter.state {
        sql.push(" AND state = ").bind(state);
    }
    if let Some((buyers, id)) = &filter.found {
        sql.push(" AND (user_id IN ").among(&json!(buyers));
        if let Some(id) = id {
            sql.push(" OR payments.id = ").bind(id.clone());
        }
        sql.push(")");
    }
}

/// How many payments the filter lets through, and a page of them, the latest first.
pub fn list_payments_of_event(
    c: &mut Connection<'_>,
    event: EventId,
    filter: &PaymentFilter,
    page: Page,
) -> Result<(i64, Vec<PaymentRow>)> {
    let mut sql = SqlBuilder::new("SELECT count(*) FROM payments");
    push_conditions(&mut sql, event, filter);
    let count = sql.query(c, |row| row.get(0))?.pop().unwrap_or_default();
    let mut sql = SqlBuilder::new(COLUMNS);
    push_conditions(&mut sql, event, filter);
    sql.push(" ORDER BY payments.id DESC LIMIT ").bind(i64::from(page.limit)).push(" OFFSET ").bind(page.offset());
    Ok((count, sql.query(c, payment_row)?))
}

pub fn find_payment_of_event(c: &mut Connection<'_>, event: EventId, id: &PaymentId) -> Result<Option<PaymentRow>> {
    let mut sql = SqlBuilder::new(COLUMNS);
    push_conditions(&mut sql, event, &PaymentFilter::default());
    sql.push(" AND payments.id = ").bind(id.clone());
    Ok(sql.query(c, payment_row)?.pop())
}

/// Everybody who ever began to pay for an event.
pub fn find_buyers(c: &mut Connection<'_>, event: EventId) -> Result<Vec<UserId>> {
    let buyers = "SELECT DISTINCT user_id FROM payments WHERE event_id = $1 AND user_id IS NOT NULL";
    c.query(buyers, &[&event], |row| row.get(0))
}

/// What goes back of these payments, where anything does.
pub fn sum_refunds(c: &mut Connection<'_>, payments: &[PaymentId]) -> Result<HashMap<PaymentId, RefundSums>> {
    let mut sql = SqlBuilder::new(
        "SELECT payment_id, currency, count(*) AS count, CAST(sum(amount) AS BIGINT) AS amount,
            CAST(sum(CASE WHEN state = 'done' THEN 1 ELSE 0 END) AS BIGINT) AS done
         FROM refunds WHERE payment_id IN ",
    );
    sql.list(payments).push(" GROUP BY payment_id, currency");
    let sums = sql.query(c, |row| {
        let amount = read_money(row, "amount", "currency")?;
        Ok((row.get("payment_id")?, RefundSums { count: row.get("count")?, done: row.get("done")?, amount }))
    })?;
    Ok(sums.into_iter().collect())
}

/// Everything that is stored about a payment.
pub fn find_facts(c: &mut Connection<'_>, id: &PaymentId) -> Result<PaymentFacts> {
    let payment = c.query_one(
        "SELECT quantity, state, reason, payment_url IS NOT NULL AS has_page, created_at, settled_at, asked, asked_at,
            mailed_at
         FROM payments WHERE id = $1",
        &[&id],
        |row| {
            Ok(PaymentWay {
                quantity: row.get("quantity")?,
                state: row.get("state")?,
                reason: row.get("reason")?,
                has_page: row.get("has_page")?,
                created: row.get("created_at")?,
                settled: row.get("settled_at")?,
                asked: row.get("asked")?,
                asked_at: row.get("asked_at")?,
                mailed: row.get("mailed_at")?,
            })
        },
    )?;
    let stock = c.query(
        "SELECT kind, held + sold AS places, at FROM stock_facts WHERE payment_id = $1 ORDER BY id",
        &[&id],
        |row| Ok((row.get("kind")?, row.get("places")?, row.get("at")?)),
    )?;
    let money = c.query(
        "SELECT kind, amount, currency, at FROM money_facts WHERE payment_id = $1 AND amount > 0 ORDER BY id",
        &[&id],
        |row| Ok((row.get("kind")?, read_money(row, "amount", "currency")?, row.get("at")?)),
    )?;
    let webhooks = c.query(
        "SELECT received_at FROM webhooks JOIN payments ON payments.provider = webhooks.provider
            AND payments.reference = webhooks.reference WHERE payments.id = $1 ORDER BY webhooks.id",
        &[&id],
        |row| row.get(0),
    )?;
    let (tickets, refunds) = (find_tickets(c, id)?, find_refunds(c, id)?);
    Ok(PaymentFacts { payment, stock, money, webhooks, tickets, refunds })
}

fn find_tickets(c: &mut Connection<'_>, id: &PaymentId) -> Result<Vec<TicketWay>> {
    c.query(
        "SELECT code, issue, issued_at, changed_at, void_at FROM tickets WHERE payment_id = $1 AND reserved = FALSE
         ORDER BY place",
        &[&id],
        |row| {
            Ok(TicketWay {
                code: row.get("code")?,
                issue: row.get("issue")?,
                issued: row.get("issued_at")?,
                changed: row.get("changed_at")?,
                void: row.get("void_at")?,
            })
        },
    )
}

fn find_refunds(c: &mut Connection<'_>, id: &PaymentId) -> Result<Vec<RefundWay>> {
    c.query(
        "SELECT amount, currency, state, created_at, done_at, tried FROM refunds WHERE payment_id = $1
         ORDER BY created_at, id",
        &[&id],
        |row| {
            Ok(RefundWay {
                amount: read_money(row, "amount", "currency")?,
                state: row.get("state")?,
                created: row.get("created_at")?,
                done: row.get("done_at")?,
                tried: row.get("tried")?,
            })
        },
    )
}
