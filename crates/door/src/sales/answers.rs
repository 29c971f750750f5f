//! What the addresses of sales answer.

use box_office::{EventSummary, TicketStatus};
use domain::{BlockId, Money, PaymentId, ReceiptCode, SaleId, TicketId, TicketTypeId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::sales::model::SaleFate;
use platform::schemas;

/// An amount of money, `25.00` or `70000`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CashSum {
    pub amount: String,
    #[schema(schema_with = schemas::currency)]
    pub currency: &'static str,
}

impl From<Money> for CashSum {
    fn from(money: Money) -> CashSum {
        CashSum { amount: money.figures(), currency: money.currency().code() }
    }
}

/// What was sold, for who paid.
#[derive(Serialize, ToSchema)]
pub struct DoorSale {
    #[schema(value_type = String)]
    pub payment_id: PaymentId,
    pub amount: String,
    #[schema(schema_with = schemas::currency)]
    pub currency: &'static str,
    pub quantity: i64,
    pub ticket_type: String,
    #[schema(value_type = String)]
    pub receipt: ReceiptCode,
    /// The page that shows the tickets to whoever has this address.
    pub receipt_url: String,
    pub tickets: Vec<SoldTicket>,
    /// Milliseconds since 1970.
    pub sold_at: i64,
}

#[derive(Serialize, ToSchema)]
pub struct SoldTicket {
    #[schema(value_type = String)]
    pub ticket_id: TicketId,
    /// Typed where nothing can be scanned.
    pub code: String,
    /// The text of its QR code.
    pub content: String,
}

/// What was taken at the door. Who only stands there sees what they took themselves.
#[derive(Serialize, ToSchema)]
pub struct DoorTakings {
    pub totals: Vec<CashSum>,
    pub sellers: Vec<SellerTakings>,
    /// The latest twenty sales.
    pub results: Vec<RecentSale>,
}

#[derive(Serialize, ToSchema)]
pub struct SellerTakings {
    pub seller: String,
    pub totals: Vec<CashSum>,
    pub sales: i64,
    pub tickets: i64,
}

#[derive(Serialize, ToSchema)]
pub struct RecentSale {
    #[schema(value_type = String)]
    pub id: SaleId,
    /// Milliseconds since 1970.
    pub at: i64,
    pub seller: String,
    pub gate: String,
    pub ticket_type: String,
    pub quantity: i64,
    pub amount: String,
    #[schema(schema_with = schemas::currency)]
    pub currency: &'static str,
    pub receipt_url: String,
    pub online: bool,
    pub fate: SaleFate,
}

/// Places that a phone may sell without network.
#[derive(Serialize, ToSchema)]
pub struct DoorBlock {
    #[schema(value_type = String)]
    pub block_id: BlockId,
    #[schema(value_type = i64)]
    pub ticket_type_id: TicketTypeId,
    pub ticket_type: String,
    /// What one place costs in each currency that can be paid, whatever the price becomes.
    pub price: Vec<CashSum>,
    /// Those that are not known to be sold.
    pub places: Vec<BlockPlace>,
}

#[derive(Serialize, ToSchema)]
pub struct BlockPlace {
    #[schema(value_type = String)]
    pub payment_id: PaymentId,
    #[schema(value_type = String)]
    pub ticket_id: TicketId,
    pub code: String,
    /// The text of its QR code: every gate admits who shows it, so only who has paid may see it.
    pub content: String,
    pub receipt_url: String,
}

#[derive(Serialize, ToSchema)]
pub struct OpenBlocks {
    pub results: Vec<OpenBlock>,
}

#[derive(Serialize, ToSchema)]
pub struct OpenBlock {
    #[schema(value_type = String)]
    pub block_id: BlockId,
    pub device: String,
    pub person: String,
    #[schema(value_type = i64)]
    pub ticket_type_id: TicketTypeId,
    pub ticket_type: String,
    /// Places sold and places left.
    pub size: i64,
    pub sold: i64,
    pub left: i64,
    /// Milliseconds since 1970.
    pub since: i64,
}

#[derive(Serialize, ToSchema)]
pub struct ReleasedBlock {
    /// How many places are on sale again.
    pub released: i64,
}

#[derive(Serialize, ToSchema)]
pub struct SaleFates {
    /// In the order in which they were sent.
    pub results: Vec<SyncedSale>,
}

/// What became of a sale that was made without network.
#[derive(Serialize, ToSchema)]
pub struct SyncedSale {
    /// As it was sent, if it could be read.
    pub id: Option<String>,
    pub fate: SyncFate,
    /// It had arrived before.
    pub known: bool,
    pub message: String,
    #[schema(value_type = Option<String>)]
    pub payment_id: Option<PaymentId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SyncFate {
    Sold,
    /// The place was gone: somebody has to look at the money.
    Review,
    /// It can't be taken in, now or later.
    Refused,
}

/// What was bought at the door or given to a guest, for whoever has the receipt.
#[derive(Serialize, ToSchema)]
pub struct Receipt {
    pub event: EventSummary,
    /// Whom it was given to; null for what was sold at the door.
    pub guest: Option<String>,
    /// The event does not take place: the organiser hands the money back.
    pub cancelled: bool,
    pub ticket_type: String,
    pub quantity: i64,
    pub amount: String,
    #[schema(schema_with = schemas::currency)]
    pub currency: &'static str,
    /// Milliseconds since 1970.
    pub sold_at: i64,
    pub tickets: Vec<ReceiptTicket>,
}

#[derive(Serialize, ToSchema)]
pub struct ReceiptTicket {
    #[schema(value_type = String)]
    pub ticket_id: TicketId,
    pub code: String,
    pub content: String,
    pub status: TicketStatus,
}
