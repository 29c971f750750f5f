//! Handlers of promo codes.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::{EventId, FieldErrors, PromoCodeId};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::BoxOffice;
use crate::steering::promo_codes::answers::{NewPromoCode, PromoCode, PromoCodeChange, PromoCodesPage};
use platform::body::JsonBody;
use platform::error::Result;
use platform::paging::PageQuery;
use platform::{IdPath, IdPaths, Query, SignedIn};

pub fn router() -> OpenApiRouter<BoxOffice> {
    OpenApiRouter::new()
        .routes(routes!(list_promo_codes, create_promo_code))
        .routes(routes!(update_promo_code, delete_promo_code))
}

/// The promo codes of an event, the newest first.
#[utoipa::path(get, path = "/api/events/{id}/promo-codes/", tag = "box office", params(("id" = i64, Path), PageQuery),
    security(("bearer" = [])),
    responses((status = 200, body = PromoCodesPage), (status = 400), (status = 403, description = "Not its organiser"),
              (status = 404, description = "No such event")))]
async fn list_promo_codes(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPath(event): IdPath<EventId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<PromoCodesPage>> {
    let mut errors = FieldErrors::new();
    let page = query.read(BoxOffice::PROMO_CODES_PER_PAGE, &mut errors);
    errors.into_result()?;
    Ok(Json(office.list_promo_codes(person.user, event, page).await?))
}

/// Make a promo code.
#[utoipa::path(post, path = "/api/events/{id}/promo-codes/", tag = "box office", params(("id" = i64, Path)),
    request_body = NewPromoCode, security(("bearer" = [])),
    responses((status = 201, body = PromoCode), (status = 403, description = "May not decide about prices"),
              (status = 404, description = "No such event")))]
async fn create_promo_code(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPath(event): IdPath<EventId>,
    JsonBody(new): JsonBody<NewPromoCode>,
) -> Result<(StatusCode, Json<PromoCode>)> {
    Ok((StatusCode::CREATED, Json(office.create_promo_code(person.user, event, new).await?)))
}

/// Change a promo code. What was agreed on with it stays.
#[utoipa::path(put, path = "/api/events/{id}/promo-codes/{promo}/", tag = "box office",
    params(("id" = i64, Path), ("promo" = i64, Path)), request_body = PromoCodeChange, security(("bearer" = [])),
    responses((status = 200, body = PromoCode), (status = 403, description = "May not decide about prices"),
              (status = 404, description = "No such event or code")))]
async fn update_promo_code(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPaths(event, promo): IdPaths<EventId, PromoCodeId>,
    JsonBody(fields): JsonBody<PromoCodeChange>,
) -> Result<Json<PromoCode>> {
    Ok(Json(office.update_promo_code(person.user, (event, promo), fields).await?))
}

/// Delete a promo code that nobody has used.
#[utoipa::path(delete, path = "/api/events/{id}/promo-codes/{promo}/", tag = "box office",
    params(("id" = i64, Path), ("promo" = i64, Path)), security(("bearer" = [])),
    responses((status = 204, description = "Deleted"), (status = 403, description = "May not decide about prices"),
              (status = 404, description = "No such event or code"),
              (status = 409, description = "Somebody has used it: it can be stopped, with `ends_at`")))]
async fn delete_promo_code(
    State(office): State<BoxOffice>,
    person: SignedIn,
    IdPaths(event, promo): IdPaths<EventId, PromoCodeId>,
) -> Result<StatusCode> {
    office.delete_promo_code(person.user, (event, promo)).await?;
    Ok(StatusCode::NO_CONTENT)
}
