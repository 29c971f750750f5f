//! Handlers of organising.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::{EventId, FieldErrors};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::organising::actions::{Creation, EventForm, PictureChange};
use crate::organising::copying::CopyBody;
use crate::organising::model::{EventChange, EventFormFields, MyEvent, MyEventsAnswer, NewEventForm};
use crate::organising::my_events::MyEventsQuery;
use crate::team::collaborators::NamedCollaborators;
use crate::{Events, TicketTypeFields, Unlisted};
use platform::error::Result;
use platform::fields::read_switch;
use platform::multipart::accept_forms;
use platform::paging::PageQuery;
use platform::{Form, IdPath, IdempotencyKey, JsonBody, Query, SignedIn};

pub fn router() -> OpenApiRouter<Events> {
    let forms = OpenApiRouter::new().routes(routes!(create_event)).routes(routes!(update_event));
    OpenApiRouter::new()
        .routes(routes!(delete_event))
        .routes(routes!(add_ticket_types, save_ticket_types))
        .routes(routes!(list_my_events))
        .routes(routes!(publish_event))
        .routes(routes!(copy_event))
        .routes(routes!(accept_invitation))
        .routes(routes!(accept_my_invitation))
        .merge(accept_forms(forms))
}

fn read(events: &Events, form: Form<EventFormFields>) -> EventForm {
    let mut errors = FieldErrors::new();
    let fields = form.fields;
    let change = EventChange::read(&fields, &mut errors);
    let types = fields.ttype.as_deref().map(|text| events.read_ticket_types(text, &mut errors));
    let collaborators = fields.collaborators.as_deref().map(|text| NamedCollaborators::read(text, &mut errors));
    let picture = match (fields.img.0, read_switch(&mut errors, "remove_img", &fields.remove_img)) {
        (Some(bytes), _) => PictureChange::Replace(bytes),
        (None, true) => PictureChange::Remove,
        (None, false) => PictureChange::Keep,
    };
    EventForm { change, types, unlisted: Unlisted::Removed, collaborators, picture, errors }
}

/// Create an event.
#[utoipa::path(post, path = "/api/events/", tag = "events", security(("bearer" = [])),
    params(("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 100, pattern = "^[!-~]+$",
           description = "The same key makes no second event")),
    request_body(content = NewEventForm, content_type = "multipart/form-data"),
    responses((status = 201, body = MyEvent),
              (status = 200, body = MyEvent, description = "Made before, by a request with the same key: as it is now"),
              (status = 400, description = "Messages by field"),
              (status = 429, description = "Too many events one after the other, or forms at once")))]
async fn create_event(
    State(events): State<Events>,
    person: SignedIn,
    IdempotencyKey(key): IdempotencyKey,
    form: Form<EventFormFields>,
) -> Result<(StatusCode, Json<MyEvent>)> {
    let form = read(&events, form);
    Ok(match events.create_event(person.user, form, key).await? {
        Creation::Made(event) => (StatusCode::CREATED, Json(event)),
        Creation::MadeBefore(event) => (StatusCode::OK, Json(event)),
    })
}

/// Change an event one organises: all of what is sent, or nothing.
#[utoipa::path(put, path = "/api/events/{id}/", tag = "events", params(("id" = i64, Path)), security(("bearer" = [])),
    request_body(content = EventFormFields, content_type = "multipart/form-data"),
    responses((status = 200, body = MyEvent), (status = 403, description = "Somebody else's"),
              (status = 404, description = "No such event")))]
async fn update_event(
    State(events): State<Events>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
    form: Form<EventFormFields>,
) -> Result<Json<MyEvent>> {
    let form = read(&events, form);
    Ok(Json(events.update_event(person.user, id, form).await?))
}

/// Add ticket types; one with an id is changed instead. Those that are not named stay.
#[utoipa::path(post, path = "/api/events/{id}/tickets/", tag = "events", params(("id" = i64, Path)),
    request_body = Vec<TicketTypeFields>, security(("bearer" = [])),
    responses((status = 200, body = MyEvent), (status = 400, description = "Messages under `ttype`"),
              (status = 403, description = "Somebody else's"), (status = 404, description = "No such event")))]
async fn add_ticket_types(
    State(events): State<Events>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
    JsonBody(list): JsonBody<serde_json::Value>,
) -> Result<Json<MyEvent>> {
    Ok(Json(events.save_ticket_types(person.user, id, &list.to_string(), Unlisted::Kept).await?))
}

/// Put this list of ticket types on sale, in this order; one that is left out disappears if it never sold.
#[utoipa::path(put, path = "/api/events/{id}/tickets/", tag = "events", params(("id" = i64, Path)),
    request_body = Vec<TicketTypeFields>, security(("bearer" = [])),
    responses((status = 200, body = MyEvent), (status = 400, description = "Messages under `ttype`"),
              (status = 403, description = "Somebody else's"), (status = 404, description = "No such event")))]
async fn save_ticket_types(
    State(events): State<Events>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
    JsonBody(list): JsonBody<serde_json::Value>,
) -> Result<Json<MyEvent>> {
    Ok(Json(events.save_ticket_types(person.user, id, &list.to_string(), Unlisted::Removed).await?))
}

/// Publish a draft: everybody sees it, and its tickets are on sale. Of a published event nothing changes.
#[utoipa::path(post, path = "/api/events/{id}/publish/", tag = "events", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = MyEvent), (status = 400, description = "Its day is past"),
              (status = 403, description = "Neither its owner nor a collaborator"),
              (status = 404, description = "No such event"), (status = 409, description = "It is cancelled")))]
async fn publish_event(
    State(events): State<Events>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
) -> Result<Json<MyEvent>> {
    Ok(Json(events.publish_event(person.user, id).await?))
}

/// Copy an event to another day, as a draft of one's own: texts, place, picture and ticket types, but nothing sold.
#[utoipa::path(post, path = "/api/events/{id}/copy/", tag = "events", params(("id" = i64, Path)),
    request_body = CopyBody, security(("bearer" = [])),
    responses((status = 201, body = MyEvent), (status = 403, description = "Neither its owner nor a collaborator"),
              (status = 404, description = "No such event"),
              (status = 429, description = "Too many events one after the other")))]
async fn copy_event(
    State(events): State<Events>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
    JsonBody(body): JsonBody<CopyBody>,
) -> Result<(StatusCode, Json<MyEvent>)> {
    Ok((StatusCode::CREATED, Json(events.copy_event(person.user, id, body).await?)))
}

/// Delete an event that never sold a ticket.
#[utoipa::path(delete, path = "/api/events/{id}/", tag = "events", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 204, description = "Deleted"), (status = 403, description = "Not its owner"),
              (status = 404, description = "No such event"), (status = 409, description = "Tickets were sold")))]
async fn delete_event(
    State(events): State<Events>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
) -> Result<StatusCode> {
    events.delete_event(person.user, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The events one organises, drafts among them: what is to come first, the nearest first, then what is past; with `id`,
/// that one.
#[utoipa::path(get, path = "/api/my-events/", tag = "events", params(PageQuery, MyEventsQuery),
    security(("bearer" = [])),
    responses((status = 200, body = MyEventsAnswer), (status = 400), (status = 403, description = "Somebody else's"),
              (status = 404, description = "No such event")))]
async fn list_my_events(
    State(events): State<Events>,
    person: SignedIn,
    Query(page): Query<PageQuery>,
    Query(query): Query<MyEventsQuery>,
) -> Result<Json<MyEventsAnswer>> {
    let mut errors = FieldErrors::new();
    let filters = query.read(&mut errors);
    let id = query.id.map(|text| text.parse::<EventId>().map_err(|_| "Un numéro d'évènement est attendu."));
    let id = id.and_then(|id| errors.check_parsed("id", id));
    let page = page.read(Events::PER_PAGE, &mut errors);
    errors.into_result()?;
    Ok(Json(match id {
        Some(id) => MyEventsAnswer::Event(Box::new(events.get_my_event(person.user, id).await?)),
        None => MyEventsAnswer::Page(events.list_my_events(person.user, filters, page).await?),
    }))
}

/// Accept an invitation that was sent to an address one has proved: it serves once.
#[utoipa::path(post, path = "/api/invitations/{token}/accept/", tag = "events", params(("token" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = MyEvent),
              (status = 403, description = "The bearer has not proved the address that it was sent to"),
              (status = 404, description = "Used, withdrawn, expired or never sent")))]
async fn accept_invitation(
    State(events): State<Events>,
    person: SignedIn,
    IdPath(token): IdPath<String>,
) -> Result<Json<MyEvent>> {
    Ok(Json(events.accept_invitation(person.user, &token).await?))
}

/// Accept an invitation of one's own, without its link.
#[utoipa::path(post, path = "/api/my-space/invitations/{id}/accept/", tag = "events", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = MyEvent), (status = 404, description = "No such invitation of one's own")))]
async fn accept_my_invitation(
    State(events): State<Events>,
    person: SignedIn,
    IdPath(id): IdPath<i64>,
) -> Result<Json<MyEvent>> {
    Ok(Json(events.accept_my_invitation(person.user, id).await?))
}
