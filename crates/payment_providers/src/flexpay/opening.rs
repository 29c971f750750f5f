//! Rings a telephone, or opens the page for cards.

use http_client::Url;
use serde::Serialize;
use serde_json::Value;

use super::client::FlexPay;
use super::{NAME, order_number};
use crate::exchange::{Exchange, page_address};
use crate::{Channel, Init, Intent, Opened, Reason, json, odd_answers, wire_reference};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Push<'a> {
    merchant: &'a str,
    r#type: &'static str,
    phone: &'a str,
    reference: String,
    amount: String,
    currency: &'static str,
    callback_url: &'a str,
    description: &'a str,
}

/// The card service wants the token in the body, too, and other names.
#[derive(Serialize)]
struct CardPage<'a> {
    authorization: String,
    merchant: &'a str,
    reference: String,
    amount: String,
    currency: &'static str,
    description: &'a str,
    callback_url: &'a str,
    approve_url: &'a str,
    cancel_url: &'a str,
    decline_url: &'a str,
    home_url: &'a str,
}

impl FlexPay {
    /// Opens the page for cards; for everything else a number is needed first.
    pub(super) async fn open(&self, intent: &Intent) -> Init {
        let reference = match wire_form(intent) {
            Ok(reference) => reference,
            Err(refused) => return refused,
        };
        if intent.channel != Some(Channel::Card) {
            return Init::NeedsPhone;
        }
        let body = CardPage {
            authorization: format!("Bearer {}", self.settings.token),
            merchant: &self.settings.merchant,
            reference,
            amount: json::plain_figures(intent.amount),
            currency: intent.amount.currency().code(),
            description: &intent.description,
            callback_url: &intent.callback_url,
            approve_url: &intent.return_url,
            cancel_url: &intent.return_url,
            decline_url: &intent.return_url,
            home_url: &intent.return_url,
        };
        let url = self.settings.card_url.clone();
        let answer = self.caller.post("card page", url, Some(&self.settings.token), &body).await;
        answer.map_or(Init::Unknown, |answer| page_opened(&answer, &self.settings.card_url))
    }

    pub(super) async fn push(&self, intent: &Intent) -> Init {
        let reference = match wire_form(intent) {
            Ok(reference) => reference,
            Err(refused) => return refused,
        };
        let is_number = |phone: &&str| {
            phone.len() == 12 && phone.starts_with("243") && phone.bytes().all(|byte| byte.is_ascii_digit())
        };
        let Some(phone) = intent.phone.as_deref().filter(is_number) else {
            return rejected("the number is not one of twelve figures");
        };
        let body = Push {
            merchant: &self.settings.merchant,
            r#type: "1",
            phone,
            reference,
            amount: json::plain_figures(intent.amount),
            currency: intent.amount.currency().code(),
            callback_url: &intent.callback_url,
            description: &intent.description,
        };
        let url = self.settings.mobile_url.clone();
        let answer = self.caller.post("push", url, Some(&self.settings.token), &body).await;
        answer.map_or(Init::Unknown, |answer| pushed(&answer))
    }
}

/// Returns the reference as FlexPay takes it, or why the payment can't be written.
fn wire_form(intent: &Intent) -> Result<String, Init> {
    if !json::is_writable(intent.amount) {
        return Err(rejected("an amount is positive, and francs are whole"));
    }
    wire_reference::to_short_letters(&intent.reference).ok_or_else(|| rejected("the reference is not of 128 bits"))
}

fn rejected(why: &str) -> Init {
    Init::Rejected(Reason::Other(why.to_owned()))
}

/// Reads the answer to a push. A telephone that rings without a number of the order is Pushed all the same: the callback
/// may bring it.
fn pushed(answer: &Exchange) -> Init {
    match accepted(answer) {
        Ok(body) => {
            let number = order_number::read(body);
            if number.is_none() {
                odd_answers::report(NAME, "push", "accepted without an order number");
            }
            Init::Pushed(Opened { number, notice_token: None })
        }
        Err(other) => other,
    }
}

/// Reads the answer to a page for cards, whose address goes by three names.
fn page_opened(answer: &Exchange, provider: &Url) -> Init {
    let body = match accepted(answer) {
        Ok(body) => body,
        Err(other) => return other,
    };
    let url = json::text_of_any(body, &["url", "paymentUrl", "redirectUrl"]);
    match url.and_then(|url| page_address(&url, provider)) {
        Some(url) => {
            let number = order_number::read(body);
            if number.is_none() {
                odd_answers::report(NAME, "card page", "accepted without an order number");
            }
            Init::Redirect { url, opened: Opened { number, notice_token: None } }
        }
        None => {
            odd_answers::report(NAME, "card page", "accepted without a page");
            Init::Unknown
        }
    }
}

/// Code 0, as number or text, is accepted; 1 is refused, also with the status 200. Credentials that are refused are a
/// refusal, too: nothing was pushed.
fn accepted(answer: &Exchange) -> Result<&Value, Init> {
    let body = &answer.body;
    let message = json::text(body, "message").unwrap_or_default();
    if answer.is_shut_out() {
        odd_answers::report(NAME, "credentials", &message);
        return Err(rejected("credentials refused"));
    }
    match json::text(body, "code").as_deref() {
        Some("0") if answer.status.is_success() => Ok(body),
        Some("1") => Err(Init::Rejected(Reason::Other(odd_answers::harmless(&message)))),
        other => {
            odd_answers::report(NAME, "opening", other.unwrap_or(answer.status.as_str()));
            Err(Init::Unknown)
        }
    }
}
