//! Handlers of payments.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::{OriginalUri, Path, State};
use axum::http::{HeaderMap, Method, StatusCode};
use domain::{EventId, FieldErrors, PaymentId};
use payment_providers::WebhookRequest;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::BoxOffice;
use crate::payments::answers::{BegunPayment, MyPayment, MyPaymentsPage, PaymentStatus, Quote};
use crate::payments::channels::PaymentChannels;
use crate::payments::errors::NO_PAYMENT;
use crate::payments::new_payment::{CheckedPayment, NewPayment};
use crate::payments::webhooks::CalledAddress;
use platform::body::JsonBody;
use platform::error::{Error, Result};
use platform::paging::PageQuery;
use platform::{Client, IdPath, IdPaths, IdempotencyKey, Query, SignedIn, schemas};

pub fn router() -> OpenApiRouter<BoxOffice> {
    OpenApiRouter::new()
        .routes(routes!(init_payment))
        .routes(routes!(check_payment_status))
        .routes(routes!(quote_payment))
        .routes(routes!(list_payment_channels))
        .routes(routes!(list_payments))
        .routes(routes!(get_payment))
        .routes(routes!(send_tickets))
        .routes(routes!(send_tickets_of_buyer))
        .routes(routes!(receive_webhook))
        .routes(routes!(receive_secret_webhook))
}

/// Begin to pay: places are held for fifteen minutes, or five in a crowd, and the provider's page is answered.
#[utoipa::path(post, path = "/api/payments/init/", tag = "box office", request_body = NewPayment,
    params(("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 100, pattern = "^[!-~]+$",
           description = "The same key and body, the same answer")),
    security(("bearer" = [])),
    responses((status = 200, body = BegunPayment),
              (status = 409, description = "The key stands for another request"), (status = 429)))]
async fn init_payment(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody(new): JsonBody<NewPayment>,
) -> Result<Json<BegunPayment>> {
    Ok(Json(office.init_payment(person, new, key).await?))
}

#[derive(Deserialize, ToSchema)]
pub struct PaymentQuestion {
    #[schema(schema_with = schemas::text_id)]
    payment_id: String,
}

/// How a payment of the bearer's stands.
#[utoipa::path(post, path = "/api/payments/check-status/", tag = "box office", request_body = PaymentQuestion,
    security(("bearer" = [])),
    responses((status = 200, body = PaymentStatus), (status = 404)))]
async fn check_payment_status(
    State(office): State<BoxOffice>,
    person: SignedIn,
    JsonBody(question): JsonBody<PaymentQuestion>,
) -> Result<Json<PaymentStatus>> {
    Ok(Json(office.check_payment_status(person.user, question.payment_id.parse().or(Err(NO_PAYMENT))?).await?))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct QuoteQuery {
    #[serde(default)]
    #[param(required, pattern = "^[0-9]{1,18}$")]
    ticket_type_id: String,
    #[serde(default)]
    #[param(required, value_type = i64, minimum = 1, maximum = 20)]
    quantity: String,
    #[serde(default)]
    #[param(required, pattern = "^(USD|CDF)$")]
    currency: String,
    #[param(pattern = "^[A-Za-z0-9_-]{3,30}$")]
    promo_code: Option<String>,
    #[param(pattern = "^[A-Za-z0-9]{3,20}$")]
    access_code: Option<String>,
}

impl QuoteQuery {
    fn check(self) -> Result<CheckedPayment> {
        let QuoteQuery { ticket_type_id, quantity, currency, promo_code, access_code } = self;
        let typed = quantity.parse::<i64>();
        // One stands for what can't be read, so that the other fields are judged all the same.
        let quantity = *typed.as_ref().unwrap_or(&1);
        let asked = NewPayment { ticket_type_id, quantity, currency, promo_code, access_code, ..NewPayment::default() };
        let checked = asked.check();
        if typed.is_ok() {
            return Ok(checked?);
        }
        let mut errors = checked.err().unwrap_or_default();
        errors.add("quantity", "Un nombre entier est attendu.");
        Err(errors.into())
    }
}

/// What so many tickets cost, and at which rate.
#[utoipa::path(get, path = "/api/payments/quote/", tag = "box office", params(QuoteQuery),
    responses((status = 200, body = Quote), (status = 400), (status = 429)))]
async fn quote_payment(
    State(office): State<BoxOffice>,
    client: Client,
    Query(query): Query<QuoteQuery>,
) -> Result<Json<Quote>> {
    Ok(Json(office.quote_payment(query.check()?, client.address).await?))
}

/// What the bearer can pay so many tickets with, and why not with the rest.
#[utoipa::path(get, path = "/api/payments/channels/", tag = "box office", params(QuoteQuery), security(("bearer" = [])),
    responses((status = 200, body = PaymentChannels), (status = 400), (status = 429)))]
async fn list_payment_channels(
    State(office): State<BoxOffice>,
    person: SignedIn,
    Query(query): Query<QuoteQuery>,
) -> Result<Json<PaymentChannels>> {
    Ok(Json(office.list_channels(person, query.check()?).await?))
}

/// The bearer's payments, the latest first.
#[utoipa::path(get, path = "/api/payments/", tag = "box office", params(PageQuery), security(("bearer" = [])),
    responses((status = 200, body = MyPaymentsPage), (status = 400)))]
async fn list_payments(
    State(office): State<BoxOffice>,
    person: SignedIn,
    Query(query): Query<PageQuery>,
) -> Result<Json<MyPaymentsPage>> {
    let mut errors = FieldErrors::new();
    let page = query.read(BoxOffice::PAYMENTS_PER_PAGE, &mut errors);
    errors.into_result()?;
    Ok(Json(office.list_payments(person.user, page).await?))
}

/// One payment of the bearer's.
#[utoipa::path(get, path = "/api/payments/{id}/", tag = "box office", params(("id" = String, Path)),
    security(("bearer" = [])), responses((status = 200, body = MyPayment), (status = 404)))]
async fn get_payment(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPath(id): IdPath<PaymentId>,
) -> Result<Json<MyPayment>> {
    Ok(Json(office.get_payment(person.user, id).await?))
}

/// Send the tickets of a payment of the bearer's again, three times a day at most.
#[utoipa::path(post, path = "/api/payments/{id}/send-tickets/", tag = "box office", params(("id" = String, Path)),
    security(("bearer" = [])),
    responses((status = 204, description = "On their way"), (status = 404),
              (status = 409, description = "No valid ticket, or no address to send it to"),
              (status = 429, description = "Three times in one day")))]
async fn send_tickets(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPath(id): IdPath<PaymentId>,
) -> Result<StatusCode> {
    office.send_tickets(person.user, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Send the tickets of a payment to its buyer again, for organisers of the event.
#[utoipa::path(post, path = "/api/events/{id}/payments/{payment}/send-tickets/", tag = "box office",
    params(("id" = i64, Path), ("payment" = String, Path)), security(("bearer" = [])),
    responses((status = 204, description = "On their way"),
              (status = 403, description = "Neither its owner nor a collaborator"),
              (status = 404, description = "No such event or payment"),
              (status = 409, description = "No valid ticket, or no address to send it to"),
              (status = 429, description = "Three times in one day")))]
async fn send_tickets_of_buyer(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPaths(id, payment): IdPaths<EventId, PaymentId>,
) -> Result<StatusCode> {
    office.send_tickets_of_buyer(person.user, id, payment).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// News from a provider. It grants nothing: the provider is asked.
#[utoipa::path(post, path = "/api/payments/webhooks/{provider}/", tag = "box office",
    params(("provider" = String, Path)), request_body = String,
    responses((status = 200, description = "Heard"), (status = 401, description = "Forged"), (status = 404)))]
async fn receive_webhook(
    State(office): State<BoxOffice>,
    IdPath(provider): IdPath<String>,
    method: Method,
    OriginalUri(uri): OriginalUri,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<StatusCode> {
    let webhook = Received { provider: &provider, called: None, method, path: uri.path(), headers };
    webhook.pass_on(&office, body).await
}

/// News from a provider that can't sign them, at an address that holds a secret of the payment.
#[utoipa::path(post, path = "/api/payments/webhooks/{provider}/{reference}/{secret}/", tag = "box office",
    params(("provider" = String, Path), ("reference" = String, Path), ("secret" = String, Path)), request_body = String,
    responses((status = 200, description = "Heard"), (status = 401, description = "Forged"), (status = 404)))]
async fn receive_secret_webhook(
    State(office): State<BoxOffice>,
    address: Result<Path<(String, String, String)>, PathRejection>,
    method: Method,
    OriginalUri(uri): OriginalUri,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<StatusCode> {
    let Path((provider, reference, secret)) = address.map_err(|_| Error::NotFound("Introuvable."))?;
    let called = Some(CalledAddress { reference, secret });
    let webhook = Received { provider: &provider, called, method, path: uri.path(), headers };
    webhook.pass_on(&office, body).await
}

/// A webhook as it came in.
struct Received<'a> {
    provider: &'a str,
    called: Option<CalledAddress>,
    method: Method,
    path: &'a str,
    headers: HeaderMap,
}

impl Received<'_> {
    async fn pass_on(self, office: &BoxOffice, body: Result<Bytes, BytesRejection>) -> Result<StatusCode> {
        let body = body.map_err(|_| Error::TooLarge)?;
        let text = |value: &axum::http::HeaderValue| value.to_str().unwrap_or_default().to_owned();
        let headers: Vec<_> = self.headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect();
        let (method, authority) = (self.method.as_str(), office.public_authority());
        let request = WebhookRequest { method, authority: &authority, path: self.path, headers: &headers, body: &body };
        match office.receive_webhook(self.provider, self.called, request).await? {
            true => Ok(StatusCode::OK),
            false => Err(Error::Unauthorised("La signature n'est pas bonne.")),
        }
    }
}
