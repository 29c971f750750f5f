//! The event form and its rules, pure. Messages are the specification's, to the letter.

use domain::{
    Category, Coordinates, Day, EventId, FieldErrors, Hour, Instant, TicketTypeId, Town, UserId, is_invisible,
    visible_characters,
};
use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{AllOfBuilder, AnyOfBuilder, ArrayBuilder, Object, ObjectBuilder, Schema, Type};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

use crate::model::{Event, EventRow, Takings};
use crate::organising::days::{Days, check_days};
use crate::refund_terms::{RefundPolicy, RefundTerms};
use crate::team::roles::Role;
use crate::ticket_types::TicketType;
use platform::fields::{check_length, read, several_lines};
use platform::{Upload, schemas};

const NAME: &str = "Le nom de l'évènement doit contenir au moins 2 caractères";
const CATEGORY: &str = "Veuillez sélectionner une catégorie !";
const TOWN: &str = "Veuillez fournir une ville";

const LONGEST_NAME: usize = 150;
const LONGEST_ADDRESS: usize = 200;
const LONGEST_DESCRIPTION: usize = 10_000;

/// What a form says of an event. `None` leaves a field as it is; an inner `None` clears it.
#[derive(Debug, Clone, Default)]
pub struct EventChange {
    name: Option<String>,
    category: Option<Category>,
    town: Option<Town>,
    started_at: Option<Day>,
    ended_at: Option<Option<Day>>,
    hour: Option<Hour>,
    address: Option<String>,
    location: Option<Option<Coordinates>>,
    description: Option<Option<String>>,
    is_public: Option<bool>,
    draft: Option<bool>,
    refund_policy: Option<RefundPolicy>,
    refund_until: Option<Option<Day>>,
}

/// The event form as it is typed. In an edit, what is absent stays as it is.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct EventFormFields {
    #[schema(nullable = false, min_length = 2, max_length = 150)]
    name: Option<String>,
    #[schema(schema_with = schemas::category)]
    category: Option<String>,
    #[schema(schema_with = schemas::day)]
    started_at: Option<String>,
    #[schema(schema_with = schemas::day_or_empty)]
    ended_at: Option<String>,
    #[schema(schema_with = schemas::hour)]
    hour: Option<String>,
    #[schema(schema_with = schemas::town)]
    town: Option<String>,
    #[schema(nullable = false, max_length = 200)]
    address: Option<String>,
    /// `lat,lng`, or empty.
    #[schema(schema_with = schemas::place_or_empty)]
    location: Option<String>,
    #[schema(nullable = false, max_length = 10_000)]
    description: Option<String>,
    /// `true` (listed) or `false` (open to whoever has the link).
    #[schema(schema_with = schemas::switch)]
    is_public: Option<String>,
    /// `true` keeps a new event from everybody but its team until it is published. A published event stays so.
    #[schema(schema_with = schemas::switch)]
    draft: Option<String>,
    /// Whether holders may ask for their money back: `none`, `until` a day, or `always`.
    #[schema(schema_with = refund_policy_text)]
    refund_policy: Option<String>,
    /// The last day for `until`; absent, the first day of the event.
    #[schema(schema_with = schemas::day_or_empty)]
    refund_until: Option<String>,
    #[serde(default)]
    #[schema(required = false)]
    pub img: Upload,
    /// `true` removes the picture.
    #[schema(schema_with = schemas::switch)]
    pub remove_img: Option<String>,
    /// A JSON list; an empty one means free entry.
    #[schema(schema_with = ticket_types_text)]
    pub ttype: Option<String>,
    /// A JSON list of e-mail addresses, user ids, and objects with one of these and a role. Who is named without a
    /// role keeps theirs, and organises the event if they are new.
    #[schema(schema_with = collaborators_text)]
    pub collaborators: Option<String>,
}

fn refund_policy_text() -> Object {
    schemas::text().enum_values(Some(["none", "until", "always"])).build()
}

fn ticket_types_text() -> Object {
    let listed = ArrayBuilder::new().items(Ref::from_schema_name("TicketTypeFields")).max_items(Some(30));
    schemas::json_text(Schema::Array(listed.build()))
}

fn collaborators_text() -> Object {
    let id = || ObjectBuilder::new().schema_type(Type::Integer);
    let role = || schemas::text().enum_values(Some(["collaborator", "door"])).build();
    let with_role = |name: &str, who: RefOr<Schema>| {
        ObjectBuilder::new().schema_type(Type::Object).property(name, who).required(name).property("role", role())
    };
    let named = AnyOfBuilder::new()
        .item(schemas::email())
        .item(id())
        .item(with_role("email", Schema::from(schemas::email()).into()))
        .item(with_role("id", Schema::from(id()).into()));
    schemas::json_text(Schema::Array(ArrayBuilder::new().items(named).max_items(Some(30)).build()))
}

/// The form of a new event: what it must have.
pub struct NewEventForm;

impl PartialSchema for NewEventForm {
    fn schema() -> RefOr<Schema> {
        let must = ["name", "category", "town", "started_at", "hour"].into_iter();
        let must = must.fold(ObjectBuilder::new().schema_type(Type::Object), ObjectBuilder::required);
        Schema::from(AllOfBuilder::new().item(Ref::from_schema_name("EventFormFields")).item(must).build()).into()
    }
}

impl ToSchema for NewEventForm {}

impl EventChange {
    /// Reads the fields of a form and notes what is wrong with each.
    pub fn read(form: &EventFormFields, errors: &mut FieldErrors) -> EventChange {
        EventChange {
            name: read(errors, "name", &form.name, read_name),
            category: read(errors, "category", &form.category, |text| text.parse().map_err(|_| CATEGORY)),
            town: read(errors, "town", &form.town, |text| text.parse().map_err(|_| TOWN)),
            started_at: read(errors, "started_at", &form.started_at, |text| {
                text.parse().map_err(|_| "La date de début doit être une date")
            }),
            ended_at: read(errors, "ended_at", &form.ended_at, |text| match text {
                "" => Ok(None),
                text => text.parse().map(Some).map_err(|_| "La date de fin doit être une date"),
            }),
            hour: read(errors, "hour", &form.hour, str::parse),
            address: read(errors, "address", &form.address, |text| {
                check_length(one_line(text), LONGEST_ADDRESS, "L'adresse doit contenir au plus 200 caractères")
            }),
            location: read(errors, "location", &form.location, |text| match text {
                "" => Ok(None),
                text => text.parse().map(Some).map_err(|_| "Une position « latitude,longitude » est attendue."),
            }),
            description: read(errors, "description", &form.description, |text| {
                let text = check_length(
                    several_lines(text),
                    LONGEST_DESCRIPTION,
                    "La description doit contenir au plus 10000 caractères",
                )?;
                Ok::<_, &str>(Some(text).filter(|text| !text.trim().is_empty()))
            }),
            is_public: read(errors, "is_public", &form.is_public, true_or_false),
            draft: read(errors, "draft", &form.draft, true_or_false),
            refund_policy: read(errors, "refund_policy", &form.refund_policy, |text| {
                text.parse().map_err(|_| "Choisissez none, until ou always.")
            }),
            refund_until: read(errors, "refund_until", &form.refund_until, |text| match text {
                "" => Ok(None),
                text => text.parse().map(Some).map_err(|_| "La date limite doit être une date"),
            }),
        }
    }

    /// A change that publishes a draft as it is.
    pub fn publishing() -> EventChange {
        EventChange { draft: Some(false), ..EventChange::default() }
    }

    /// A new event of this form. Notes each required field that is absent, and answers `None` if there is one.
    pub fn create(self, id: EventId, owner: UserId, now: Instant, errors: &mut FieldErrors) -> Option<EventRow> {
        let missing = |is_missing: bool, field: &str, message: &str, errors: &mut FieldErrors| {
            // A field that is there and wrong has spoken already.
            if is_missing && !errors.has(field) {
                errors.add(field, message);
            }
        };
        missing(self.name.is_none(), "name", NAME, errors);
        missing(self.category.is_none(), "category", CATEGORY, errors);
        missing(self.town.is_none(), "town", TOWN, errors);
        missing(self.started_at.is_none(), "started_at", "La date de début doit être une date", errors);
        missing(self.hour.is_none(), "hour", &domain::NotAnHour.to_string(), errors);
        // Before anything else is given up, so that all that is wrong is told at once.
        let refunds = self.check_new_days(now, errors);
        let row = EventRow {
            id,
            owner,
            name: self.name?,
            category: self.category?,
            town: self.town?,
            first_day: self.started_at?,
            ended_day: self.ended_at.flatten(),
            hour: self.hour?,
            address: self.address.unwrap_or_default(),
            place: self.location.flatten(),
            description: self.description.flatten(),
            picture: None,
            is_free: true,
            is_public: self.is_public.unwrap_or(true),
            cancelled: false,
            draft: self.draft.unwrap_or(false),
            cancelled_at: None,
            refunds,
        };
        Some(row)
    }

    /// Checks the days of a new event as far as they could be read, and answers what holders are promised. Without its town
    /// it is still today where the day ends last.
    fn check_new_days(&self, now: Instant, errors: &mut FieldErrors) -> RefundTerms {
        let policy = self.refund_policy.unwrap_or_default();
        let mut refunds = RefundTerms { policy, until: self.refund_until.flatten(), postponed: None };
        if let Some(first_day) = self.started_at {
            let days = Days { first: first_day, last: self.ended_at.flatten() };
            days.check(self.town.unwrap_or(Town::Kinshasa), None, now, errors);
            days.check_refunds(&mut refunds, errors);
        }
        refunds
    }

    /// The event as the form changes it.
    pub fn apply(self, before: &EventRow, now: Instant, errors: &mut FieldErrors) -> EventRow {
        let mut row = EventRow {
            name: self.name.unwrap_or_else(|| before.name.clone()),
            category: self.category.unwrap_or(before.category),
            town: self.town.unwrap_or(before.town),
            first_day: self.started_at.unwrap_or(before.first_day),
            ended_day: self.ended_at.unwrap_or(before.ended_day),
            hour: self.hour.unwrap_or(before.hour),
            address: self.address.unwrap_or_else(|| before.address.clone()),
            place: self.location.unwrap_or(before.place),
            description: self.description.unwrap_or_else(|| before.description.clone()),
            is_public: self.is_public.unwrap_or(before.is_public),
            draft: self.draft.unwrap_or(before.draft),
            refunds: RefundTerms {
                policy: self.refund_policy.unwrap_or(before.refunds.policy),
                until: self.refund_until.unwrap_or(before.refunds.until),
                postponed: before.refunds.postponed,
            },
            ..before.clone()
        };
        errors.require(before.draft || !row.draft, "draft", "Un évènement publié ne redevient pas un brouillon");
        // Whoever publishes a draft says when it takes place.
        let is_published = before.draft && !row.draft;
        check_days(&row, Some(before).filter(|_| !is_published), now, errors);
        Days::of(&row).check_refunds(&mut row.refunds, errors);
        row
    }
}

fn true_or_false(text: &str) -> Result<bool, &'static str> {
    text.parse().map_err(|_| "Choisissez true ou false.")
}

pub fn read_name(text: &str) -> Result<String, &'static str> {
    let name = one_line(text);
    if visible_characters(&name) < 2 {
        return Err(NAME);
    }
    check_length(name, LONGEST_NAME, "Le nom de l'évènement doit contenir au plus 150 caractères")
}

/// The text on one line, without control and invisible characters, which only serve to mislead.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().filter(|c| !c.is_control() && !is_invisible(*c)).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CollaboratorStatus {
    Member,
    /// By a mail that is not answered yet.
    Invited,
}

/// Somebody one organises with, or has invited to.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Collaborator {
    #[schema(value_type = Option<i64>)]
    pub id: Option<UserId>,
    pub username: Option<String>,
    /// Of those who are invited, for the owner alone.
    pub email: Option<String>,
    /// `member` or `invited`.
    #[schema(value_type = String)]
    pub status: CollaboratorStatus,
    /// `collaborator` or `door`.
    #[schema(value_type = String)]
    pub role: Role,
    /// Whether the owner lets this collaborator change prices and places, refund and cancel.
    pub trusted: bool,
}

/// An event as those who make it see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MyEvent {
    #[serde(flatten)]
    pub event: Event,
    /// `owner`, `collaborator`, or `door` for who stands at the door and sees nothing else of it.
    #[schema(value_type = String)]
    pub role: Role,
    /// Whether prices, places, refunds and cancelling are theirs to decide about: the owner's, and of those whom the owner
    /// trusts.
    pub trusted: bool,
    pub collaborators: Vec<Collaborator>,
    /// Ids of the ticket types that somebody ever began to pay for: these can't be removed, nor their event deleted.
    #[schema(value_type = Vec<i64>)]
    pub begun_types: Vec<TicketTypeId>,
    pub stats: EventStats,
}

/// Why an event that somebody began to pay for is not deleted, and what to do instead where there is something.
pub fn refusal_to_delete(is_sold: bool, may_be_cancelled: bool) -> &'static str {
    match (is_sold, may_be_cancelled) {
        (true, true) => "Des billets ont été vendus : annulez l'évènement au lieu de le supprimer.",
        (true, false) => "Des billets ont été vendus : cet évènement ne peut pas être supprimé.",
        (false, true) => "Un paiement a été commencé pour cet évènement : annulez-le au lieu de le supprimer.",
        (false, false) => "Un paiement a été commencé pour cet évènement : il ne peut pas être supprimé.",
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct EventStats {
    pub sold_tickets: i64,
    pub scanned_tickets: i64,
    pub total_tickets: i64,
    pub available_tickets: i64,
    /// Gross, in the currency of the first ticket type.
    pub total_revenue: f64,
    /// After refunds.
    pub revenue: f64,
    #[schema(value_type = std::collections::HashMap<String, f64>)]
    pub revenue_by_currency: std::collections::BTreeMap<String, f64>,
    /// Of that, what was taken in cash at the door.
    #[schema(value_type = std::collections::HashMap<String, f64>)]
    pub cash_by_currency: std::collections::BTreeMap<String, f64>,
    /// What was taken in cash for a cancelled event: the organiser hands it back.
    #[schema(value_type = std::collections::HashMap<String, f64>)]
    pub cash_to_return: std::collections::BTreeMap<String, f64>,
    pub collaborators_count: i64,
    /// Sold of all, in percent.
    pub progress: f64,
    /// Scanned of sold, in percent.
    pub scan_progress: f64,
}

impl EventStats {
    pub fn of(types: &[TicketType], takings: &Takings, collaborators: usize) -> EventStats {
        let sum = |count: fn(&TicketType) -> i64| types.iter().map(count).sum::<i64>();
        let (sold, scanned, total) = (sum(|t| t.sold_tickets), sum(|t| t.scanned_tickets), sum(|t| t.nbr_max));
        EventStats {
            sold_tickets: sold,
            scanned_tickets: scanned,
            total_tickets: total,
            available_tickets: sum(|t| t.available_tickets),
            total_revenue: takings.gross,
            revenue: takings.net,
            revenue_by_currency: takings.net_by_currency.clone(),
            cash_by_currency: takings.cash_by_currency.clone(),
            cash_to_return: takings.cash_to_return.clone(),
            collaborators_count: collaborators as i64,
            progress: percent(sold, total),
            scan_progress: percent(scanned, sold),
        }
    }
}

/// With one decimal: a bar needs no more.
fn percent(part: i64, whole: i64) -> f64 {
    if whole == 0 { 0.0 } else { (part as f64 * 1000.0 / whole as f64).round() / 10.0 }
}

/// One's own events, a page of them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MyEventsPage {
    pub count: i64,
    pub next: Option<String>,
    pub previous: Option<String>,
    pub results: Vec<MyEvent>,
}

/// One's own events: a page of them, or the one that was asked for.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub enum MyEventsAnswer {
    Page(MyEventsPage),
    Event(Box<MyEvent>),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::organising::days::{ENDS_BEFORE, IN_THE_PAST};
    use std::collections::HashMap;
    use std::time::Duration;

    fn typed(fields: impl IntoIterator<Item = (&'static str, &'static str)>) -> EventFormFields {
        let fields = fields.into_iter().map(|(name, text)| (name.to_owned(), serde_json::json!(text))).collect();
        serde_json::from_value(serde_json::Value::Object(fields)).unwrap()
    }

    const NOW: Instant = Instant::from_millis(1_794_650_400_000); // 2026-11-14, noon in Lubumbashi

    fn form(fields: &[(&'static str, &'static str)]) -> (Option<EventRow>, serde_json::Value) {
        let good = [
            ("name", "Jazz"),
            ("category", "Concerts"),
            ("town", "Goma"),
            ("started_at", "2026-11-14"),
            ("hour", "19:30"),
        ];
        let fields: HashMap<&'static str, &'static str> = good.into_iter().chain(fields.iter().copied()).collect();
        let mut errors = FieldErrors::new();
        let change = EventChange::read(&typed(fields), &mut errors);
        let row = change.create(EventId::new(1), UserId::new(1), NOW, &mut errors);
        (row, serde_json::to_value(errors).unwrap())
    }

    #[test]
    fn each_rule_has_its_words() {
        for (field, value, message) in [
            ("name", "J", NAME),
            ("name", "\u{200b}\u{200b}\u{202e}", NAME),
            ("category", "", CATEGORY),
            ("town", "", TOWN),
            ("town", "Paris", TOWN),
            ("started_at", "2026-11-13", IN_THE_PAST),
            ("ended_at", "2026-11-13", ENDS_BEFORE),
            ("hour", "7pm", "L'heure doit être au format HH:mm ou HH:mm:ss (ex: 14:30 ou 14:30:00)."),
        ] {
            assert_eq!(form(&[(field, value)]).1, serde_json::json!({ field: [message] }), "{field}={value}");
        }
        assert_eq!(form(&[]).1, serde_json::json!({}));
    }

    #[test]
    fn what_can_not_be_seen_is_dropped() {
        let (row, _) = form(&[("name", " Jazz\u{202e}  à\u{200b} Goma\n"), ("description", "Un\r\ndeux\u{0}")]);
        let row = row.unwrap();
        assert_eq!((&*row.name, row.description.as_deref()), ("Jazz à Goma", Some("Un\ndeux")));
    }

    #[test]
    fn an_event_under_way_can_still_be_corrected() {
        let (row, _) = form(&[]);
        let later = NOW + Duration::from_secs(5 * 24 * 3600);
        let mut errors = FieldErrors::new();
        let change = EventChange::read(&typed([("address", "Avenue 2")]), &mut errors);
        let after = change.apply(&row.unwrap(), later, &mut errors);
        assert!(errors.is_empty());
        assert_eq!(after.address, "Avenue 2");
    }
}
