//! Handlers of verifying: at a gate with network, and what was scanned without.

use axum::Json;
use axum::extract::{FromRef, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::{EventId, FieldErrors, Instant, ScanId, TicketId};
use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{AnyOfBuilder, Object, Schema};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::post::{id_text, read_post};
use crate::reading::LONGEST_CONTENT;
use crate::scan::Ruling;
use crate::words::{Direction, Verdict};
use crate::{Door, log, overview, roster, sales};
use platform::error::{Error, Result};
use platform::{IdPath, JsonBody, Services, Sessions, SignedIn, schemas};

pub fn router() -> OpenApiRouter<Door> {
    OpenApiRouter::new()
        .routes(routes!(verify_ticket))
        .routes(routes!(undo_verification))
        .merge(log::routes::router())
        .merge(overview::routes::router())
        .merge(roster::routes::router())
        .merge(sales::routes::router())
}

impl FromRef<Door> for Services {
    fn from_ref(door: &Door) -> Services {
        door.services.clone()
    }
}

impl FromRef<Door> for Sessions {
    fn from_ref(door: &Door) -> Sessions {
        door.sessions.clone()
    }
}

#[derive(Deserialize, ToSchema)]
pub struct Verification {
    /// The text of a QR code, or a typed code: case, spaces and hyphens don't matter.
    #[serde(default)]
    #[schema(required, min_length = 1, max_length = 500)]
    content: String,
    #[schema(nullable = false, max_length = 40)]
    gate: Option<String>,
    #[schema(nullable = false, max_length = 80)]
    device: Option<String>,
    /// `in` where it is absent.
    #[schema(schema_with = direction_text)]
    direction: Option<String>,
    /// The phone's name for this scan: sent again, here or with those made without network, it is the same scan.
    #[schema(schema_with = id_text)]
    id: Option<String>,
}

fn direction_text() -> Object {
    schemas::text().enum_values(Some(["in", "out"])).build()
}

/// Somebody passed.
#[derive(Serialize, ToSchema)]
pub struct Verified {
    message: String,
    #[schema(value_type = String)]
    ticket_id: TicketId,
    ticket_type: String,
    client: String,
    verdict: Verdict,
    /// The day of the event that it counts for.
    day: String,
    /// Whether the event's first day is still to come.
    early: bool,
    #[schema(value_type = String)]
    scan_id: ScanId,
    /// Milliseconds since 1970.
    admitted_at: i64,
}

/// Nobody passed, and why.
#[derive(Serialize, ToSchema)]
pub struct TicketRefused {
    #[schema(min_items = 1)]
    non_field_errors: Vec<String>,
    verdict: Verdict,
    #[schema(value_type = Option<String>)]
    ticket_id: Option<TicketId>,
    ticket_type: Option<String>,
    client: Option<String>,
    /// When it was admitted before.
    admitted_at: Option<i64>,
    admitted_by: Option<String>,
    gate: Option<String>,
}

/// Why a verification is not accepted: the ticket, or what was sent.
pub struct VerificationRefused;

impl PartialSchema for VerificationRefused {
    fn schema() -> RefOr<Schema> {
        let any = AnyOfBuilder::new().item(Ref::from_schema_name("TicketRefused"));
        Schema::from(any.item(Ref::from_schema_name("Refusal")).build()).into()
    }
}

impl ToSchema for VerificationRefused {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push(("TicketRefused".to_owned(), TicketRefused::schema()));
        TicketRefused::schemas(schemas);
    }
}

/// Let somebody in or out.
#[utoipa::path(post, path = "/api/events/{id}/verify/", tag = "door", params(("id" = i64, Path)),
    request_body = Verification, security(("bearer" = [])),
    responses((status = 200, body = Verified),
              (status = 400, body = VerificationRefused, description = "Nobody passes, or what was sent is wrong"),
              (status = 403, description = "Not at this event's door"), (status = 404, description = "No such event"),
              (status = 429, description = "Too many typed codes of nobody's ticket")))]
async fn verify_ticket(
    State(door): State<Door>,
    person: SignedIn,
    IdPath(event): IdPath<EventId>,
    JsonBody(asked): JsonBody<Verification>,
) -> Result<Response> {
    let mut errors = FieldErrors::new();
    let content = asked.content.trim();
    errors.require(!content.is_empty(), "content", "Un code est attendu.");
    errors.require(content.chars().count() <= LONGEST_CONTENT, "content", "Ce code est trop long.");
    let post = read_post(asked.gate, asked.device, &mut errors);
    let direction = match asked.direction.as_deref() {
        None | Some("in") => Direction::In,
        Some("out") => Direction::Out,
        Some(_) => {
            errors.add("direction", "Choisissez in ou out.");
            Direction::In
        }
    };
    let id = asked.id.map(|id| id.parse().map_err(|_| "Un identifiant est attendu."));
    let id = id.and_then(|id| errors.check_parsed("id", id));
    errors.into_result()?;
    Ok(answer(door.verify_ticket((person.user, event), content, direction, id, post).await?))
}

fn answer(ruling: Ruling) -> Response {
    let Ruling { scan, verdict, day, is_early, at, ticket, earlier, message, .. } = ruling;
    match ticket {
        Some(ticket) if verdict.is_passage() => Json(Verified {
            message,
            ticket_id: ticket.id,
            ticket_type: ticket.ticket_type,
            client: ticket.client,
            verdict,
            day: day.to_string(),
            early: is_early,
            scan_id: scan,
            admitted_at: at.millis(),
        })
        .into_response(),
        ticket => {
            // What is written on another event's ticket is none of this door's business.
            let ticket = ticket.filter(|_| verdict != Verdict::OtherEvent);
            let refused = TicketRefused {
                non_field_errors: vec![message],
                verdict,
                ticket_id: ticket.as_ref().map(|ticket| ticket.id.clone()),
                ticket_type: ticket.as_ref().map(|ticket| ticket.ticket_type.clone()),
                client: ticket.map(|ticket| ticket.client),
                admitted_at: earlier.as_ref().map(|earlier| Instant::millis(earlier.at)),
                admitted_by: earlier.as_ref().map(|earlier| earlier.person.clone()),
                gate: earlier.map(|earlier| earlier.gate),
            };
            (StatusCode::BAD_REQUEST, Json(refused)).into_response()
        }
    }
}

#[derive(Deserialize, ToSchema)]
pub struct Undoing {
    #[schema(schema_with = id_text)]
    ticket_id: String,
}

#[derive(Serialize, ToSchema)]
pub struct Undone {
    message: String,
    ticket_id: String,
}

/// Take back the last admission of a ticket: by who made it, within fifteen minutes.
#[utoipa::path(post, path = "/api/events/{id}/verify/undo/", tag = "door", params(("id" = i64, Path)),
    request_body = Undoing, security(("bearer" = [])),
    responses((status = 200, body = Undone), (status = 403, description = "Not at this event's door"),
              (status = 404, description = "No such event"),
              (status = 409, description = "Not admitted, by somebody else, or too long ago")))]
async fn undo_verification(
    State(door): State<Door>,
    person: SignedIn,
    IdPath(event): IdPath<EventId>,
    JsonBody(asked): JsonBody<Undoing>,
) -> Result<Json<Undone>> {
    let ticket = asked.ticket_id.parse().map_err(|_| Error::field("ticket_id", "Un billet est attendu."))?;
    let ruling = door.undo_verification(person.user, event, ticket).await?;
    Ok(Json(Undone { message: ruling.message, ticket_id: asked.ticket_id }))
}
