//! The handler of the figures.

use axum::Json;
use axum::extract::State;
use domain::EventId;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa::openapi::Object;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Organiser;
use crate::figures::model::{SalesFigures, Step};
use platform::error::{Error, Result};
use platform::{IdPath, Query, SignedIn, schemas};

pub fn router() -> OpenApiRouter<Organiser> {
    OpenApiRouter::new().routes(routes!(get_sales))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SalesQuery {
    /// Days by default.
    #[param(schema_with = step_text)]
    by: Option<String>,
}

fn step_text() -> Object {
    schemas::text().enum_values(Some(["day", "hour"])).build()
}

/// How an event sells and fills, for its organisers.
#[utoipa::path(get, path = "/api/events/{id}/sales/", tag = "organiser", params(("id" = i64, Path), SalesQuery),
    security(("bearer" = [])),
    responses((status = 200, body = SalesFigures), (status = 400),
              (status = 403, description = "Does not organise this event"),
              (status = 404, description = "No such event")))]
async fn get_sales(
    State(organiser): State<Organiser>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
    Query(SalesQuery { by }): Query<SalesQuery>,
) -> Result<Json<SalesFigures>> {
    let step = match by.as_deref() {
        None | Some("day") => Step::Day,
        Some("hour") => Step::Hour,
        Some(_) => return Err(Error::field("by", "Choisissez day ou hour.")),
    };
    Ok(Json(organiser.get_sales(person.user, id, step).await?))
}
