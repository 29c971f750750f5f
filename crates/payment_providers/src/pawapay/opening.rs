//! Opens a payment, as a checkout or as a payment page.

use std::time::Duration;

use domain::Instant;
use http_client::{StatusCode, Url};
use serde::Serialize;

use super::client::PawaPay;
use super::failures::{failure_code, reason};
use super::{Mode, NAME};
use crate::exchange::{Exchange, page_address};
use crate::{Channel, Init, Intent, Opened, Reason, json, odd_answers, wire_reference};

const COUNTRY: &str = "COD";
/// The longest reason that the payment page shows.
const LONGEST_REASON: usize = 50;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NewCheckout<'a> {
    checkout_id: &'a str,
    return_url: &'a str,
    return_method: &'static str,
    default_language: &'static str,
    countries: [&'static str; 1],
    /// Minutes.
    expires_after: u64,
    amounts: [CheckoutAmount; 1],
    client_reference_id: &'a str,
    reason: CheckoutReason<'a>,
    metadata: [Metadata<'a>; 1],
}

#[derive(Serialize)]
struct CheckoutAmount {
    country: &'static str,
    currency: &'static str,
    amount: String,
}

#[derive(Serialize)]
struct CheckoutReason<'a> {
    en: &'a str,
    fr: &'a str,
}

/// Comes back in the callbacks of each attempt, whose own id says nothing to us.
#[derive(Serialize)]
struct Metadata<'a> {
    reference: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NewPage<'a> {
    deposit_id: &'a str,
    return_url: &'a str,
    amount_details: PageAmount,
    #[serde(skip_serializing_if = "Option::is_none")]
    phone_number: Option<&'a str>,
    language: &'static str,
    country: &'static str,
    reason: &'a str,
    metadata: [Metadata<'a>; 1],
}

#[derive(Serialize)]
struct PageAmount {
    amount: String,
    currency: &'static str,
}

impl PawaPay {
    pub(super) async fn open(&self, intent: &Intent) -> Init {
        let Some(uuid) = wire_reference::to_uuid(&intent.reference) else {
            return rejected("the reference is no UUID");
        };
        // The network is chosen on pawaPay's page, and one of them takes whole francs only.
        if !json::is_writable(intent.amount) {
            return rejected("an amount is positive, and francs are whole");
        }
        if matches!(intent.channel, Some(Channel::Afrimoney | Channel::Card)) {
            return rejected("neither Afrimoney nor cards are taken");
        }
        let token = Some(&*self.settings.token);
        let answer = match self.settings.mode {
            Mode::Checkout => {
                let url = self.address(&["v2", "checkouts"]);
                self.caller.post("checkout", url, token, &self.new_checkout(intent, &uuid)).await
            }
            Mode::Page => {
                let url = self.address(&["v2", "paymentpage"]);
                self.caller.post("payment page", url, token, &new_page(intent, &uuid)).await
            }
        };
        answer.map_or(Init::Unknown, |answer| opened(&answer, self.settings.mode, &self.settings.url))
    }

    fn new_checkout<'a>(&self, intent: &'a Intent, uuid: &'a str) -> NewCheckout<'a> {
        NewCheckout {
            checkout_id: uuid,
            return_url: &intent.return_url,
            return_method: "INSTANT",
            default_language: "fr",
            countries: [COUNTRY],
            expires_after: minutes_until(intent.deadline, self.clock.now()),
            amounts: [CheckoutAmount {
                country: COUNTRY,
                currency: intent.amount.currency().code(),
                amount: json::plain_figures(intent.amount),
            }],
            client_reference_id: intent.payment.as_str(),
            reason: CheckoutReason { en: shortened(&intent.description), fr: shortened(&intent.description) },
            metadata: [Metadata { reference: intent.reference.as_str() }],
        }
    }
}

fn new_page<'a>(intent: &'a Intent, uuid: &'a str) -> NewPage<'a> {
    NewPage {
        deposit_id: uuid,
        return_url: &intent.return_url,
        amount_details: PageAmount {
            amount: json::plain_figures(intent.amount),
            currency: intent.amount.currency().code(),
        },
        phone_number: intent.phone.as_deref(),
        language: "FR",
        country: COUNTRY,
        reason: shortened(&intent.description),
        metadata: [Metadata { reference: intent.reference.as_str() }],
    }
}

/// Whole minutes, at least one: the page closes rather before the deadline than after.
fn minutes_until(deadline: Instant, now: Instant) -> u64 {
    let left = if deadline > now { deadline.since(now) } else { Duration::ZERO };
    (left.as_secs() / 60).max(1)
}

fn shortened(text: &str) -> &str {
    text.char_indices().nth(LONGEST_REASON).map_or(text, |(end, _)| &text[..end])
}

fn rejected(why: &str) -> Init {
    Init::Rejected(Reason::Other(why.to_owned()))
}

/// Reads the answer to a new checkout or page. Only `REJECTED` says that nothing was opened.
fn opened(answer: &Exchange, mode: Mode, provider: &Url) -> Init {
    let Exchange { status, body } = answer;
    if answer.is_shut_out() {
        odd_answers::report(NAME, "credentials", &failure_code(body).unwrap_or_default());
        return Init::Unknown;
    }
    let page = json::text(body, "redirectUrl").and_then(|url| page_address(&url, provider));
    let told = json::text(body, "status");
    match (told.as_deref(), page) {
        // A repeated request that still names its page is as good as the first.
        (Some("ACCEPTED" | "DUPLICATE_IGNORED"), Some(url)) => Init::Redirect { url, opened: Opened::default() },
        // The payment page's answer has an address and no status.
        (None, Some(url)) if mode == Mode::Page && status.is_success() => {
            Init::Redirect { url, opened: Opened::default() }
        }
        // What the first request was answered is lost, and its page with it.
        (Some("DUPLICATE_IGNORED"), None) => Init::PageLost,
        (Some("REJECTED"), _) if status.is_success() || *status == StatusCode::BAD_REQUEST => {
            match failure_code(body).as_deref() {
                Some("UNKNOWN_ERROR") => Init::Unknown,
                code => Init::Rejected(reason(code)),
            }
        }
        (told, _) => {
            let code = failure_code(body);
            odd_answers::report(NAME, "opening", code.as_deref().or(told).unwrap_or("no status"));
            Init::Unknown
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_closes_before_its_deadline() {
        let now = Instant::from_millis(1_750_000_000_000);
        for (seconds, minutes) in [(900, 15), (899, 14), (61, 1), (10, 1), (0, 1), (-5, 1)] {
            assert_eq!(minutes_until(now.plus_seconds(seconds), now), minutes, "{seconds}");
        }
    }

    #[test]
    fn a_reason_is_cut_between_letters() {
        assert_eq!(shortened("Tukio : 2 billets"), "Tukio : 2 billets");
        assert_eq!(shortened(&"é".repeat(60)), "é".repeat(50));
    }
}
