//! What the addresses of promo codes take and answer.

use domain::{PromoCodeId, TicketTypeId};
use events::{Typed, read_present};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::schema::{AnyOfBuilder, ObjectBuilder, Schema, Type};

use platform::schemas;

/// A promo code as its event's team sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PromoCode {
    #[schema(value_type = i64)]
    pub id: PromoCodeId,
    pub code: String,
    /// Either so many percent, or an amount.
    pub percent: Option<i64>,
    /// Off the whole order, in major units of `currency`.
    pub amount: Option<f64>,
    #[schema(value_type = Option<String>)]
    pub currency: Option<&'static str>,
    /// How many payments may use it; null for any number.
    pub limit: Option<i64>,
    /// Milliseconds since 1970.
    pub starts_at: Option<i64>,
    pub ends_at: Option<i64>,
    /// Ids of the ticket types that it is for; empty for all.
    #[schema(value_type = Vec<i64>)]
    pub ticket_types: Vec<TicketTypeId>,
    /// Payments that succeeded with it.
    pub used: i64,
    /// Payments under way, with places held for them.
    pub held: i64,
    /// Whether somebody could use it now.
    pub active: bool,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PromoCodesPage {
    pub count: i64,
    pub next: Option<String>,
    pub previous: Option<String>,
    pub results: Vec<PromoCode>,
}

/// A new promo code as it is typed: it needs a percentage or an amount.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct NewPromoCode {
    #[serde(default)]
    #[schema(required, schema_with = code)]
    pub code: Typed,
    #[serde(flatten)]
    pub terms: PromoCodeTerms,
}

/// Changes of a promo code: what is absent stays as it is, and null clears.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct PromoCodeChange {
    #[serde(default, deserialize_with = "read_present")]
    #[schema(required = false, schema_with = code)]
    pub code: Option<Typed>,
    #[serde(flatten)]
    pub terms: PromoCodeTerms,
}

impl From<NewPromoCode> for PromoCodeChange {
    fn from(new: NewPromoCode) -> PromoCodeChange {
        PromoCodeChange { code: Some(new.code), terms: new.terms }
    }
}

/// What a promo code takes off, when, and how often.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct PromoCodeTerms {
    /// 1 to 100, or an `amount` instead.
    #[serde(default, deserialize_with = "read_present")]
    #[schema(required = false, schema_with = percent)]
    pub percent: Option<Typed>,
    /// Off the whole order, in major units of `currency`.
    #[serde(default, deserialize_with = "read_present")]
    #[schema(required = false, schema_with = amount)]
    pub amount: Option<Typed>,
    #[serde(default, deserialize_with = "read_present")]
    #[schema(required = false, schema_with = currency)]
    pub currency: Option<Typed>,
    /// How many payments may use it.
    #[serde(default, deserialize_with = "read_present")]
    #[schema(required = false, schema_with = limit)]
    pub limit: Option<Typed>,
    #[serde(default, deserialize_with = "read_present")]
    #[schema(required = false, schema_with = schemas::moment_or_nothing)]
    pub starts_at: Option<Typed>,
    #[serde(default, deserialize_with = "read_present")]
    #[schema(required = false, schema_with = schemas::moment_or_nothing)]
    pub ends_at: Option<Typed>,
    /// Ids of ticket types of the event; empty for all.
    #[schema(max_items = 30)]
    pub ticket_types: Option<Vec<i64>>,
}

fn code() -> Schema {
    schemas::text().pattern(Some("^[A-Za-z0-9_-]{3,30}$")).into()
}

fn percent() -> Schema {
    schemas::or_nothing(schemas::count(1, 100, "^([1-9][0-9]?|100)$"))
}

fn amount() -> Schema {
    let number = ObjectBuilder::new().schema_type(Type::Number).minimum(Some(0.01)).maximum(Some(1e9));
    let either = AnyOfBuilder::new().item(number.multiple_of(Some(0.01))).item(schemas::amount());
    schemas::or_nothing(Schema::from(either))
}

fn currency() -> Schema {
    schemas::or_nothing(schemas::currency())
}

fn limit() -> Schema {
    schemas::or_nothing(schemas::count(1, 1_000_000, "^[1-9][0-9]{0,5}$"))
}
