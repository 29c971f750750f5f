//! Beginning payments by push or by card, how they end, and asking about them.

use serde_json::Value;

use super::messages;
use super::records::{FlexpayBooks, Means, Order, OrderStatus};
use crate::simulator::amount::Amount;
use crate::simulator::context::Context;
use crate::simulator::exchange::{Answer, Request};
use crate::simulator::payers::{Ended, Network, is_number};
use crate::simulator::script::{Outcome, Script};

/// A card that pays, and one that is refused.
pub const GOOD_CARD: &str = "4242424242424242";
pub const REFUSED_CARD: &str = "4000000000000002";

type Checked<T> = Result<T, String>;

impl FlexpayBooks {
    pub(super) fn begin_mobile(&mut self, request: &Request, context: &mut Context) -> Answer {
        let body = request.json();
        let checked = checked_mobile(&body, context).and_then(|order| self.checked_order(order));
        let checked = checked.and_then(|order| match order.means {
            Means::Mobile { network, .. } if self.closed.contains(&network) => Err("Opérateur indisponible".to_owned()),
            _ => Ok(order),
        });
        match self.accepted(checked, context) {
            Err(answer) => answer,
            Ok(mut order) => {
                let script = context.scripts.of(&[&order.reference]);
                order.attempts = 1;
                if let Means::Mobile { phone, .. } = &order.means {
                    let text = format!("Payer {} {} à {} ?", order.amount.plain(), order.currency, order.description);
                    context.begin_attempt(&order.number, phone, &text, &script);
                }
                let answer = Answer::json(200, &messages::mobile_accepted(&order, &script));
                self.orders.insert(order.number.clone(), order);
                answer
            }
        }
    }

    pub(super) fn begin_card(&mut self, request: &Request, context: &mut Context) -> Answer {
        let body = request.json();
        let checked = checked_card(&body, context).and_then(|order| self.checked_order(order));
        match self.accepted(checked, context) {
            Err(answer) => answer,
            Ok(order) => {
                let script = context.scripts.of(&[&order.reference]);
                let page = format!("{}/pages/cards/{}", context.base_url, order.number);
                let answer = Answer::json(200, &messages::card_accepted(&order, &page, &script));
                let (number, pays_at_once) = (order.number.clone(), script.before_reply == Some(true));
                self.orders.insert(number.clone(), order);
                if pays_at_once {
                    self.pay_card(&number, GOOD_CARD, context).ok();
                }
                answer
            }
        }
    }

    /// A reference that was there before is refused, not answered again.
    fn checked_order(&self, order: Order) -> Checked<Order> {
        match self.by_reference(&order.reference) {
            Some(_) => Err("La référence existe déjà".to_owned()),
            None => Ok(order),
        }
    }

    /// Gives the script that waits to an order that begins; refusals are answered with HTTP 200.
    fn accepted(&self, checked: Checked<Order>, context: &mut Context) -> Result<Order, Answer> {
        let all = context.scripts.of(&[]);
        let order = checked.map_err(|problem| Answer::json(200, &messages::refused(&problem, &all)))?;
        context.scripts.begin(&order.reference);
        let script = context.scripts.of(&[&order.reference]);
        match &script.reject {
            Some(problem) => Err(Answer::json(200, &messages::refused(problem, &script))),
            None => Ok(order),
        }
    }

    /// The error is what the payer reads.
    pub(super) fn pay_card(&mut self, number: &str, card: &str, context: &mut Context) -> Result<(), String> {
        let order = self.orders.get_mut(number).ok_or("Ce paiement n'existe pas.")?;
        let Means::Card { channel, .. } = &mut order.means else {
            return Err("Ce paiement n'est pas par carte.".to_owned());
        };
        if order.status != OrderStatus::Pending || context.payers.is_open(number) {
            return Err("Ce paiement est terminé ou en cours.".to_owned());
        }
        let mut script = context.scripts.of(&[&order.reference]);
        script.outcome = script.outcome.or(match card {
            GOOD_CARD => Some(Outcome::Success),
            REFUSED_CARD => Some(Outcome::NotApproved),
            _ => return Err(format!("Cartes du simulateur : {GOOD_CARD} (acceptée), {REFUSED_CARD} (refusée).")),
        });
        *channel = if card.starts_with('5') { "mastercard" } else { "visa" };
        order.attempts += 1;
        context.begin_attempt(number, card, "Paiement par carte", &script);
        Ok(())
    }

    pub(super) fn cancel_card(&mut self, number: &str, context: &mut Context) {
        let is_open = self.orders.get(number).is_some_and(|order| order.status == OrderStatus::Pending);
        if is_open && !context.payers.is_open(number) {
            let ended = Ended { key: number.to_owned(), at_ms: context.now_ms(), outcome: Outcome::Cancelled };
            self.end(&ended, context);
        }
    }

    pub(super) fn end(&mut self, ended: &Ended, context: &mut Context) {
        let Some(order) = self.orders.get_mut(&ended.key) else { return };
        order.status = match ended.outcome {
            Outcome::Success => OrderStatus::Success,
            Outcome::Cancelled => OrderStatus::Cancelled,
            _ => OrderStatus::Failed,
        };
        let script = context.scripts.of(&[&order.reference]);
        let body = messages::callback(order, &script);
        let (reference, url) = (order.reference.clone(), order.callback_url.clone());
        context.send(&reference, "payment", &url, body, script, ended.at_ms);
    }

    pub(super) fn check(&self, number: &str, context: &Context) -> Answer {
        let order = self.orders.get(number);
        let script = order.map_or_else(Script::default, |order| context.scripts.of(&[&order.reference]));
        let body = match order.filter(|_| script.status_not_found != Some(true)) {
            Some(order) => messages::check(order, &script),
            None => messages::not_found(&context.scripts.of(&[])),
        };
        Answer::json(200, &body)
    }
}

fn checked_mobile(body: &Value, context: &mut Context) -> Checked<Order> {
    check_merchant(body, context)?;
    if text(body, "type")? != "1" {
        return Err("type invalide".to_owned());
    }
    let phone = text(body, "phone")?.to_owned();
    if !is_number(&phone) {
        return Err("phone invalide".to_owned());
    }
    let network = Network::of(&phone).ok_or("Opérateur inconnu")?;
    let reference = text(body, "reference")?;
    if reference.len() > 20 || !reference.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err("reference invalide".to_owned());
    }
    let callback_url = address(body, "callbackUrl", context)?;
    order(body, reference, callback_url, Means::Mobile { phone, network }, context)
}

fn checked_card(body: &Value, context: &mut Context) -> Checked<Order> {
    let wanted = format!("Bearer {}", context.options.token);
    if text(body, "authorization")? != wanted {
        return Err("authorization invalide".to_owned());
    }
    check_merchant(body, context)?;
    let reference = text(body, "reference")?;
    if reference.len() > 25 {
        return Err("reference invalide".to_owned());
    }
    text(body, "description")?;
    let callback_url = address(body, "callback_url", context)?;
    let page = |name| text(body, name).map(str::to_owned);
    page("home_url")?;
    let means = Means::Card {
        approve_url: page("approve_url")?,
        cancel_url: page("cancel_url")?,
        decline_url: page("decline_url")?,
        channel: "visa",
    };
    order(body, reference, callback_url, means, context)
}

fn check_merchant(body: &Value, context: &Context) -> Checked<()> {
    if text(body, "merchant")? != context.options.merchant {
        return Err("merchant inconnu".to_owned());
    }
    Ok(())
}

fn order(body: &Value, reference: &str, callback_url: String, means: Means, context: &mut Context) -> Checked<Order> {
    let currency = text(body, "currency")?;
    let amount = text(body, "amount")?;
    let is_plain = !amount.starts_with('0') && (currency == "USD" || !amount.contains('.'));
    let amount = Amount::parse(amount).filter(|amount| is_plain && amount.0 > 0).ok_or("amount invalide")?;
    if !matches!(currency, "CDF" | "USD") {
        return Err("currency invalide".to_owned());
    }
    Ok(Order {
        number: context.random.text(20, "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"),
        reference: reference.to_owned(),
        means,
        amount,
        currency: currency.to_owned(),
        description: body.get("description").and_then(Value::as_str).unwrap_or("TUKIO").to_owned(),
        callback_url,
        created_ms: context.now_ms(),
        status: OrderStatus::Pending,
        provider_reference: context.random.digits(10),
        attempts: 0,
    })
}

fn text<'a>(body: &'a Value, name: &str) -> Checked<&'a str> {
    let text = body.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    text.ok_or_else(|| format!("{name} manquant"))
}

fn address(body: &Value, name: &str, context: &Context) -> Checked<String> {
    let address = text(body, name)?;
    if !context.may_call(address) {
        return Err(format!("{name} invalide"));
    }
    Ok(address.to_owned())
}
