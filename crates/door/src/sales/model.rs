//! What is sent to sell at the door, and what it asks for once nothing is wrong with it.

use box_office::CashOrder;
use database::stored_words;
use domain::{Currency, EventId, FieldErrors, Instant, PaymentId, SaleId, TicketTypeId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::post::{Post, id_text, read_post};
use platform::schemas;

/// Tickets that are sold at once, places of one block, and sales that arrive in one request: bodies are bounded.
const MOST_TICKETS: i64 = 20;
const MOST_PLACES: i64 = 50;
pub const MOST_SALES: usize = 150;

const NO_TYPE: &str = "Ce billet n'existe pas.";
const NO_CURRENCY: &str = "La devise doit être USD ou CDF";

stored_words! {
    // `door_sales.fate`.
    /// What became of a sale.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    SaleFate {
        Sold = "sold",
        /// Money was taken for a place that was gone: a person has to look at it.
        Review = "review",
    }
}

/// A sale for cash.
#[derive(Deserialize, ToSchema)]
pub struct NewDoorSale {
    #[schema(minimum = 1)]
    ticket_type_id: i64,
    #[schema(minimum = 1, maximum = 20)]
    quantity: i64,
    #[schema(schema_with = schemas::currency)]
    currency: String,
    /// The phone's name for this sale: sent again, it is the same sale.
    #[schema(schema_with = id_text)]
    id: Option<String>,
    #[schema(nullable = false, max_length = 40)]
    gate: Option<String>,
    #[schema(nullable = false, max_length = 80)]
    device: Option<String>,
}

/// What a [`NewDoorSale`] asks for.
pub struct CheckedSale {
    pub order: CashOrder,
    pub id: Option<SaleId>,
    pub post: Post,
}

impl NewDoorSale {
    pub fn check(self, event: EventId) -> Result<CheckedSale, FieldErrors> {
        let mut errors = FieldErrors::new();
        errors.require(self.ticket_type_id >= 1, "ticket_type_id", NO_TYPE);
        errors.require(self.quantity >= 1, "quantity", "Au moins un billet doit être choisi.");
        errors.require(self.quantity <= MOST_TICKETS, "quantity", "Vous pouvez vendre 20 billets au plus à la fois.");
        let currency = errors.check_parsed("currency", self.currency.parse::<Currency>().map_err(|_| NO_CURRENCY));
        let id = self.id.map(|id| id.parse().map_err(|_| "Un identifiant est attendu."));
        let id = id.and_then(|id| errors.check_parsed("id", id));
        let post = read_post(self.gate, self.device, &mut errors);
        match currency {
            Some(currency) if errors.is_empty() => {
                let ticket_type = TicketTypeId::new(self.ticket_type_id);
                Ok(CheckedSale { order: CashOrder { event, ticket_type, quantity: self.quantity, currency }, id, post })
            }
            _ => Err(errors),
        }
    }
}

/// Places to set aside for a phone.
#[derive(Deserialize, ToSchema)]
pub struct NewBlock {
    #[schema(minimum = 1)]
    ticket_type_id: i64,
    /// How many the phone is to have in all: those that it has already count.
    #[schema(minimum = 1, maximum = 50)]
    quantity: i64,
    #[serde(default)]
    #[schema(required, min_length = 1, max_length = 80)]
    device: String,
}

pub struct CheckedBlock {
    pub event: EventId,
    pub ticket_type: TicketTypeId,
    pub quantity: i64,
    pub device: String,
}

impl NewBlock {
    pub fn check(self, event: EventId) -> Result<CheckedBlock, FieldErrors> {
        let mut errors = FieldErrors::new();
        errors.require(self.ticket_type_id >= 1, "ticket_type_id", NO_TYPE);
        errors.require(self.quantity >= 1, "quantity", "Au moins une place doit être choisie.");
        errors.require(self.quantity <= MOST_PLACES, "quantity", "Vous pouvez réserver 50 places au plus.");
        let device = read_post(None, Some(self.device), &mut errors).device;
        errors.require(!device.is_empty(), "device", "Un nom d'appareil est attendu.");
        if !errors.is_empty() {
            return Err(errors);
        }
        let ticket_type = TicketTypeId::new(self.ticket_type_id);
        Ok(CheckedBlock { event, ticket_type, quantity: self.quantity, device })
    }
}

/// A sale that a phone has made without network, of a place of its block.
#[derive(Deserialize, ToSchema)]
pub struct SentSale {
    #[schema(schema_with = id_text)]
    id: String,
    #[schema(schema_with = schemas::text_id)]
    payment_id: String,
    #[schema(schema_with = schemas::currency)]
    currency: String,
    /// When it was sold, in milliseconds since 1970 by our clock as the phone knows it.
    #[schema(minimum = 0)]
    at: i64,
    #[schema(nullable = false, max_length = 40)]
    gate: Option<String>,
    #[schema(nullable = false, max_length = 80)]
    device: Option<String>,
}

#[derive(Clone)]
pub struct OfflineSale {
    pub id: SaleId,
    pub payment: PaymentId,
    pub currency: Currency,
    pub at: Instant,
    pub post: Post,
}

impl SentSale {
    /// Returns why it can't be read, if so.
    pub fn read(self) -> Result<OfflineSale, &'static str> {
        let mut errors = FieldErrors::new();
        let post = read_post(self.gate, self.device, &mut errors);
        if !errors.is_empty() {
            return Err("Un nom est trop long.");
        }
        Ok(OfflineSale {
            id: self.id.parse().map_err(|_| "Un identifiant est attendu.")?,
            payment: self.payment_id.parse().map_err(|_| "Une place est attendue.")?,
            currency: self.currency.parse().map_err(|_| NO_CURRENCY)?,
            at: Instant::from_millis(self.at),
            post,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENT: EventId = EventId::new(7);

    fn sale(quantity: i64) -> NewDoorSale {
        let (gate, device) = (Some(" Porte Nord ".to_owned()), None);
        NewDoorSale { ticket_type_id: 1, quantity, currency: "CDF".to_owned(), id: Some("v1".to_owned()), gate, device }
    }

    fn block(quantity: i64) -> NewBlock {
        NewBlock { ticket_type_id: 1, quantity, device: "Itel A60".to_owned() }
    }

    fn fields(errors: &FieldErrors) -> String {
        serde_json::to_string(errors).unwrap()
    }

    fn refusal<T>(checked: Result<T, FieldErrors>) -> Option<String> {
        checked.err().map(|errors| fields(&errors))
    }

    #[test]
    fn a_sale_at_the_door_is_for_one_to_twenty_tickets() {
        let checked = sale(20).check(EVENT).ok().unwrap();
        let CashOrder { event, ticket_type, quantity, currency } = checked.order;
        assert_eq!((event, ticket_type, quantity, currency), (EVENT, TicketTypeId::new(1), 20, Currency::Cdf));
        assert_eq!((checked.id, &*checked.post.gate), ("v1".parse().ok(), "Porte Nord"));
        assert!(sale(1).check(EVENT).is_ok());
        assert!(NewDoorSale { id: None, ..sale(1) }.check(EVENT).is_ok_and(|checked| checked.id.is_none()));
        let none = refusal(sale(0).check(EVENT));
        assert_eq!(none.as_deref(), Some(r#"{"quantity":["Au moins un billet doit être choisi."]}"#));
        let many = refusal(sale(21).check(EVENT));
        assert_eq!(many.as_deref(), Some(r#"{"quantity":["Vous pouvez vendre 20 billets au plus à la fois."]}"#));
    }

    #[test]
    fn all_that_is_wrong_with_a_sale_is_told_at_once() {
        let id = Some("v 1".to_owned());
        let wrong = NewDoorSale { ticket_type_id: 0, currency: "EUR".to_owned(), id, ..sale(1) };
        let expected = concat!(
            r#"{"currency":["La devise doit être USD ou CDF"],"id":["Un identifiant est attendu."],"#,
            r#""ticket_type_id":["Ce billet n'existe pas."]}"#
        );
        assert_eq!(refusal(wrong.check(EVENT)).as_deref(), Some(expected));
        let known_currency = NewDoorSale { ticket_type_id: 0, ..sale(1) };
        assert!(known_currency.check(EVENT).is_err());
    }

    #[test]
    fn a_phone_sets_aside_one_to_fifty_places() {
        let checked = block(50).check(EVENT).ok().unwrap();
        assert_eq!((checked.event, checked.ticket_type, checked.quantity), (EVENT, TicketTypeId::new(1), 50));
        assert_eq!(checked.device, "Itel A60");
        assert!(block(1).check(EVENT).is_ok());
        let none = refusal(block(0).check(EVENT));
        assert_eq!(none.as_deref(), Some(r#"{"quantity":["Au moins une place doit être choisie."]}"#));
        let many = refusal(block(51).check(EVENT));
        assert_eq!(many.as_deref(), Some(r#"{"quantity":["Vous pouvez réserver 50 places au plus."]}"#));
        let nobody = refusal(NewBlock { ticket_type_id: 0, device: " ".to_owned(), ..block(1) }.check(EVENT));
        let expected = r#"{"device":["Un nom d'appareil est attendu."],"ticket_type_id":["Ce billet n'existe pas."]}"#;
        assert_eq!(nobody.as_deref(), Some(expected));
    }

    #[test]
    fn a_sale_without_network_is_read_or_refused_with_a_reason() {
        let sent = |id: &str, payment: &str, currency: &str, gate: &str| SentSale {
            id: id.to_owned(),
            payment_id: payment.to_owned(),
            currency: currency.to_owned(),
            at: 1_794_650_400_000,
            gate: Some(gate.to_owned()),
            device: None,
        };
        let read = sent("v1", "p1", "USD", "Nord").read().ok().unwrap();
        assert_eq!((read.id.as_str(), read.payment.as_str(), read.currency), ("v1", "p1", Currency::Usd));
        assert_eq!((read.at, &*read.post.gate), (Instant::from_millis(1_794_650_400_000), "Nord"));
        for (wrong, reason) in [
            (sent("", "p1", "USD", ""), "Un identifiant est attendu."),
            (sent("v1", "", "USD", ""), "Une place est attendue."),
            (sent("v1", "p1", "EUR", ""), NO_CURRENCY),
            (sent("v1", "p1", "USD", &"n".repeat(41)), "Un nom est trop long."),
        ] {
            assert_eq!(wrong.read().err(), Some(reason));
        }
    }
}
