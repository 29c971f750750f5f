//! The payer's side: attempts on checkouts and pages, how they end, and what is told about it.

use serde_json::Value;

use super::messages;
use super::networks::Networks;
use super::records::{CheckoutStatus, Deposit, PawapayBooks, Price, Progress};
use crate::simulator::context::Context;
use crate::simulator::payers::{Ended, is_number};
use crate::simulator::script::{Afterthought, LateAttempt, Outcome, Script};

impl PawapayBooks {
    /// An attempt on a checkout, in its first currency unless another is named. The error is what the payer reads.
    pub(super) fn pay_checkout(
        &mut self,
        id: &str,
        number: &str,
        currency: Option<&str>,
        context: &mut Context,
    ) -> Result<(), String> {
        let checkout = self.checkouts.get(id).ok_or("Ce paiement n'existe pas.")?;
        if checkout.status != CheckoutStatus::WaitingPayment {
            return Err("Ce paiement est terminé.".to_owned());
        }
        if checkout.attempts.last().is_some_and(|attempt| context.payers.is_open(attempt)) {
            return Err("Une demande attend déjà votre confirmation.".to_owned());
        }
        let price = checkout.prices.iter().find(|price| currency.is_none_or(|currency| price.currency == currency));
        let price = price.ok_or("Cette devise n'est pas proposée.")?.clone();
        let (client_reference, metadata) = (checkout.client_reference.clone(), checkout.metadata.clone());
        let provider = self.network_for(number, &price)?;
        let deposit = Deposit {
            id: context.random.uuid(),
            checkout: Some(id.to_owned()),
            price,
            number: number.to_owned(),
            provider: provider.to_owned(),
            message: None,
            client_reference,
            metadata,
            created_ms: context.now_ms(),
            progress: Progress::Processing,
        };
        if let Some(checkout) = self.checkouts.get_mut(id) {
            checkout.attempts.push(deposit.id.clone());
        }
        self.debit(deposit, context);
        Ok(())
    }

    /// The one attempt that a session of the payment page has.
    pub(super) fn pay_page(&mut self, id: &str, number: &str, context: &mut Context) -> Result<(), String> {
        let session = self.pages.get(id).ok_or("Ce paiement n'existe pas.")?.clone();
        if self.deposits.contains_key(id) {
            return Err("Ce paiement a déjà été tenté.".to_owned());
        }
        if context.now_ms() >= session.expires_ms {
            return Err("Cette page a expiré.".to_owned());
        }
        if session.number.as_deref().is_some_and(|only| only != number) {
            return Err("Ce paiement est réservé à un autre numéro.".to_owned());
        }
        let provider = self.network_for(number, &session.price)?;
        let deposit = Deposit {
            id: id.to_owned(),
            checkout: None,
            price: session.price,
            number: number.to_owned(),
            provider: provider.to_owned(),
            message: session.message,
            client_reference: None,
            metadata: session.metadata,
            created_ms: context.now_ms(),
            progress: Progress::Processing,
        };
        self.debit(deposit, context);
        Ok(())
    }

    fn network_for(&self, number: &str, price: &Price) -> Result<&'static str, String> {
        if !is_number(number) {
            return Err("Entrez un numéro de douze chiffres, par exemple 243813456789.".to_owned());
        }
        let provider = Networks::provider_of(number).ok_or("Ce numéro n'est d'aucun réseau accepté ici.")?;
        match self.networks.problem(provider, &price.currency, price.amount) {
            None => Ok(provider),
            Some("PROVIDER_TEMPORARILY_UNAVAILABLE") => Err("Ce réseau est momentanément fermé.".to_owned()),
            Some(_) => Err("Ce réseau n'accepte pas ce montant.".to_owned()),
        }
    }

    /// Asks the payer's telephone for the money.
    pub(super) fn debit(&mut self, deposit: Deposit, context: &mut Context) {
        let script = context.scripts.of(&[deposit.owner(), &deposit.id]);
        let text = format!("Payer {} {} à TUKIO ?", deposit.price.amount.plain(), deposit.price.currency);
        context.begin_attempt(&deposit.id, &deposit.number, &text, &script);
        self.deposits.insert(deposit.id.clone(), deposit);
    }

    pub(super) fn end_attempt(&mut self, ended: &Ended, context: &mut Context) {
        let Some(deposit) = self.deposits.get_mut(&ended.key) else { return };
        deposit.progress = match ended.outcome {
            Outcome::Success => Progress::Completed { transaction: context.random.token(10).to_ascii_uppercase() },
            outcome => Progress::Failed { code: failure_code(outcome).to_owned() },
        };
        let has_succeeded = ended.outcome == Outcome::Success;
        let Some(checkout_id) = deposit.checkout.clone() else {
            self.tell_deposit(&ended.key, ended.at_ms, context);
            return;
        };
        let script = context.scripts.of(&[&checkout_id]);
        let Some(checkout) = self.checkouts.get_mut(&checkout_id) else { return };
        let completes = match checkout.status {
            CheckoutStatus::WaitingPayment => has_succeeded,
            CheckoutStatus::Expired | CheckoutStatus::Failed => {
                has_succeeded && script.late_attempt != Some(LateAttempt::LeavesItExpired)
            }
            CheckoutStatus::Completed => false,
        };
        if completes {
            checkout.status = CheckoutStatus::Completed;
        }
        if script.attempts_last == Some(true) {
            let body = self.deposit_callback(&ended.key, &script);
            if let Some(checkout) = self.checkouts.get_mut(&checkout_id) {
                checkout.held_back.extend(body);
            }
        } else {
            self.tell_deposit(&ended.key, ended.at_ms, context);
        }
        if completes {
            self.tell_checkout(&checkout_id, ended.at_ms, context);
        }
    }

    fn deposit_callback(&self, id: &str, script: &Script) -> Option<Value> {
        Some(messages::deposit(self.deposits.get(id)?, script, false))
    }

    /// The callback of a deposit, if the dashboard has an address for it.
    pub(super) fn tell_deposit(&mut self, id: &str, at_ms: i64, context: &mut Context) {
        let (Some(deposit), Some(url)) = (self.deposits.get(id), self.urls.deposits.clone()) else { return };
        let (owner, is_attempt) = (deposit.owner().to_owned(), deposit.checkout.is_some());
        let mut script = context.scripts.of(&[&owner, id]);
        let Some(body) = self.deposit_callback(id, &script) else { return };
        if is_attempt {
            script.callback_then = None;
        }
        tell(&owner, "deposit", &url, body, &script, at_ms, context);
    }

    /// The callback of a checkout in its final state, with the callbacks of attempts that waited for it.
    pub(super) fn tell_checkout(&mut self, id: &str, at_ms: i64, context: &mut Context) {
        let script = context.scripts.of(&[id]);
        let body = self.checkout_body(id, context);
        if let Some(url) = self.urls.checkouts.clone() {
            tell(id, "checkout", &url, body, &script, at_ms, context);
        }
        let held_back = self.checkouts.get_mut(id).map(|checkout| std::mem::take(&mut checkout.held_back));
        if let Some(url) = self.urls.deposits.clone() {
            for body in held_back.unwrap_or_default() {
                context.send(id, "deposit", &url, body, script.clone(), at_ms);
            }
        }
    }

    /// The payer gives up on the page: no further attempts.
    pub(super) fn abandon_checkout(&mut self, id: &str, context: &mut Context) {
        let now = context.now_ms();
        let open = self.checkouts.get_mut(id).filter(|checkout| checkout.status == CheckoutStatus::WaitingPayment);
        if let Some(checkout) = open {
            checkout.status = CheckoutStatus::Failed;
            self.tell_checkout(id, now, context);
        }
    }

    /// Checkouts whose time is over, with the moment it was.
    pub(super) fn take_expired(&mut self, now_ms: i64) -> Vec<(String, i64)> {
        let is_over = |status, expires_ms| status == CheckoutStatus::WaitingPayment && expires_ms <= now_ms;
        let over = self.checkouts.values().filter(|checkout| is_over(checkout.status, checkout.expires_ms));
        over.map(|checkout| (checkout.id.clone(), checkout.expires_ms)).collect()
    }

    pub(super) fn expire(&mut self, id: &str, at_ms: i64, context: &mut Context) {
        let open = self.checkouts.get_mut(id).filter(|checkout| checkout.status == CheckoutStatus::WaitingPayment);
        if let Some(checkout) = open {
            checkout.status = CheckoutStatus::Expired;
            self.tell_checkout(id, at_ms, context);
        }
    }
}

/// Sends a callback, and those behind it that contradict it.
fn tell(
    reference: &str,
    kind: &'static str,
    url: &str,
    body: Value,
    script: &Script,
    at_ms: i64,
    context: &mut Context,
) {
    let is_success = body.get("status").is_some_and(|status| status == "COMPLETED");
    context.send(reference, kind, url, body.clone(), script.clone(), at_ms);
    for afterthought in script.callback_then.iter().flatten().filter(|_| is_success) {
        let word = match afterthought {
            Afterthought::Failed => "FAILED",
            Afterthought::Processing => "PROCESSING",
        };
        context.send(reference, kind, url, messages::with_status(body.clone(), word), script.clone(), at_ms);
    }
}

pub fn failure_code(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::PayerLimit => "PAYER_LIMIT_REACHED",
        Outcome::PayerNotFound => "PAYER_NOT_FOUND",
        Outcome::NotApproved | Outcome::Cancelled => "PAYMENT_NOT_APPROVED",
        Outcome::InsufficientBalance => "INSUFFICIENT_BALANCE",
        Outcome::Unspecified | Outcome::Success | Outcome::Never => "UNSPECIFIED_FAILURE",
    }
}
