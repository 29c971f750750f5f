//! Handlers of an event's payments.

use axum::Json;
use axum::extract::State;
use domain::{EventId, FieldErrors, PaymentId};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa::openapi::Object;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Organiser;
use crate::payments::actions::PaymentFilter;
use crate::payments::model::{EventPaymentPage, EventPaymentStory};
use platform::error::Result;
use platform::paging::PageQuery;
use platform::{IdPath, IdPaths, Query, SignedIn, schemas};

pub fn router() -> OpenApiRouter<Organiser> {
    OpenApiRouter::new().routes(routes!(list_event_payments)).routes(routes!(get_event_payment))
}

#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PaymentQuery {
    /// A part of the buyer's name or telephone number, or the id of a payment.
    #[param(max_length = 64)]
    search: Option<String>,
    #[param(schema_with = state_text)]
    state: Option<String>,
}

fn state_text() -> Object {
    schemas::text().enum_values(Some(["pending", "succeeded", "failed", "review"])).build()
}

/// What was paid for an event, or begun, for its organisers: the latest first.
#[utoipa::path(get, path = "/api/events/{id}/payments/", tag = "organiser",
    params(("id" = i64, Path), PageQuery, PaymentQuery), security(("bearer" = [])),
    responses((status = 200, body = EventPaymentPage), (status = 400),
              (status = 403, description = "Does not organise this event"),
              (status = 404, description = "No such event")))]
async fn list_event_payments(
    State(organiser): State<Organiser>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
    Query(page): Query<PageQuery>,
    Query(query): Query<PaymentQuery>,
) -> Result<Json<EventPaymentPage>> {
    let mut errors = FieldErrors::new();
    let page = page.read(Organiser::PAYMENTS_PER_PAGE, &mut errors);
    let PaymentQuery { search, state } = query;
    errors.require(search.as_ref().is_none_or(|text| text.chars().count() <= 64), "search", "64 caractères au plus.");
    let known = state.as_deref().map(str::parse).transpose();
    errors.require(known.is_ok(), "state", "Choisissez pending, succeeded, failed ou review.");
    errors.into_result()?;
    let filter = PaymentFilter { search, state: known.ok().flatten() };
    Ok(Json(organiser.list_event_payments(person.user, id, filter, page).await?))
}

/// What became of a payment, line by line.
#[utoipa::path(get, path = "/api/events/{id}/payments/{payment}/", tag = "organiser",
    params(("id" = i64, Path), ("payment" = String, Path)), security(("bearer" = [])),
    responses((status = 200, body = EventPaymentStory), (status = 403, description = "Does not organise this event"),
              (status = 404, description = "No such event, or no such payment of it")))]
async fn get_event_payment(
    State(organiser): State<Organiser>,
    person: SignedIn,
    IdPaths(id, payment): IdPaths<EventId, PaymentId>,
) -> Result<Json<EventPaymentStory>> {
    Ok(Json(organiser.get_event_payment(person.user, id, payment).await?))
}
