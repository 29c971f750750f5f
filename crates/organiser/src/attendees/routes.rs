//! Handlers of the attendees.

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use domain::{EventId, FieldErrors};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Organiser;
use crate::attendees::export::FileKind;
use crate::attendees::filters::{AttendeeQuery, SortQuery};
use crate::attendees::model::AttendeePage;
use platform::error::Result;
use platform::paging::PageQuery;
use platform::{IdPath, Query, SignedIn};

pub fn router() -> OpenApiRouter<Organiser> {
    OpenApiRouter::new().routes(routes!(list_attendees)).routes(routes!(attendees_csv)).routes(routes!(attendees_xlsx))
}

/// Who has tickets of an event, for its organisers.
#[utoipa::path(get, path = "/api/events/{id}/attendees/", tag = "organiser",
    params(("id" = i64, Path), PageQuery, AttendeeQuery, SortQuery), security(("bearer" = [])),
    responses((status = 200, body = AttendeePage), (status = 400),
              (status = 403, description = "Does not organise this event"),
              (status = 404, description = "No such event")))]
async fn list_attendees(
    State(organiser): State<Organiser>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
    Query(page): Query<PageQuery>,
    Query(query): Query<AttendeeQuery>,
    Query(sort): Query<SortQuery>,
) -> Result<Json<AttendeePage>> {
    let mut errors = FieldErrors::new();
    let page = page.read(Organiser::ATTENDEES_PER_PAGE, &mut errors);
    let filter = query.read(&mut errors);
    let sort = sort.read(&mut errors);
    errors.into_result()?;
    Ok(Json(organiser.list_attendees(person.user, id, filter, sort, page).await?))
}

/// A file that is written while it is sent.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "describes the answer for OpenAPI")]
pub struct AttendeeFile(Vec<u8>);

/// The same as CSV: UTF-8 with a byte order mark, commas, French headings, in the order of purchase.
#[utoipa::path(get, path = "/api/events/{id}/attendees.csv", tag = "organiser",
    params(("id" = i64, Path), AttendeeQuery), security(("bearer" = [])),
    responses((status = 200, body = String, content_type = "text/csv"), (status = 400),
              (status = 403, description = "Does not organise this event"),
              (status = 404, description = "No such event")))]
async fn attendees_csv(
    State(organiser): State<Organiser>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
    Query(query): Query<AttendeeQuery>,
) -> Result<Response> {
    send_file(organiser, person, id, query, FileKind::Csv).await
}

/// The same as an Excel workbook.
#[utoipa::path(get, path = "/api/events/{id}/attendees.xlsx", tag = "organiser",
    params(("id" = i64, Path), AttendeeQuery), security(("bearer" = [])),
    responses((status = 200, body = AttendeeFile,
               content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
              (status = 400), (status = 403, description = "Does not organise this event"),
              (status = 404, description = "No such event")))]
async fn attendees_xlsx(
    State(organiser): State<Organiser>,
    person: SignedIn,
    IdPath(id): IdPath<EventId>,
    Query(query): Query<AttendeeQuery>,
) -> Result<Response> {
    send_file(organiser, person, id, query, FileKind::Xlsx).await
}

async fn send_file(
    organiser: Organiser,
    person: SignedIn,
    id: EventId,
    query: AttendeeQuery,
    kind: FileKind,
) -> Result<Response> {
    let mut errors = FieldErrors::new();
    let filter = query.read(&mut errors);
    errors.into_result()?;
    let body = Body::new(organiser.export_attendees(person.user, id, filter, kind).await?);
    let name = format!("participants-{id}.{}", kind.extension());
    let headers = [
        (header::CONTENT_TYPE, kind.content_type().to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, body).into_response())
}
