//! Handlers of leaving.

use axum::Json;
use axum::extract::{FromRef, State};
use axum::http::{HeaderName, StatusCode, header};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Leaving;
use crate::model::list_consequences;
use platform::error::{Error, Result};
use platform::security_log::{Deed, recorded};
use platform::{JsonBody, Sessions, SignedIn};

pub fn router() -> OpenApiRouter<Leaving> {
    OpenApiRouter::new()
        .routes(routes!(export_account))
        .routes(routes!(preview_account_deletion))
        .routes(routes!(delete_account))
}

impl FromRef<Leaving> for Sessions {
    fn from_ref(leaving: &Leaving) -> Sessions {
        leaving.sessions.clone()
    }
}

#[derive(Serialize, ToSchema)]
pub struct DeletionPreview {
    allowed: bool,
    /// Sentences for the reader.
    consequences: Vec<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct DeleteAccountBody {
    #[serde(default)]
    #[schema(required, min_length = 1)]
    password: String,
}

/// Everything the product holds about the bearer, as a file.
#[utoipa::path(get, path = "/api/account/export/", tag = "accounts", security(("bearer" = [])),
    responses((status = 200, description = "A JSON document to keep", content_type = "application/json",
               body = Object)))]
async fn export_account(
    State(leaving): State<Leaving>,
    person: SignedIn,
) -> Result<([(HeaderName, String); 2], String)> {
    let (name, export) = leaving.export_account(person.user).await?;
    let text = serde_json::to_string_pretty(&export).map_err(|error| Error::Internal(error.to_string()))?;
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, text))
}

/// What closing the account would do, and whether it can be done now.
#[utoipa::path(get, path = "/api/account/deletion/", tag = "accounts", security(("bearer" = [])),
    responses((status = 200, body = DeletionPreview)))]
async fn preview_account_deletion(State(leaving): State<Leaving>, person: SignedIn) -> Result<Json<DeletionPreview>> {
    let consequences = leaving.preview_account_deletion(person.user).await?;
    let allowed = consequences.obstacle.is_none();
    Ok(Json(DeletionPreview { allowed, consequences: list_consequences(consequences) }))
}

/// Close the account for good.
#[utoipa::path(post, path = "/api/account/delete/", tag = "accounts", request_body = DeleteAccountBody,
    security(("bearer" = [])),
    responses((status = 204, description = "Closed"),
              (status = 409, description = "An upcoming event has sold tickets"),
              (status = 429, description = "Too many guesses; see Retry-After")))]
async fn delete_account(
    State(leaving): State<Leaving>,
    person: SignedIn,
    JsonBody(body): JsonBody<DeleteAccountBody>,
) -> Result<StatusCode> {
    recorded(Deed::CloseAccount, leaving.delete_account(person.user, &body.password).await)?;
    Ok(StatusCode::NO_CONTENT)
}
