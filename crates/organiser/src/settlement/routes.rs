//! Handlers of the settlement.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use domain::EventId;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Organiser;
use crate::settlement::model::Settlement;
use platform::error::Result;
use platform::{IdPath, SignedIn};

pub fn router() -> OpenApiRouter<Organiser> {
    OpenApiRouter::new()
        .routes(routes!(get_settlement))
        .routes(routes!(settlement_pdf))
        .routes(routes!(settlement_xlsx))
}

/// What an event has brought in and what is due, for its owner.
#[utoipa::path(get, path = "/api/events/{id}/settlement/", tag = "organiser", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = Settlement), (status = 403, description = "Not its owner"),
              (status = 404, description = "No such event")))]
async fn get_settlement(
    State(organiser): State<Organiser>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
) -> Result<Json<Settlement>> {
    Ok(Json(organiser.get_settlement(person.user, id).await?))
}

/// A whole file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "describes the answer for OpenAPI")]
pub struct SettlementFile(Vec<u8>);

/// The same on a sheet to print.
#[utoipa::path(get, path = "/api/events/{id}/settlement.pdf", tag = "organiser", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = SettlementFile, content_type = "application/pdf"),
              (status = 403, description = "Not its owner"), (status = 404, description = "No such event")))]
async fn settlement_pdf(
    State(organiser): State<Organiser>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
) -> Result<Response> {
    let file = organiser.settlement_pdf(person.user, id).await?;
    Ok(as_file(file, "application/pdf", &format!("decompte-{id}.pdf")))
}

/// The same as an Excel workbook.
#[utoipa::path(get, path = "/api/events/{id}/settlement.xlsx", tag = "organiser", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = SettlementFile,
               content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
              (status = 403, description = "Not its owner"), (status = 404, description = "No such event")))]
async fn settlement_xlsx(
    State(organiser): State<Organiser>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
) -> Result<Response> {
    let file = organiser.settlement_xlsx(person.user, id).await?;
    Ok(as_file(file, spreadsheet::XLSX, &format!("decompte-{id}.xlsx")))
}

fn as_file(file: Vec<u8>, content_type: &str, name: &str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, content_type.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (headers, file).into_response()
}
