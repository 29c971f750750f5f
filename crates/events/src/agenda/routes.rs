//! Handlers of the calendar, the map and the feeds.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domain::{EventId, FieldErrors};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Events;
use crate::agenda::model::{CalendarMonth, MapAnswer, Month};
use crate::filters::{EventFilters, EventQuery};
use platform::error::{Error, Result};
use platform::{Cached, IdPath, MaybeSignedIn, Query, Services, schemas};

const CALENDAR: &str = "text/calendar; charset=utf-8";

pub fn api() -> OpenApiRouter<Events> {
    OpenApiRouter::new().routes(routes!(get_calendar)).routes(routes!(get_map))
}

/// Files for other calendars: no part of the API, so that their addresses are short.
pub fn feeds() -> Router<Events> {
    Router::new()
        .route("/calendar.ics", get(get_calendar_feed))
        .route("/events/{id}/calendar.ics", get(get_calendar_file))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct CalendarQuery {
    /// The current one by default.
    #[param(schema_with = schemas::month)]
    month: Option<String>,
    /// May be repeated.
    #[serde(default)]
    #[param(required = false, schema_with = schemas::categories)]
    category: Vec<String>,
    /// May be repeated.
    #[serde(default)]
    #[param(required = false, schema_with = schemas::towns)]
    town: Vec<String>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct MapQuery {
    /// May be repeated.
    #[serde(default)]
    #[param(required = false, schema_with = schemas::categories)]
    category: Vec<String>,
    /// May be repeated.
    #[serde(default)]
    #[param(required = false, schema_with = schemas::towns)]
    town: Vec<String>,
    /// `lat,lng`: nearest first.
    #[param(schema_with = schemas::place)]
    near: Option<String>,
}

/// The filters of the list that count here.
fn filters(query: EventQuery) -> Result<EventFilters> {
    let mut errors = FieldErrors::new();
    let filters = EventFilters::of(query, &mut errors);
    errors.into_result()?;
    Ok(filters)
}

/// A month of public events, day by day.
#[utoipa::path(get, path = "/api/calendar/", tag = "events", params(CalendarQuery), security((), ("bearer" = [])),
    responses((status = 200, body = CalendarMonth), (status = 304, description = "As `If-None-Match` has it"),
              (status = 400)))]
async fn get_calendar(
    State(services): State<Services>,
    State(events): State<Events>,
    _person: MaybeSignedIn,
    Query(query): Query<CalendarQuery>,
    request: Request,
) -> Result<Response> {
    let (asked, _) = request.into_parts();
    let CalendarQuery { month, category, town } = query;
    let filters = filters(EventQuery { category, town, ..EventQuery::default() })?;
    let month = month.map_or_else(|| Ok(events.this_month()), |text| Month::read(&text))?;
    let key = format!("api/calendar {month} {} {}", filters.query(), events.version());
    services.cache.respond_json(key, &asked.headers, || events.get_calendar(month, filters)).await
}

/// Upcoming public events with their places.
#[utoipa::path(get, path = "/api/map/", tag = "events", params(MapQuery), security((), ("bearer" = [])),
    responses((status = 200, body = MapAnswer), (status = 304, description = "As `If-None-Match` has it"),
              (status = 400)))]
async fn get_map(
    State(services): State<Services>,
    State(events): State<Events>,
    _person: MaybeSignedIn,
    Query(query): Query<MapQuery>,
    request: Request,
) -> Result<Response> {
    let (asked, _) = request.into_parts();
    let MapQuery { category, town, near } = query;
    let filters = filters(EventQuery { category, town, near, ..EventQuery::default() })?;
    let key = format!("api/map {} {}", filters.query(), events.version());
    services.cache.respond_json(key, &asked.headers, || events.get_map(filters)).await
}

/// The feed takes the filters of the calendar; a subscribed one asks again by itself.
async fn get_calendar_feed(
    State(services): State<Services>,
    State(events): State<Events>,
    Query(query): Query<CalendarQuery>,
    request: Request,
) -> Result<Response> {
    let (asked, _) = request.into_parts();
    let CalendarQuery { category, town, .. } = query;
    let filters = filters(EventQuery { category, town, ..EventQuery::default() })?;
    let key = format!("calendar.ics {} {}", filters.query(), events.version());
    let pack = |text: String| Cached::new(StatusCode::OK, CALENDAR, text.into_bytes(), HeaderMap::new());
    services.cache.respond(key, &asked.headers, || events.get_calendar_feed(filters, pack)).await
}

async fn get_calendar_file(State(events): State<Events>, IdPath(id): IdPath<EventId>) -> Result<Response> {
    let text = events.get_calendar_file(id).await?.ok_or(Error::NotFound("Cet évènement n'existe pas."))?;
    let name = format!("attachment; filename=\"tukio-{id}.ics\"");
    Ok(([(header::CONTENT_TYPE, CALENDAR.to_owned()), (header::CONTENT_DISPOSITION, name)], text).into_response())
}
