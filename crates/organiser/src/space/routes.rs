//! The handler of one's own space.

use axum::Json;
use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Organiser;
use crate::space::model::MySpace;
use platform::SignedIn;
use platform::error::Result;

pub fn router() -> OpenApiRouter<Organiser> {
    OpenApiRouter::new().routes(routes!(get_my_space))
}

/// What comes next for the bearer, and what waits for them.
#[utoipa::path(get, path = "/api/my-space/", tag = "organiser", security(("bearer" = [])),
    responses((status = 200, body = MySpace)))]
async fn get_my_space(State(organiser): State<Organiser>, person: SignedIn) -> Result<Json<MySpace>> {
    Ok(Json(organiser.get_my_space(person.user).await?))
}
