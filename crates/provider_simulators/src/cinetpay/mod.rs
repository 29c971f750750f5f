//! CinetPay v1: access tokens, payments on its page, notifications with a token for each payment.

mod collecting;
mod messages;
mod pages;
mod records;

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

pub use records::CinetpayBooks;

use crate::simulator::Simulator;
use crate::simulator::amount::Amount;
use crate::simulator::callbacks::{Callback, Retries};
use crate::simulator::context::Context;
use crate::simulator::exchange::{Answer, Request};
use crate::simulator::journal::{BookKind, BookLine, BookState};
use crate::simulator::payers::Network;
use crate::simulator::protocol::{Call, Claim, Message, Protocol};
use crate::simulator::script::Tamper;
use records::PaymentStatus;

/// A running simulator of CinetPay.
pub type Cinetpay = Simulator<CinetpayBooks>;

impl Cinetpay {
    /// Closes or opens a network on the page.
    pub fn set_network_open(&self, network: Network, open: bool) {
        self.with(|books, _| books.set_open(network, open));
    }

    /// The least and the most that a payment may be, in francs.
    pub fn set_limits(&self, least: i64, most: i64) {
        self.with(|books, _| (books.least, books.most) = (Amount(least * 100), Amount(most * 100)));
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NetworkChange {
    network: Network,
    open: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Limits {
    least: i64,
    most: i64,
}

impl CinetpayBooks {
    fn set_open(&mut self, network: Network, open: bool) {
        self.closed.retain(|closed| *closed != network);
        if !open {
            self.closed.push(network);
        }
    }
}

impl Protocol for CinetpayBooks {
    const NAME: &'static str = "cinetpay";
    const CALLS: &'static [&'static str] = &["login", "payment", "status"];
    const TAMPERS: &'static [Tamper] = &[Tamper::WrongToken, Tamper::MissingToken, Tamper::OtherToken];
    const RETRIES: Option<Retries> = None;

    fn new(_: &mut Context) -> CinetpayBooks {
        CinetpayBooks {
            payments: BTreeMap::new(),
            tokens: BTreeMap::new(),
            closed: Vec::new(),
            least: Amount(100 * 100),
            most: Amount(2_000_000 * 100),
        }
    }

    fn call_of(&self, request: &Request) -> Option<Call> {
        match (request.method.as_str(), request.segments().as_slice()) {
            ("POST", ["v1", "oauth", "login"]) => Some(Call::new("login", None::<String>)),
            ("POST", ["v1", "payment"]) => Some(Call::new("payment", request.json_text("merchant_transaction_id"))),
            ("GET", ["v1", "payment", id]) => {
                let reference = self.find(id).map_or(*id, |payment| payment.reference.as_str());
                Some(Call::new("status", Some(reference)))
            }
            _ => None,
        }
    }

    fn answer(&mut self, request: &Request, context: &mut Context) -> Answer {
        let segments = request.segments();
        match (request.method.as_str(), segments.as_slice()) {
            ("GET", ["pages", token]) => return self.show_page(token, None),
            ("POST", ["pages", token]) => return self.submit_page(token, request, context),
            ("POST", ["v1", "oauth", "login"]) => return self.log_in(request, context),
            _ => {}
        }
        if let Some(problem) = self.token_problem(request, context) {
            return problem;
        }
        match (request.method.as_str(), segments.as_slice()) {
            ("POST", ["v1", "payment"]) => self.begin(request, context),
            ("GET", ["v1", "payment", id]) => self.status(id, context),
            _ => CinetpayBooks::error(404, "NOT_FOUND"),
        }
    }

    fn settle(&mut self, context: &mut Context) {
        let now = context.now_ms();
        for ended in context.payers.take_ended(now) {
            self.end(&ended, context);
        }
        for (reference, at_ms) in self.expired(now) {
            self.finish(&reference, PaymentStatus::Expired, at_ms, context);
        }
    }

    fn pay(&mut self, reference: &str, number: &str, context: &mut Context) -> Result<(), String> {
        self.pay_page(reference, number, context)
    }

    fn claim_success(&self, reference: &str, _: &mut Context) -> Option<Claim> {
        let payment = self.payments.get(reference)?;
        let (url, body) = (payment.notify_url.clone(), messages::notification(payment));
        Some(Claim { reference: reference.to_owned(), kind: "payment", url, body })
    }

    fn claim_unknown(&self, context: &mut Context) -> Option<Claim> {
        let mut payment = self.payments.values().next()?.clone();
        payment.reference = context.random.text(20, "ABCDEFGHJKLMNPQRSTUVWXYZ23456789");
        payment.transaction = context.random.uuid();
        payment.notify_token = context.random.token(32);
        let body = messages::notification(&payment);
        Some(Claim { reference: payment.reference, kind: "payment", url: payment.notify_url, body })
    }

    fn message(&self, callback: &Callback, _: i64) -> Message {
        let mut callback = callback.clone();
        if let Some(tamper) = callback.tamper() {
            callback.body = self.tampered(callback.body, &callback.reference, tamper);
        }
        Message::plain(&callback)
    }

    fn error(status: u16, code: &str) -> Answer {
        messages::error(status, code, "The call failed")
    }

    fn books(&self) -> Vec<BookLine> {
        let line = |payment: &records::Payment| BookLine {
            kind: BookKind::Payment,
            reference: payment.reference.clone(),
            provider_reference: Some(payment.transaction.clone()),
            of: None,
            amount: payment.amount.0,
            currency: "CDF".to_owned(),
            state: match payment.status {
                PaymentStatus::Success => BookState::Succeeded,
                PaymentStatus::Failed | PaymentStatus::InsufficientBalance => BookState::Failed,
                PaymentStatus::Expired => BookState::Expired,
                PaymentStatus::Initiated | PaymentStatus::Pending => BookState::Pending,
            },
            channel: payment
                .number
                .as_deref()
                .and_then(Network::of)
                .map(|network| format!("{network:?}").to_lowercase()),
            refunded: 0,
            attempts: payment.attempts,
            under_way: payment.status == PaymentStatus::Pending,
        };
        self.payments.values().map(line).collect()
    }

    fn admin(&mut self, name: &str, body: &Value, context: &mut Context) -> Option<Result<Value, String>> {
        let body = body.clone();
        let result = match name {
            "networks" => {
                serde_json::from_value(body).map(|change: NetworkChange| self.set_open(change.network, change.open))
            }
            "limits" => serde_json::from_value(body).map(|limits: Limits| {
                (self.least, self.most) = (Amount(limits.least * 100), Amount(limits.most * 100));
            }),
            // Access tokens that CinetPay forgets before their time.
            "tokens/forget" => {
                self.tokens.clear();
                Ok(())
            }
            // Access tokens that expire before their time.
            "tokens/expire" => {
                let now = context.now_ms();
                self.tokens.values_mut().for_each(|expires_ms| *expires_ms = now);
                Ok(())
            }
            _ => return None,
        };
        Some(result.map(|()| json!({"ok": true})).map_err(|error| error.to_string()))
    }
}
