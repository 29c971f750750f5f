//! How the vocabulary of the product is written on the wire, for the contract: `schema_with` names these functions.

use domain::{Activity, Category, Currency, Town};
use utoipa::openapi::schema::{AnyOfBuilder, ArrayBuilder, Object, ObjectBuilder, Schema, Type};
use utoipa::openapi::{KnownFormat, Ref, RefOr, SchemaFormat};

/// The lists of the product by their names among the components.
pub fn lists() -> [(&'static str, Schema); 4] {
    let towns = Town::ALL.map(Town::name).to_vec();
    let categories = Category::all().map(Category::name).collect();
    let activities = Activity::all().map(Activity::name).collect();
    let currencies = Currency::ALL.map(Currency::code).to_vec();
    [("Activity", activities), ("Category", categories), ("Currency", currencies), ("Town", towns)]
        .map(|(name, values): (_, Vec<&str>)| (name, text().enum_values(Some(values)).into()))
}

pub fn activity() -> Ref {
    Ref::from_schema_name("Activity")
}

pub fn category() -> Ref {
    Ref::from_schema_name("Category")
}

pub fn currency() -> Ref {
    Ref::from_schema_name("Currency")
}

pub fn currencies() -> Schema {
    ArrayBuilder::new().items(currency()).into()
}

pub fn town() -> Ref {
    Ref::from_schema_name("Town")
}

pub fn categories() -> Schema {
    ArrayBuilder::new().items(category()).into()
}

pub fn towns() -> Schema {
    ArrayBuilder::new().items(town()).into()
}

pub fn activity_or_empty() -> Schema {
    or_empty(activity())
}

pub fn town_or_empty() -> Schema {
    or_empty(town())
}

/// `YYYY-MM-DD`.
pub fn day() -> Object {
    let format = SchemaFormat::KnownFormat(KnownFormat::Date);
    text().format(Some(format)).pattern(Some("^[0-9]{4}-[0-9]{2}-[0-9]{2}$")).build()
}

pub fn day_or_empty() -> Schema {
    or_empty(day())
}

/// `YYYY-MM`.
pub fn month() -> Object {
    text().pattern(Some("^[0-9]{4}-(0[1-9]|1[0-2])$")).build()
}

/// `HH:mm` or `HH:mm:ss`.
pub fn hour() -> Object {
    text().pattern(Some("^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$")).build()
}

pub fn phone() -> Object {
    text().pattern(Some("^[0-9]{10,15}$")).build()
}

/// Narrower than RFC 5322: what a mail can be addressed to without quotes.
pub fn email() -> Object {
    let format = SchemaFormat::Custom("email".to_owned());
    let pattern = "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+([.][A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*\
        @([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?[.])+[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])$";
    text().format(Some(format)).max_length(Some(254)).pattern(Some(pattern)).build()
}

pub fn email_or_empty() -> Schema {
    or_empty(email())
}

const LATITUDE_LONGITUDE: &str =
    "-?([0-8]?[0-9]([.][0-9]+)?|90([.]0+)?),-?((1[0-7]|[0-9])?[0-9]([.][0-9]+)?|180([.]0+)?)";

/// `lat,lng`.
pub fn place() -> Object {
    text().pattern(Some(format!("^{LATITUDE_LONGITUDE}$"))).build()
}

pub fn place_or_empty() -> Schema {
    or_empty(place())
}

/// `lat,lng,km`.
pub fn circle() -> Object {
    text().pattern(Some(format!("^{LATITUDE_LONGITUDE},[1-9][0-9]{{0,3}}([.][0-9]+)?$"))).build()
}

/// `true` or `false`, in a form.
pub fn switch() -> Object {
    text().enum_values(Some(["true", "false"])).build()
}

/// The name of something that has a number.
pub fn number() -> Object {
    text().pattern(Some("^[0-9]{1,18}$")).build()
}

/// A ticket type, named by its number or by the figures of it.
pub fn type_id() -> Schema {
    let id = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0)).maximum(Some(9_007_199_254_740_991_u64));
    AnyOfBuilder::new().item(id).item(number()).into()
}

/// Sixteen bytes in the alphabet of URL-safe Base64.
pub fn text_id() -> Object {
    text().pattern(Some("^[A-Za-z0-9_-]{21}[AQgw]$")).build()
}

/// What is paid, in major units: `25.00` or `70000`.
pub fn amount() -> Object {
    text().pattern(Some("^(0*[1-9][0-9]{0,12}([.,][0-9]{1,2})?|0+[.,](0[1-9]|[1-9][0-9]?))$")).build()
}

/// Milliseconds since 1970 as a number or as figures, RFC 3339, or a day or an hour by the clocks of the event's town.
pub fn moment() -> Schema {
    let millis =
        ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0)).maximum(Some(253_402_300_799_999_u64));
    AnyOfBuilder::new().item(millis).item(text().pattern(Some(format!("^([0-9]{{1,14}}|{MOMENT})$")))).into()
}

const MOMENT: &str = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])\
    (T([01][0-9]|2[0-3]):[0-5][0-9]((:[0-5][0-9])?|(:[0-5][0-9]([.][0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2})))?";

/// The same, or nothing: null or an empty text clears it.
pub fn moment_or_nothing() -> Schema {
    or_nothing(moment())
}

/// What is optional is cleared by null or by an empty text.
pub fn or_nothing(schema: impl Into<RefOr<Schema>>) -> Schema {
    let nothing = ObjectBuilder::new().schema_type(Type::Null);
    AnyOfBuilder::new().item(schema).item(text().max_length(Some(0))).item(nothing).into()
}

/// A whole number between two bounds, as a number or as figures.
pub fn count(least: u64, most: u64, pattern: &str) -> Schema {
    let number = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(least)).maximum(Some(most));
    AnyOfBuilder::new().item(number).item(text().pattern(Some(pattern))).into()
}

/// A form's text that holds JSON.
pub fn json_text(content: impl Into<RefOr<Schema>>) -> Object {
    text().content_media_type("application/json").content_schema(Some(content)).build()
}

/// Nothing typed clears what is optional.
pub fn or_empty(schema: impl Into<RefOr<Schema>>) -> Schema {
    AnyOfBuilder::new().item(schema).item(text().max_length(Some(0))).into()
}

pub fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}
