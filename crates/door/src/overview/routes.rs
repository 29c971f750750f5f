//! Handlers of the counters and the search.

use axum::Json;
use axum::extract::State;
use domain::EventId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Door;
use crate::overview::model::{DoorOverview, FoundTicket};
use platform::error::{Error, Result};
use platform::{IdPath, JsonBody, Query, SignedIn};

pub fn router() -> OpenApiRouter<Door> {
    OpenApiRouter::new().routes(routes!(get_door, update_door)).routes(routes!(search_door_tickets))
}

/// How the door of an event stands.
#[utoipa::path(get, path = "/api/events/{id}/door/", tag = "door", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = DoorOverview), (status = 403, description = "Not at this event's door"),
              (status = 404, description = "No such event")))]
async fn get_door(
    State(door): State<Door>,
    person: SignedIn,
    IdPath(event): IdPath<EventId>,
) -> Result<Json<DoorOverview>> {
    Ok(Json(door.get_door(person.user, event).await?))
}

#[derive(Deserialize, ToSchema)]
pub struct DoorChange {
    reentry: bool,
}

/// Let people go out and come back, or not.
#[utoipa::path(put, path = "/api/events/{id}/door/", tag = "door", params(("id" = i64, Path)),
    request_body = DoorChange, security(("bearer" = [])),
    responses((status = 200, body = DoorOverview), (status = 403, description = "Does not organise this event"),
              (status = 404, description = "No such event")))]
async fn update_door(
    State(door): State<Door>,
    person: SignedIn,
    IdPath(event): IdPath<EventId>,
    JsonBody(change): JsonBody<DoorChange>,
) -> Result<Json<DoorOverview>> {
    Ok(Json(door.update_door(person.user, event, change.reentry).await?))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct TicketSearch {
    /// A part of a name, or of a telephone number.
    #[param(required = true, nullable = false, min_length = 2, max_length = 50)]
    search: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct FoundTickets {
    results: Vec<FoundTicket>,
}

/// Tickets of an event by who holds them: twenty at most.
#[utoipa::path(get, path = "/api/events/{id}/door/tickets/", tag = "door", params(("id" = i64, Path), TicketSearch),
    security(("bearer" = [])),
    responses((status = 200, body = FoundTickets), (status = 400),
              (status = 403, description = "Not at this event's door"), (status = 404, description = "No such event")))]
async fn search_door_tickets(
    State(door): State<Door>,
    person: SignedIn,
    IdPath(event): IdPath<EventId>,
    Query(TicketSearch { search }): Query<TicketSearch>,
) -> Result<Json<FoundTickets>> {
    let text = search.unwrap_or_default();
    if !(2..=50).contains(&text.chars().count()) {
        return Err(Error::field("search", "De 2 à 50 caractères sont attendus."));
    }
    Ok(Json(FoundTickets { results: door.search_door_tickets(person.user, event, text).await? }))
}
