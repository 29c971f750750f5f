//! The body of a request to pay, and what it asks for once nothing is wrong with it.

use domain::{Currency, FieldErrors, Money, PaymentId, TicketTypeId};
use payment_providers::Channel;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::desk::model::OrderLine;
use crate::payments::model::ChannelName;
use crate::promo_codes::model::{fold_code, is_code};
use crate::ticket_types::options::{MOST_PER_ORDER, read_access_code};
use platform::{random, schemas};

// It has no `Debug`, because the buyer's address must not get into a log.
/// A request to pay.
#[derive(Clone, Default, Deserialize, Serialize, ToSchema)]
pub struct NewPayment {
    #[schema(schema_with = schemas::number)]
    pub ticket_type_id: String,
    #[schema(minimum = 1, maximum = 20)]
    pub quantity: i64,
    #[schema(schema_with = schemas::currency)]
    pub currency: String,
    /// The total that the buyer has confirmed, `25.00` or `70000`: if it is another one now, nothing is taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = schemas::amount)]
    pub amount: Option<String>,
    /// Where the tickets are sent besides "Mes billets".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = schemas::email_or_empty)]
    pub email: Option<String>,
    /// Whether the profile keeps that address, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep_email: Option<bool>,
    /// One's own unfinished payment, whose hold passes to this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = schemas::text_id)]
    pub retry_of: Option<String>,
    /// What the buyer wants to pay with; without it, whatever the first provider takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<ChannelName>)]
    pub channel: Option<String>,
    /// A discount, for who knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^[A-Za-z0-9_-]{3,30}$")]
    pub promo_code: Option<String>,
    /// What opens a hidden ticket type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^[A-Za-z0-9]{3,20}$")]
    pub access_code: Option<String>,
}

/// What a [`NewPayment`] asks for, once nothing is wrong with it.
#[derive(Clone)]
pub struct CheckedPayment {
    pub line: OrderLine,
    pub email: Option<String>,
    pub retry_of: Option<PaymentId>,
    pub channel: Option<Channel>,
    pub codes: Codes,
}

/// What the buyer knows, in capitals.
#[derive(Clone, Default)]
pub struct Codes {
    pub access: Option<String>,
    pub promo: Option<String>,
}

impl NewPayment {
    pub fn check(&self) -> Result<CheckedPayment, FieldErrors> {
        let mut errors = FieldErrors::new();
        let ticket_type = self.ticket_type_id.trim().parse::<TicketTypeId>();
        errors.require(ticket_type.is_ok(), "ticket_type_id", "Ce billet n'existe pas.");
        errors.require(self.quantity >= 1, "quantity", "Au moins un billet doit être choisi.");
        errors.require(
            self.quantity <= MOST_PER_ORDER,
            "quantity",
            "Vous pouvez acheter 20 billets au plus à la fois.",
        );
        let currency = self.currency.trim().parse::<Currency>();
        errors.require(currency.is_ok(), "currency", "La devise doit être USD ou CDF");
        let quoted = match (&self.amount, &currency) {
            (Some(text), Ok(currency)) => errors.check_parsed("amount", Money::parse_amount(text, *currency)),
            _ => None,
        };
        let email = self.email.as_deref().map(str::trim).filter(|email| !email.is_empty());
        errors.require(email.is_none_or(domain::looks_like_email), "email", "L'email doit être valide");
        let retry_of = self.retry_of.as_deref().filter(|text| random::is_id(text)).and_then(|text| text.parse().ok());
        let is_retry_readable = self.retry_of.is_none() || retry_of.is_some();
        errors.require(is_retry_readable, "retry_of", "Ce paiement ne peut pas être repris.");
        let channel = self.channel.as_deref().and_then(Channel::parse);
        let is_channel_known = self.channel.is_none() || channel.is_some();
        errors.require(is_channel_known, "channel", "Ce moyen de paiement n'existe pas.");
        let codes = self.read_codes(&mut errors);
        match (ticket_type, currency) {
            (Ok(ticket_type), Ok(currency)) if errors.is_empty() => {
                let line = OrderLine { ticket_type, quantity: self.quantity, currency, quoted, taken_over: 0 };
                Ok(CheckedPayment { line, email: email.map(str::to_owned), retry_of, channel, codes })
            }
            _ => Err(errors),
        }
    }

    /// Reads the codes; an empty one is none.
    fn read_codes(&self, errors: &mut FieldErrors) -> Codes {
        let typed =
            |code: &Option<String>| code.as_deref().map(str::trim).filter(|code| !code.is_empty()).map(str::to_owned);
        let (access, promo) = (typed(&self.access_code), typed(&self.promo_code));
        let is_access_code = access.as_deref().is_none_or(|code| read_access_code(code).is_some());
        errors.require(is_access_code, "access_code", "Ce code n'ouvre aucun billet.");
        errors.require(promo.as_deref().is_none_or(is_code), "promo_code", "Ce code promo n'existe pas.");
        Codes { access: access.as_deref().and_then(read_access_code), promo: promo.as_deref().map(fold_code) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(quantity: i64) -> NewPayment {
        let (ticket_type_id, currency) = ("12".to_owned(), "USD".to_owned());
        NewPayment { ticket_type_id, quantity, currency, ..NewPayment::default() }
    }

    #[test]
    fn each_rule_has_its_words() {
        let message =
            |new: &NewPayment, field: &str| serde_json::to_value(new.check().err().unwrap()).unwrap()[field].clone();
        assert!(new(1).check().is_ok() && new(20).check().is_ok());
        assert_eq!(message(&new(0), "quantity")[0], "Au moins un billet doit être choisi.");
        assert_eq!(message(&new(21), "quantity")[0], "Vous pouvez acheter 20 billets au plus à la fois.");
        let other = NewPayment { ticket_type_id: "x".to_owned(), currency: "EUR".to_owned(), ..new(1) };
        assert_eq!(message(&other, "ticket_type_id")[0], "Ce billet n'existe pas.");
        assert_eq!(message(&other, "currency")[0], "La devise doit être USD ou CDF");
        let retry = NewPayment { retry_of: Some("\0".to_owned()), ..new(1) };
        assert_eq!(message(&retry, "retry_of")[0], "Ce paiement ne peut pas être repris.");
        let mail = NewPayment { email: Some("grace@".to_owned()), ..new(1) };
        assert_eq!(message(&mail, "email")[0], "L'email doit être valide");
    }
}
