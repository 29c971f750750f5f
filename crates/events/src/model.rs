//! Events as stored and as shown.

use std::collections::BTreeMap;

use domain::{Category, Coordinates, Currency, Day, EventId, Hour, Instant, Money, TicketTypeId, Town, UserId};
use serde::de::Error as _;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, Type};

use accounts::Account;
use platform::pictures::EVENT;
use platform::schemas;

/// A row of `events`.
#[derive(Debug, Clone)]
pub struct EventRow {
    pub id: EventId,
    pub owner: UserId,
    pub name: String,
    pub category: Category,
    pub town: Town,
    pub first_day: Day,
    pub ended_day: Option<Day>,
    pub hour: Hour,
    pub address: String,
    pub place: Option<Coordinates>,
    pub description: Option<String>,
    pub picture: Option<String>,
    pub is_free: bool,
    pub is_public: bool,
    pub cancelled: bool,
}

/// An event about to be stored.
#[derive(Debug, Clone)]
pub struct NewEvent {
    pub event: EventRow,
    pub created: Instant,
}

impl EventRow {
    pub fn last_day(&self) -> Day {
        self.ended_day.unwrap_or(self.first_day)
    }

    /// Every key that its uploaded picture may have a file under.
    pub fn picture_keys(&self) -> Vec<String> {
        let uploaded = self.picture.as_deref().filter(|name| !name.starts_with('/'));
        uploaded.into_iter().flat_map(|name| EVENT.keys(name)).collect()
    }

    /// `Avenue Lumumba 12, Goma`, or the town alone.
    pub fn address_in_town(&self) -> String {
        match &*self.address {
            "" => self.town.name().to_owned(),
            address => format!("{address}, {}", self.town.name()),
        }
    }

    pub fn picture_address(&self) -> Option<String> {
        uploaded(&self.picture).map(|sizes| sizes.w960).or_else(|| self.picture.clone())
    }

    /// Shown in lists, searches and feeds.
    pub fn is_listed(&self) -> bool {
        self.is_public && !self.cancelled
    }

    pub fn starts_at(&self) -> Instant {
        self.first_day.at(self.hour, self.town)
    }

    /// An event is past once its last day is over where it takes place: nobody says when a party ends.
    pub fn over_at(&self) -> Instant {
        self.last_day().end_in(self.town)
    }

    pub fn is_over(&self, now: Instant) -> bool {
        self.over_at() <= now
    }

    pub fn may_be_cancelled(&self, now: Instant) -> bool {
        !self.cancelled && !self.is_over(now)
    }
}

/// The sizes of an uploaded picture, as WebP.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct EventPictures {
    pub w480: String,
    pub w960: String,
    pub w1600: String,
}

impl EventPictures {
    fn of(name: &str) -> EventPictures {
        let address = |width| EVENT.address(name, width);
        EventPictures { w480: address(480), w960: address(960), w1600: address(1600) }
    }
}

/// An event's picture is the name of an uploaded one, or, for generated ones, an address.
fn uploaded(picture: &Option<String>) -> Option<EventPictures> {
    picture.as_deref().filter(|name| !name.starts_with('/')).map(EventPictures::of)
}

/// A ticket type as a form asks for it: with an id, one there is already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TicketTypeDraft {
    pub id: Option<TicketTypeId>,
    pub label: String,
    pub price: Money,
    pub nbr_max: i64,
    /// Whether its sale is stopped; absent, it stays as it is.
    pub closed: Option<bool>,
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
    /// Stops its sale; absent, it stays as it is.
    pub closed: Option<bool>,
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

/// What somebody typed; numbers may come as numbers or as text.
#[derive(Debug, Default)]
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

/// What becomes of an event's ticket types that a list does not name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unlisted {
    /// The list is the whole offer: types that it leaves out disappear, if nobody ever began to pay for them.
    Removed,
    /// The list adds to the offer.
    Kept,
}

/// What an event has brought in. `gross` and `net` are in the currency of its first ticket type.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Takings {
    pub gross: f64,
    pub net: f64,
    pub net_by_currency: BTreeMap<String, f64>,
    /// Of that, what was taken in cash at the door.
    pub cash_by_currency: BTreeMap<String, f64>,
    /// Taken in cash for what is cancelled, and to be handed back by the organiser.
    pub cash_to_return: BTreeMap<String, f64>,
}

/// An event as the API shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Event {
    #[schema(value_type = i64)]
    pub id: EventId,
    pub name: String,
    pub category: String,
    /// `YYYY-MM-DD`, in the town's calendar.
    pub started_at: String,
    pub ended_at: Option<String>,
    /// `HH:mm`, by the town's clocks.
    pub hour: String,
    pub address: String,
    /// `lat,lng`.
    pub location: Option<String>,
    pub town: String,
    pub description: Option<String>,
    pub img_url: Option<String>,
    pub pictures: Option<EventPictures>,
    /// Derived: an event without ticket types is free.
    pub is_free: bool,
    pub is_public: bool,
    pub cancelled: bool,
    pub ttype: Vec<TicketType>,
    pub owner: Owner,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Owner {
    #[schema(value_type = i64)]
    pub id: UserId,
    pub username: String,
    pub profile: OwnerProfile,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OwnerProfile {
    pub img_url: Option<String>,
    pub activity: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TicketType {
    #[schema(value_type = i64)]
    pub id: TicketTypeId,
    pub label: String,
    /// In major units.
    pub price: f64,
    #[schema(schema_with = schemas::currency)]
    pub devise: String,
    pub nbr_max: i64,
    pub sold_tickets: i64,
    pub scanned_tickets: i64,
    /// Neither sold nor held for somebody who is paying.
    pub available_tickets: i64,
    /// The organiser stopped selling it.
    pub closed: bool,
}

impl TicketType {
    pub fn money(&self) -> Option<Money> {
        let currency: Currency = self.devise.parse().ok()?;
        Money::parse_price(&self.price.to_string(), currency).ok()
    }
}

impl Event {
    pub fn new(row: EventRow, owner: Owner, ttype: Vec<TicketType>) -> Event {
        Event {
            img_url: row.picture_address(),
            pictures: uploaded(&row.picture),
            id: row.id,
            category: row.category.name().to_owned(),
            started_at: row.first_day.to_string(),
            ended_at: row.ended_day.map(|day| day.to_string()),
            hour: row.hour.to_string(),
            location: row.place.map(|place| place.to_string()),
            town: row.town.name().to_owned(),
            name: row.name,
            address: row.address,
            description: row.description,
            is_free: row.is_free,
            is_public: row.is_public,
            cancelled: row.cancelled,
            ttype,
            owner,
        }
    }

    /// The cheapest ticket, judged within the currency of the first type.
    pub fn lowest_price(&self) -> Option<Money> {
        let devise = &self.ttype.first()?.devise;
        let same = self.ttype.iter().filter(|ticket| &ticket.devise == devise);
        same.filter_map(TicketType::money).min_by_key(|money| money.minor())
    }
}

impl From<&Account> for Owner {
    fn from(account: &Account) -> Owner {
        Owner {
            id: account.id,
            username: account.username.clone(),
            profile: OwnerProfile { img_url: account.avatar(256), activity: account.activity.clone() },
        }
    }
}
