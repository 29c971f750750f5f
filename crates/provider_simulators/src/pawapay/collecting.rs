//! Beginning payments: checkouts, sessions of the payment page, direct deposits; and asking about them.

use serde_json::{Value, json};

use super::checks::{Checked, Fields, Refusal, invalid};
use super::messages::{self, found, not_found, refused};
use super::networks::Networks;
use super::records::{Checkout, CheckoutStatus, Deposit, PageSession, PawapayBooks, Price, Progress};
use crate::simulator::clock::rfc3339;
use crate::simulator::context::Context;
use crate::simulator::exchange::{Answer, Request};
use crate::simulator::payers::is_number;

/// A session of the payment page, in seconds.
const SESSION_S: i64 = 15 * 60;

/// A number that pays without further questions.
pub const GOOD_NUMBER: &str = "243813456789";

const CHECKOUT_FIELDS: [&str; 11] = [
    "checkoutId",
    "returnUrl",
    "returnMethod",
    "defaultLanguage",
    "countries",
    "expiresAfter",
    "amounts",
    "clientReferenceId",
    "reason",
    "payer",
    "metadata",
];

const PAGE_FIELDS: [&str; 9] = [
    "depositId",
    "returnUrl",
    "customerMessage",
    "amountDetails",
    "phoneNumber",
    "language",
    "country",
    "reason",
    "metadata",
];

const DEPOSIT_FIELDS: [&str; 10] = [
    "depositId",
    "amount",
    "currency",
    "payer",
    "customerMessage",
    "clientReferenceId",
    "preAuthorisationCode",
    "successfulUrl",
    "failedUrl",
    "metadata",
];

impl PawapayBooks {
    pub(super) fn checkout_page(id: &str, context: &Context) -> String {
        format!("{}/pages/checkouts/{id}", context.base_url)
    }

    pub(super) fn begin_checkout(&mut self, request: &Request, context: &mut Context) -> Answer {
        let body = request.json();
        let id = body.get("checkoutId").and_then(Value::as_str).unwrap_or_default();
        match self.checked_checkout(&body, context) {
            Err(refusal) => refused(Some(("checkoutId", id)), &refusal),
            Ok(checkout) => self.accept_checkout(checkout, context),
        }
    }

    fn accept_checkout(&mut self, checkout: Checkout, context: &mut Context) -> Answer {
        let page = PawapayBooks::checkout_page(&checkout.id, context);
        if let Some(known) = self.checkouts.get(&checkout.id) {
            let mut answer = json!({"checkoutId": known.id, "status": "DUPLICATE_IGNORED"});
            if context.scripts.of(&[&known.id]).duplicate_repeats_url == Some(true) {
                answer = messages::with_status(messages::checkout_accepted(known, &page), "DUPLICATE_IGNORED");
            }
            return Answer::json(200, &answer);
        }
        context.scripts.begin(&checkout.id);
        let script = context.scripts.of(&[&checkout.id]);
        if let Some(code) = &script.reject {
            return refused(Some(("checkoutId", &checkout.id)), &Refusal::rejected(code));
        }
        let id = checkout.id.clone();
        let answer = Answer::json(200, &messages::checkout_accepted(&checkout, &page));
        self.checkouts.insert(id.clone(), checkout);
        if script.before_reply == Some(true) {
            // The refusal of a number is no business of who asked for the checkout.
            self.pay_checkout(&id, GOOD_NUMBER, None, context).ok();
        }
        answer
    }

    fn checked_checkout(&self, body: &Value, context: &mut Context) -> Checked<Checkout> {
        let fields = Fields::of(body, &CHECKOUT_FIELDS)?;
        let id = fields.uuid("checkoutId")?;
        let return_url = fields.url("returnUrl")?;
        let minutes = match fields.get("expiresAfter") {
            Some(value) => value.as_i64().filter(|minutes| (1..=43_200).contains(minutes)),
            None => Some(60),
        };
        let minutes = minutes.ok_or_else(|| invalid("expiresAfter", "whole minutes are expected"))?;
        for country in fields.get("countries").and_then(Value::as_array).into_iter().flatten() {
            if country != "COD" {
                return Err(invalid("countries", "this account has COD only"));
            }
        }
        if fields.optional_text("defaultLanguage", 2)?.is_some_and(|language| !["en", "fr"].contains(&language)) {
            return Err(invalid("defaultLanguage", "en or fr"));
        }
        let created_ms = context.now_ms();
        Ok(Checkout {
            code: format!("PPG{}", id.get(..8).unwrap_or_default().to_ascii_uppercase()),
            id,
            status: CheckoutStatus::WaitingPayment,
            prices: self.checked_amounts(fields.required("amounts")?)?,
            client_reference: fields.optional_text("clientReferenceId", 255)?.map(str::to_owned),
            return_url,
            returns_at_once: fields.optional_text("returnMethod", 30)? == Some("INSTANT"),
            reason: fields.get("reason").cloned().unwrap_or_else(|| json!({})),
            metadata: fields.metadata()?,
            created_ms,
            expires_ms: created_ms + minutes * 60_000,
            attempts: Vec::new(),
            held_back: Vec::new(),
        })
    }

    fn checked_amounts(&self, value: &Value) -> Checked<Vec<Price>> {
        let list = value.as_array().filter(|list| !list.is_empty());
        let list = list.ok_or_else(|| invalid("amounts", "a list with one amount at least"))?;
        let checked = |entry: &Value| {
            let fields = Fields::of(entry, &["country", "currency", "amount"])?;
            fields.country("country")?;
            let price = fields.price()?;
            match self.networks.problem_of_all(&price.currency, price.amount) {
                Some(code) => Err(Refusal::rejected(code)),
                None => Ok(price),
            }
        };
        list.iter().map(checked).collect()
    }

    pub(super) fn checkout_status(&self, id: &str, context: &Context) -> Answer {
        let script = context.scripts.of(&[id]);
        match self.checkouts.get(id).filter(|_| script.status_not_found != Some(true)) {
            None => not_found(),
            Some(_) => {
                let body = self.checkout_body(id, context);
                found(script.status_word.map_or(body.clone(), |word| messages::with_status(body, &word)))
            }
        }
    }

    /// The checkout as it stands, with its attempts.
    pub(super) fn checkout_body(&self, id: &str, context: &Context) -> Value {
        let Some(checkout) = self.checkouts.get(id) else { return Value::Null };
        let attempts: Vec<&Deposit> = checkout.attempts.iter().filter_map(|id| self.deposits.get(id)).collect();
        let page = PawapayBooks::checkout_page(id, context);
        messages::checkout(checkout, &attempts, &page, &context.scripts.of(&[id]))
    }

    pub(super) fn expire_checkout(&mut self, id: &str, context: &mut Context) -> Answer {
        let now = context.now_ms();
        let Some(checkout) = self.checkouts.get_mut(id) else { return not_found() };
        let is_open = checkout.status == CheckoutStatus::WaitingPayment;
        if is_open {
            checkout.status = CheckoutStatus::Expired;
        }
        let answer = Answer::json(200, &messages::checkout_expired(checkout, now));
        if is_open {
            self.tell_checkout(id, now, context);
        }
        answer
    }

    pub(super) fn begin_page(&mut self, request: &Request, context: &mut Context) -> Answer {
        let session = match checked_page(&request.json(), context.now_ms()) {
            Ok(session) => session,
            Err(refusal) => return refused(None, &refusal),
        };
        if let Some(code) = self.networks.problem_of_all(&session.price.currency, session.price.amount) {
            return refused(Some(("depositId", &session.id)), &Refusal::rejected(code));
        }
        if self.deposits.contains_key(&session.id) {
            return Answer::json(200, &json!({"depositId": session.id, "status": "DUPLICATE_IGNORED"}));
        }
        let is_new = !self.pages.contains_key(&session.id);
        let id = session.id.clone();
        if is_new {
            context.scripts.begin(&id);
        }
        let script = context.scripts.of(&[&id]);
        if let Some(code) = &script.reject {
            return refused(Some(("depositId", &id)), &Refusal::rejected(code));
        }
        self.pages.insert(id.clone(), session);
        if is_new && script.before_reply == Some(true) {
            self.pay_page(&id, GOOD_NUMBER, context).ok();
        }
        Answer::json(200, &json!({"redirectUrl": format!("{}/pages/deposits/{id}", context.base_url)}))
    }

    pub(super) fn begin_deposit(&mut self, request: &Request, context: &mut Context) -> Answer {
        let body = request.json();
        let id = body.get("depositId").and_then(Value::as_str).unwrap_or_default();
        let deposit = match self.checked_deposit(&body, context.now_ms()) {
            Ok(deposit) => deposit,
            Err(refusal) => return refused(Some(("depositId", id)), &refusal),
        };
        if self.deposits.contains_key(&deposit.id) {
            return Answer::json(200, &json!({"depositId": deposit.id, "status": "DUPLICATE_IGNORED"}));
        }
        context.scripts.begin(&deposit.id);
        if let Some(code) = context.scripts.of(&[&deposit.id]).reject {
            return refused(Some(("depositId", &deposit.id)), &Refusal::rejected(&code));
        }
        let created = rfc3339(deposit.created_ms);
        let answer =
            json!({"depositId": deposit.id, "status": "ACCEPTED", "nextStep": "FINAL_STATUS", "created": created});
        self.debit(deposit, context);
        Answer::json(200, &answer)
    }

    fn checked_deposit(&self, body: &Value, now_ms: i64) -> Checked<Deposit> {
        let fields = Fields::of(body, &DEPOSIT_FIELDS)?;
        let id = fields.uuid("depositId")?;
        let price = fields.price()?;
        let payer = Fields::of(fields.required("payer")?, &["type", "accountDetails"])?;
        if payer.text("type")? != "MMO" {
            return Err(invalid("type", "MMO is expected"));
        }
        let account = Fields::of(payer.required("accountDetails")?, &["phoneNumber", "provider"])?;
        let (number, provider) = (account.text("phoneNumber")?, account.text("provider")?);
        let message = fields.customer_message()?;
        if let Some(code) = self.networks.problem(provider, &price.currency, price.amount) {
            return Err(Refusal::rejected(code));
        }
        if !is_number(number) || Networks::provider_of(number) != Some(provider) {
            return Err(Refusal::rejected("INVALID_PHONE_NUMBER"));
        }
        Ok(Deposit {
            id,
            checkout: None,
            price,
            number: number.to_owned(),
            provider: provider.to_owned(),
            message,
            client_reference: fields.optional_text("clientReferenceId", 255)?.map(str::to_owned),
            metadata: fields.metadata()?,
            created_ms: now_ms,
            progress: Progress::Processing,
        })
    }

    pub(super) fn deposit_status(&self, id: &str, context: &Context) -> Answer {
        let Some(deposit) = self.deposits.get(id) else { return not_found() };
        let script = context.scripts.of(&[deposit.owner(), id]);
        if script.status_not_found == Some(true) {
            return not_found();
        }
        let body = messages::deposit(deposit, &script, true);
        found(script.status_word.map_or(body.clone(), |word| messages::with_status(body, &word)))
    }

    pub(super) fn resend_callback(&mut self, id: &str, context: &mut Context) -> Answer {
        let refusal = match self.deposits.get(id) {
            None => Some("NOT_FOUND"),
            Some(deposit) if !deposit.progress.is_final() => Some("INVALID_STATE"),
            Some(_) => None,
        };
        if let Some(code) = refusal {
            return refused(Some(("depositId", id)), &Refusal::rejected(code));
        }
        let now = context.now_ms();
        self.tell_deposit(id, now, context);
        Answer::json(200, &json!({"depositId": id, "status": "ACCEPTED"}))
    }
}

fn checked_page(body: &Value, now_ms: i64) -> Checked<PageSession> {
    let fields = Fields::of(body, &PAGE_FIELDS)?;
    let id = fields.uuid("depositId")?;
    let return_url = fields.url("returnUrl")?;
    fields.country("country")?;
    let price = Fields::of(fields.required("amountDetails")?, &["amount", "currency"])?.price()?;
    if fields.optional_text("language", 2)?.is_some_and(|language| !["EN", "FR"].contains(&language)) {
        return Err(invalid("language", "EN or FR"));
    }
    let number = fields.optional_text("phoneNumber", 12)?.map(str::to_owned);
    if number.as_deref().is_some_and(|number| !is_number(number)) {
        return Err(Refusal::rejected("INVALID_PHONE_NUMBER"));
    }
    Ok(PageSession {
        id,
        price,
        number,
        return_url,
        reason: fields.optional_text("reason", 50)?.map(str::to_owned),
        message: fields.customer_message()?,
        metadata: fields.metadata()?,
        expires_ms: now_ms + SESSION_S * 1000,
    })
}
