//! Handlers of the log.

use axum::Json;
use axum::extract::State;
use domain::{EventId, FieldErrors};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::openapi::Object;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Door;
use crate::log::actions::LogFilter;
use crate::log::model::{MOST_SCANS, Scan, ScanFate, SentScan};
use platform::error::{Error, Result};
use platform::paging::{PageQuery, Paged};
use platform::{IdPath, JsonBody, Query, SignedIn, schemas};

pub fn router() -> OpenApiRouter<Door> {
    OpenApiRouter::new().routes(routes!(list_scans, sync_scans))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct LogQuery {
    /// Only admissions that should not have been.
    #[param(schema_with = flag)]
    conflicts: Option<String>,
    /// Only what the bearer has scanned.
    #[param(schema_with = flag)]
    mine: Option<String>,
}

fn flag() -> Object {
    schemas::text().enum_values(Some(["0", "1"])).build()
}

fn read_flag(name: &str, text: Option<&str>, errors: &mut FieldErrors) -> bool {
    errors.require(matches!(text, None | Some("0" | "1")), name, "Choisissez 0 ou 1.");
    text == Some("1")
}

/// The log of an event's door, the newest scan first.
#[utoipa::path(get, path = "/api/events/{id}/scans/", tag = "door", params(("id" = i64, Path), PageQuery, LogQuery),
    security(("bearer" = [])),
    responses((status = 200, body = Paged<Scan>), (status = 400),
              (status = 403, description = "Not at this event's door"), (status = 404, description = "No such event")))]
async fn list_scans(
    State(door): State<Door>,
    person: SignedIn,
    IdPath(event): IdPath<EventId>,
    Query(page): Query<PageQuery>,
    Query(LogQuery { conflicts, mine }): Query<LogQuery>,
) -> Result<Json<Paged<Scan>>> {
    let mut errors = FieldErrors::new();
    let page = page.read(Door::SCANS_PER_PAGE, &mut errors);
    let only_conflicts = read_flag("conflicts", conflicts.as_deref(), &mut errors);
    let only_of = read_flag("mine", mine.as_deref(), &mut errors).then_some(person.user);
    errors.into_result()?;
    Ok(Json(door.list_scans(person.user, event, LogFilter { only_conflicts, only_of }, page).await?))
}

#[derive(Deserialize, ToSchema)]
pub struct SentScans {
    /// Each is read by itself: one that is wrong spoils none of the others.
    #[schema(value_type = Vec<SentScan>, max_items = 150)]
    scans: Vec<Value>,
}

#[derive(Serialize, ToSchema)]
pub struct ScanFates {
    /// In the order in which they were sent.
    results: Vec<ScanFate>,
}

/// Take in what was scanned without network: in any order, and as often as it is sent.
#[utoipa::path(post, path = "/api/events/{id}/scans/", tag = "door", params(("id" = i64, Path)),
    request_body = SentScans, security(("bearer" = [])),
    responses((status = 200, body = ScanFates), (status = 403, description = "Not at this event's door"),
              (status = 404, description = "No such event")))]
async fn sync_scans(
    State(door): State<Door>,
    person: SignedIn,
    IdPath(event): IdPath<EventId>,
    JsonBody(SentScans { scans }): JsonBody<SentScans>,
) -> Result<Json<ScanFates>> {
    if scans.len() > MOST_SCANS {
        return Err(Error::field("scans", format!("Au plus {MOST_SCANS} scans à la fois.")));
    }
    let mut readable = Vec::new();
    let mut results: Vec<Option<ScanFate>> = Vec::new();
    for sent in scans {
        let id = sent["id"].as_str().map(str::to_owned);
        let read = SentScan::deserialize(sent).map_err(|_| "Ce scan est illisible.").and_then(SentScan::read);
        results.push(read.map(|scan| readable.push(scan)).err().map(|wrong| ScanFate::refused(id, wrong)));
    }
    let mut ruled = door.sync_scans(person.user, event, readable).await?.into_iter().map(ScanFate::from);
    let results = results.into_iter().filter_map(|refused| refused.or_else(|| ruled.next())).collect();
    Ok(Json(ScanFates { results }))
}
