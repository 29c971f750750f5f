//! Handlers of what is trending and what is alike.

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use domain::EventId;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Events;
use crate::model::Event;
use platform::error::{Error, Result};
use platform::{IdPath, MaybeSignedIn, Services, Visitor};

pub fn router() -> OpenApiRouter<Events> {
    OpenApiRouter::new()
        .routes(routes!(list_trending_events))
        .routes(routes!(list_similar_events))
        .routes(routes!(count_selection))
}

/// A few events, without pages.
#[derive(Serialize, ToSchema)]
pub struct EventSelection {
    pub results: Vec<Event>,
}

/// What people look at and buy these days.
#[utoipa::path(get, path = "/api/events/trending/", tag = "events", security((), ("bearer" = [])),
    responses((status = 200, body = EventSelection), (status = 304, description = "As `If-None-Match` has it")))]
async fn list_trending_events(
    State(services): State<Services>,
    State(events): State<Events>,
    _person: MaybeSignedIn,
    request: Request,
) -> Result<Response> {
    let (asked, _) = request.into_parts();
    let key = format!("api/trending {}", events.version());
    let make = async || Ok(EventSelection { results: events.list_trending_events().await? });
    services.cache.respond_json(key, &asked.headers, make).await
}

/// What is to come like this event.
#[utoipa::path(get, path = "/api/events/{id}/similar/", tag = "events", params(("id" = i64, Path)),
    security((), ("bearer" = [])),
    responses((status = 200, body = EventSelection), (status = 304, description = "As `If-None-Match` has it"),
              (status = 404, description = "No such event")))]
async fn list_similar_events(
    State(services): State<Services>,
    State(events): State<Events>,
    _person: MaybeSignedIn,
    IdPath(id): IdPath<EventId>,
    request: Request,
) -> Result<Response> {
    let (asked, _) = request.into_parts();
    let key = format!("api/similar {id} {}", events.version());
    // The web app asks for this once somebody stands before the event's page; for the event itself, it asks as soon as a
    // pointer comes near a link.
    events.count_view(id, &Visitor::of(&asked, &services.settings));
    let make = async || {
        let results = events.list_similar_events(id).await?.ok_or(Error::NotFound("Cet évènement n'existe pas."))?;
        Ok(EventSelection { results })
    };
    services.cache.respond_json(key, &asked.headers, make).await
}

/// Count that somebody chose tickets on the event's page: a browser counts a few times a day.
#[utoipa::path(post, path = "/api/events/{id}/selected/", tag = "events", params(("id" = i64, Path)),
    security((), ("bearer" = [])),
    responses((status = 204), (status = 404, description = "No such event")))]
async fn count_selection(
    State(services): State<Services>,
    State(events): State<Events>,
    _person: MaybeSignedIn,
    IdPath(id): IdPath<EventId>,
    request: Request,
) -> Result<StatusCode> {
    let (asked, _) = request.into_parts();
    events.count_selection(id, &Visitor::of(&asked, &services.settings)).await?;
    Ok(StatusCode::NO_CONTENT)
}
