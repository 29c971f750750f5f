//! Handlers of the site.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::AppState;
use crate::platform::JsonBody;
use crate::platform::error::Result;
use crate::site::Site;

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(subscribe_newsletter))
}

#[derive(Deserialize, ToSchema)]
pub struct NewsletterBody {
    #[serde(default)]
    #[schema(required)]
    email: String,
}

#[derive(Serialize, ToSchema)]
pub struct NewsletterAnswer {
    /// A sentence for the reader.
    detail: &'static str,
}

/// Subscribe to the newsletter. Doing it again changes nothing.
#[utoipa::path(post, path = "/api/newsletter/", tag = "site", request_body = NewsletterBody,
    responses((status = 201, body = NewsletterAnswer), (status = 400, description = "Messages by field")))]
async fn subscribe_newsletter(
    State(site): State<Site>,
    JsonBody(body): JsonBody<NewsletterBody>,
) -> Result<(StatusCode, Json<NewsletterAnswer>)> {
    site.subscribe(&body.email).await?;
    Ok((StatusCode::CREATED, Json(NewsletterAnswer { detail: "Merci ! Vous êtes inscrit à la newsletter." })))
}
