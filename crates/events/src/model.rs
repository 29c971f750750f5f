//! Events as stored and as shown.

use std::collections::BTreeMap;

use domain::{Category, Coordinates, Day, EventId, Hour, Instant, Money, Town, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::refund_terms::{Postponed, Postponement, RefundPolicy, RefundTerms};
use crate::ticket_types::TicketType;
use accounts::Account;
use platform::pictures::EVENT;

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
    /// Seen by its team only, and not on sale yet.
    pub draft: bool,
    pub cancelled_at: Option<Instant>,
    /// What holders who ask are paid back.
    pub refunds: RefundTerms,
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
    /// When and where it takes place, in words: `le 5 décembre 2026 à 18:00, Stade Kibasa, Lubumbashi`.
    pub fn time_and_place(&self) -> String {
        format!("le {} à {}, {}", self.first_day.in_words(), self.hour, self.address_in_town())
    }

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
        self.is_public && !self.cancelled && !self.draft
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
    /// The same picture in the largest size that is kept of it.
    pub img: Option<String>,
    pub pictures: Option<EventPictures>,
    /// Derived: an event without ticket types is free.
    pub is_free: bool,
    pub is_public: bool,
    pub cancelled: bool,
    /// Not published yet: seen by its team only.
    pub draft: bool,
    /// Whether holders may ask for their money back: `none`, `until` the end of `refund_until`, or `always`.
    pub refund_policy: RefundPolicy,
    /// `YYYY-MM-DD`, in the town's calendar.
    pub refund_until: Option<String>,
    /// The date that it had before, if it was postponed.
    pub postponed: Option<Postponed>,
    /// What is on sale, in the organiser's order. Hidden types are here for the event's team only.
    pub ttype: Vec<TicketType>,
    /// There are types that a code opens: see `hidden-types`.
    pub has_hidden_types: bool,
    pub owner: Owner,
}

/// Somebody who makes an event, as everybody may see them.
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

impl Event {
    pub fn new(row: EventRow, owner: Owner, ttype: Vec<TicketType>) -> Event {
        Event {
            img_url: row.picture_address(),
            img: uploaded(&row.picture).map(|sizes| sizes.w1600).or_else(|| row.picture.clone()),
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
            draft: row.draft,
            refund_policy: row.refunds.policy,
            refund_until: row.refunds.until.map(|day| day.to_string()),
            postponed: row.refunds.postponed.and_then(Postponement::shown),
            has_hidden_types: ttype.iter().any(|kind| kind.hidden),
            ttype,
            owner,
        }
    }

    /// What everybody may see of it: no hidden types, and no places that people of the waiting list come first for.
    pub fn for_public(mut self) -> Event {
        self.ttype.retain(|kind| !kind.hidden);
        self.ttype = self.ttype.into_iter().map(TicketType::for_public).collect();
        self
    }

    /// The cheapest ticket, judged within the currency of the first type. `None` if no type is shown: it is free, or all
    /// of them are hidden.
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
