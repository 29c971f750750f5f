//! Handlers of the waiting list.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::{EventId, FieldErrors, WaitingEntryId};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::BoxOffice;
use crate::waiting_list::answers::{MyWaitingEntries, NewWaitingEntry, WaitingEntry, WaitingListPage};
use platform::body::JsonBody;
use platform::error::Result;
use platform::paging::PageQuery;
use platform::{IdPath, IdPaths, Query, SignedIn};

pub fn router() -> OpenApiRouter<BoxOffice> {
    OpenApiRouter::new()
        .routes(routes!(list_my_waiting_entries, join_waiting_list))
        .routes(routes!(list_waiting_people))
        .routes(routes!(leave_waiting_list))
}

/// Wait for places of a type that has none left. Who waits already keeps their place.
#[utoipa::path(post, path = "/api/events/{id}/waiting-list/", tag = "box office", params(("id" = i64, Path)),
    request_body = NewWaitingEntry, security(("bearer" = [])),
    responses((status = 201, body = WaitingEntry), (status = 200, body = WaitingEntry, description = "Joined before"),
              (status = 404, description = "No such event")))]
async fn join_waiting_list(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPath(event): IdPath<EventId>,
    JsonBody(new): JsonBody<NewWaitingEntry>,
) -> Result<(StatusCode, Json<WaitingEntry>)> {
    let (entry, is_new) = office.join_waiting_list(person.user, event, new).await?;
    Ok((if is_new { StatusCode::CREATED } else { StatusCode::OK }, Json(entry)))
}

/// The bearer's own entries, the newest first.
#[utoipa::path(get, path = "/api/events/{id}/waiting-list/", tag = "box office", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = MyWaitingEntries), (status = 404, description = "No such event")))]
async fn list_my_waiting_entries(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPath(event): IdPath<EventId>,
) -> Result<Json<MyWaitingEntries>> {
    Ok(Json(MyWaitingEntries { results: office.list_my_waiting_entries(person.user, event).await? }))
}

/// Wait no longer; places that were offered go to the next.
#[utoipa::path(delete, path = "/api/events/{id}/waiting-list/{entry}/", tag = "box office",
    params(("id" = i64, Path), ("entry" = i64, Path)), security(("bearer" = [])),
    responses((status = 204, description = "Left"), (status = 404, description = "No such event, or no longer waiting")))]
async fn leave_waiting_list(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPaths(event, entry): IdPaths<EventId, WaitingEntryId>,
) -> Result<StatusCode> {
    office.leave_waiting_list(person.user, event, entry).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Everybody who waits or waited, in the order they came.
#[utoipa::path(get, path = "/api/events/{id}/waiting-list/all/", tag = "box office",
    params(("id" = i64, Path), PageQuery), security(("bearer" = [])),
    responses((status = 200, body = WaitingListPage), (status = 400), (status = 403, description = "Not its organiser"),
              (status = 404, description = "No such event")))]
async fn list_waiting_people(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPath(event): IdPath<EventId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<WaitingListPage>> {
    let mut errors = FieldErrors::new();
    let page = query.read(BoxOffice::WAITING_PER_PAGE, &mut errors);
    errors.into_result()?;
    Ok(Json(office.list_waiting_people(person.user, event, page).await?))
}
