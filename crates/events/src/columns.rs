//! The columns of `events`, named once: those that an [`EventRow`] is read from, and those that are written from one.

use database::{DbError, Field, Row};
use domain::{Coordinates, Day, Instant, fold};

use crate::model::EventRow;
use crate::quadtree::cell_number;
use crate::refund_terms::{Postponement, RefundTerms};

/// The columns that [`read_event`] reads, for a statement that the compiler puts together:
/// `concat!("SELECT ", event_columns!(), " FROM events")`.
macro_rules! event_columns {
    () => {
        "id, owner_id, name, category, town, first_day, ended_day, hour_minutes, address, latitude, longitude,
         description, picture, is_free, is_public, cancelled_at, draft, refund_policy, refund_until, postponed_from,
         postponed_refund_until"
    };
}
pub(crate) use event_columns;

/// The event of a row that has the [`event_columns`], and perhaps others behind them.
pub fn read_event(row: &Row<'_>) -> Result<EventRow, DbError> {
    let cancelled_at: Option<Instant> = row.get("cancelled_at")?;
    Ok(EventRow {
        id: row.get("id")?,
        owner: row.get("owner_id")?,
        name: row.get("name")?,
        category: row.get("category")?,
        town: row.get("town")?,
        first_day: row.get("first_day")?,
        ended_day: row.get("ended_day")?,
        hour: row.get("hour_minutes")?,
        address: row.get("address")?,
        place: read_place(row)?,
        description: row.get("description")?,
        picture: row.get("picture")?,
        is_free: row.get("is_free")?,
        is_public: row.get("is_public")?,
        draft: row.get("draft")?,
        cancelled: cancelled_at.is_some(),
        cancelled_at,
        refunds: read_refund_terms(row)?,
    })
}

fn read_refund_terms(row: &Row<'_>) -> Result<RefundTerms, DbError> {
    let (policy, until) = (row.get("refund_policy")?, row.get("refund_until")?);
    let (from, refund_until) = (row.get("postponed_from")?, row.get::<Option<Day>>("postponed_refund_until")?);
    let postponed = refund_until.map(|refund_until| Postponement { from, refund_until });
    Ok(RefundTerms { policy, until, postponed })
}

fn read_place(row: &Row<'_>) -> Result<Option<Coordinates>, DbError> {
    let (latitude, longitude) = (row.get::<Option<f64>>("latitude")?, row.get::<Option<f64>>("longitude")?);
    Ok(latitude.zip(longitude).map(|(latitude, longitude)| Coordinates { latitude, longitude }))
}

/// A column and its value.
pub type WrittenColumn = (&'static str, Box<dyn Field>);

/// The columns that are written whenever an event is made or changed: what it says, and what lists are read by.
pub fn written_columns(event: &EventRow) -> Vec<WrittenColumn> {
    // An event without a place of its own is shown at its town's centre.
    let on_map = event.place.unwrap_or(event.town.centre());
    vec![
        ("name", Box::new(event.name.clone())),
        ("name_folded", Box::new(fold(&event.name))),
        ("category", Box::new(event.category)),
        ("town", Box::new(event.town)),
        ("first_day", Box::new(event.first_day)),
        ("ended_day", Box::new(event.ended_day)),
        ("last_day", Box::new(event.last_day())),
        ("hour_minutes", Box::new(event.hour)),
        ("address", Box::new(event.address.clone())),
        ("latitude", Box::new(event.place.map(|place| place.latitude))),
        ("longitude", Box::new(event.place.map(|place| place.longitude))),
        ("map_latitude", Box::new(on_map.latitude)),
        ("map_longitude", Box::new(on_map.longitude)),
        ("map_cell", Box::new(event.place.map(cell_number))),
        ("description", Box::new(event.description.clone())),
        ("picture", Box::new(event.picture.clone())),
        ("is_free", Box::new(event.is_free)),
        ("is_public", Box::new(event.is_public)),
        ("draft", Box::new(event.draft)),
        ("refund_policy", Box::new(event.refunds.policy)),
        ("refund_until", Box::new(event.refunds.until)),
        ("postponed_from", Box::new(event.refunds.postponed.and_then(|postponed| postponed.from))),
        ("postponed_refund_until", Box::new(event.refunds.postponed.map(|postponed| postponed.refund_until))),
        ("is_listed", Box::new(event.is_listed())),
        ("starts_at", Box::new(event.starts_at())),
        ("over_at", Box::new(event.over_at())),
    ]
}
