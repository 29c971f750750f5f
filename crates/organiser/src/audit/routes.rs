//! Handlers of the audit trail.

use axum::Json;
use axum::extract::State;
use domain::{EventId, FieldErrors};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Organiser;
use crate::audit::model::AuditPage;
use platform::error::Result;
use platform::paging::PageQuery;
use platform::{IdPath, Query, SignedIn};

pub fn router() -> OpenApiRouter<Organiser> {
    OpenApiRouter::new().routes(routes!(list_audit))
}

/// Who did what to an event, for its owner: the newest first.
#[utoipa::path(get, path = "/api/events/{id}/audit/", tag = "organiser", params(("id" = i64, Path), PageQuery),
    security(("bearer" = [])),
    responses((status = 200, body = AuditPage), (status = 400), (status = 403, description = "Not its owner"),
              (status = 404, description = "No such event")))]
async fn list_audit(
    State(organiser): State<Organiser>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
    Query(page): Query<PageQuery>,
) -> Result<Json<AuditPage>> {
    let mut errors = FieldErrors::new();
    let page = page.read(Organiser::AUDIT_PER_PAGE, &mut errors);
    errors.into_result()?;
    Ok(Json(organiser.list_audit(person.user, id, page).await?))
}
