//! The pages on which payers pay: of checkouts, with as many attempts as they like, and of single deposits.

use super::records::{CheckoutStatus, PawapayBooks, Price, Progress};
use crate::simulator::context::Context;
use crate::simulator::exchange::{Answer, Request};
use crate::simulator::html::{PayForm, notice, with_parameter};
use crate::simulator::payers::typed_number;

const HEADING: &str = "pawaPay";
const NO_SUCH: &str = "Ce paiement n'existe pas.";
const CONFIRM: &str = "Confirmez le paiement sur votre téléphone avec votre code PIN.";

/// Seconds after which a page that waits looks again.
const LOOK_AGAIN: u32 = 2;

impl PawapayBooks {
    pub(super) fn show_checkout(&self, id: &str, problem: Option<(&str, &str)>) -> Answer {
        let Some(checkout) = self.checkouts.get(id) else {
            return Answer::html(404, notice(HEADING, NO_SUCH, None, None));
        };
        let back = with_parameter(&checkout.return_url, "checkoutId", id);
        let over = |sentence| Answer::html(200, notice(HEADING, sentence, Some(&back), None));
        match checkout.status {
            CheckoutStatus::Completed if checkout.returns_at_once => return Answer::see_other(back),
            CheckoutStatus::Completed => return over("Le paiement est reçu. Merci."),
            CheckoutStatus::Failed => return over("Le paiement est abandonné."),
            CheckoutStatus::Expired => return over("Cette page a expiré."),
            CheckoutStatus::WaitingPayment => {}
        }
        let latest = checkout.attempts.last().and_then(|id| self.deposits.get(id));
        let failed = latest.filter(|deposit| deposit.progress.is_final());
        if latest.is_some() && failed.is_none() {
            return Answer::html(200, notice(HEADING, CONFIRM, Some(&back), Some(LOOK_AGAIN)));
        }
        let (status, typed, problem) = match (problem, failed) {
            (Some((typed, problem)), _) => (422, typed, Some(problem)),
            (None, Some(deposit)) => (200, &*deposit.number, Some("Le paiement a échoué. Vous pouvez réessayer.")),
            (None, None) => (200, "", None),
        };
        form(status, &checkout.prices, checkout.reason["fr"].as_str().unwrap_or_default(), typed, problem)
    }

    pub(super) fn submit_checkout(&mut self, id: &str, request: &Request, context: &mut Context) -> Answer {
        let form = request.form();
        if form.contains_key("cancel") {
            self.abandon_checkout(id, context);
            return self.show_checkout(id, None);
        }
        let number = typed_number(form.get("phone").map(String::as_str).unwrap_or_default());
        match self.pay_checkout(id, &number, form.get("currency").map(String::as_str), context) {
            Ok(()) => Answer::see_other(format!("/pages/checkouts/{id}")),
            Err(problem) => self.show_checkout(id, Some((&number, &problem))),
        }
    }

    pub(super) fn show_page(&self, id: &str, problem: Option<(&str, &str)>, context: &Context) -> Answer {
        let Some(session) = self.pages.get(id) else { return Answer::html(404, notice(HEADING, NO_SUCH, None, None)) };
        let back = with_parameter(&session.return_url, "depositId", id);
        if let Some(deposit) = self.deposits.get(id) {
            return match deposit.progress {
                Progress::Processing => Answer::html(200, notice(HEADING, CONFIRM, Some(&back), Some(LOOK_AGAIN))),
                Progress::Completed { .. } | Progress::Failed { .. } => Answer::see_other(back),
            };
        }
        if context.now_ms() >= session.expires_ms {
            return Answer::html(200, notice(HEADING, "Cette page a expiré.", Some(&back), None));
        }
        let (typed, problem) = problem
            .map_or((session.number.as_deref().unwrap_or_default(), None), |(typed, problem)| (typed, Some(problem)));
        form(
            if problem.is_some() { 422 } else { 200 },
            std::slice::from_ref(&session.price),
            session.reason.as_deref().unwrap_or_default(),
            typed,
            problem,
        )
    }

    pub(super) fn submit_page(&mut self, id: &str, request: &Request, context: &mut Context) -> Answer {
        let form = request.form();
        if form.contains_key("cancel") {
            let back = self.pages.get(id).map(|session| with_parameter(&session.return_url, "depositId", id));
            return back.map_or_else(|| self.show_page(id, None, context), Answer::see_other);
        }
        let number = typed_number(form.get("phone").map(String::as_str).unwrap_or_default());
        match self.pay_page(id, &number, context) {
            Ok(()) => Answer::see_other(format!("/pages/deposits/{id}")),
            Err(problem) => self.show_page(id, Some((&number, &problem)), context),
        }
    }
}

fn form(status: u16, prices: &[Price], description: &str, typed: &str, problem: Option<&str>) -> Answer {
    let amounts: Vec<String> =
        prices.iter().map(|price| format!("{} {}", price.amount.plain(), price.currency)).collect();
    let form = PayForm {
        heading: HEADING,
        description,
        amount: &amounts.join(" ou "),
        typed,
        field: "phone",
        label: "Numéro de mobile money",
        problem,
    };
    Answer::html(status, form.page())
}
