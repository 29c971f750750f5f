//! Handlers of accounts: bodies, answers, OpenAPI.

use axum::Json;
use axum::extract::{FromRef, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::FieldErrors;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::common_passwords::is_common;
use crate::model::{LoginQuery, Registration, Tokens, User, check_new_password};
use crate::second_factor::FirstStep;
use crate::sessions::AccountChanges;
use crate::{Accounts, phone_proof, profile, recovery, second_factor, sessions};
use platform::client::DeviceCookie;
use platform::error::Result;
use platform::security_log::{Deed, recorded};
use platform::{Client, JsonBody, Services, Sessions, SignedIn, schemas};

pub fn router() -> OpenApiRouter<Accounts> {
    OpenApiRouter::new()
        .routes(routes!(register))
        .routes(routes!(login))
        .routes(routes!(login_second_step))
        .routes(routes!(refresh))
        .routes(routes!(session))
        .routes(routes!(logout))
        .routes(routes!(check_password))
        .merge(profile::routes::router())
        .merge(sessions::routes::router())
        .merge(recovery::routes::router())
        .merge(phone_proof::routes::router())
        .merge(second_factor::routes::router())
}

impl FromRef<Accounts> for Services {
    fn from_ref(accounts: &Accounts) -> Services {
        accounts.services.clone()
    }
}

impl FromRef<Accounts> for Sessions {
    fn from_ref(accounts: &Accounts) -> Sessions {
        Sessions::new(accounts.clone())
    }
}

/// A missing field reads as empty, so that every rule can speak at once.
#[derive(Deserialize, ToSchema)]
pub struct RegisterBody {
    #[serde(default)]
    #[schema(required, min_length = 3, max_length = 60)]
    username: String,
    #[serde(default)]
    #[schema(required, schema_with = schemas::phone)]
    phone: String,
    #[serde(default)]
    #[schema(required, min_length = 6, max_length = 128)]
    password: String,
    #[serde(default)]
    #[schema(required, min_length = 6, max_length = 128)]
    password2: String,
    /// The code that was sent to a number which another account has only typed; with it the number passes to this one.
    #[serde(default)]
    phone_code: String,
}

#[derive(Deserialize, ToSchema)]
pub struct LoginBody {
    /// Username, phone number or proved e-mail address.
    #[serde(default)]
    #[schema(required, min_length = 3)]
    query: String,
    #[serde(default)]
    #[schema(required, min_length = 4)]
    password: String,
    /// Keeps the session for 30 days instead of one.
    #[serde(default)]
    remember: bool,
}

/// The password is right; the account has a second factor, whose code is still owed.
#[derive(Serialize, ToSchema)]
pub struct SecondStepNeeded {
    /// Names this sign-in, for ten minutes.
    step: String,
    /// A sentence for the reader.
    detail: &'static str,
}

#[derive(Deserialize, ToSchema)]
pub struct SecondStepBody {
    #[serde(default)]
    #[schema(required, min_length = 1)]
    step: String,
    /// Six digits of the app, or a recovery code.
    #[serde(default)]
    #[schema(required, min_length = 6)]
    code: String,
}

#[derive(Deserialize, ToSchema)]
pub struct RefreshBody {
    #[serde(default)]
    #[schema(required, min_length = 1)]
    refresh: String,
}

#[derive(Deserialize, ToSchema)]
pub struct CheckPasswordBody {
    #[serde(default)]
    #[schema(required, min_length = 6, max_length = 128)]
    password: String,
}

#[derive(Serialize, ToSchema)]
pub struct CheckPasswordAnswer {
    /// Whether it is one of those that are tried first.
    is_common: bool,
}

#[derive(Serialize, ToSchema)]
pub struct AuthAnswer {
    access: String,
    refresh: String,
    user: User,
}

#[derive(Serialize, ToSchema)]
pub struct RefreshAnswer {
    access: String,
    user: User,
}

#[derive(Serialize, ToSchema)]
pub struct SessionAnswer {
    user: User,
    /// What was changed from another browser and has not been shown in this one yet.
    changes: Vec<AccountChange>,
}

#[derive(Serialize, ToSchema)]
pub struct AccountChange {
    what: ChangedPart,
    /// Milliseconds since 1970.
    at: i64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum ChangedPart {
    Email,
    Phone,
}

impl AccountChange {
    fn list(changes: AccountChanges) -> Vec<AccountChange> {
        let parts = [(ChangedPart::Email, changes.email), (ChangedPart::Phone, changes.phone)];
        parts.into_iter().filter_map(|(what, at)| Some(AccountChange { what, at: at?.millis() })).collect()
    }
}

impl From<Tokens> for AuthAnswer {
    fn from(tokens: Tokens) -> AuthAnswer {
        AuthAnswer { access: tokens.access, refresh: tokens.refresh, user: tokens.user }
    }
}

/// Create an account and sign in.
#[utoipa::path(post, path = "/api/register/", tag = "accounts", request_body = RegisterBody,
    responses((status = 201, body = AuthAnswer),
              (status = 429, description = "Too many from one address; see Retry-After")))]
async fn register(
    State(accounts): State<Accounts>,
    State(services): State<Services>,
    client: Client,
    JsonBody(body): JsonBody<RegisterBody>,
) -> Result<(StatusCode, DeviceCookie, Json<AuthAnswer>)> {
    let registration = Registration::check(&body.username, &body.phone, &body.password, &body.password2)?;
    let registered = match body.phone_code.as_str() {
        "" => accounts.register(registration, &client).await,
        code => accounts.register_with_code(registration, code, &client).await,
    };
    let tokens = recorded(Deed::Register, registered)?;
    Ok((StatusCode::CREATED, client.device_cookie(&services.settings), Json(tokens.into())))
}

/// Sign in by username, phone number or an e-mail address that was proved.
#[utoipa::path(post, path = "/api/login/", tag = "accounts", request_body = LoginBody,
    responses((status = 200, body = AuthAnswer),
              (status = 202, body = SecondStepNeeded, description = "The code of the second factor is needed"),
              (status = 401, description = "Unknown person or wrong password"),
              (status = 429, description = "Too many guesses; see Retry-After")))]
async fn login(
    State(accounts): State<Accounts>,
    State(services): State<Services>,
    client: Client,
    JsonBody(body): JsonBody<LoginBody>,
) -> Result<Response> {
    let query = LoginQuery::check(&body.query, &body.password)?;
    let detail = "Saisissez le code de votre application d'authentification.";
    let first_step = accounts.login(query, &body.password, body.remember, &client).await;
    let deed = if matches!(first_step, Ok(FirstStep::CodeNeeded(_))) { Deed::GivePassword } else { Deed::SignIn };
    Ok(match recorded(deed, first_step)? {
        FirstStep::SignedIn(tokens) => {
            (client.device_cookie(&services.settings), Json(AuthAnswer::from(tokens))).into_response()
        }
        FirstStep::CodeNeeded(step) => (StatusCode::ACCEPTED, Json(SecondStepNeeded { step, detail })).into_response(),
    })
}

/// Finish signing in by a code of the second factor.
#[utoipa::path(post, path = "/api/login/second-step/", tag = "accounts", request_body = SecondStepBody,
    responses((status = 200, body = AuthAnswer),
              (status = 400, description = "A wrong code, or a sign-in that is over"),
              (status = 429, description = "Too many wrong codes; see Retry-After")))]
async fn login_second_step(
    State(accounts): State<Accounts>,
    State(services): State<Services>,
    client: Client,
    JsonBody(body): JsonBody<SecondStepBody>,
) -> Result<(DeviceCookie, Json<AuthAnswer>)> {
    let tokens = recorded(Deed::SignIn, accounts.login_second_step(&body.step, &body.code, &client).await)?;
    Ok((client.device_cookie(&services.settings), Json(tokens.into())))
}

/// A new access token for a refresh token that is still good. The bearer token is not looked at.
#[utoipa::path(post, path = "/api/refresh/", tag = "accounts", request_body = RefreshBody,
    responses((status = 200, body = RefreshAnswer), (status = 401, description = "The session is over")))]
async fn refresh(
    State(accounts): State<Accounts>,
    JsonBody(body): JsonBody<RefreshBody>,
) -> Result<Json<RefreshAnswer>> {
    let (access, user) = accounts.refresh(&body.refresh).await?;
    Ok(Json(RefreshAnswer { access, user }))
}

/// Who the bearer is: the browser's session check.
#[utoipa::path(get, path = "/api/session/", tag = "accounts", security(("bearer" = [])),
    responses((status = 200, body = SessionAnswer), (status = 401, description = "The session is over")))]
async fn session(State(accounts): State<Accounts>, person: SignedIn) -> Result<Json<SessionAnswer>> {
    let (user, changes) = accounts.session(person).await?;
    Ok(Json(SessionAnswer { user, changes: AccountChange::list(changes) }))
}

/// Revoke a session: the refresh token's if one is sent (its access token may have expired), else the bearer's.
#[utoipa::path(post, path = "/api/logout/", tag = "accounts", request_body = Option<RefreshBody>,
    security((), ("bearer" = [])),
    responses((status = 204, description = "Revoked"), (status = 401, description = "No session was named")))]
async fn logout(
    State(accounts): State<Accounts>,
    person: Result<SignedIn>,
    body: Result<JsonBody<RefreshBody>>,
) -> Result<StatusCode> {
    let ended = match body {
        Ok(JsonBody(body)) if !body.refresh.is_empty() => accounts.logout_by_refresh(&body.refresh).await,
        _ => accounts.logout(person?).await,
    };
    recorded(Deed::SignOut, ended)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Tell whether a password that somebody is about to choose is one of the most common. It is taken all the same: forms ask
/// once more before they send it.
#[utoipa::path(post, path = "/api/password/check/", tag = "accounts", request_body = CheckPasswordBody,
    responses((status = 200, body = CheckPasswordAnswer)))]
async fn check_password(JsonBody(body): JsonBody<CheckPasswordBody>) -> Result<Json<CheckPasswordAnswer>> {
    let mut errors = FieldErrors::new();
    check_new_password(&body.password, &body.password, &mut errors);
    errors.into_result()?;
    Ok(Json(CheckPasswordAnswer { is_common: is_common(&body.password) }))
}
