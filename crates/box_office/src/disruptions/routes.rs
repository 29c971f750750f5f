//! Handlers of cancelling and postponing.

use axum::Json;
use axum::extract::State;
use domain::EventId;
use events::{MyEvent, NewDateFields};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::BoxOffice;
use crate::disruptions::answers::{Cancellation, CancellationMessage, CancellationPreview};
use platform::body::{JsonBody, OptionalJson};
use platform::error::Result;
use platform::{IdPath, SignedIn};

pub fn router() -> OpenApiRouter<BoxOffice> {
    OpenApiRouter::new()
        .routes(routes!(cancel_event))
        .routes(routes!(preview_cancellation))
        .routes(routes!(get_cancellation))
        .routes(routes!(postpone_event))
}

/// Cancel an event: it leaves every list, its sale ends and its codes open no door any more. Whoever paid is paid back
/// and told, step by step.
#[utoipa::path(post, path = "/api/events/{id}/cancel/", tag = "organiser", params(("id" = i64, Path)),
    request_body = Option<CancellationMessage>, security(("bearer" = [])),
    responses((status = 200, body = MyEvent), (status = 400),
              (status = 403, description = "Not for who decides about this event"),
              (status = 404, description = "No such event"), (status = 409, description = "It is past")))]
async fn cancel_event(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
    OptionalJson(body): OptionalJson<CancellationMessage>,
) -> Result<Json<MyEvent>> {
    let message = body.unwrap_or_default().message;
    Ok(Json(office.cancel_event(person.user, id, message).await?))
}

/// What cancelling an event would mean, before anybody does.
#[utoipa::path(get, path = "/api/events/{id}/cancellation/preview/", tag = "organiser", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = CancellationPreview), (status = 403, description = "Not its organiser"),
              (status = 404, description = "No such event")))]
async fn preview_cancellation(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
) -> Result<Json<CancellationPreview>> {
    Ok(Json(office.preview_cancellation(person.user, id).await?))
}

/// How far the cancellation of an event has come.
#[utoipa::path(get, path = "/api/events/{id}/cancellation/", tag = "organiser", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = Cancellation), (status = 403, description = "Not its organiser"),
              (status = 404, description = "No such event")))]
async fn get_cancellation(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
) -> Result<Json<Cancellation>> {
    Ok(Json(office.get_cancellation(person.user, id).await?))
}

/// Give an event another date: its tickets stay good, its holders are told, and until a day whoever asks is paid back.
#[utoipa::path(post, path = "/api/events/{id}/postpone/", tag = "organiser", params(("id" = i64, Path)),
    request_body = NewDateFields, security(("bearer" = [])),
    responses((status = 200, body = MyEvent), (status = 403, description = "Not for who decides about this event"),
              (status = 404, description = "No such event"),
              (status = 409, description = "It is past or cancelled")))]
async fn postpone_event(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
    JsonBody(date): JsonBody<NewDateFields>,
) -> Result<Json<MyEvent>> {
    Ok(Json(office.postpone_event(person.user, id, date).await?))
}
