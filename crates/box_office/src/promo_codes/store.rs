//! SQL of `promo_codes`, and of the payments that use them.

use std::collections::HashMap;

use database::{Connection, DbError, Row};
use domain::{EventId, Instant, Money, PromoCodeId, TicketTypeId};

use crate::promo_codes::model::{Discount, Promo, fold_code};
use platform::SqlBuilder;
use platform::paging::Page;

type Result<T> = std::result::Result<T, DbError>;

const PROMO: &str = "SELECT id, event_id, code, percent, amount, currency, most_uses, starts_at, ends_at, ticket_types
    FROM promo_codes";

/// The unique index that keeps an event from having one code twice.
pub const CODE_KEY: &str = "promo_codes_code_key";

fn promo_row(row: &Row<'_>) -> Result<Promo> {
    let (id, event, code) = (row.get("id")?, row.get("event_id")?, row.get("code")?);
    let (percent, amount): (Option<i64>, Option<i64>) = (row.get("percent")?, row.get("amount")?);
    let discount = match (percent, amount, row.get("currency")?) {
        (Some(percent), ..) => Discount::Percent(percent),
        (None, Some(minor), Some(currency)) => Discount::Amount(Money::from_minor(minor, currency)),
        _ => return Err(DbError::Decode("promo_codes.amount".to_owned())),
    };
    let (most_uses, starts, ends) = (row.get("most_uses")?, row.get("starts_at")?, row.get("ends_at")?);
    let types: String = row.get("ticket_types")?;
    let types: Vec<TicketTypeId> =
        serde_json::from_str(&types).map_err(|_| DbError::Decode("promo_codes.ticket_types".to_owned()))?;
    Ok(Promo { id, event, code, discount, most_uses, starts, ends, types, uses: 0 })
}

/// How many payments use a code.
#[derive(Debug, Clone, Copy, Default)]
pub struct Uses {
    pub held: i64,
    pub paid: i64,
}

/// Locks the codes of these events with those names, in the order of their ids, and counts their uses: until the
/// transaction ends nobody else uses one.
pub fn lock_promos(c: &mut Connection<'_>, events: &[EventId], codes: &[String]) -> Result<Vec<Promo>> {
    let mut sql = SqlBuilder::new(PROMO);
    sql.push(" WHERE event_id IN ").list(events).push(" AND code_folded IN ").list(codes);
    sql.push(" ORDER BY id").for_update();
    let promos = sql.query(c, promo_row)?;
    with_uses(c, promos)
}

/// The same without a lock: there may be more uses by the time somebody reserves.
pub fn find_promo(c: &mut Connection<'_>, event: EventId, code: &str) -> Result<Option<Promo>> {
    let mut sql = SqlBuilder::new(PROMO);
    sql.push(" WHERE event_id = ").bind(event).push(" AND code_folded = ").bind(code.to_owned());
    let promos = sql.query(c, promo_row)?;
    Ok(with_uses(c, promos)?.pop())
}

fn with_uses(c: &mut Connection<'_>, mut promos: Vec<Promo>) -> Result<Vec<Promo>> {
    let uses = count_uses(c, &promos.iter().map(|promo| promo.id).collect::<Vec<_>>())?;
    for promo in &mut promos {
        promo.uses = uses.get(&promo.id).map_or(0, |uses| uses.held + uses.paid);
    }
    Ok(promos)
}

pub fn count_uses(c: &mut Connection<'_>, ids: &[PromoCodeId]) -> Result<HashMap<PromoCodeId, Uses>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let mut sql = SqlBuilder::new(
        "SELECT promo_code_id, CAST(sum(CASE WHEN state = 'succeeded' THEN 1 ELSE 0 END) AS BIGINT) AS paid,
            CAST(sum(CASE WHEN state = 'succeeded' THEN 0 ELSE 1 END) AS BIGINT) AS held
         FROM payments WHERE (holds = TRUE OR state = 'succeeded') AND promo_code_id IN ",
    );
    sql.list(ids).push(" GROUP BY promo_code_id");
    let rows = sql.query(c, |row| {
        let id = row.get("promo_code_id")?;
        Ok((id, Uses { paid: row.get("paid")?, held: row.get("held")? }))
    })?;
    Ok(rows.into_iter().collect())
}

pub fn promos_by_code(promos: Vec<Promo>) -> HashMap<(EventId, String), Promo> {
    promos.into_iter().map(|promo| ((promo.event, fold_code(&promo.code)), promo)).collect()
}

/// How many codes an event has, and a page of them, the newest first.
pub fn page_of_event(c: &mut Connection<'_>, event: EventId, page: Page) -> Result<(i64, Vec<Promo>)> {
    let count = c.query_one("SELECT count(*) FROM promo_codes WHERE event_id = $1", &[&event], |row| row.get(0))?;
    let mut sql = SqlBuilder::new(PROMO);
    sql.push(" WHERE event_id = ").bind(event).push(" ORDER BY id DESC LIMIT ").bind(i64::from(page.limit));
    sql.push(" OFFSET ").bind(page.offset());
    Ok((count, sql.query(c, promo_row)?))
}

/// Locks a code of that event, so that nobody uses it meanwhile.
pub fn lock_promo(c: &mut Connection<'_>, event: EventId, id: PromoCodeId) -> Result<Option<Promo>> {
    let mut sql = SqlBuilder::new(PROMO);
    sql.push(" WHERE event_id = ").bind(event).push(" AND id = ").bind(id).for_update();
    Ok(sql.query(c, promo_row)?.pop())
}

pub fn insert_promo(c: &mut Connection<'_>, promo: &Promo, now: Instant) -> Result<PromoCodeId> {
    let (percent, amount) = columns_of(promo.discount);
    c.query_one(
        "INSERT INTO promo_codes (event_id, code, code_folded, percent, amount, currency, most_uses, starts_at, ends_at,
            ticket_types, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id",
        &[
            &promo.event,
            &promo.code,
            &fold_code(&promo.code),
            &percent,
            &amount.map(Money::minor),
            &amount.map(Money::currency),
            &promo.most_uses,
            &promo.starts,
            &promo.ends,
            &types_json(promo),
            &now,
        ],
        |row| row.get(0),
    )
}

pub fn update_promo(c: &mut Connection<'_>, promo: &Promo) -> Result<()> {
    let (percent, amount) = columns_of(promo.discount);
    c.execute(
        "UPDATE promo_codes SET code = $2, code_folded = $3, percent = $4, amount = $5, currency = $6, most_uses = $7,
            starts_at = $8, ends_at = $9, ticket_types = $10 WHERE id = $1",
        &[
            &promo.id,
            &promo.code,
            &fold_code(&promo.code),
            &percent,
            &amount.map(Money::minor),
            &amount.map(Money::currency),
            &promo.most_uses,
            &promo.starts,
            &promo.ends,
            &types_json(promo),
        ],
    )?;
    Ok(())
}

fn columns_of(discount: Discount) -> (Option<i64>, Option<Money>) {
    match discount {
        Discount::Percent(percent) => (Some(percent), None),
        Discount::Amount(amount) => (None, Some(amount)),
    }
}

fn types_json(promo: &Promo) -> String {
    serde_json::json!(promo.types).to_string()
}

/// Whether any payment was ever begun with a code, whatever became of it: it refers to the code for ever.
pub fn is_used(c: &mut Connection<'_>, id: PromoCodeId) -> Result<bool> {
    c.query_one("SELECT EXISTS (SELECT 1 FROM payments WHERE promo_code_id = $1)", &[&id], |row| row.get(0))
}

pub fn delete_promo(c: &mut Connection<'_>, id: PromoCodeId) -> Result<()> {
    c.execute("DELETE FROM promo_codes WHERE id = $1", &[&id])?;
    Ok(())
}
