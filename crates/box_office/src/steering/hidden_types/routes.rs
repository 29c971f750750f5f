//! Handlers of ticket types: opening hidden ones.

use axum::Json;
use axum::extract::State;
use domain::EventId;
use events::TicketType;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::BoxOffice;
use platform::error::Result;
use platform::{Client, IdPath, MaybeSignedIn, Query};

pub fn router() -> OpenApiRouter<BoxOffice> {
    OpenApiRouter::new().routes(routes!(list_hidden_types))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct CodeQuery {
    #[serde(default)]
    #[param(required, pattern = "^[A-Za-z0-9]{3,20}$")]
    code: String,
}

/// Types that a code opens.
#[derive(Debug, Serialize, ToSchema)]
pub struct HiddenTypes {
    pub ttype: Vec<TicketType>,
}

/// The hidden ticket types of an event that this code opens.
#[utoipa::path(get, path = "/api/events/{id}/hidden-types/", tag = "box office", params(("id" = i64, Path), CodeQuery),
    security((), ("bearer" = [])),
    responses((status = 200, body = HiddenTypes), (status = 404, description = "No such event, or the code opens nothing"),
              (status = 429)))]
async fn list_hidden_types(
    State(office): State<BoxOffice>,
    MaybeSignedIn(person): MaybeSignedIn,
    client: Client,
    IdPath(event): IdPath<EventId>,
    Query(CodeQuery { code }): Query<CodeQuery>,
) -> Result<Json<HiddenTypes>> {
    let ttype = office.list_hidden_types(event, &code, (person.map(|person| person.user), client.address)).await?;
    Ok(Json(HiddenTypes { ttype }))
}
