//! What forged callbacks tell: successes that never were.

use serde_json::{Map, Value, json};

use super::collecting::GOOD_NUMBER;
use super::messages;
use super::records::{Checkout, CheckoutStatus, Deposit, PawapayBooks, Price, Progress};
use crate::simulator::clock::rfc3339;
use crate::simulator::context::Context;
use crate::simulator::protocol::Claim;
use crate::simulator::script::Script;

impl PawapayBooks {
    /// A payment as if it had succeeded.
    pub(super) fn success_of(&self, reference: &str, context: &mut Context) -> Option<Claim> {
        let (kind, url, body) = match self.checkouts.get(reference) {
            Some(checkout) => {
                let body = self.invented_success(checkout, context)?;
                ("checkout", self.urls.checkouts.clone()?, body)
            }
            None => {
                let deposit =
                    self.deposits.get(reference).cloned().or_else(|| self.invented_deposit(reference, context))?;
                let body = messages::deposit(&completed(deposit, context), &Script::default(), false);
                ("deposit", self.urls.deposits.clone()?, body)
            }
        };
        Some(Claim { reference: reference.to_owned(), kind, url, body })
    }

    /// An attempt that paid a checkout of somebody else.
    pub(super) fn success_of_nobody(&self, context: &mut Context) -> Option<Claim> {
        let reference = context.random.uuid();
        let body = json!({
            "depositId": reference, "status": "COMPLETED", "amount": "1000.00", "currency": "CDF", "country": "COD",
            "payer": {"type": "MMO", "accountDetails": {"phoneNumber": "243813456789", "provider": "VODACOM_MPESA_COD"}},
            "customerMessage": null, "created": rfc3339(context.now_ms()), "providerTransactionId": "UNKNOWN",
            "failureReason": null, "metadata": {},
        });
        Some(Claim { reference, kind: "deposit", url: self.urls.deposits.clone()?, body })
    }

    /// A checkout as if its last attempt, or one that was never made, had paid it.
    fn invented_success(&self, checkout: &Checkout, context: &mut Context) -> Option<Value> {
        let price = checkout.prices.first()?.clone();
        let known = checkout.attempts.last().and_then(|id| self.deposits.get(id)).cloned();
        let attempt = known.unwrap_or_else(|| Deposit {
            id: context.random.uuid(),
            checkout: Some(checkout.id.clone()),
            metadata: checkout.metadata.clone(),
            ..invented(price, context.now_ms())
        });
        let attempt = completed(attempt, context);
        let paid = Checkout { status: CheckoutStatus::Completed, ..checkout.clone() };
        let page = PawapayBooks::checkout_page(&checkout.id, context);
        Some(messages::checkout(&paid, &[&attempt], &page, &Script::default()))
    }

    /// The deposit of a page on which nobody has pressed the button.
    fn invented_deposit(&self, reference: &str, context: &Context) -> Option<Deposit> {
        let session = self.pages.get(reference)?;
        let metadata = session.metadata.clone();
        Some(Deposit { id: session.id.clone(), metadata, ..invented(session.price.clone(), context.now_ms()) })
    }
}

fn invented(price: Price, now_ms: i64) -> Deposit {
    Deposit {
        id: String::new(),
        checkout: None,
        price,
        number: GOOD_NUMBER.to_owned(),
        provider: "VODACOM_MPESA_COD".to_owned(),
        message: None,
        client_reference: None,
        metadata: Map::new(),
        created_ms: now_ms,
        progress: Progress::Processing,
    }
}

fn completed(deposit: Deposit, context: &mut Context) -> Deposit {
    let transaction = context.random.token(10).to_ascii_uppercase();
    Deposit { progress: Progress::Completed { transaction }, ..deposit }
}
