//! Handlers of organising.

use axum::Json;
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::{EventId, FieldErrors};
use serde::{Deserialize, Serialize};
use url::form_urlencoded;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::organising::actions::{Creation, EventForm, PictureChange};
use crate::organising::collaborators::NamedCollaborators;
use crate::organising::model::{EventChange, MyEvent, MyEventsPage};
use crate::{Events, Unlisted};
use platform::error::Result;
use platform::multipart::accept_forms;
use platform::paging::Page;
use platform::{Form, IdPath, IdempotencyKey, JsonBody, SignedIn};

pub fn router() -> OpenApiRouter<Events> {
    let forms = OpenApiRouter::new().routes(routes!(create_event)).routes(routes!(update_event));
    OpenApiRouter::new()
        .routes(routes!(delete_event))
        .routes(routes!(cancel_event))
        .routes(routes!(add_ticket_types, save_ticket_types))
        .routes(routes!(leave_team))
        .routes(routes!(list_my_events))
        .routes(routes!(get_invitation))
        .routes(routes!(accept_invitation))
        .merge(accept_forms(forms))
}

/// The event form; read by [`EventChange`]. In an edit, what is absent stays as it is.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form for OpenAPI")]
struct EventFormFields {
    name: Option<String>,
    category: Option<String>,
    /// `YYYY-MM-DD`.
    started_at: Option<String>,
    /// `YYYY-MM-DD`, or empty.
    ended_at: Option<String>,
    /// `HH:mm` or `HH:mm:ss`.
    hour: Option<String>,
    town: Option<String>,
    address: Option<String>,
    /// `lat,lng`, or empty.
    location: Option<String>,
    description: Option<String>,
    /// `true` (listed) or `false` (open to whoever has the link).
    is_public: Option<String>,
    /// JPEG, PNG or WebP, 5 MB and 40 million pixels at most.
    #[schema(value_type = Option<String>, format = Binary)]
    img: Option<Vec<u8>>,
    /// `true` removes the picture.
    remove_img: Option<String>,
    /// A JSON list of `{id?, label, price, nbr_max, devise}`; an empty one means free entry.
    ttype: Option<String>,
    /// A JSON list of e-mail addresses and user ids.
    collaborators: Option<String>,
}

fn read(events: &Events, mut form: Form) -> EventForm {
    let picture = match form.take_file("img") {
        Some(bytes) => PictureChange::Replace(bytes),
        None if form.text("remove_img") == Some("true") => PictureChange::Remove,
        None => PictureChange::Keep,
    };
    let mut errors = FieldErrors::new();
    let change = EventChange::read(|name| form.text(name), &mut errors);
    let types = form.text("ttype").map(|text| events.read_ticket_types(text, &mut errors));
    let collaborators = form.text("collaborators").map(|text| NamedCollaborators::read(text, &mut errors));
    EventForm { change, types, unlisted: Unlisted::Removed, collaborators, picture, errors }
}

/// Create an event.
#[utoipa::path(post, path = "/api/events/", tag = "events", security(("bearer" = [])),
    params(("Idempotency-Key" = Option<String>, Header, description = "The same key makes no second event")),
    request_body(content = EventFormFields, content_type = "multipart/form-data"),
    responses((status = 201, body = MyEvent),
              (status = 200, body = MyEvent, description = "Made before, by a request with the same key: as it is now"),
              (status = 400, description = "Messages by field"), (status = 401),
              (status = 413, description = "The form is larger than 12 MB"),
              (status = 429, description = "Too many events one after the other, or forms at once")))]
async fn create_event(
    State(events): State<Events>,
    person: SignedIn,
    IdempotencyKey(key): IdempotencyKey,
    form: Form,
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
    responses((status = 200, body = MyEvent), (status = 400, description = "Messages by field"), (status = 401),
              (status = 403, description = "Somebody else's"), (status = 404, description = "No such event"),
              (status = 413, description = "The form is larger than 12 MB")))]
async fn update_event(
    State(events): State<Events>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
    form: Form,
) -> Result<Json<MyEvent>> {
    let form = read(&events, form);
    Ok(Json(events.update_event(person.user, id, form).await?))
}

/// A ticket type in a list; with an id, one there is already. Read by the box office.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the list for OpenAPI")]
struct TicketTypeFields {
    id: Option<i64>,
    label: String,
    /// In major units; a number is taken, too.
    price: String,
    nbr_max: i64,
    /// `USD` or `CDF`.
    devise: String,
    /// Stops its sale; absent, it stays as it is.
    closed: Option<bool>,
}

/// Add ticket types; one with an id is changed instead. Those that are not named stay.
#[utoipa::path(post, path = "/api/events/{id}/tickets/", tag = "events", params(("id" = i64, Path)),
    request_body = Vec<TicketTypeFields>, security(("bearer" = [])),
    responses((status = 200, body = MyEvent), (status = 400, description = "Messages under `ttype`"), (status = 401),
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
    responses((status = 200, body = MyEvent), (status = 400, description = "Messages under `ttype`"), (status = 401),
              (status = 403, description = "Somebody else's"), (status = 404, description = "No such event")))]
async fn save_ticket_types(
    State(events): State<Events>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
    JsonBody(list): JsonBody<serde_json::Value>,
) -> Result<Json<MyEvent>> {
    Ok(Json(events.save_ticket_types(person.user, id, &list.to_string(), Unlisted::Removed).await?))
}

/// Cancel an event: it leaves every list.
#[utoipa::path(post, path = "/api/events/{id}/cancel/", tag = "events", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = MyEvent), (status = 401), (status = 403, description = "Not its owner"),
              (status = 404, description = "No such event"), (status = 409, description = "It is past")))]
async fn cancel_event(
    State(events): State<Events>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
) -> Result<Json<MyEvent>> {
    Ok(Json(events.cancel_event(person.user, id).await?))
}

/// Delete an event that never sold a ticket.
#[utoipa::path(delete, path = "/api/events/{id}/", tag = "events", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 204, description = "Deleted"), (status = 401), (status = 403, description = "Not its owner"),
              (status = 404, description = "No such event"), (status = 409, description = "Tickets were sold")))]
async fn delete_event(
    State(events): State<Events>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
) -> Result<StatusCode> {
    events.delete_event(person.user, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Leave the team of an event that somebody else owns.
#[utoipa::path(post, path = "/api/events/{id}/leave/", tag = "events", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 204, description = "Left"), (status = 401), (status = 403, description = "Not in its team"),
              (status = 404, description = "No such event"), (status = 409, description = "One's own event")))]
async fn leave_team(State(events): State<Events>, person: SignedIn, IdPath(id): IdPath<EventId>) -> Result<StatusCode> {
    events.leave_team(person.user, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "describes the query for OpenAPI")]
struct MyEventsQuery {
    /// That one event instead of a page.
    id: Option<i64>,
    page: Option<u32>,
    /// 1 to 50; 12 by default.
    limit: Option<u32>,
}

/// The events one organises, what is to come first, the nearest first, then what is past; with `id`, that one.
#[utoipa::path(get, path = "/api/my-events/", tag = "events", params(MyEventsQuery), security(("bearer" = [])),
    responses((status = 200, body = MyEventsPage), (status = 400, description = "Messages by parameter"),
              (status = 401), (status = 404, description = "Not one's own")))]
async fn list_my_events(State(events): State<Events>, person: SignedIn, RawQuery(query): RawQuery) -> Result<Response> {
    let query = query.unwrap_or_default();
    let value = |wanted: &str| {
        let mut pairs = form_urlencoded::parse(query.as_bytes());
        pairs.find(|(name, value)| name == wanted && !value.is_empty()).map(|(_, value)| value.into_owned())
    };
    let mut errors = FieldErrors::new();
    let id = value("id").map(|text| text.parse::<EventId>());
    if let Some(Err(_)) = id {
        errors.add("id", "Un numéro d'évènement est attendu.");
    }
    let page = Page::read(value("page").as_deref(), value("limit").as_deref(), Events::PER_PAGE, &mut errors);
    errors.into_result()?;
    match id {
        Some(Ok(id)) => Ok(Json(events.get_my_event(person.user, id).await?).into_response()),
        _ => Ok(Json(events.list_my_events(person.user, page).await?).into_response()),
    }
}

/// What somebody is invited to.
#[derive(Serialize, ToSchema)]
pub struct Invitation {
    event: InvitedTo,
    /// Who invites.
    inviter: String,
}

#[derive(Serialize, ToSchema)]
pub struct InvitedTo {
    #[schema(value_type = i64)]
    id: EventId,
    name: String,
    started_at: String,
    town: String,
}

/// An invitation to organise an event.
#[utoipa::path(get, path = "/api/invitations/{token}/", tag = "events", params(("token" = String, Path)),
    responses((status = 200, body = Invitation), (status = 404, description = "Used, withdrawn or never sent")))]
async fn get_invitation(State(events): State<Events>, Path(token): Path<String>) -> Result<Json<Invitation>> {
    let (event, inviter) = events.get_invitation(&token).await?;
    let event = InvitedTo {
        id: event.id,
        started_at: event.first_day.to_string(),
        town: event.town.name().to_owned(),
        name: event.name,
    };
    Ok(Json(Invitation { event, inviter }))
}

/// Accept an invitation: it serves once.
#[utoipa::path(post, path = "/api/invitations/{token}/accept/", tag = "events", params(("token" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = MyEvent), (status = 401),
              (status = 404, description = "Used, withdrawn or never sent")))]
async fn accept_invitation(
    State(events): State<Events>,
    person: SignedIn,
    Path(token): Path<String>,
) -> Result<Json<MyEvent>> {
    Ok(Json(events.accept_invitation(person.user, &token).await?))
}
