//! FlexPay: push to a telephone, cards on a page (v1.1), status by order number, callbacks without a signature.

mod collecting;
mod messages;
mod pages;
mod records;

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

pub use collecting::{GOOD_CARD, REFUSED_CARD};
pub use records::FlexpayBooks;

use crate::simulator::Simulator;
use crate::simulator::callbacks::{Callback, Retries};
use crate::simulator::context::Context;
use crate::simulator::exchange::{Answer, Request};
use crate::simulator::journal::{BookKind, BookLine, BookState};
use crate::simulator::payers::Network;
use crate::simulator::protocol::{Call, Claim, Message, Protocol};
use crate::simulator::script::{Outcome, Script, Tamper};
use records::{Means, OrderStatus};

/// A running simulator of FlexPay.
pub type Flexpay = Simulator<FlexpayBooks>;

impl Flexpay {
    /// The whole address of the mobile payment service.
    pub fn mobile_url(&self) -> String {
        self.url("/api/rest/v1/paymentService")
    }

    pub fn card_url(&self) -> String {
        self.url("/v1.1/pay")
    }

    /// What comes before the order number.
    pub fn check_url(&self) -> String {
        self.url("/api/rest/v1/check/")
    }

    /// Closes or opens a network for pushes.
    pub fn set_network_open(&self, network: Network, open: bool) {
        self.with(|books, _| books.set_open(network, open));
    }

    /// A refund that somebody at FlexPay does by hand: first under way, then done.
    pub fn refund_by_hand(&self, reference: &str, done: bool) -> Result<(), String> {
        self.with(|books, _| books.refund(reference, done))
    }

    /// The number of the order that a reference has, which only the answer to its beginning and callbacks tell.
    pub fn order_number(&self, reference: &str) -> Option<String> {
        self.with(|books, _| Some(books.by_reference(reference)?.number.clone()))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NetworkChange {
    network: Network,
    open: bool,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct HandRefund {
    done: bool,
}

impl FlexpayBooks {
    fn set_open(&mut self, network: Network, open: bool) {
        self.closed.retain(|closed| *closed != network);
        if !open {
            self.closed.push(network);
        }
    }

    fn refund(&mut self, reference: &str, done: bool) -> Result<(), String> {
        let order = self.orders.values_mut().find(|order| order.reference == reference);
        let order = order.ok_or_else(|| format!("there is no order {reference}"))?;
        if !matches!(order.status, OrderStatus::Success | OrderStatus::Refunding) {
            return Err(format!("the order {reference} was not paid, or is refunded already"));
        }
        order.status = if done { OrderStatus::Refunded } else { OrderStatus::Refunding };
        Ok(())
    }
}

impl Protocol for FlexpayBooks {
    const NAME: &'static str = "flexpay";
    const CALLS: &'static [&'static str] = &["mobile", "card", "check"];
    const TAMPERS: &'static [Tamper] = &[Tamper::WrongSecret, Tamper::ForeignOrderNumber];
    const RETRIES: Option<Retries> = None;

    fn new(_: &mut Context) -> FlexpayBooks {
        FlexpayBooks { orders: BTreeMap::new(), closed: Vec::new() }
    }

    fn call_of(&self, request: &Request) -> Option<Call> {
        match (request.method.as_str(), request.segments().as_slice()) {
            ("POST", ["api", "rest", "v1", "paymentService"]) => {
                Some(Call::new("mobile", request.json_text("reference")))
            }
            ("POST", ["v1.1", "pay"]) => Some(Call::new("card", request.json_text("reference"))),
            ("GET", ["api", "rest", "v1", "check", number]) => {
                Some(Call::new("check", self.orders.get(*number).map(|order| order.reference.clone())))
            }
            _ => None,
        }
    }

    fn answer(&mut self, request: &Request, context: &mut Context) -> Answer {
        let segments = request.segments();
        match (request.method.as_str(), segments.as_slice()) {
            ("GET", ["pages", "cards", number]) => return self.show_card(number, None, context),
            ("POST", ["pages", "cards", number]) => return self.submit_card(number, request, context),
            // The token of a card payment stands in the body.
            ("POST", ["v1.1", "pay"]) => return self.begin_card(request, context),
            _ => {}
        }
        if request.bearer() != Some(&context.options.token) {
            return FlexpayBooks::error(401, "Unauthorized");
        }
        match (request.method.as_str(), segments.as_slice()) {
            ("POST", ["api", "rest", "v1", "paymentService"]) => self.begin_mobile(request, context),
            ("GET", ["api", "rest", "v1", "check", number]) => self.check(number, context),
            _ => FlexpayBooks::error(404, "Not Found"),
        }
    }

    fn settle(&mut self, context: &mut Context) {
        let now = context.now_ms();
        for ended in context.payers.take_ended(now) {
            self.end(&ended, context);
        }
    }

    /// By card for a card order; for a push, enters the PIN on the telephone that it was sent to.
    fn pay(&mut self, reference: &str, number: &str, context: &mut Context) -> Result<(), String> {
        let order = self.by_reference(reference).ok_or_else(|| format!("there is no order {reference}"))?;
        match &order.means {
            Means::Card { .. } => {
                let order_number = order.number.clone();
                self.pay_card(&order_number, number, context)
            }
            Means::Mobile { phone, .. } if phone != number => Err(format!("the push went to {phone}")),
            Means::Mobile { .. } => {
                let now = context.now_ms();
                let is_answered = context.payers.answer(&order.number, Outcome::Success, now);
                is_answered.then_some(()).ok_or_else(|| format!("no prompt waits on {number}"))
            }
        }
    }

    fn claim_success(&self, reference: &str, _: &mut Context) -> Option<Claim> {
        let mut order = self.by_reference(reference)?.clone();
        order.status = OrderStatus::Success;
        let body = messages::callback(&order, &Script::default());
        Some(Claim { reference: order.reference, kind: "payment", url: order.callback_url, body })
    }

    fn claim_unknown(&self, context: &mut Context) -> Option<Claim> {
        let mut order = self.orders.values().next()?.clone();
        order.status = OrderStatus::Success;
        order.reference = context.random.text(20, "ABCDEFGHJKLMNPQRSTUVWXYZ23456789");
        order.number = context.random.text(20, "ABCDEFGHJKLMNPQRSTUVWXYZ23456789");
        let body = messages::callback(&order, &Script::default());
        Some(Claim { reference: order.reference, kind: "payment", url: order.callback_url, body })
    }

    fn message(&self, callback: &Callback, _: i64) -> Message {
        let mut callback = callback.clone();
        match callback.tamper() {
            Some(Tamper::WrongSecret) => callback.url = with_other_secret(&callback.url),
            Some(Tamper::ForeignOrderNumber) => callback.body["orderNumber"] = json!("FOREIGNORDERNUMBER22"),
            _ => {}
        }
        Message::plain(&callback)
    }

    fn error(status: u16, code: &str) -> Answer {
        Answer::json(status, &json!({"code": "1", "message": code, "orderNumber": null}))
    }

    fn books(&self) -> Vec<BookLine> {
        let line = |order: &records::Order| BookLine {
            kind: BookKind::Payment,
            reference: order.reference.clone(),
            provider_reference: Some(order.number.clone()),
            of: None,
            amount: order.amount.0,
            currency: order.currency.clone(),
            state: match order.status {
                OrderStatus::Success | OrderStatus::Refunding | OrderStatus::Refunded => BookState::Succeeded,
                OrderStatus::Failed | OrderStatus::Cancelled => BookState::Failed,
                OrderStatus::Pending => BookState::Pending,
            },
            channel: Some(order.channel().to_owned()),
            refunded: if order.status == OrderStatus::Refunded { order.amount.0 } else { 0 },
            attempts: order.attempts,
            under_way: order.attempts > 0 && order.status == OrderStatus::Pending,
        };
        self.orders.values().map(line).collect()
    }

    fn admin(&mut self, name: &str, body: &Value, _: &mut Context) -> Option<Result<Value, String>> {
        let result = if name == "networks" {
            let change = serde_json::from_value(body.clone()).map_err(|error| error.to_string());
            change.map(|change: NetworkChange| self.set_open(change.network, change.open))
        } else {
            let reference = name.strip_prefix("refunds/")?;
            let refund = serde_json::from_value(body.clone()).map_err(|error| error.to_string());
            refund.and_then(|refund: HandRefund| self.refund(reference, refund.done))
        };
        Some(result.map(|()| json!({"ok": true})))
    }
}

/// The address with another last part.
fn with_other_secret(address: &str) -> String {
    let trimmed = address.trim_end_matches('/');
    let slash = if trimmed.len() < address.len() { "/" } else { "" };
    match trimmed.rsplit_once('/') {
        Some((before, _)) => format!("{before}/not-the-secret-of-this-payment{slash}"),
        None => address.to_owned(),
    }
}
