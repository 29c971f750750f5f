//! WhatsApp by its Cloud API: an authentication template, which takes the code twice, for the text and for the button that
//! copies it. <https://developers.facebook.com/docs/whatsapp/cloud-api/guides/send-message-templates/auth-otp-template-messages>

use hyper::Method;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE};
use serde::Deserialize;
use serde_json::json;

use crate::text_settings::WhatsAppSettings;
use crate::texts::gateway::{GatewayError, Sending, TextGateway, by_status};
use crate::texts::store::ClaimedText;
use http_client::{Call, CallAnswer, HttpClient};

/// The number has no WhatsApp, is our own, or is not among those that a trial account may write to.
const NO_SUCH_READER: [i64; 3] = [131_026, 131_021, 131_030];

pub struct WhatsApp {
    settings: WhatsAppSettings,
    client: HttpClient,
}

#[derive(Deserialize)]
struct Refusal {
    error: RefusalCode,
}

#[derive(Deserialize)]
struct RefusalCode {
    code: i64,
}

impl WhatsApp {
    pub fn new(settings: WhatsAppSettings, client: HttpClient) -> WhatsApp {
        WhatsApp { settings, client }
    }

    fn call(&self, text: &ClaimedText) -> Call {
        let code = json!([{ "type": "text", "text": text.code }]);
        let body = json!({
            "messaging_product": "whatsapp",
            "recipient_type": "individual",
            "to": text.recipient,
            "type": "template",
            "template": {
                "name": self.settings.template,
                "language": { "code": self.settings.language },
                "components": [
                    { "type": "body", "parameters": code },
                    { "type": "button", "sub_type": "url", "index": "0", "parameters": code },
                ],
            },
        });
        let headers = vec![
            (AUTHORIZATION, format!("Bearer {}", self.settings.token)),
            (CONTENT_TYPE, "application/json".to_owned()),
        ];
        Call { method: Method::POST, url: self.settings.url.clone(), headers, body: body.to_string() }
    }
}

impl TextGateway for WhatsApp {
    fn send<'a>(&'a self, text: &'a ClaimedText) -> Sending<'a> {
        Box::pin(async {
            let answer = self.client.call(self.call(text)).await;
            outcome(&answer.map_err(|error| GatewayError::Later(error.to_string()))?)
        })
    }
}

fn outcome(answer: &CallAnswer) -> Result<(), GatewayError> {
    match serde_json::from_slice::<Refusal>(&answer.body) {
        Ok(Refusal { error }) if NO_SUCH_READER.contains(&error.code) => {
            Err(GatewayError::Refused(format!("WhatsApp refuses it: {}", error.code)))
        }
        Ok(Refusal { error }) => Err(GatewayError::Later(format!("WhatsApp did not send it: {}", error.code))),
        Err(_) => by_status(answer),
    }
}
