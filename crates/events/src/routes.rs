//! Handlers of events.

use axum::extract::{FromRef, Request, State};
use axum::response::Response;
use domain::EventId;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::detail::EventDetail;
use crate::filters::{EventFilters, EventQuery};
use crate::model::Event;
use crate::{Events, agenda, organising, team, trends};
use platform::error::{Error, Result};
use platform::paging::{PageQuery, Paged};
use platform::{Cached, IdPath, MaybeSignedIn, Services, Sessions};

pub fn router() -> OpenApiRouter<Events> {
    OpenApiRouter::new()
        .routes(routes!(list_events))
        .routes(routes!(get_event))
        .merge(organising::routes::router())
        .merge(team::routes::router())
        .merge(trends::routes::router())
        .merge(agenda::routes::api())
}

impl FromRef<Events> for Services {
    fn from_ref(events: &Events) -> Services {
        events.services.clone()
    }
}

impl FromRef<Events> for Sessions {
    fn from_ref(events: &Events) -> Sessions {
        events.sessions.clone()
    }
}

/// Public events: what is to come first, then what is past.
#[utoipa::path(get, path = "/api/events/", tag = "events", params(PageQuery, EventQuery), security((), ("bearer" = [])),
    responses((status = 200, body = Paged<Event>), (status = 304, description = "As `If-None-Match` has it"),
              (status = 400)))]
async fn list_events(
    State(services): State<Services>,
    State(events): State<Events>,
    _person: MaybeSignedIn,
    request: Request,
) -> Result<Response> {
    let (asked, _) = request.into_parts();
    let (filters, page, errors) = EventFilters::read(asked.uri.query().unwrap_or_default(), Events::PER_PAGE);
    errors.into_result()?;
    let key = format!("api/events {} {}/{} {}", filters.query(), page.number, page.limit, events.version());
    services.cache.respond_json(key, &asked.headers, || events.list_events(filters, page)).await
}

/// One event; with its figures, for those who organise it.
#[utoipa::path(get, path = "/api/events/{id}/", tag = "events", params(("id" = i64, Path)),
    security((), ("bearer" = [])),
    responses((status = 200, body = EventDetail), (status = 304, description = "As `If-None-Match` has it"),
              (status = 404, description = "No such event")))]
async fn get_event(
    State(services): State<Services>,
    State(events): State<Events>,
    MaybeSignedIn(person): MaybeSignedIn,
    IdPath(id): IdPath<EventId>,
    request: Request,
) -> Result<Response> {
    let (asked, _) = request.into_parts();
    if let Some(person) = person
        && let Some(event) = events.get_event_with_stats(person.user, id).await?
    {
        // For one person, so that it is not kept for others.
        return Ok(Cached::json(&event)?.respond(&asked.headers));
    }
    let key = format!("api/event {id} {}", services.freshness.event(id));
    let make = async || events.get_event(id).await?.ok_or(Error::NotFound("Cet évènement n'existe pas."));
    services.cache.respond_json(key, &asked.headers, make).await
}
