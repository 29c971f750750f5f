//! Handlers of invitations.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::{EventId, FieldErrors, GuestId};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::BoxOffice;
use crate::guests::answers::{GuestsPage, InvitedGuests, NewGuests};
use platform::body::JsonBody;
use platform::error::Result;
use platform::paging::PageQuery;
use platform::{IdPath, IdPaths, IdempotencyKey, Query, SignedIn};

pub fn router() -> OpenApiRouter<BoxOffice> {
    OpenApiRouter::new().routes(routes!(list_guests, invite_guests)).routes(routes!(withdraw_guest))
}

/// Invite people: each gets a free ticket, by mail where there is an address.
#[utoipa::path(post, path = "/api/events/{id}/invitations/", tag = "box office",
    params(("id" = i64, Path), ("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 100,
           pattern = "^[!-~]+$", description = "The same key and body, the same answer")),
    request_body = NewGuests, security(("bearer" = [])),
    responses((status = 201, body = InvitedGuests),
              (status = 200, body = InvitedGuests, description = "Invited before, by the same key"),
              (status = 403, description = "Not its organiser"), (status = 404, description = "No such event"),
              (status = 409, description = "The key stands for another request"), (status = 429)))]
async fn invite_guests(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPath(event): IdPath<EventId>,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody(new): JsonBody<NewGuests>,
) -> Result<(StatusCode, Json<InvitedGuests>)> {
    let (results, is_new) = office.invite_guests(person.user, event, new, key).await?;
    Ok((if is_new { StatusCode::CREATED } else { StatusCode::OK }, Json(InvitedGuests { results })))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct GuestsQuery {
    /// Part of a name, a number or an address.
    #[param(max_length = 80)]
    search: Option<String>,
}

/// The guests of an event, the latest first.
#[utoipa::path(get, path = "/api/events/{id}/invitations/", tag = "box office",
    params(("id" = i64, Path), PageQuery, GuestsQuery), security(("bearer" = [])),
    responses((status = 200, body = GuestsPage), (status = 400), (status = 403, description = "Not its organiser"),
              (status = 404, description = "No such event")))]
async fn list_guests(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPath(event): IdPath<EventId>,
    Query(page): Query<PageQuery>,
    Query(GuestsQuery { search }): Query<GuestsQuery>,
) -> Result<Json<GuestsPage>> {
    let mut errors = FieldErrors::new();
    let page = page.read(BoxOffice::GUESTS_PER_PAGE, &mut errors);
    let search = search.unwrap_or_default();
    errors.require(search.chars().count() <= 80, "search", "80 caractères au plus.");
    errors.into_result()?;
    Ok(Json(office.list_guests(person.user, event, (search, page)).await?))
}

/// Take an invitation back: its code is worth nothing from then on, and its place is free again.
#[utoipa::path(delete, path = "/api/events/{id}/invitations/{guest}/", tag = "box office",
    params(("id" = i64, Path), ("guest" = i64, Path)), security(("bearer" = [])),
    responses((status = 204, description = "Taken back"), (status = 403, description = "Not its organiser"),
              (status = 404, description = "No such event or guest"),
              (status = 409, description = "The guest has come in")))]
async fn withdraw_guest(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPaths(event, guest): IdPaths<EventId, GuestId>,
) -> Result<StatusCode> {
    office.withdraw_guest(person.user, event, guest).await?;
    Ok(StatusCode::NO_CONTENT)
}
