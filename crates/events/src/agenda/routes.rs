//! Handlers of the calendar, the map and the feeds.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domain::EventId;
use serde::Deserialize;
use url::form_urlencoded;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Events;
use crate::agenda::model::{CalendarMonth, MapAnswer, Month};
use crate::filters::EventFilters;
use platform::error::{Error, Result};
use platform::{Cached, IdPath, MaybeSignedIn, Services};

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
#[expect(dead_code, reason = "describes the query for OpenAPI")]
struct CalendarQuery {
    /// `YYYY-MM`; the current one by default.
    month: Option<String>,
    /// May be repeated.
    category: Option<Vec<String>>,
    /// May be repeated.
    town: Option<Vec<String>>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "describes the query for OpenAPI")]
struct MapQuery {
    /// May be repeated.
    category: Option<Vec<String>>,
    /// May be repeated.
    town: Option<Vec<String>>,
    /// `lat,lng`: nearest first.
    near: Option<String>,
}

const CALENDAR_FILTERS: &[&str] = &["category", "town"];
const MAP_FILTERS: &[&str] = &["category", "town", "near"];

/// Only these filters of the list count here; the rest of the query is the caller's.
fn read_only(names: &[&str], query: &str) -> Result<EventFilters> {
    let pairs = form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| names.contains(&&**name));
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
    let (filters, _, errors) = EventFilters::read(&query, 1);
    errors.into_result()?;
    Ok(filters)
}

/// A month of public events, day by day.
#[utoipa::path(get, path = "/api/calendar/", tag = "events", params(CalendarQuery),
    responses((status = 200, body = CalendarMonth), (status = 400, description = "Messages by parameter")))]
async fn get_calendar(
    State(services): State<Services>,
    State(events): State<Events>,
    _person: MaybeSignedIn,
    request: Request,
) -> Result<Response> {
    let (asked, _) = request.into_parts();
    let query = asked.uri.query().unwrap_or_default();
    let filters = read_only(CALENDAR_FILTERS, query)?;
    let month = form_urlencoded::parse(query.as_bytes()).find(|(name, value)| name == "month" && !value.is_empty());
    let month = month.map_or_else(|| Ok(events.this_month()), |(_, text)| Month::read(&text))?;
    let key = format!("api/calendar {month} {} {}", filters.query(), events.version());
    services.cache.respond_json(key, &asked.headers, || events.get_calendar(month, filters)).await
}

/// Upcoming public events with their places.
#[utoipa::path(get, path = "/api/map/", tag = "events", params(MapQuery),
    responses((status = 200, body = MapAnswer), (status = 400, description = "Messages by parameter")))]
async fn get_map(
    State(services): State<Services>,
    State(events): State<Events>,
    _person: MaybeSignedIn,
    request: Request,
) -> Result<Response> {
    let (asked, _) = request.into_parts();
    let filters = read_only(MAP_FILTERS, asked.uri.query().unwrap_or_default())?;
    let key = format!("api/map {} {}", filters.query(), events.version());
    services.cache.respond_json(key, &asked.headers, || events.get_map(filters)).await
}

/// The feed takes the filters of the calendar; a subscribed one asks again by itself.
async fn get_calendar_feed(
    State(services): State<Services>,
    State(events): State<Events>,
    request: Request,
) -> Result<Response> {
    let (asked, _) = request.into_parts();
    let filters = read_only(CALENDAR_FILTERS, asked.uri.query().unwrap_or_default())?;
    let key = format!("calendar.ics {} {}", filters.query(), events.version());
    let pack = |text: String| Cached::new(StatusCode::OK, CALENDAR, text.into_bytes(), HeaderMap::new());
    services.cache.respond(key, &asked.headers, || events.get_calendar_feed(filters, pack)).await
}

async fn get_calendar_file(State(events): State<Events>, IdPath(id): IdPath<EventId>) -> Result<Response> {
    let text = events.get_calendar_file(id).await?.ok_or(Error::NotFound("Cet évènement n'existe pas."))?;
    let name = format!("attachment; filename=\"tukio-{id}.ics\"");
    Ok(([(header::CONTENT_TYPE, CALENDAR.to_owned()), (header::CONTENT_DISPOSITION, name)], text).into_response())
}
