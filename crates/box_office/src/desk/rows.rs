//! The rows of a batch, which go to the database as one JSON parameter for each table.

use database::DbError;
use domain::{EventId, Instant, PaymentId, PromoCodeId, ProviderReference, Rate, TicketTypeId, UserId};
use payment_providers::Channel;
use serde::Serialize;

use crate::desk::model::Terms;
use crate::desk::reservation::Reservation;

#[derive(Serialize)]
pub struct PaymentRow<'a> {
    // Used twice, so that it comes first: SQLite looks for each by going through those before.
    until: i64,
    id: &'a PaymentId,
    user: UserId,
    event: EventId,
    #[serde(rename = "type")]
    ticket_type: TicketTypeId,
    quantity: i64,
    price: i64,
    devise: &'static str,
    amount: i64,
    currency: &'static str,
    rate: Option<i64>,
    provider: &'static str,
    channel: Option<&'static str>,
    reference: &'a ProviderReference,
    email: Option<&'a str>,
    retry_of: Option<&'a PaymentId>,
    key: Option<&'a str>,
    digest: Option<&'a str>,
    promo: Option<PromoCodeId>,
    discount: i64,
}

impl<'a> PaymentRow<'a> {
    pub fn new(reservation: &'a Reservation, terms: &Terms, until: Instant) -> PaymentRow<'a> {
        let key = reservation.key.as_ref();
        PaymentRow {
            until: until.millis(),
            id: &reservation.id,
            user: reservation.user,
            event: terms.event,
            ticket_type: reservation.line.ticket_type,
            quantity: reservation.line.quantity,
            price: terms.price.minor(),
            devise: terms.price.currency().code(),
            amount: terms.amount.minor(),
            currency: terms.amount.currency().code(),
            rate: terms.rate.map(Rate::hundredths),
            provider: reservation.provider,
            channel: reservation.channel.map(Channel::name),
            reference: &reservation.reference,
            email: reservation.email.as_deref(),
            retry_of: reservation.retry_of.as_ref(),
            key: key.map(|key| &*key.text),
            digest: key.map(|key| &*key.digest),
            promo: terms.promo,
            discount: terms.discount.minor(),
        }
    }
}

/// A change of what is held of a type, and why.
#[derive(Serialize)]
pub struct FactRow<'a> {
    #[serde(rename = "type")]
    pub ticket_type: TicketTypeId,
    pub payment: &'a PaymentId,
    pub kind: &'static str,
    pub held: i64,
}

/// By how much the held places of a type change, and how many were offered that are no longer.
#[derive(Serialize)]
pub struct TakenRow {
    #[serde(rename = "type")]
    pub ticket_type: TicketTypeId,
    pub quantity: i64,
    pub offers: i64,
}

/// A person and the idempotency key of their request.
#[derive(Serialize)]
pub struct KeyRow<'a> {
    pub user: UserId,
    pub key: &'a str,
}

/// The address of a payment's page.
#[derive(Clone, Serialize)]
pub struct PageRow {
    pub payment: PaymentId,
    pub url: String,
}

pub fn as_json(rows: &[impl Serialize]) -> Result<String, DbError> {
    serde_json::to_string(rows).map_err(|error| DbError::Unstorable(error.to_string()))
}
