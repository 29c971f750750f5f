//! Ticket types as forms ask for them and as events show them. The box office has their rules.

use domain::{Currency, Money, TicketTypeId, TypedMoment};
use serde::de::Error as _;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, Type};

use platform::schemas;

/// A ticket type as a form asks for it: with an id, one there is already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TicketTypeDraft {
    pub id: Option<TicketTypeId>,
    pub label: String,
    pub price: Money,
    pub nbr_max: i64,
    /// Whether its sale is stopped; absent, it stays as it is.
    pub closed: Option<bool>,
    pub options: TypeOptions,
}

/// How a ticket type is sold. What is absent stays as it is; of what may be absent for good, the inner value is `None`
/// where it is cleared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypeOptions {
    pub description: Option<Option<String>>,
    pub sales_from: Option<Option<TypedMoment>>,
    pub sales_until: Option<Option<TypedMoment>>,
    pub hidden: Option<bool>,
    pub access_code: Option<Option<String>>,
    pub min_per_order: Option<Option<i64>>,
    pub max_per_order: Option<Option<i64>>,
    pub max_per_person: Option<Option<i64>>,
    pub after_previous: Option<bool>,
}

/// A ticket type as it is typed: with an id, one there is already. What is missing reads as empty, so that every rule
/// can speak at once.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct TicketTypeFields {
    pub id: Option<i64>,
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 1, max_length = 80)]
    pub label: Typed,
    /// In major units.
    #[serde(default)]
    #[schema(required, schema_with = price)]
    pub price: Typed,
    #[serde(default)]
    #[schema(required, schema_with = quantity)]
    pub nbr_max: Typed,
    /// Dollars where it is absent.
    #[serde(default)]
    #[schema(required = false, schema_with = schemas::currency)]
    pub devise: Typed,
    /// Stops its sale; absent, it stays as it is, as all that follow do.
    pub closed: Option<bool>,
    #[serde(default, deserialize_with = "read_present")]
    #[schema(value_type = Option<String>, max_length = 300)]
    pub description: Option<Typed>,
    /// When its sale begins; a day begins at midnight in the event's town.
    #[serde(default, deserialize_with = "read_present")]
    #[schema(required = false, schema_with = schemas::moment_or_nothing)]
    pub sales_from: Option<Typed>,
    /// When its sale ends; a day ends at midnight in the event's town.
    #[serde(default, deserialize_with = "read_present")]
    #[schema(required = false, schema_with = schemas::moment_or_nothing)]
    pub sales_until: Option<Typed>,
    /// Shown to who has its code only.
    pub hidden: Option<bool>,
    #[serde(default, deserialize_with = "read_present")]
    #[schema(required = false, schema_with = access_code)]
    pub access_code: Option<Typed>,
    #[serde(default, deserialize_with = "read_present")]
    #[schema(required = false, schema_with = per_order)]
    pub min_per_order: Option<Typed>,
    #[serde(default, deserialize_with = "read_present")]
    #[schema(required = false, schema_with = per_order)]
    pub max_per_order: Option<Typed>,
    /// Of all that one person buys; no limit where it is cleared.
    #[serde(default, deserialize_with = "read_present")]
    #[schema(required = false, schema_with = per_person)]
    pub max_per_person: Option<Typed>,
    /// Its sale begins once the type before it is sold out, over or closed.
    pub after_previous: Option<bool>,
}

fn price() -> Schema {
    let number = ObjectBuilder::new().schema_type(Type::Number).minimum(Some(0.01)).maximum(Some(1e9));
    let text = schemas::text().pattern(Some("^(0*[1-9][0-9]{0,8}([.,][0-9]{1,2})?|0+[.,](0[1-9]|[1-9][0-9]?))$"));
    OneOfBuilder::new().item(number.multiple_of(Some(0.01))).item(text).into()
}

fn quantity() -> Schema {
    let number = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(1_000_000));
    OneOfBuilder::new().item(number).item(schemas::text().pattern(Some("^[1-9][0-9]{0,5}$"))).into()
}

fn access_code() -> Schema {
    schemas::or_nothing(schemas::text().pattern(Some("^[A-Za-z0-9]{3,20}$")))
}

fn per_order() -> Schema {
    schemas::or_nothing(schemas::count(1, 20, "^([1-9]|1[0-9]|20)$"))
}

fn per_person() -> Schema {
    schemas::or_nothing(schemas::count(1, 1000, "^([1-9][0-9]{0,2}|1000)$"))
}

/// What somebody typed; numbers may come as numbers or as text.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Typed(pub String);

impl<'de> Deserialize<'de> for Typed {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Typed, D::Error> {
        Ok(Typed(match Value::deserialize(from)? {
            Value::String(text) => text.trim().to_owned(),
            Value::Number(number) => number.to_string(),
            Value::Null => String::new(),
            _ => return Err(D::Error::custom("a text or a number is expected")),
        }))
    }
}

/// Reads a field that is there, also where it is null: null clears, and only what is absent stays as it is.
pub fn read_present<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Typed>, D::Error> {
    Typed::deserialize(from).map(Some)
}

/// How the sale of a type stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SaleState {
    OnSale,
    /// Its sale begins later.
    Soon,
    /// Its sale begins once the type before it is sold out, over or closed.
    Waiting,
    Over,
    /// The organiser stopped selling it.
    Closed,
    SoldOut,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TicketType {
    #[schema(value_type = i64)]
    pub id: TicketTypeId,
    pub label: String,
    pub description: Option<String>,
    /// In major units.
    pub price: f64,
    #[schema(schema_with = schemas::currency)]
    pub devise: String,
    pub nbr_max: i64,
    pub sold_tickets: i64,
    pub scanned_tickets: i64,
    /// Neither sold nor held for somebody who is paying, nor offered to somebody who waited.
    pub available_tickets: i64,
    /// The organiser stopped selling it.
    pub closed: bool,
    pub state: SaleState,
    /// When its sale begins and ends, in milliseconds since 1970, where the organiser says so.
    pub sales_from: Option<i64>,
    pub sales_until: Option<i64>,
    /// Shown to who has its code only.
    pub hidden: bool,
    /// For who organises the event only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub access_code: Option<String>,
    pub min_per_order: i64,
    pub max_per_order: i64,
    pub max_per_person: Option<i64>,
    /// Its sale begins once the type before it is sold out, over or closed.
    pub after_previous: bool,
    /// Whether one can wait for places, because none is left.
    pub waiting_list_open: bool,
}

impl TicketType {
    pub fn money(&self) -> Option<Money> {
        let currency: Currency = self.devise.parse().ok()?;
        Money::parse_price(&self.price.to_string(), currency).ok()
    }

    /// The same type, whose sale ends with its event.
    pub fn after_event(self, is_cancelled: bool, is_over: bool) -> TicketType {
        match (is_cancelled, is_over) {
            (true, _) => TicketType { state: SaleState::Closed, waiting_list_open: false, ..self },
            (false, true) => TicketType { state: SaleState::Over, waiting_list_open: false, ..self },
            (false, false) => self,
        }
    }

    /// What everybody may see of it: while people wait for places, free ones are theirs.
    pub fn for_public(self) -> TicketType {
        let available_tickets = if self.state == SaleState::SoldOut { 0 } else { self.available_tickets };
        TicketType { access_code: None, available_tickets, ..self }
    }
}
