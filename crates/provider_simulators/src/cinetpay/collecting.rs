//! Signing in, beginning payments, how they end, and asking about them.

use serde_json::{Value, json};

use super::messages::{self, TOKEN_LIFETIME_S, error};
use super::records::{CinetpayBooks, Payment, PaymentStatus};
use crate::simulator::amount::Amount;
use crate::simulator::context::Context;
use crate::simulator::exchange::{Answer, Request};
use crate::simulator::payers::{Ended, Network, is_number};
use crate::simulator::script::{Outcome, Tamper};

/// How long the page can be used, in seconds. The real one is not known.
const SESSION_S: i64 = 30 * 60;

/// A number that pays without further questions.
const GOOD_NUMBER: &str = "243813456789";

const LONGEST_URL: usize = 120;

type Checked<T> = Result<T, String>;

impl CinetpayBooks {
    pub(super) fn log_in(&mut self, request: &Request, context: &mut Context) -> Answer {
        let key = request.json_text("api_key");
        let password = request.json_text("api_password");
        let (wanted_key, wanted_password) = (&context.options.token, &context.options.merchant);
        if key.as_ref() != Some(wanted_key) || password.as_ref() != Some(wanted_password) {
            return error(401, "INVALID_CREDENTIALS", "Wrong key or password");
        }
        let token = context.random.token(40);
        self.tokens.insert(token.clone(), context.now_ms() + TOKEN_LIFETIME_S * 1000);
        Answer::json(200, &messages::logged_in(&token))
    }

    /// What is wrong with the access token of a call.
    pub(super) fn token_problem(&self, request: &Request, context: &Context) -> Option<Answer> {
        match request.bearer().and_then(|token| self.tokens.get(token)) {
            None => Some(error(401, "INVALID_TOKEN", "The token is not known")),
            Some(expires_ms) if *expires_ms <= context.now_ms() => {
                Some(error(401, "EXPIRED_TOKEN", "The token has expired"))
            }
            Some(_) => None,
        }
    }

    pub(super) fn begin(&mut self, request: &Request, context: &mut Context) -> Answer {
        let payment = match self.checked(&request.json(), context) {
            Ok(payment) => payment,
            Err(problem) => return error(422, "INVALID_PARAMS", &problem),
        };
        if self.payments.contains_key(&payment.reference) {
            return error(400, "TRANSACTION_EXIST", "The transaction exists already");
        }
        context.scripts.begin(&payment.reference);
        let script = context.scripts.of(&[&payment.reference]);
        if let Some(word) = &script.reject {
            return error(400, word, "The payment is refused");
        }
        let page = format!("{}/pages/{}", context.base_url, payment.payment_token);
        let answer = Answer::json(200, &messages::accepted(&payment, &page));
        let reference = payment.reference.clone();
        self.payments.insert(reference.clone(), payment);
        if script.before_reply == Some(true) {
            self.pay_page(&reference, GOOD_NUMBER, context).ok();
        }
        answer
    }

    fn checked(&self, body: &Value, context: &mut Context) -> Checked<Payment> {
        let reference = text(body, "merchant_transaction_id", 1, 30)?;
        let is_plain = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-';
        if !reference.bytes().all(is_plain) {
            return Err("merchant_transaction_id: upper-case letters, digits and hyphens".to_owned());
        }
        if text(body, "currency", 3, 3)? != "CDF" {
            return Err("currency: this account has CDF only".to_owned());
        }
        let francs = body.get("amount").and_then(Value::as_i64).ok_or("amount: an integer is expected")?;
        let amount = Amount(francs.saturating_mul(100));
        if amount < self.least || amount > self.most {
            return Err("amount: out of bounds".to_owned());
        }
        let first_name = text(body, "client_first_name", 2, 255)?;
        let last_name = text(body, "client_last_name", 2, 255)?;
        let email = text(body, "client_email", 3, 255)?;
        if !email.contains('@') {
            return Err("client_email: no address".to_owned());
        }
        if !matches!(text(body, "lang", 2, 2)?, "fr" | "en") {
            return Err("lang: fr or en".to_owned());
        }
        if body.get("direct_pay").is_some_and(|value| !value.is_boolean()) {
            return Err("direct_pay: true or false".to_owned());
        }
        Ok(Payment {
            reference: reference.to_owned(),
            transaction: context.random.uuid(),
            payment_token: context.random.token(32),
            notify_token: context.random.token(32),
            amount,
            designation: text(body, "designation", 1, 255)?.to_owned(),
            name: format!("{first_name} {last_name}"),
            email: email.to_owned(),
            number: None,
            success_url: address(body, "success_url")?,
            failed_url: address(body, "failed_url")?,
            notify_url: address(body, "notify_url")?,
            status: PaymentStatus::Initiated,
            expires_ms: context.now_ms() + SESSION_S * 1000,
            attempts: 0,
        })
    }

    /// The one attempt that a payment has. The error is what the payer reads.
    pub(super) fn pay_page(&mut self, reference: &str, number: &str, context: &mut Context) -> Result<(), String> {
        let payment = self.payments.get_mut(reference).ok_or("Ce paiement n'existe pas.")?;
        if payment.status != PaymentStatus::Initiated {
            return Err("Ce paiement est terminé ou en cours.".to_owned());
        }
        if !is_number(number) {
            return Err("Entrez un numéro de douze chiffres, par exemple 243813456789.".to_owned());
        }
        match Network::of(number) {
            None | Some(Network::Afrimoney) => return Err("Ce numéro n'est d'aucun réseau accepté ici.".to_owned()),
            Some(network) if self.closed.contains(&network) => {
                return Err("Ce réseau est momentanément fermé.".to_owned());
            }
            Some(_) => {}
        }
        payment.status = PaymentStatus::Pending;
        payment.number = Some(number.to_owned());
        payment.attempts += 1;
        let script = context.scripts.of(&[reference]);
        let text = format!("Payer {} CDF pour {} ?", payment.amount.plain(), payment.designation);
        context.begin_attempt(reference, number, &text, &script);
        Ok(())
    }

    /// The payer gives up on the page.
    pub(super) fn abandon(&mut self, reference: &str, context: &mut Context) {
        if self.payments.get(reference).is_some_and(|payment| payment.status == PaymentStatus::Initiated) {
            let now = context.now_ms();
            self.finish(reference, PaymentStatus::Failed, now, context);
        }
    }

    pub(super) fn end(&mut self, ended: &Ended, context: &mut Context) {
        let status = match ended.outcome {
            Outcome::Success => PaymentStatus::Success,
            Outcome::InsufficientBalance => PaymentStatus::InsufficientBalance,
            _ => PaymentStatus::Failed,
        };
        self.finish(&ended.key, status, ended.at_ms, context);
    }

    pub(super) fn finish(&mut self, reference: &str, status: PaymentStatus, at_ms: i64, context: &mut Context) {
        let Some(payment) = self.payments.get_mut(reference) else { return };
        payment.status = status;
        let script = context.scripts.of(&[reference]);
        let (url, body) = (payment.notify_url.clone(), messages::notification(payment));
        context.send(reference, "payment", &url, body, script, at_ms);
    }

    pub(super) fn status(&self, id: &str, context: &Context) -> Answer {
        let payment = self.find(id);
        let script = payment.map(|payment| context.scripts.of(&[&payment.reference])).unwrap_or_default();
        match payment.filter(|_| script.status_not_found != Some(true)) {
            Some(payment) => Answer::json(200, &messages::status(payment, &script)),
            None => error(404, "TRANSACTION_NOT_FOUND", "No such transaction"),
        }
    }

    /// Pages that nobody used in time, with the moment it was.
    pub(super) fn expired(&self, now_ms: i64) -> Vec<(String, i64)> {
        let is_over = |payment: &&Payment| payment.status == PaymentStatus::Initiated && payment.expires_ms <= now_ms;
        self.payments.values().filter(is_over).map(|payment| (payment.reference.clone(), payment.expires_ms)).collect()
    }

    /// A notification with a wrong token, or none.
    pub(super) fn tampered(&self, mut body: Value, reference: &str, tamper: Tamper) -> Value {
        let Value::Object(fields) = &mut body else { return body };
        let other = self.payments.values().find(|payment| payment.reference != reference);
        let of_other = other.map(|payment| payment.notify_token.as_str()).filter(|_| tamper == Tamper::OtherToken);
        let token = Some(of_other.unwrap_or("token-of-nobody")).filter(|_| tamper != Tamper::MissingToken);
        match token {
            Some(token) => fields.insert("notify_token".to_owned(), json!(token)),
            None => fields.remove("notify_token"),
        };
        body
    }
}

fn text<'a>(body: &'a Value, name: &str, shortest: usize, longest: usize) -> Checked<&'a str> {
    let text = body.get(name).and_then(Value::as_str).ok_or_else(|| format!("{name}: missing"))?;
    let length = text.chars().count();
    if length < shortest || length > longest {
        return Err(format!("{name}: {shortest} to {longest} characters"));
    }
    Ok(text)
}

fn address(body: &Value, name: &str) -> Checked<String> {
    let text = text(body, name, 1, LONGEST_URL)?;
    match url::Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") => Ok(text.to_owned()),
        _ => Err(format!("{name}: no address")),
    }
}
