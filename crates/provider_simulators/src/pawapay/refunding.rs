//! Refunds of deposits: whole or in part, one at a time.

use serde_json::{Value, json};

use super::checks::{Checked, Fields, Refusal};
use super::messages::{self, found, not_found, refused};
use super::records::{PawapayBooks, Price, Progress, Refund};
use crate::simulator::amount::Amount;
use crate::simulator::clock::rfc3339;
use crate::simulator::context::Context;
use crate::simulator::exchange::{Answer, Request};
use crate::simulator::script::{RefundOutcome, Script};

const FIELDS: [&str; 6] = ["refundId", "depositId", "amount", "currency", "clientReferenceId", "metadata"];

impl PawapayBooks {
    pub(super) fn begin_refund(&mut self, request: &Request, context: &mut Context) -> Answer {
        let body = request.json();
        let id = body.get("refundId").and_then(Value::as_str).unwrap_or_default().to_owned();
        if self.refunds.contains_key(&id) {
            return Answer::json(200, &json!({"refundId": id, "status": "DUPLICATE_IGNORED"}));
        }
        match self.checked_refund(&body, context) {
            Err(refusal) => refused(Some(("refundId", &id)), &refusal),
            Ok(refund) => {
                let created = rfc3339(refund.created_ms);
                self.refunds.insert(refund.id.clone(), refund);
                Answer::json(200, &json!({"refundId": id, "status": "ACCEPTED", "created": created}))
            }
        }
    }

    /// What holds for the refund of a deposit: the script of the payment, then that of the refund.
    fn refund_script(&self, deposit: &str, refund: &str, context: &Context) -> Script {
        let owner = self.deposits.get(deposit).map_or(deposit, |deposit| deposit.owner());
        context.scripts.of(&[owner, deposit, refund])
    }

    fn checked_refund(&self, body: &Value, context: &Context) -> Checked<Refund> {
        let fields = Fields::of(body, &FIELDS)?;
        let id = fields.uuid("refundId")?;
        let deposit_id = fields.uuid("depositId")?;
        let wanted = if fields.get("amount").is_some() { Some(fields.price()?) } else { None };
        let metadata = fields.metadata()?;
        let client_reference = fields.optional_text("clientReferenceId", 255)?.map(str::to_owned);
        let deposit = self.deposits.get(&deposit_id).ok_or_else(|| Refusal::rejected("NOT_FOUND"))?;
        let script = self.refund_script(&deposit_id, &id, context);
        if let Some(code) = &script.refund_reject {
            return Err(Refusal::rejected(code));
        }
        if !matches!(deposit.progress, Progress::Completed { .. }) {
            return Err(Refusal::rejected("INVALID_STATE"));
        }
        let is_under_way = |refund: &Refund| refund.deposit == deposit_id && !refund.progress.is_final();
        if self.refunds.values().any(is_under_way) {
            return Err(Refusal::rejected("REFUND_IN_PROGRESS"));
        }
        let left = Amount(deposit.price.amount.0 - self.refunded(&deposit_id, true));
        if left.0 == 0 {
            return Err(Refusal::rejected("DEPOSIT_ALREADY_REFUNDED"));
        }
        let price = wanted.unwrap_or(Price { amount: left, currency: deposit.price.currency.clone() });
        if price.currency != deposit.price.currency {
            return Err(Refusal::rejected("INVALID_CURRENCY"));
        }
        if price.amount > left {
            return Err(Refusal::rejected("AMOUNT_TOO_LARGE"));
        }
        let delay = script.refund_delay_s.unwrap_or(context.options.delay_s);
        let ends = script.refund_outcome != Some(RefundOutcome::Never);
        let created_ms = context.now_ms();
        Ok(Refund {
            id,
            deposit: deposit_id,
            price,
            client_reference,
            metadata,
            created_ms,
            progress: Progress::Processing,
            due_ms: ends.then_some(created_ms + delay * 1000),
        })
    }

    pub(super) fn refund_status(&self, id: &str, context: &Context) -> Answer {
        let Some(refund) = self.refunds.get(id) else { return not_found() };
        let Some(deposit) = self.deposits.get(&refund.deposit) else { return not_found() };
        // What was arranged for the payment's own status says nothing about the refund's.
        let script = context.scripts.of(&[id]);
        if script.status_not_found == Some(true) {
            return not_found();
        }
        let body = messages::refund(refund, deposit, &script, true);
        found(script.status_word.map_or(body.clone(), |word| messages::with_status(body, &word)))
    }

    /// Refunds whose end has come, with the moment it was.
    pub(super) fn due_refunds(&self, now_ms: i64) -> Vec<(String, i64)> {
        let open = self.refunds.values().filter(|refund| !refund.progress.is_final());
        let due = open.filter_map(|refund| Some((refund.id.clone(), refund.due_ms?)));
        due.filter(|(_, due_ms)| *due_ms <= now_ms).collect()
    }

    pub(super) fn end_refund(&mut self, id: &str, at_ms: i64, context: &mut Context) {
        let Some(refund) = self.refunds.get(id) else { return };
        let script = self.refund_script(&refund.deposit, id, context);
        let progress = match script.refund_outcome {
            Some(RefundOutcome::Failed) => Progress::Failed { code: "UNSPECIFIED_FAILURE".to_owned() },
            _ => Progress::Completed { transaction: context.random.token(10).to_ascii_uppercase() },
        };
        let Some(refund) = self.refunds.get_mut(id) else { return };
        refund.progress = progress;
        let (Some(deposit), Some(url)) = (self.deposits.get(&refund.deposit), self.urls.refunds.clone()) else {
            return;
        };
        let body = messages::refund(refund, deposit, &script, false);
        context.send(id, "refund", &url, body, script, at_ms);
    }
}
