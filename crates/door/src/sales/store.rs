//! SQL of `door_sales`, `door_blocks` and `door_block_places`.

use database::{Connection, DbError, Row};
use domain::{BlockId, Currency, EventId, Instant, Money, PaymentId, ReceiptCode, SaleId, TicketTypeId, UserId};

use crate::sales::model::SaleFate;
use platform::SqlBuilder;

type Result<T> = std::result::Result<T, DbError>;

/// The constraints that a request breaks if the same one is under way: tried again, it finds what that one stored.
pub const ONCE: [&str; 2] = ["door_sales_id", "door_blocks_open"];

/// A row of `door_sales`. It has no `Debug`, because its receipt opens the door and must not get into a log.
#[derive(Clone)]
pub struct SaleRow {
    pub payment: PaymentId,
    pub event: EventId,
    pub id: SaleId,
    pub ticket_type: TicketTypeId,
    pub quantity: i64,
    pub amount: Money,
    pub seller: UserId,
    pub device: String,
    pub gate: String,
    pub online: bool,
    pub at: Instant,
    pub received: Instant,
    pub receipt: ReceiptCode,
    pub fate: SaleFate,
}

const SALE: &str =
    "SELECT payment_id, event_id, id, ticket_type_id, quantity, amount, currency, seller_id, device, gate,
    online, at, received_at, receipt, fate FROM door_sales WHERE ";

fn sale_row(row: &Row<'_>) -> Result<SaleRow> {
    Ok(SaleRow {
        payment: row.get("payment_id")?,
        event: row.get("event_id")?,
        id: row.get("id")?,
        ticket_type: row.get("ticket_type_id")?,
        quantity: row.get("quantity")?,
        amount: read_money(row)?,
        seller: row.get("seller_id")?,
        device: row.get("device")?,
        gate: row.get("gate")?,
        online: row.get("online")?,
        at: row.get("at")?,
        received: row.get("received_at")?,
        receipt: row.get("receipt")?,
        fate: row.get("fate")?,
    })
}

fn read_money(row: &Row<'_>) -> Result<Money> {
    let minor: i64 = row.get("amount")?;
    Ok(Money::from_minor(minor, row.get::<Currency>("currency")?))
}

pub fn insert_sale(c: &mut Connection<'_>, sale: &SaleRow) -> Result<()> {
    c.execute(
        "INSERT INTO door_sales (payment_id, event_id, id, ticket_type_id, quantity, amount, currency, seller_id, device,
            gate, online, at, received_at, receipt, fate)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        &[
            &sale.payment,
            &sale.event,
            &sale.id,
            &sale.ticket_type,
            &sale.quantity,
            &sale.amount.minor(),
            &sale.amount.currency(),
            &sale.seller,
            &sale.device,
            &sale.gate,
            &sale.online,
            &sale.at,
            &sale.received,
            &sale.receipt,
            &sale.fate,
        ],
    )?;
    Ok(())
}

fn find_one(c: &mut Connection<'_>, sql: SqlBuilder) -> Result<Option<SaleRow>> {
    Ok(sql.query(c, sale_row)?.pop())
}

/// The sale that a phone calls so.
pub fn find_sale(c: &mut Connection<'_>, event: EventId, id: &SaleId) -> Result<Option<SaleRow>> {
    let mut sql = SqlBuilder::new(SALE);
    sql.push("event_id = ").bind(event).push(" AND id = ").bind(id.clone());
    find_one(c, sql)
}

pub fn find_sale_by_receipt(c: &mut Connection<'_>, receipt: &ReceiptCode) -> Result<Option<SaleRow>> {
    let mut sql = SqlBuilder::new(SALE);
    sql.push("receipt = ").bind(receipt.clone());
    find_one(c, sql)
}

/// The latest sales of an event, of one person or of all.
pub fn latest_sales(c: &mut Connection<'_>, event: EventId, of: Option<UserId>, most: i64) -> Result<Vec<SaleRow>> {
    let mut sql = SqlBuilder::new(SALE);
    sql.push("event_id = ").bind(event);
    if let Some(seller) = of {
        sql.push(" AND seller_id = ").bind(seller);
    }
    sql.push(" ORDER BY at DESC, payment_id DESC LIMIT ").bind(most);
    sql.query(c, sale_row)
}

/// Everything that was ever sold for cash.
pub fn all_sales(c: &mut Connection<'_>) -> Result<Vec<SaleRow>> {
    let mut sql = SqlBuilder::new(SALE);
    sql.push("TRUE ORDER BY payment_id");
    sql.query(c, sale_row)
}

pub fn sales_of_person(c: &mut Connection<'_>, seller: UserId) -> Result<Vec<SaleRow>> {
    let mut sql = SqlBuilder::new(SALE);
    sql.push("seller_id = ").bind(seller).push(" ORDER BY at, payment_id");
    sql.query(c, sale_row)
}

/// What somebody has taken in one currency.
pub struct TakenSum {
    pub seller: UserId,
    pub amount: Money,
    pub sales: i64,
    pub tickets: i64,
}

/// What each person has taken at an event in each currency, by the order of their ids.
pub fn sum_takings(c: &mut Connection<'_>, event: EventId) -> Result<Vec<TakenSum>> {
    c.query(
        "SELECT seller_id, currency, CAST(sum(amount) AS BIGINT) AS amount, count(*) AS sales,
            CAST(sum(quantity) AS BIGINT) AS tickets
         FROM door_sales WHERE event_id = $1 GROUP BY seller_id, currency ORDER BY seller_id, currency DESC",
        &[&event],
        |row| {
            let (seller, amount) = (row.get("seller_id")?, read_money(row)?);
            Ok(TakenSum { seller, amount, sales: row.get("sales")?, tickets: row.get("tickets")? })
        },
    )
}

/// Places that are set aside for a phone.
#[derive(Debug, Clone)]
pub struct BlockRow {
    pub id: BlockId,
    pub event: EventId,
    pub ticket_type: TicketTypeId,
    pub user: UserId,
    pub device: String,
    pub until: Instant,
    pub created: Instant,
}

const OPEN_BLOCK: &str = "SELECT id, event_id, ticket_type_id, user_id, device, until, created_at FROM door_blocks
    WHERE released_at IS NULL AND ";

fn block_row(row: &Row<'_>) -> Result<BlockRow> {
    Ok(BlockRow {
        id: row.get("id")?,
        event: row.get("event_id")?,
        ticket_type: row.get("ticket_type_id")?,
        user: row.get("user_id")?,
        device: row.get("device")?,
        until: row.get("until")?,
        created: row.get("created_at")?,
    })
}

pub fn insert_block(c: &mut Connection<'_>, block: &BlockRow) -> Result<()> {
    c.execute(
        "INSERT INTO door_blocks (id, event_id, ticket_type_id, user_id, device, until, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        &[&block.id, &block.event, &block.ticket_type, &block.user, &block.device, &block.until, &block.created],
    )?;
    Ok(())
}

/// The open block of a phone for a type, locked, so that two requests at once do not both add what it lacks.
pub fn lock_block_of_device(
    c: &mut Connection<'_>,
    event: EventId,
    ticket_type: TicketTypeId,
    device: &str,
) -> Result<Option<BlockRow>> {
    let mut sql = SqlBuilder::new(OPEN_BLOCK);
    sql.push("event_id = ").bind(event).push(" AND ticket_type_id = ").bind(ticket_type);
    sql.push(" AND device = ").bind(device.to_owned()).for_update();
    Ok(sql.query(c, block_row)?.pop())
}

pub fn lock_open_block(c: &mut Connection<'_>, event: EventId, id: &BlockId) -> Result<Option<BlockRow>> {
    let mut sql = SqlBuilder::new(OPEN_BLOCK);
    sql.push("event_id = ").bind(event).push(" AND id = ").bind(id.clone()).for_update();
    Ok(sql.query(c, block_row)?.pop())
}

pub fn open_blocks(c: &mut Connection<'_>, event: EventId) -> Result<Vec<BlockRow>> {
    let mut sql = SqlBuilder::new(OPEN_BLOCK);
    sql.push("event_id = ").bind(event).push(" ORDER BY created_at, id");
    sql.query(c, block_row)
}

/// Blocks whose time is over, at most so many, locked.
pub fn lock_due_blocks(c: &mut Connection<'_>, now: Instant, most: i64) -> Result<Vec<BlockRow>> {
    let mut sql = SqlBuilder::new(OPEN_BLOCK);
    sql.push("until <= ").bind(now).push(" ORDER BY until, id LIMIT ").bind(most).for_update();
    sql.query(c, block_row)
}

pub fn close_block(c: &mut Connection<'_>, id: &BlockId, now: Instant) -> Result<()> {
    c.execute("UPDATE door_blocks SET released_at = $2 WHERE id = $1", &[&id, &now])?;
    Ok(())
}

pub fn insert_place(c: &mut Connection<'_>, block: &BlockId, payment: &PaymentId, receipt: &ReceiptCode) -> Result<()> {
    let insert = "INSERT INTO door_block_places (payment_id, block_id, receipt) VALUES ($1, $2, $3)";
    c.execute(insert, &[&payment, &block, &receipt])?;
    Ok(())
}

/// All places that a block ever had, with their receipts.
pub fn places_of_block(c: &mut Connection<'_>, block: &BlockId) -> Result<Vec<(PaymentId, ReceiptCode)>> {
    let places = "SELECT payment_id, receipt FROM door_block_places WHERE block_id = $1 ORDER BY payment_id";
    c.query(places, &[&block], |row| Ok((row.get("payment_id")?, row.get("receipt")?)))
}

/// A place of an event, in whatever block it is or was: its receipt, and when the block was made.
pub fn find_place(
    c: &mut Connection<'_>,
    event: EventId,
    payment: &PaymentId,
) -> Result<Option<(ReceiptCode, Instant)>> {
    c.query_opt(
        "SELECT receipt, created_at FROM door_block_places JOIN door_blocks ON door_blocks.id = block_id
         WHERE payment_id = $1 AND event_id = $2",
        &[&payment, &event],
        |row| Ok((row.get("receipt")?, row.get("created_at")?)),
    )
}

/// Every place that was ever set aside.
pub fn all_places(c: &mut Connection<'_>) -> Result<Vec<PaymentId>> {
    c.query("SELECT payment_id FROM door_block_places", &[], |row| row.get(0))
}
