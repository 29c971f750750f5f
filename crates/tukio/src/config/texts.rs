//! The gateways that take messages to telephones.

use platform::text_settings::{SmsSettings, SmsStyle, WhatsAppSettings};

use crate::config::values::{ConfigError, choice, problem};
use crate::settings::Settings;

/// Every setting is read whether or not there is a gateway, so that all of them are known.
pub fn sms_settings(settings: &Settings) -> Result<Option<SmsSettings>, ConfigError> {
    let styles = [("africastalking", SmsStyle::AfricasTalking), ("get", SmsStyle::Get), ("post", SmsStyle::Post)];
    let style = choice("TUKIO_SMS_STYLE", &settings.text("TUKIO_SMS_STYLE", "get"), &styles)?;
    let secret = |name| settings.optional(name).unwrap_or_default().to_owned();
    let (user, token, from) = (secret("TUKIO_SMS_USER"), secret("TUKIO_SMS_TOKEN"), secret("TUKIO_SMS_FROM"));
    let Some(url) = settings.optional("TUKIO_SMS_URL") else { return Ok(None) };
    if style == SmsStyle::AfricasTalking && (user.is_empty() || token.is_empty()) {
        return Err(problem("TUKIO_SMS_URL", "this style needs TUKIO_SMS_USER and TUKIO_SMS_TOKEN, too"));
    }
    Ok(Some(SmsSettings { style, url: secret_url("TUKIO_SMS_URL", url)?, user, token, from }))
}

pub fn whatsapp_settings(settings: &Settings) -> Result<Option<WhatsAppSettings>, ConfigError> {
    let token = settings.optional("TUKIO_WHATSAPP_TOKEN");
    let template = settings.text("TUKIO_WHATSAPP_TEMPLATE", "tukio_code");
    let language = settings.text("TUKIO_WHATSAPP_LANGUAGE", "fr");
    let Some(url) = settings.optional("TUKIO_WHATSAPP_URL") else { return Ok(None) };
    let missing = || problem("TUKIO_WHATSAPP_URL", "it needs TUKIO_WHATSAPP_TOKEN, too");
    let token = token.ok_or_else(missing)?.to_owned();
    Ok(Some(WhatsAppSettings { url: secret_url("TUKIO_WHATSAPP_URL", url)?, token, template, language }))
}

/// An address that may hold a password, so what is wrong with it is said without showing it.
fn secret_url(name: &'static str, text: &str) -> Result<url::Url, ConfigError> {
    let is_http = |url: &url::Url| matches!(url.scheme(), "http" | "https") && url.host().is_some();
    url::Url::parse(text).ok().filter(is_http).ok_or_else(|| problem(name, "expected an http address"))
}
