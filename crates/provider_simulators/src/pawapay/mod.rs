//! pawaPay v2: checkouts, the payment page, direct deposits, refunds, signed callbacks.

mod checks;
mod claims;
mod collecting;
mod messages;
mod networks;
mod pages;
mod paying;
mod records;
mod refunding;
mod signing;

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

pub use networks::{NetworkChange, NetworkStatus};
pub use records::{CallbackUrls, PawapayBooks};

use crate::simulator::Simulator;
use crate::simulator::callbacks::{Callback, Retries};
use crate::simulator::context::Context;
use crate::simulator::exchange::{Answer, Request};
use crate::simulator::journal::{BookKind, BookLine, BookState};
use crate::simulator::protocol::{Call, Claim, Message, Protocol};
use crate::simulator::script::Tamper;
use checks::Refusal;
use networks::Networks;
use records::{CheckoutStatus, Progress};
use signing::Keys;

/// A running simulator of pawaPay.
pub type Pawapay = Simulator<PawapayBooks>;

impl Pawapay {
    /// Where callbacks go, as one sets it in the dashboard.
    pub fn set_callback_urls(&self, urls: CallbackUrls) {
        self.with(|books, _| books.urls = urls);
    }

    /// The same address for all callbacks.
    pub fn set_callback_url(&self, url: &str) {
        let url = Some(url.to_owned());
        self.set_callback_urls(CallbackUrls { deposits: url.clone(), checkouts: url.clone(), refunds: url });
    }

    /// Closes or opens a network, or changes its limits.
    pub fn change_network(&self, change: &NetworkChange) -> Result<(), String> {
        self.with(|books, _| books.networks.change(change))
    }

    /// Signs with new keys from now on.
    pub fn rotate_keys(&self, keep_old: bool) {
        self.with(|books, _| books.keys.rotate(keep_old));
    }

    /// Signed callbacks switched off or on in the dashboard.
    pub fn set_signed_callbacks(&self, signs: bool) {
        self.with(|books, _| books.signs = signs);
    }
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct UrlsChange {
    deposits: Option<String>,
    checkouts: Option<String>,
    refunds: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Rotation {
    keep_old: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Signatures {
    signed: bool,
}

impl Protocol for PawapayBooks {
    const NAME: &'static str = "pawapay";
    const CALLS: &'static [&'static str] = &[
        "checkout",
        "checkout_status",
        "expire",
        "payment_page",
        "deposit",
        "deposit_status",
        "resend_callback",
        "refund",
        "refund_status",
        "configuration",
        "availability",
        "keys",
    ];
    const TAMPERS: &'static [Tamper] = &[
        Tamper::Unsigned,
        Tamper::BadKey,
        Tamper::BodyAltered,
        Tamper::DigestMismatch,
        Tamper::DigestNotCovered,
        Tamper::WrongAuthority,
        Tamper::WrongPath,
        Tamper::Expired,
        Tamper::FutureCreated,
        Tamper::UnknownKeyId,
        Tamper::MissingSignature,
        Tamper::MissingSignatureInput,
        Tamper::MissingDigest,
    ];
    const RETRIES: Option<Retries> = Some(Retries { every_s: 60, for_s: 15 * 60 });

    fn new(context: &mut Context) -> PawapayBooks {
        let url = context.options.callback_url.clone();
        PawapayBooks {
            checkouts: BTreeMap::new(),
            deposits: BTreeMap::new(),
            pages: BTreeMap::new(),
            refunds: BTreeMap::new(),
            networks: Networks::default(),
            urls: CallbackUrls { deposits: url.clone(), checkouts: url.clone(), refunds: url },
            keys: Keys::generate(),
            signs: true,
        }
    }

    fn call_of(&self, request: &Request) -> Option<Call> {
        let named = |kind, id: &str| Some(Call::new(kind, Some(id)));
        match (request.method.as_str(), request.segments().as_slice()) {
            ("POST", ["v2", "checkouts"]) => Some(Call::new("checkout", request.json_text("checkoutId"))),
            ("GET", ["v2", "checkouts", id]) => named("checkout_status", id),
            ("POST", ["v2", "checkouts", id, "expire"]) => named("expire", id),
            ("POST", ["v2", "paymentpage"]) => Some(Call::new("payment_page", request.json_text("depositId"))),
            ("POST", ["v2", "deposits"]) => Some(Call::new("deposit", request.json_text("depositId"))),
            ("POST", ["v2", "deposits", "resend-callback", id]) => named("resend_callback", id),
            ("GET", ["v2", "deposits", id]) => named("deposit_status", id),
            ("POST", ["v2", "refunds"]) => Some(Call::new("refund", request.json_text("refundId"))),
            ("GET", ["v2", "refunds", id]) => named("refund_status", id),
            ("GET", ["v2", "active-conf"]) => Some(Call::new("configuration", None::<String>)),
            ("GET", ["v2", "availability"]) => Some(Call::new("availability", None::<String>)),
            ("GET", ["v2", "public-key", "http"]) => Some(Call::new("keys", None::<String>)),
            _ => None,
        }
    }

    fn answer(&mut self, request: &Request, context: &mut Context) -> Answer {
        let segments = request.segments();
        match (request.method.as_str(), segments.as_slice()) {
            ("GET", ["pages", "checkouts", id]) => return self.show_checkout(id, None),
            ("POST", ["pages", "checkouts", id]) => return self.submit_checkout(id, request, context),
            ("GET", ["pages", "deposits", id]) => return self.show_page(id, None, context),
            ("POST", ["pages", "deposits", id]) => return self.submit_page(id, request, context),
            _ => {}
        }
        if request.header("authorization").is_none() {
            return PawapayBooks::error(401, "NO_AUTHENTICATION");
        }
        if request.bearer() != Some(&context.options.token) {
            return PawapayBooks::error(403, "AUTHENTICATION_ERROR");
        }
        match (request.method.as_str(), segments.as_slice()) {
            ("POST", ["v2", "checkouts"]) => self.begin_checkout(request, context),
            ("GET", ["v2", "checkouts", id]) => self.checkout_status(id, context),
            ("POST", ["v2", "checkouts", id, "expire"]) => self.expire_checkout(id, context),
            ("POST", ["v2", "paymentpage"]) => self.begin_page(request, context),
            ("POST", ["v2", "deposits"]) => self.begin_deposit(request, context),
            ("POST", ["v2", "deposits", "resend-callback", id]) => self.resend_callback(id, context),
            ("GET", ["v2", "deposits", id]) => self.deposit_status(id, context),
            ("POST", ["v2", "refunds"]) => self.begin_refund(request, context),
            ("GET", ["v2", "refunds", id]) => self.refund_status(id, context),
            ("GET", ["v2", "active-conf"]) => {
                let operation = request.query.get("operationType").map(String::as_str);
                let url = self.urls.deposits.as_deref();
                Answer::json(200, &self.networks.configuration(operation, url, self.signs))
            }
            ("GET", ["v2", "availability"]) => Answer::json(200, &self.networks.availability()),
            ("GET", ["v2", "public-key", "http"]) => Answer::json(200, &self.keys.list()),
            _ => PawapayBooks::error(404, "NOT_FOUND"),
        }
    }

    fn settle(&mut self, context: &mut Context) {
        let now = context.now_ms();
        let ended = context.payers.take_ended(now);
        let (mut expired, mut refunds) = (self.take_expired(now), self.due_refunds(now));
        expired.sort_by_key(|(_, at_ms)| *at_ms);
        refunds.sort_by_key(|(_, at_ms)| *at_ms);
        // An attempt that ended in time comes before the end of its checkout.
        let mut expired = expired.into_iter().peekable();
        for attempt in ended {
            while let Some((id, at_ms)) = expired.next_if(|(_, at_ms)| *at_ms < attempt.at_ms) {
                self.expire(&id, at_ms, context);
            }
            self.end_attempt(&attempt, context);
        }
        for (id, at_ms) in expired {
            self.expire(&id, at_ms, context);
        }
        for (id, at_ms) in refunds {
            self.end_refund(&id, at_ms, context);
        }
    }

    fn pay(&mut self, reference: &str, number: &str, context: &mut Context) -> Result<(), String> {
        if self.checkouts.contains_key(reference) {
            return self.pay_checkout(reference, number, None, context);
        }
        self.pay_page(reference, number, context)
    }

    fn claim_success(&self, reference: &str, context: &mut Context) -> Option<Claim> {
        self.success_of(reference, context)
    }

    fn claim_unknown(&self, context: &mut Context) -> Option<Claim> {
        self.success_of_nobody(context)
    }

    fn message(&self, callback: &Callback, now_ms: i64) -> Message {
        if self.signs { self.keys.signed(callback, now_ms) } else { Message::plain(callback) }
    }

    fn error(status: u16, code: &str) -> Answer {
        let message = format!("The request failed: {code}");
        messages::refused(None, &Refusal { status, code: code.to_owned(), message })
    }

    fn books(&self) -> Vec<BookLine> {
        let checkouts = self.checkouts.values().map(|checkout| self.checkout_line(checkout));
        let alone = self.deposits.values().filter(|deposit| deposit.checkout.is_none());
        let deposits = alone.map(|deposit| BookLine {
            kind: BookKind::Payment,
            reference: deposit.id.clone(),
            provider_reference: Some(deposit.id.clone()),
            of: None,
            amount: deposit.price.amount.0,
            currency: deposit.price.currency.clone(),
            state: state(&deposit.progress),
            channel: Some(deposit.provider.clone()),
            refunded: self.refunded(&deposit.id, true),
            attempts: 1,
            under_way: !deposit.progress.is_final(),
        });
        let refunds = self.refunds.values().map(|refund| BookLine {
            kind: BookKind::Refund,
            reference: refund.id.clone(),
            provider_reference: Some(refund.deposit.clone()),
            of: self.deposits.get(&refund.deposit).map(|deposit| deposit.owner().to_owned()),
            amount: refund.price.amount.0,
            currency: refund.price.currency.clone(),
            state: state(&refund.progress),
            channel: None,
            refunded: 0,
            attempts: 1,
            under_way: !refund.progress.is_final(),
        });
        checkouts.chain(deposits).chain(refunds).collect()
    }

    fn admin(&mut self, name: &str, body: &Value, _: &mut Context) -> Option<Result<Value, String>> {
        let done = |result: Result<(), String>| Some(result.map(|()| json!({"ok": true})));
        match name {
            "networks" => done(parsed(body).and_then(|change: NetworkChange| self.networks.change(&change))),
            "keys/rotate" => done(parsed(body).map(|rotation: Rotation| self.keys.rotate(rotation.keep_old))),
            "signatures" => done(parsed(body).map(|signatures: Signatures| self.signs = signatures.signed)),
            "callback-urls" => done(parsed(body).map(|urls: UrlsChange| {
                let UrlsChange { deposits, checkouts, refunds } = urls;
                self.urls = CallbackUrls { deposits, checkouts, refunds };
            })),
            _ => None,
        }
    }
}

impl PawapayBooks {
    fn checkout_line(&self, checkout: &records::Checkout) -> BookLine {
        let attempts: Vec<_> = checkout.attempts.iter().filter_map(|id| self.deposits.get(id)).collect();
        let paid = attempts.iter().find(|deposit| matches!(deposit.progress, Progress::Completed { .. }));
        let price = paid.map(|deposit| &deposit.price).or(checkout.prices.first());
        let has_money = paid.is_some();
        BookLine {
            kind: BookKind::Payment,
            reference: checkout.id.clone(),
            provider_reference: paid.map(|deposit| deposit.id.clone()),
            of: None,
            amount: price.map_or(0, |price| price.amount.0),
            currency: price.map_or_else(String::new, |price| price.currency.clone()),
            state: match checkout.status {
                _ if has_money => BookState::Succeeded,
                CheckoutStatus::WaitingPayment => BookState::Pending,
                CheckoutStatus::Completed => BookState::Succeeded,
                CheckoutStatus::Failed => BookState::Failed,
                CheckoutStatus::Expired => BookState::Expired,
            },
            channel: paid.map(|deposit| deposit.provider.clone()),
            refunded: paid.map_or(0, |deposit| self.refunded(&deposit.id, true)),
            attempts: attempts.len(),
            under_way: attempts.iter().any(|deposit| !deposit.progress.is_final()),
        }
    }
}

fn state(progress: &Progress) -> BookState {
    match progress {
        Progress::Processing => BookState::Pending,
        Progress::Completed { .. } => BookState::Succeeded,
        Progress::Failed { .. } => BookState::Failed,
    }
}

fn parsed<T: serde::de::DeserializeOwned>(body: &Value) -> Result<T, String> {
    serde_json::from_value(body.clone()).map_err(|error| error.to_string())
}
