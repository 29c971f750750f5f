//! Opens a page. The amount is bound to our id from here on, because nothing will tell it later.

use domain::Currency;
use http_client::Url;
use serde::Serialize;
use serde_json::Value;

use super::NAME;
use super::client::CinetPay;
use crate::exchange::{Exchange, page_address};
use crate::{Channel, Init, Intent, Opened, Reason, json, odd_answers, wire_reference};

/// The longest address that CinetPay takes.
const LONGEST_URL: usize = 120;
const LONGEST_NAME: usize = 255;

#[derive(Serialize)]
struct NewPayment<'a> {
    currency: &'static str,
    merchant_transaction_id: &'a str,
    /// Whole francs.
    amount: i64,
    lang: &'static str,
    designation: String,
    client_first_name: String,
    client_last_name: String,
    client_email: &'a str,
    success_url: &'a str,
    failed_url: &'a str,
    notify_url: &'a str,
    direct_pay: bool,
}

impl CinetPay {
    pub(super) async fn open(&self, intent: &Intent) -> Init {
        if let Some(wrong) = refusal(intent) {
            return rejected(wrong);
        }
        let Some(id) = wire_reference::to_letters(&intent.reference) else {
            return rejected("the reference is not of 128 bits");
        };
        let (first, last) = names(&intent.buyer_name);
        let body = NewPayment {
            currency: intent.amount.currency().code(),
            merchant_transaction_id: &id,
            amount: intent.amount.minor() / 100,
            lang: "fr",
            designation: designation(&intent.description),
            client_first_name: first,
            client_last_name: last,
            client_email: &intent.buyer_email,
            success_url: &intent.return_url,
            failed_url: &intent.return_url,
            notify_url: &intent.callback_url,
            direct_pay: false,
        };
        let answer = self.post("opening", self.address(&["v1", "payment"]), &body).await;
        answer.map_or(Init::Unknown, |answer| opened(&answer, &id, &self.settings.url))
    }
}

/// What CinetPay would refuse.
fn refusal(intent: &Intent) -> Option<&'static str> {
    if intent.amount.currency() != Currency::Cdf {
        Some("only francs are taken")
    } else if !json::is_writable(intent.amount) {
        Some("an amount is positive, and francs are whole")
    } else if matches!(intent.channel, Some(Channel::Afrimoney | Channel::Card)) {
        Some("neither Afrimoney nor cards are taken")
    } else if intent.return_url.len() > LONGEST_URL || intent.callback_url.len() > LONGEST_URL {
        Some("an address is longer than 120 characters")
    } else {
        None
    }
}

fn rejected(why: &str) -> Init {
    Init::Rejected(Reason::Other(why.to_owned()))
}

/// Two names of two letters at least: whoever has one name has it twice.
fn names(name: &str) -> (String, String) {
    let mut words = name.split_whitespace();
    let first = words.next().unwrap_or_default();
    let rest: Vec<&str> = words.collect();
    let fit = |text: &str| -> Option<String> {
        let text: String = text.chars().take(LONGEST_NAME).collect();
        (text.chars().count() >= 2).then_some(text)
    };
    let (first, last) = (fit(first), fit(&rest.join(" ")));
    let either = first.clone().or_else(|| last.clone()).unwrap_or_else(|| "Client".to_owned());
    (first.unwrap_or_else(|| either.clone()), last.unwrap_or(either))
}

/// Leaves out the signs that the older API stumbled over.
fn designation(text: &str) -> String {
    text.chars().map(|letter| if matches!(letter, '#' | '/' | '$' | '_' | '&') { ' ' } else { letter }).collect()
}

fn opened(answer: &Exchange, id: &str, provider: &Url) -> Init {
    let body = &answer.body;
    let code = json::text(body, "code");
    let details = body.get("details").unwrap_or(&Value::Null);
    // The outer word, where there is one, is about the call; the inner one about the payment.
    let word = json::text(details, "status").or_else(|| json::text(body, "status"));
    let is_ours = json::text(body, "merchant_transaction_id").is_none_or(|told| told == id);
    let page = json::text(body, "payment_url").and_then(|url| page_address(&url, provider));
    match (code.as_deref(), word.as_deref(), page) {
        (Some("200"), Some("INITIATED" | "PENDING") | None, Some(url)) if is_ours && answer.status.is_success() => {
            let opened =
                Opened { number: json::text(body, "transaction_id"), notice_token: json::text(body, "notify_token") };
            Init::Redirect { url, opened }
        }
        // The first answer was lost, and with it the page.
        (Some("1200"), ..) | (_, Some("TRANSACTION_EXIST"), _) => Init::PageLost,
        (Some("1004"), ..) | (_, Some("INVALID_PARAMS"), _) => rejected("1004 INVALID_PARAMS"),
        (code, word, _) => {
            odd_answers::report(NAME, "opening", word.or(code).unwrap_or("no code"));
            Init::Unknown
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_two_names() {
        for (name, first, last) in [
            ("Amani Kabila", "Amani", "Kabila"),
            ("Amani wa Kabila", "Amani", "wa Kabila"),
            ("amani", "amani", "amani"),
            ("A Kabila", "Kabila", "Kabila"),
            ("A", "Client", "Client"),
            ("", "Client", "Client"),
        ] {
            assert_eq!(names(name), (first.to_owned(), last.to_owned()), "{name}");
        }
        assert_eq!(names(&"é".repeat(300)).0.chars().count(), 255);
    }

    #[test]
    fn a_designation_has_no_signs_that_hurt() {
        assert_eq!(designation("Tukio : 2 billets #1 A&B"), "Tukio : 2 billets  1 A B");
    }
}
