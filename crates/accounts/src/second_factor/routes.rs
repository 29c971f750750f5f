//! Handlers of the second factor.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Accounts;
use crate::second_factor::actions::Proof;
use platform::error::Result;
use platform::security_log::{Deed, recorded};
use platform::{JsonBody, SignedIn};

pub fn router() -> OpenApiRouter<Accounts> {
    OpenApiRouter::new()
        .routes(routes!(get_second_factor))
        .routes(routes!(begin_second_factor))
        .routes(routes!(confirm_second_factor))
        .routes(routes!(disable_second_factor))
        .routes(routes!(renew_recovery_codes))
}

#[derive(Serialize, ToSchema)]
pub struct SecondFactorState {
    is_on: bool,
    recovery_codes_left: i64,
}

#[derive(Deserialize, ToSchema)]
pub struct BeginSecondFactorBody {
    #[serde(default)]
    #[schema(required, min_length = 1)]
    password: String,
}

/// What an authenticator app is set up with, answered once.
#[derive(Serialize, ToSchema)]
pub struct SecondFactorEnrolment {
    /// In base 32, to be typed into an app.
    secret: String,
    /// The same for a QR code.
    uri: String,
}

#[derive(Deserialize, ToSchema)]
pub struct ConfirmSecondFactorBody {
    /// Six digits, of the app.
    #[serde(default)]
    #[schema(required, min_length = 6)]
    code: String,
}

/// Either the password or a code, of the app or for recovery.
#[derive(Deserialize, ToSchema)]
pub struct SecondFactorProof {
    #[serde(default)]
    password: String,
    #[serde(default)]
    code: String,
}

impl From<SecondFactorProof> for Proof {
    fn from(body: SecondFactorProof) -> Proof {
        if body.code.is_empty() { Proof::Password(body.password) } else { Proof::Code(body.code) }
    }
}

/// Ten codes that each open the account once, answered once.
#[derive(Serialize, ToSchema)]
pub struct RecoveryCodes {
    recovery_codes: Vec<String>,
}

/// Whether one's account has a second factor.
#[utoipa::path(get, path = "/api/second-factor/", tag = "accounts", security(("bearer" = [])),
    responses((status = 200, body = SecondFactorState)))]
async fn get_second_factor(State(accounts): State<Accounts>, person: SignedIn) -> Result<Json<SecondFactorState>> {
    let (is_on, recovery_codes_left) = accounts.get_second_factor(person.user).await?;
    Ok(Json(SecondFactorState { is_on, recovery_codes_left }))
}

/// Begin to set up an authenticator app.
#[utoipa::path(post, path = "/api/second-factor/begin/", tag = "accounts", request_body = BeginSecondFactorBody,
    security(("bearer" = [])),
    responses((status = 200, body = SecondFactorEnrolment), (status = 409, description = "On already"),
              (status = 429, description = "Too many guesses; see Retry-After")))]
async fn begin_second_factor(
    State(accounts): State<Accounts>,
    person: SignedIn,
    JsonBody(body): JsonBody<BeginSecondFactorBody>,
) -> Result<Json<SecondFactorEnrolment>> {
    let enrolment = accounts.begin_second_factor(person.user, &body.password).await?;
    Ok(Json(SecondFactorEnrolment { secret: enrolment.secret, uri: enrolment.uri }))
}

/// Turn the second factor on by a first code.
#[utoipa::path(post, path = "/api/second-factor/confirm/", tag = "accounts", request_body = ConfirmSecondFactorBody,
    security(("bearer" = [])),
    responses((status = 200, body = RecoveryCodes), (status = 409, description = "On already"),
              (status = 429, description = "Too many wrong codes; see Retry-After")))]
async fn confirm_second_factor(
    State(accounts): State<Accounts>,
    person: SignedIn,
    JsonBody(body): JsonBody<ConfirmSecondFactorBody>,
) -> Result<Json<RecoveryCodes>> {
    let confirmed = accounts.confirm_second_factor(person.user, &body.code).await;
    let recovery_codes = recorded(Deed::TurnOnSecondFactor, confirmed)?;
    Ok(Json(RecoveryCodes { recovery_codes }))
}

/// Turn the second factor off.
#[utoipa::path(post, path = "/api/second-factor/disable/", tag = "accounts", request_body = SecondFactorProof,
    security(("bearer" = [])),
    responses((status = 204, description = "Off"), (status = 409, description = "Off already"),
              (status = 429, description = "Too many guesses; see Retry-After")))]
async fn disable_second_factor(
    State(accounts): State<Accounts>,
    person: SignedIn,
    JsonBody(body): JsonBody<SecondFactorProof>,
) -> Result<StatusCode> {
    recorded(Deed::TurnOffSecondFactor, accounts.disable_second_factor(person.user, body.into()).await)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Get new recovery codes in the place of the old ones.
#[utoipa::path(post, path = "/api/second-factor/recovery-codes/", tag = "accounts", request_body = SecondFactorProof,
    security(("bearer" = [])),
    responses((status = 200, body = RecoveryCodes), (status = 409, description = "Off"),
              (status = 429, description = "Too many guesses; see Retry-After")))]
async fn renew_recovery_codes(
    State(accounts): State<Accounts>,
    person: SignedIn,
    JsonBody(body): JsonBody<SecondFactorProof>,
) -> Result<Json<RecoveryCodes>> {
    let renewed = accounts.renew_recovery_codes(person.user, body.into()).await;
    let recovery_codes = recorded(Deed::RenewRecoveryCodes, renewed)?;
    Ok(Json(RecoveryCodes { recovery_codes }))
}
