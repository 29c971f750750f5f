//! SMS by Africa's Talking: a form with the key in a header, and an outcome for each number.
//! <https://developers.africastalking.com/docs/sms/sending/bulk>

use hyper::Method;
use hyper::header::{ACCEPT, CONTENT_TYPE, HeaderName};
use serde::Deserialize;
use url::form_urlencoded;

use crate::text_settings::SmsSettings;
use crate::texts::gateway::{GatewayError, Sending, TextGateway, by_status};
use crate::texts::store::ClaimedText;
use http_client::{Call, HttpClient};

pub struct AfricasTalking {
    settings: SmsSettings,
    client: HttpClient,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(rename = "SMSMessageData")]
    data: AnswerData,
}

#[derive(Deserialize)]
struct AnswerData {
    #[serde(rename = "Recipients", default)]
    recipients: Vec<Recipient>,
}

#[derive(Deserialize)]
struct Recipient {
    #[serde(rename = "statusCode")]
    status_code: u16,
}

impl AfricasTalking {
    pub fn new(settings: SmsSettings, client: HttpClient) -> AfricasTalking {
        AfricasTalking { settings, client }
    }

    fn call(&self, text: &ClaimedText) -> Call {
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.append_pair("username", &self.settings.user);
        form.append_pair("to", &format!("+{}", text.recipient));
        form.append_pair("message", &text.content);
        if !self.settings.from.is_empty() {
            form.append_pair("from", &self.settings.from);
        }
        let headers = vec![
            (HeaderName::from_static("apikey"), self.settings.token.clone()),
            (ACCEPT, "application/json".to_owned()),
            (CONTENT_TYPE, "application/x-www-form-urlencoded".to_owned()),
        ];
        Call { method: Method::POST, url: self.settings.url.clone(), headers, body: form.finish() }
    }
}

impl TextGateway for AfricasTalking {
    fn send<'a>(&'a self, text: &'a ClaimedText) -> Sending<'a> {
        Box::pin(async {
            let answer = self.client.call(self.call(text)).await;
            let answer = answer.map_err(|error| GatewayError::Later(error.to_string()))?;
            by_status(&answer)?;
            outcome(&answer.body)
        })
    }
}

/// The answer is 201 also when nothing was sent: what became of the message stands beside its number.
fn outcome(body: &[u8]) -> Result<(), GatewayError> {
    let unreadable = |_| GatewayError::Later("the gateway's answer can't be read".to_owned());
    let answer: Answer = serde_json::from_slice(body).map_err(unreadable)?;
    match answer.data.recipients.first().map(|recipient| recipient.status_code) {
        Some(100..=102) => Ok(()),
        // Not a number, of no kind that takes messages, or one that wants none.
        Some(code @ (403 | 404 | 406 | 409)) => Err(GatewayError::Refused(format!("the gateway refuses it: {code}"))),
        Some(code) => Err(GatewayError::Later(format!("the gateway did not send it: {code}"))),
        None => Err(GatewayError::Later("the gateway did not send it".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_became_of_a_message_stands_beside_its_number() {
        let answered = |code: u16| {
            outcome(format!(r#"{{"SMSMessageData":{{"Recipients":[{{"statusCode":{code}}}]}}}}"#).as_bytes())
        };
        assert_eq!([100, 101, 102].map(answered), [Ok(()), Ok(()), Ok(())]);
        assert!(matches!(answered(403), Err(GatewayError::Refused(_))));
        assert!(matches!(answered(405), Err(GatewayError::Later(_))), "a balance is filled again");
        for nothing in [r#"{"SMSMessageData":{"Message":"InvalidSenderId","Recipients":[]}}"#, "{}", "The busy page"] {
            assert!(matches!(outcome(nothing.as_bytes()), Err(GatewayError::Later(_))), "{nothing}");
        }
    }
}
