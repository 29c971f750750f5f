//! The page on which the payer pays.

use super::records::{CinetpayBooks, PaymentStatus};
use crate::simulator::context::Context;
use crate::simulator::exchange::{Answer, Request};
use crate::simulator::html::{PayForm, notice};
use crate::simulator::payers::typed_number;

const HEADING: &str = "CinetPay";

impl CinetpayBooks {
    pub(super) fn show_page(&self, token: &str, problem: Option<(&str, &str)>) -> Answer {
        let Some(payment) = self.by_page(token) else {
            return Answer::html(404, notice(HEADING, "Ce paiement n'existe pas.", None, None));
        };
        match payment.status {
            PaymentStatus::Success => return Answer::see_other(payment.success_url.clone()),
            PaymentStatus::Failed | PaymentStatus::InsufficientBalance => {
                return Answer::see_other(payment.failed_url.clone());
            }
            PaymentStatus::Expired => {
                let back = Some(payment.failed_url.as_str());
                return Answer::html(200, notice(HEADING, "Cette page a expiré.", back, None));
            }
            PaymentStatus::Pending => {
                let sentence = "Confirmez le paiement sur votre téléphone avec votre code PIN.";
                return Answer::html(200, notice(HEADING, sentence, None, Some(2)));
            }
            PaymentStatus::Initiated => {}
        }
        let form = PayForm {
            heading: HEADING,
            description: &payment.designation,
            amount: &format!("{} CDF", payment.amount.plain()),
            typed: problem.map_or("", |(typed, _)| typed),
            field: "phone",
            label: "Numéro de mobile money",
            problem: problem.map(|(_, problem)| problem),
        };
        Answer::html(if problem.is_some() { 422 } else { 200 }, form.page())
    }

    pub(super) fn submit_page(&mut self, token: &str, request: &Request, context: &mut Context) -> Answer {
        let Some(reference) = self.by_page(token).map(|payment| payment.reference.clone()) else {
            return self.show_page(token, None);
        };
        let form = request.form();
        if form.contains_key("cancel") {
            self.abandon(&reference, context);
            return self.show_page(token, None);
        }
        let number = typed_number(form.get("phone").map(String::as_str).unwrap_or_default());
        match self.pay_page(&reference, &number, context) {
            Ok(()) => Answer::see_other(format!("/pages/{token}")),
            Err(problem) => self.show_page(token, Some((&number, &problem))),
        }
    }
}
