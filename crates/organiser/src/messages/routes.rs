//! Handlers of messages to holders.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::{EventId, FieldErrors};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Organiser;
use crate::messages::actions::Sending;
use crate::messages::model::{EventMessage, EventMessagesPage, MessageBody, MessagePreview};
use platform::error::Result;
use platform::paging::PageQuery;
use platform::{IdPath, IdPaths, IdempotencyKey, JsonBody, Query, SignedIn};

pub fn router() -> OpenApiRouter<Organiser> {
    OpenApiRouter::new()
        .routes(routes!(list_event_messages, send_event_message))
        .routes(routes!(preview_event_message))
        .routes(routes!(get_event_message))
}

/// What a message would look like, and how many holders it would reach. Nothing is sent.
#[utoipa::path(post, path = "/api/events/{id}/messages/preview/", tag = "organiser", params(("id" = i64, Path)),
    request_body = MessageBody, security(("bearer" = [])),
    responses((status = 200, body = MessagePreview),
              (status = 403, description = "Neither its owner nor a collaborator"),
              (status = 404, description = "No such event")))]
async fn preview_event_message(
    State(organiser): State<Organiser>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
    JsonBody(body): JsonBody<MessageBody>,
) -> Result<Json<MessagePreview>> {
    Ok(Json(organiser.preview_event_message(person.user, id, body.check()?).await?))
}

/// Send a message to the holders of tickets, each once.
#[utoipa::path(post, path = "/api/events/{id}/messages/", tag = "organiser",
    params(("id" = i64, Path),
           ("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 100, pattern = "^[!-~]+$",
           description = "The same key sends no second message")),
    request_body = MessageBody, security(("bearer" = [])),
    responses((status = 201, body = EventMessage),
              (status = 200, body = EventMessage, description = "Sent before, by a request with the same key"),
              (status = 403, description = "Neither its owner nor a collaborator"),
              (status = 404, description = "No such event"),
              (status = 409, description = "The key stands for another message"),
              (status = 429, description = "Five messages in one day")))]
async fn send_event_message(
    State(organiser): State<Organiser>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody(body): JsonBody<MessageBody>,
) -> Result<(StatusCode, Json<EventMessage>)> {
    Ok(match organiser.send_event_message(person.user, id, body.check()?, key).await? {
        Sending::Begun(message) => (StatusCode::CREATED, Json(message)),
        Sending::BegunBefore(message) => (StatusCode::OK, Json(message)),
    })
}

/// The messages of an event, the newest first.
#[utoipa::path(get, path = "/api/events/{id}/messages/", tag = "organiser", params(("id" = i64, Path), PageQuery),
    security(("bearer" = [])),
    responses((status = 200, body = EventMessagesPage), (status = 400),
              (status = 403, description = "Neither its owner nor a collaborator"),
              (status = 404, description = "No such event")))]
async fn list_event_messages(
    State(organiser): State<Organiser>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
    Query(page): Query<PageQuery>,
) -> Result<Json<EventMessagesPage>> {
    let mut errors = FieldErrors::new();
    let page = page.read(Organiser::MESSAGES_PER_PAGE, &mut errors);
    errors.into_result()?;
    Ok(Json(organiser.list_event_messages(person.user, id, page).await?))
}

/// One message, and how far it is.
#[utoipa::path(get, path = "/api/events/{id}/messages/{message}/", tag = "organiser",
    params(("id" = i64, Path), ("message" = i64, Path)), security(("bearer" = [])),
    responses((status = 200, body = EventMessage),
              (status = 403, description = "Neither its owner nor a collaborator"),
              (status = 404, description = "No such event or message")))]
async fn get_event_message(
    State(organiser): State<Organiser>,
    person: SignedIn,
    IdPaths(id, message): IdPaths<EventId, i64>,
) -> Result<Json<EventMessage>> {
    Ok(Json(organiser.get_event_message(person.user, id, message).await?))
}
