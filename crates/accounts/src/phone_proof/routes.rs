//! Handlers of the proof of numbers.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::{FieldErrors, Phone};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::schema::Object;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Accounts;
use crate::model::check_new_password;
use crate::phone_proof::RESEND_WAIT;
use crate::phone_proof::model::{CLAIM_ASKED, RESET_ASKED};
use platform::client::DeviceCookie;
use platform::error::Result;
use platform::security_log::{Deed, recorded};
use platform::texts::TextChannel;
use platform::{Client, JsonBody, Services, SignedIn, schemas};

pub fn router() -> OpenApiRouter<Accounts> {
    OpenApiRouter::new()
        .routes(routes!(code_channels))
        .routes(routes!(send_phone_code))
        .routes(routes!(verify_phone))
        .routes(routes!(claim_phone))
        .routes(routes!(forgotten_password_by_phone))
        .routes(routes!(reset_password_by_phone))
}

/// How codes reach telephones; none where they can't be sent.
#[derive(Serialize, ToSchema)]
pub struct CodeChannels {
    /// `sms`, `whatsapp`; the usual one first.
    channels: Vec<&'static str>,
}

#[derive(Deserialize, ToSchema)]
pub struct SendCodeBody {
    /// The usual one if it is absent.
    #[serde(default)]
    #[schema(schema_with = channel)]
    channel: String,
}

#[derive(Deserialize, ToSchema)]
pub struct SendCodeToBody {
    #[serde(default)]
    #[schema(required, schema_with = schemas::phone)]
    phone: String,
    /// The usual one if it is absent.
    #[serde(default)]
    #[schema(schema_with = channel)]
    channel: String,
}

#[derive(Deserialize, ToSchema)]
pub struct PhoneCodeBody {
    /// Six digits.
    #[serde(default)]
    #[schema(required, min_length = 6)]
    code: String,
}

#[derive(Deserialize, ToSchema)]
pub struct ResetByPhoneBody {
    #[serde(default)]
    #[schema(required, schema_with = schemas::phone)]
    phone: String,
    /// Six digits.
    #[serde(default)]
    #[schema(required, min_length = 6)]
    code: String,
    #[serde(default)]
    #[schema(required, min_length = 6, max_length = 128)]
    password: String,
    #[serde(default)]
    #[schema(required, min_length = 6, max_length = 128)]
    password2: String,
}

/// A code is on its way, perhaps.
#[derive(Serialize, ToSchema)]
pub struct CodeAsked {
    /// A sentence for the reader.
    detail: &'static str,
    /// Seconds until another may be asked for.
    resend_after: u64,
}

impl CodeAsked {
    fn saying(detail: &'static str) -> Json<CodeAsked> {
        Json(CodeAsked { detail, resend_after: RESEND_WAIT.as_secs() })
    }
}

fn channel() -> Object {
    schemas::text().enum_values(Some(["", "sms", "whatsapp"])).build()
}

fn read_phone(text: &str) -> Result<Phone> {
    let mut errors = FieldErrors::new();
    let phone = errors.check_parsed("phone", text.parse());
    phone.ok_or_else(|| errors.into())
}

/// How codes are sent to telephones.
#[utoipa::path(get, path = "/api/phone/channels/", tag = "accounts", responses((status = 200, body = CodeChannels)))]
async fn code_channels(State(accounts): State<Accounts>) -> Json<CodeChannels> {
    Json(CodeChannels { channels: accounts.code_channels().iter().map(TextChannel::as_str).collect() })
}

/// Have a code sent to one's own number, to prove it.
#[utoipa::path(post, path = "/api/phone/send-code/", tag = "accounts", request_body = SendCodeBody,
    security(("bearer" = [])),
    responses((status = 200, body = CodeAsked, description = "Sent, or proved already"),
              (status = 400, description = "No number, or no way to send a code"),
              (status = 429, description = "Too many for the number, the person or the address; see Retry-After")))]
async fn send_phone_code(
    State(accounts): State<Accounts>,
    client: Client,
    person: SignedIn,
    JsonBody(body): JsonBody<SendCodeBody>,
) -> Result<Json<CodeAsked>> {
    accounts.send_own_code(person.user, &body.channel, &client).await?;
    Ok(CodeAsked::saying("Un code vient d'être envoyé à votre numéro."))
}

/// Prove one's number by the code that was sent to it.
#[utoipa::path(post, path = "/api/phone/verify/", tag = "accounts", request_body = PhoneCodeBody,
    security(("bearer" = [])),
    responses((status = 204, description = "Proved"),
              (status = 400, description = "A code that is wrong, used, expired or was tried too often")))]
async fn verify_phone(
    State(accounts): State<Accounts>,
    person: SignedIn,
    JsonBody(body): JsonBody<PhoneCodeBody>,
) -> Result<StatusCode> {
    recorded(Deed::ProvePhone, accounts.verify_own_phone(person.user, &body.code).await)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Have a code sent to a number that is taken, to register with it. The answer is the same for every number.
#[utoipa::path(post, path = "/api/phone/claim/", tag = "accounts", request_body = SendCodeToBody,
    responses((status = 200, body = CodeAsked), (status = 400, description = "Messages by field, or no way to send"),
              (status = 429, description = "Too many for the number or the address; see Retry-After")))]
async fn claim_phone(
    State(accounts): State<Accounts>,
    client: Client,
    JsonBody(body): JsonBody<SendCodeToBody>,
) -> Result<Json<CodeAsked>> {
    accounts.send_claim_code(&read_phone(&body.phone)?, &body.channel, &client).await?;
    Ok(CodeAsked::saying(CLAIM_ASKED))
}

/// Ask for a code to choose a new password, sent to a proved number. The answer is the same for every number.
#[utoipa::path(post, path = "/api/password/forgotten/phone/", tag = "accounts", request_body = SendCodeToBody,
    responses((status = 200, body = CodeAsked), (status = 400, description = "Messages by field, or no way to send"),
              (status = 429, description = "Too many for the number or the address; see Retry-After")))]
async fn forgotten_password_by_phone(
    State(accounts): State<Accounts>,
    client: Client,
    JsonBody(body): JsonBody<SendCodeToBody>,
) -> Result<Json<CodeAsked>> {
    let phone = read_phone(&body.phone)?;
    recorded(Deed::AskForReset, accounts.send_reset_code(&phone, &body.channel, &client).await)?;
    Ok(CodeAsked::saying(RESET_ASKED))
}

/// Choose a new password by a code from one's telephone. Every session ends.
#[utoipa::path(post, path = "/api/password/reset/phone/", tag = "accounts", request_body = ResetByPhoneBody,
    responses((status = 204, description = "Changed"),
              (status = 400, description = "Messages by field, also for a code that does not work any more")))]
async fn reset_password_by_phone(
    State(accounts): State<Accounts>,
    State(services): State<Services>,
    client: Client,
    JsonBody(body): JsonBody<ResetByPhoneBody>,
) -> Result<(StatusCode, DeviceCookie)> {
    let mut errors = FieldErrors::new();
    let phone = errors.check_parsed("phone", body.phone.parse::<Phone>());
    check_new_password(&body.password, &body.password2, &mut errors);
    let (Some(phone), true) = (phone, errors.is_empty()) else { return Err(errors.into()) };
    let reset = accounts.reset_password_by_code(&phone, &body.code, &body.password, &client).await;
    recorded(Deed::ResetPassword, reset)?;
    Ok((StatusCode::NO_CONTENT, client.device_cookie(&services.settings)))
}
