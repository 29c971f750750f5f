//! Handlers of the live figures.

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use domain::EventId;
use events::EventStats;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Organiser;
use platform::error::Result;
use platform::server::ServerStop;
use platform::{IdPath, SignedIn};

pub fn router() -> OpenApiRouter<Organiser> {
    OpenApiRouter::new().routes(routes!(get_stats)).routes(routes!(watch_stats))
}

/// The figures of an event, for everybody in its team. Who is only at the door is told no money.
#[utoipa::path(get, path = "/api/events/{id}/stats/", tag = "organiser", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = EventStats), (status = 403, description = "Not in this event's team"),
              (status = 404, description = "No such event")))]
async fn get_stats(
    State(organiser): State<Organiser>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
) -> Result<Json<EventStats>> {
    Ok(Json(organiser.get_stats(person.user, id).await?))
}

/// The same as server-sent events: `stats` at once and at each change, and a comment now and then so that nobody takes
/// the connection for dead. Ends when the bearer leaves the team or signs out, and when the server stops.
#[utoipa::path(get, path = "/api/events/{id}/live/", tag = "organiser", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = String, content_type = "text/event-stream"),
              (status = 403, description = "Not in this event's team"), (status = 404, description = "No such event")))]
async fn watch_stats(
    State(organiser): State<Organiser>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
    stop: ServerStop,
) -> Result<Response> {
    let body = Body::new(organiser.watch_stats(person, id, stop).await?);
    // Proxies that gather answers would keep the figures to themselves.
    let headers = [(header::CONTENT_TYPE.as_str(), "text/event-stream"), ("x-accel-buffering", "no")];
    Ok((headers, body).into_response())
}
