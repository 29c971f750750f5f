//! Handlers of events.

use axum::extract::{FromRef, Request, State};
use axum::response::Response;
use domain::EventId;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::filters::EventFilters;
use crate::model::Event;
use crate::{Events, agenda, organising, trends};
use platform::error::{Error, Result};
use platform::paging::Paged;
use platform::{IdPath, MaybeSignedIn, Services, Sessions};

pub fn router() -> OpenApiRouter<Events> {
    OpenApiRouter::new()
        .routes(routes!(list_events))
        .routes(routes!(get_event))
        .merge(organising::routes::router())
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

/// What the list can be asked for; read by [`EventFilters`], which takes repeated values.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "describes the query for OpenAPI")]
struct ListQuery {
    page: Option<u32>,
    /// 1 to 50; 12 by default.
    limit: Option<u32>,
    /// Words of the event's name, its category or town; accents, case, order, endings and a slip aside.
    name: Option<String>,
    /// May be repeated.
    category: Option<Vec<String>>,
    /// May be repeated.
    town: Option<Vec<String>>,
    /// `today`, `tomorrow`, `week` or `month`, in each town's own calendar.
    date_range: Option<String>,
    /// 0 to 11: that month's next occurrence.
    month: Option<u8>,
    is_free: Option<bool>,
    /// Newest created first.
    recent: Option<bool>,
    /// `lat,lng`: nearest first.
    near: Option<String>,
    /// `lat,lng,km`: at most so far from there.
    location: Option<String>,
    /// `YYYY-MM-DD`: the events of that day.
    day: Option<String>,
    /// The events of one person.
    owner: Option<i64>,
}

/// Public events: what is to come first, then what is past.
#[utoipa::path(get, path = "/api/events/", tag = "events", params(ListQuery),
    responses((status = 200, body = Paged<Event>), (status = 400, description = "Messages by parameter")))]
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

/// One event.
#[utoipa::path(get, path = "/api/events/{id}/", tag = "events", params(("id" = i64, Path)),
    responses((status = 200, body = Event), (status = 404, description = "No such event")))]
async fn get_event(
    State(services): State<Services>,
    State(events): State<Events>,
    _person: MaybeSignedIn,
    IdPath(id): IdPath<EventId>,
    request: Request,
) -> Result<Response> {
    let (asked, _) = request.into_parts();
    let key = format!("api/event {id} {}", services.freshness.event(id));
    let make = async || events.get_event(id).await?.ok_or(Error::NotFound("Cet évènement n'existe pas."));
    services.cache.respond_json(key, &asked.headers, make).await
}
