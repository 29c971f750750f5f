//! Handlers of recovery.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::FieldErrors;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Accounts;
use crate::model::{LoginQuery, check_new_password};
use crate::recovery::model::{ASKED, VERIFIED};
use platform::client::DeviceCookie;
use platform::error::Result;
use platform::security_log::{Deed, recorded};
use platform::{Client, JsonBody, Services, SignedIn};

pub fn router() -> OpenApiRouter<Accounts> {
    OpenApiRouter::new()
        .routes(routes!(forgotten_password))
        .routes(routes!(reset_password))
        .routes(routes!(send_email_verification))
        .routes(routes!(verify_email))
}

#[derive(Deserialize, ToSchema)]
pub struct ForgottenPasswordBody {
    /// Username, phone number or proved e-mail address.
    #[serde(default)]
    #[schema(required, min_length = 3)]
    query: String,
}

#[derive(Deserialize, ToSchema)]
pub struct ResetPasswordBody {
    /// The one in the link.
    #[serde(default)]
    #[schema(required, min_length = 1)]
    token: String,
    #[serde(default)]
    #[schema(required, min_length = 6, max_length = 128)]
    password: String,
    #[serde(default)]
    #[schema(required, min_length = 6, max_length = 128)]
    password2: String,
}

#[derive(Deserialize, ToSchema)]
pub struct VerifyEmailBody {
    /// The one in the link.
    #[serde(default)]
    #[schema(required, min_length = 1)]
    token: String,
    /// Asked for by a message of this field, where the link was sent long after the sign-in.
    password: Option<String>,
}

/// A sentence for the reader.
#[derive(Serialize, ToSchema)]
pub struct Said {
    detail: &'static str,
}

/// Ask for a link to choose a new password. The answer does not tell whether there is such a person.
#[utoipa::path(post, path = "/api/password/forgotten/", tag = "accounts", request_body = ForgottenPasswordBody,
    responses((status = 200, body = Said),
              (status = 429, description = "Too many from one address; see Retry-After")))]
async fn forgotten_password(
    State(accounts): State<Accounts>,
    client: Client,
    JsonBody(body): JsonBody<ForgottenPasswordBody>,
) -> Result<Json<Said>> {
    let mut errors = FieldErrors::new();
    let query = LoginQuery::read(&body.query, &mut errors);
    errors.into_result()?;
    accounts.forgotten_password(query, &client).await?;
    Ok(Json(Said { detail: ASKED }))
}

/// Choose a new password by a link from a mail. Every session ends.
#[utoipa::path(post, path = "/api/password/reset/", tag = "accounts", request_body = ResetPasswordBody,
    responses((status = 204, description = "Changed"),
              (status = 400, description = "Messages by field, or a link that is used, expired or unknown")))]
async fn reset_password(
    State(accounts): State<Accounts>,
    State(services): State<Services>,
    client: Client,
    JsonBody(body): JsonBody<ResetPasswordBody>,
) -> Result<(StatusCode, DeviceCookie)> {
    let mut errors = FieldErrors::new();
    check_new_password(&body.password, &body.password2, &mut errors);
    errors.into_result()?;
    recorded(Deed::ResetPassword, accounts.reset_password(&body.token, &body.password, &client).await)?;
    Ok((StatusCode::NO_CONTENT, client.device_cookie(&services.settings)))
}

/// Have the link sent again that verifies one's mail address.
#[utoipa::path(post, path = "/api/email/send-verification/", tag = "accounts", security(("bearer" = [])),
    responses((status = 204, description = "Sent, or verified already"), (status = 400, description = "No address"),
              (status = 429, description = "Too many within an hour; see Retry-After")))]
async fn send_email_verification(State(accounts): State<Accounts>, person: SignedIn) -> Result<StatusCode> {
    accounts.send_email_verification(person).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Verify a mail address by a link from a mail.
#[utoipa::path(post, path = "/api/email/verify/", tag = "accounts", request_body = VerifyEmailBody,
    responses((status = 200, body = Said),
              (status = 400, description = "A link that is used, expired or unknown, or a password that is asked for"),
              (status = 409, description = "Another account has proved this address")))]
async fn verify_email(
    State(accounts): State<Accounts>,
    JsonBody(body): JsonBody<VerifyEmailBody>,
) -> Result<Json<Said>> {
    recorded(Deed::ProveEmail, accounts.verify_email(&body.token, body.password.as_deref()).await)?;
    Ok(Json(Said { detail: VERIFIED }))
}
