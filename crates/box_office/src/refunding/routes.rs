//! Handlers of refunds.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::{EventId, FieldErrors, PaymentId, RefundId, RefundRequestId, TicketId};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa::openapi::Object;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::BoxOffice;
use crate::refunding::answers::{
    HandedBack, NewRefundRequest, RefundAnswer, RefundRequest, RefundRequestsPage, RefundWish, RefundsPage,
    RequestAnswer,
};
use crate::tickets::model::TicketRefund;
use platform::body::{JsonBody, OptionalJson};
use platform::error::Result;
use platform::paging::PageQuery;
use platform::{IdPath, IdPaths, Query, SignedIn, schemas};

pub fn router() -> OpenApiRouter<BoxOffice> {
    OpenApiRouter::new()
        .routes(routes!(refund_payment))
        .routes(routes!(refund_ticket))
        .routes(routes!(list_refunds))
        .routes(routes!(retry_refund))
        .routes(routes!(hand_back_refund))
        .routes(routes!(request_refund, withdraw_refund_request))
        .routes(routes!(list_refund_requests))
        .routes(routes!(answer_refund_request))
}

/// Pay back what is left of a payment: its tickets are void at once.
#[utoipa::path(post, path = "/api/payments/{id}/refund/", tag = "organiser", params(("id" = String, Path)),
    request_body = Option<RefundWish>, security(("bearer" = [])),
    responses((status = 201, body = RefundAnswer), (status = 400),
              (status = 403, description = "Not for who decides about this event's money"), (status = 404),
              (status = 409, description = "Nothing is left of it, or somebody came in with one of its tickets")))]
async fn refund_payment(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPath(id): IdPath<PaymentId>,
    OptionalJson(wish): OptionalJson<RefundWish>,
) -> Result<(StatusCode, Json<RefundAnswer>)> {
    Ok((StatusCode::CREATED, Json(office.refund_payment(person.user, id, wish.unwrap_or_default()).await?)))
}

/// Pay back one ticket: its share of what was paid. It is void at once.
#[utoipa::path(post, path = "/api/events/{id}/tickets/{ticket_id}/refund/", tag = "organiser",
    params(("id" = i64, Path), ("ticket_id" = String, Path)),
    request_body = Option<RefundWish>, security(("bearer" = [])),
    responses((status = 201, body = RefundAnswer), (status = 400),
              (status = 403, description = "Not for who decides about this event's money"), (status = 404),
              (status = 409, description = "It is paid back already, or somebody came in with it")))]
async fn refund_ticket(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPaths(event, ticket): IdPaths<EventId, TicketId>,
    OptionalJson(wish): OptionalJson<RefundWish>,
) -> Result<(StatusCode, Json<RefundAnswer>)> {
    Ok((StatusCode::CREATED, Json(office.refund_ticket(person.user, event, ticket, wish.unwrap_or_default()).await?)))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RefundsQuery {
    /// All by default.
    #[param(schema_with = refund_state_text)]
    state: Option<String>,
}

fn refund_state_text() -> Object {
    schemas::text().enum_values(Some(["requested", "done", "failed", "by_hand"])).build()
}

/// What goes back to the buyers of an event, the latest first.
#[utoipa::path(get, path = "/api/events/{id}/refunds/", tag = "organiser",
    params(("id" = i64, Path), PageQuery, RefundsQuery), security(("bearer" = [])),
    responses((status = 200, body = RefundsPage), (status = 400), (status = 403, description = "Not its organiser"),
              (status = 404, description = "No such event")))]
async fn list_refunds(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPath(event): IdPath<EventId>,
    Query(page): Query<PageQuery>,
    Query(RefundsQuery { state }): Query<RefundsQuery>,
) -> Result<Json<RefundsPage>> {
    let mut errors = FieldErrors::new();
    let page = page.read(BoxOffice::REFUNDS_PER_PAGE, &mut errors);
    let state = state.map(|text| text.parse().map_err(|_| "Choisissez requested, done, failed ou by_hand."));
    let state = state.and_then(|state| errors.check_parsed("state", state));
    errors.into_result()?;
    Ok(Json(office.list_refunds(person.user, event, state, page).await?))
}

/// Ask the provider again for a refund that it would not make.
#[utoipa::path(post, path = "/api/events/{id}/refunds/{refund}/retry/", tag = "organiser",
    params(("id" = i64, Path), ("refund" = String, Path)), security(("bearer" = [])),
    responses((status = 200, body = RefundAnswer), (status = 403, description = "Not for who decides about its money"),
              (status = 404), (status = 409, description = "It has not failed")))]
async fn retry_refund(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPaths(event, refund): IdPaths<EventId, RefundId>,
) -> Result<Json<RefundAnswer>> {
    Ok(Json(office.retry_refund(person.user, event, refund).await?))
}

/// Note that a refund was paid back by hand.
#[utoipa::path(post, path = "/api/events/{id}/refunds/{refund}/handed-back/", tag = "organiser",
    params(("id" = i64, Path), ("refund" = String, Path)), request_body = Option<HandedBack>,
    security(("bearer" = [])),
    responses((status = 200, body = RefundAnswer), (status = 400),
              (status = 403, description = "Not for who decides about its money"), (status = 404),
              (status = 409, description = "It is the provider's to make, or was made")))]
async fn hand_back_refund(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPaths(event, refund): IdPaths<EventId, RefundId>,
    OptionalJson(body): OptionalJson<HandedBack>,
) -> Result<Json<RefundAnswer>> {
    Ok(Json(office.hand_back_refund(person.user, event, refund, body.unwrap_or_default()).await?))
}

/// Ask for the money back for a ticket of the bearer's own, where the organiser has promised it.
#[utoipa::path(post, path = "/api/my-tickets/{id}/refund-request/", tag = "box office", params(("id" = String, Path)),
    request_body = NewRefundRequest, security(("bearer" = [])),
    responses((status = 201, body = TicketRefund), (status = 404),
              (status = 409, description = "It was not promised, is too late, or was asked for already")))]
async fn request_refund(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPath(ticket): IdPath<TicketId>,
    JsonBody(request): JsonBody<NewRefundRequest>,
) -> Result<(StatusCode, Json<TicketRefund>)> {
    Ok((StatusCode::CREATED, Json(office.request_refund(person.user, ticket, request).await?)))
}

/// Take such a request back, as long as it was not answered.
#[utoipa::path(delete, path = "/api/my-tickets/{id}/refund-request/", tag = "box office",
    params(("id" = String, Path)), security(("bearer" = [])),
    responses((status = 204, description = "Taken back"), (status = 404),
              (status = 409, description = "None is open")))]
async fn withdraw_refund_request(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPath(ticket): IdPath<TicketId>,
) -> Result<StatusCode> {
    office.withdraw_refund_request(person.user, ticket).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RequestsQuery {
    /// All but those that were taken back by default.
    #[param(schema_with = request_state_text)]
    state: Option<String>,
}

fn request_state_text() -> Object {
    schemas::text().enum_values(Some(["open", "accepted", "refused"])).build()
}

/// What holders of an event have asked for, the latest first.
#[utoipa::path(get, path = "/api/events/{id}/refund-requests/", tag = "organiser",
    params(("id" = i64, Path), PageQuery, RequestsQuery), security(("bearer" = [])),
    responses((status = 200, body = RefundRequestsPage), (status = 400),
              (status = 403, description = "Not its organiser"), (status = 404, description = "No such event")))]
async fn list_refund_requests(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPath(event): IdPath<EventId>,
    Query(page): Query<PageQuery>,
    Query(RequestsQuery { state }): Query<RequestsQuery>,
) -> Result<Json<RefundRequestsPage>> {
    let mut errors = FieldErrors::new();
    let page = page.read(BoxOffice::REFUNDS_PER_PAGE, &mut errors);
    let state = state.map(|text| text.parse().map_err(|_| "Choisissez open, accepted ou refused."));
    let state = state.and_then(|state| errors.check_parsed("state", state));
    errors.into_result()?;
    Ok(Json(office.list_refund_requests(person.user, event, state, page).await?))
}

/// Answer a holder's request: accepted, the ticket is paid back. The holder is told by mail either way.
#[utoipa::path(post, path = "/api/events/{id}/refund-requests/{request}/answer/", tag = "organiser",
    params(("id" = i64, Path), ("request" = i64, Path)), request_body = RequestAnswer, security(("bearer" = [])),
    responses((status = 200, body = RefundRequest),
              (status = 403, description = "Not for who decides about its money"), (status = 404),
              (status = 409, description = "It is not open, or somebody came in with the ticket")))]
async fn answer_refund_request(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPaths(event, request): IdPaths<EventId, RefundRequestId>,
    JsonBody(answer): JsonBody<RequestAnswer>,
) -> Result<Json<RefundRequest>> {
    Ok(Json(office.answer_refund_request(person.user, event, request, answer).await?))
}
