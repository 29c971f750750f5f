//! Handlers of sessions and of the password.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::{FieldErrors, Instant, SessionId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Accounts;
use crate::model::check_new_password;
use crate::sessions::OpenSession;
use platform::error::Result;
use platform::security_log::{Deed, recorded};
use platform::{IdPath, JsonBody, SignedIn};

pub fn router() -> OpenApiRouter<Accounts> {
    OpenApiRouter::new()
        .routes(routes!(list_sessions, revoke_other_sessions))
        .routes(routes!(revoke_session))
        .routes(routes!(change_password))
        .routes(routes!(see_account_changes))
}

/// A place somebody is signed in at. Moments are milliseconds since 1970.
#[derive(Serialize, ToSchema)]
pub struct SessionItem {
    #[schema(value_type = i64)]
    id: SessionId,
    /// Browser and system, as in "Chrome sur Android".
    device: String,
    created_at: i64,
    last_seen_at: i64,
    expires_at: i64,
    is_current: bool,
}

#[derive(Deserialize, ToSchema)]
pub struct ChangePasswordBody {
    #[serde(default)]
    #[schema(required, min_length = 1)]
    old_password: String,
    #[serde(default)]
    #[schema(required, min_length = 6, max_length = 128)]
    password: String,
    #[serde(default)]
    #[schema(required, min_length = 6, max_length = 128)]
    password2: String,
}

// Read by way of a map, because a list of one number would be read as its field.
#[derive(Deserialize, ToSchema)]
#[serde(try_from = "Map<String, Value>")]
pub struct SeenChangesBody {
    /// The newest of the changes that were shown, in milliseconds since 1970.
    until: i64,
}

impl TryFrom<Map<String, Value>> for SeenChangesBody {
    type Error = &'static str;

    fn try_from(body: Map<String, Value>) -> std::result::Result<SeenChangesBody, &'static str> {
        let until =
            body.get("until").and_then(Value::as_i64).ok_or("until: a whole number of milliseconds is expected")?;
        Ok(SeenChangesBody { until })
    }
}

/// Tell that the changes in the answer of the session check were shown to the bearer: they are not answered again.
#[utoipa::path(post, path = "/api/session/changes-seen/", tag = "accounts", request_body = SeenChangesBody,
    security(("bearer" = [])),
    responses((status = 204, description = "Noted")))]
async fn see_account_changes(
    State(accounts): State<Accounts>,
    person: SignedIn,
    JsonBody(body): JsonBody<SeenChangesBody>,
) -> Result<StatusCode> {
    accounts.forget_account_changes(person, Instant::from_millis(body.until)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Where the bearer is signed in, the newest first.
#[utoipa::path(get, path = "/api/sessions/", tag = "accounts", security(("bearer" = [])),
    responses((status = 200, body = Vec<SessionItem>)))]
async fn list_sessions(State(accounts): State<Accounts>, person: SignedIn) -> Result<Json<Vec<SessionItem>>> {
    let sessions = accounts.list_sessions(person.user).await?;
    let item = |session: OpenSession| SessionItem {
        id: session.id,
        device: session.device,
        created_at: session.created.millis(),
        last_seen_at: session.last_seen.millis(),
        expires_at: session.expires.millis(),
        is_current: session.id == person.session,
    };
    Ok(Json(sessions.into_iter().map(item).collect()))
}

/// End every session but this one.
#[utoipa::path(delete, path = "/api/sessions/", tag = "accounts", security(("bearer" = [])),
    responses((status = 204, description = "Ended")))]
async fn revoke_other_sessions(State(accounts): State<Accounts>, person: SignedIn) -> Result<StatusCode> {
    recorded(Deed::EndOtherSessions, accounts.revoke_other_sessions(person).await)?;
    Ok(StatusCode::NO_CONTENT)
}

/// End one of one's sessions.
#[utoipa::path(delete, path = "/api/sessions/{id}/", tag = "accounts", params(("id" = i64, Path)),
    security(("bearer" = [])),
    responses((status = 204, description = "Ended"), (status = 404, description = "None of the bearer's")))]
async fn revoke_session(
    State(accounts): State<Accounts>,
    person: SignedIn,
    IdPath(id): IdPath<SessionId>,
) -> Result<StatusCode> {
    recorded(Deed::EndSession, accounts.revoke_session(person.user, id).await)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Choose another password. Every other session ends.
#[utoipa::path(put, path = "/api/password/", tag = "accounts", request_body = ChangePasswordBody,
    security(("bearer" = [])),
    responses((status = 204, description = "Changed"),
              (status = 429, description = "Too many guesses; see Retry-After")))]
async fn change_password(
    State(accounts): State<Accounts>,
    person: SignedIn,
    JsonBody(body): JsonBody<ChangePasswordBody>,
) -> Result<StatusCode> {
    let mut errors = FieldErrors::new();
    check_new_password(&body.password, &body.password2, &mut errors);
    errors.into_result()?;
    recorded(Deed::ChangePassword, accounts.change_password(person, &body.old_password, &body.password).await)?;
    Ok(StatusCode::NO_CONTENT)
}
