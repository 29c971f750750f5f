//! Handlers of tickets.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use domain::{FieldErrors, TicketId};
use serde::{Deserialize, Serialize};
use utoipa::openapi::Object;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::BoxOffice;
use crate::tickets::model::{MyTicket, MyTicketsPage, When, read_format};
use platform::body::JsonBody;
use platform::error::{Error, Result};
use platform::paging::PageQuery;
use platform::{IdPath, Query, SignedIn, schemas};

pub fn router() -> OpenApiRouter<BoxOffice> {
    OpenApiRouter::new()
        .routes(routes!(list_my_tickets))
        .routes(routes!(get_my_ticket))
        .routes(routes!(ticket_calendar))
        .routes(routes!(ticket_pdf))
        .routes(routes!(ticket_receiver))
        .routes(routes!(transfer_ticket))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct TicketsQuery {
    /// Both by default.
    #[param(schema_with = when_text)]
    when: Option<String>,
}

fn when_text() -> Object {
    schemas::text().enum_values(Some(["upcoming", "past"])).build()
}

/// The bearer's tickets, those to come first.
#[utoipa::path(get, path = "/api/my-tickets/", tag = "box office", params(PageQuery, TicketsQuery), security(("bearer" = [])),
    responses((status = 200, body = MyTicketsPage), (status = 400)))]
async fn list_my_tickets(
    State(office): State<BoxOffice>,
    person: SignedIn,
    Query(page): Query<PageQuery>,
    Query(TicketsQuery { when }): Query<TicketsQuery>,
) -> Result<Json<MyTicketsPage>> {
    let mut errors = FieldErrors::new();
    let page = page.read(BoxOffice::TICKETS_PER_PAGE, &mut errors);
    let when = When::read(when.as_deref().unwrap_or_default());
    errors.require(when.is_some(), "when", "Choisissez upcoming ou past.");
    errors.into_result()?;
    Ok(Json(office.list_my_tickets(person.user, when.unwrap_or(When::All), page).await?))
}

/// One ticket of the bearer's.
#[utoipa::path(get, path = "/api/my-tickets/{id}/", tag = "box office", params(("id" = String, Path)),
    security(("bearer" = [])), responses((status = 200, body = MyTicket), (status = 404)))]
async fn get_my_ticket(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPath(id): IdPath<TicketId>,
) -> Result<Json<MyTicket>> {
    Ok(Json(office.get_my_ticket(person.user, id).await?))
}

/// The event of a ticket, for a calendar.
#[utoipa::path(get, path = "/api/my-tickets/{id}/calendar.ics", tag = "box office", params(("id" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = String, content_type = "text/calendar"), (status = 404)))]
async fn ticket_calendar(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPath(id): IdPath<TicketId>,
) -> Result<Response> {
    let file = office.ticket_calendar(person.user, id).await?;
    Ok(([(header::CONTENT_TYPE, "text/calendar; charset=utf-8")], file).into_response())
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct FormatQuery {
    /// The whole page by default.
    #[param(schema_with = format_text)]
    format: Option<String>,
}

fn format_text() -> Object {
    schemas::text().enum_values(Some(["a4", "phone"])).build()
}

/// A document of one page.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "describes the answer for OpenAPI")]
pub struct TicketPdf(Vec<u8>);

/// One ticket of the bearer's as PDF, to print or to keep on a telephone.
#[utoipa::path(get, path = "/api/my-tickets/{id}/ticket.pdf", tag = "box office",
    params(("id" = String, Path), FormatQuery),
    security(("bearer" = [])),
    responses((status = 200, body = TicketPdf, content_type = "application/pdf"),
              (status = 400), (status = 404),
              (status = 409, description = "Cancelled or refunded: it opens no door")))]
async fn ticket_pdf(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPath(id): IdPath<TicketId>,
    Query(FormatQuery { format }): Query<FormatQuery>,
) -> Result<Response> {
    let format = read_format(format.as_deref().unwrap_or_default())
        .ok_or_else(|| Error::field("format", "Choisissez a4 ou phone."))?;
    let (name, file) = office.ticket_pdf(person.user, id, format).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/pdf".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, file).into_response())
}

#[derive(Deserialize, ToSchema)]
pub struct TicketReceiverQuestion {
    #[schema(schema_with = schemas::phone)]
    phone: String,
}

#[derive(Serialize, ToSchema)]
pub struct TicketReceiver {
    username: String,
}

/// Whose telephone number it is, before a ticket is given to them. It is asked by who has that ticket to give, and
/// counts as a transfer that failed does.
#[utoipa::path(post, path = "/api/my-tickets/{id}/receiver/", tag = "box office", params(("id" = String, Path)),
    request_body = TicketReceiverQuestion, security(("bearer" = [])),
    responses((status = 200, body = TicketReceiver), (status = 404), (status = 429)))]
async fn ticket_receiver(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPath(id): IdPath<TicketId>,
    JsonBody(question): JsonBody<TicketReceiverQuestion>,
) -> Result<Json<TicketReceiver>> {
    Ok(Json(TicketReceiver { username: office.ticket_receiver(person.user, id, &question.phone).await? }))
}

#[derive(Deserialize, ToSchema)]
pub struct TicketTransfer {
    #[schema(schema_with = schemas::phone)]
    phone: String,
    /// The name that was confirmed: if the number is somebody else's by now, nothing is given.
    receiver: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct TicketTransferred {
    message: String,
}

/// Give a ticket to somebody else, by their telephone number. Its old codes are worth nothing from then on.
#[utoipa::path(post, path = "/api/my-tickets/{id}/transfer/", tag = "box office", params(("id" = String, Path)),
    request_body = TicketTransfer, security(("bearer" = [])),
    responses((status = 200, body = TicketTransferred), (status = 404), (status = 429)))]
async fn transfer_ticket(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPath(id): IdPath<TicketId>,
    JsonBody(transfer): JsonBody<TicketTransfer>,
) -> Result<Json<TicketTransferred>> {
    let receiver = office.transfer_ticket(person.user, id, &transfer.phone, transfer.receiver).await?;
    Ok(Json(TicketTransferred { message: format!("Le billet est maintenant à {receiver}.") }))
}
