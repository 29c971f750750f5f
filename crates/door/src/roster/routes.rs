//! The handler of the roster.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::EventId;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa::openapi::Object;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Door;
use crate::roster::actions::Cursor;
use crate::roster::model::Roster;
use platform::error::{Error, Result};
use platform::{IdPath, Query, SignedIn, schemas};

pub fn router() -> OpenApiRouter<Door> {
    OpenApiRouter::new().routes(routes!(get_roster))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RosterQuery {
    /// The `cursor` of the last answer: then only what is missing or has changed.
    #[param(schema_with = cursor_text)]
    since: Option<String>,
}

fn cursor_text() -> Object {
    schemas::text().pattern(Some("^[0-9]{1,15}[.][0-9]{1,15}([.][0-9]{1,15})?$")).build()
}

/// What a gate needs to decide without network.
#[utoipa::path(get, path = "/api/events/{id}/roster/", tag = "door", params(("id" = i64, Path), RosterQuery),
    security(("bearer" = [])),
    responses((status = 200, body = Roster), (status = 304, description = "As `If-None-Match` has it"), (status = 400),
              (status = 403, description = "Not at this event's door"), (status = 404, description = "No such event")))]
async fn get_roster(
    State(door): State<Door>,
    person: SignedIn,
    IdPath(event): IdPath<EventId>,
    Query(RosterQuery { since }): Query<RosterQuery>,
    headers: HeaderMap,
) -> Result<Response> {
    let since = since.map(|text| text.parse::<Cursor>()).transpose();
    let since = since.map_err(|_| Error::field("since", "Le curseur de la dernière réponse est attendu."))?;
    Ok(door.get_roster(person.user, event, since).await?.respond(&headers))
}
