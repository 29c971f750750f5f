//! A page of ours for providers that only ring telephones: it asks for the number, has the telephone rung once, and waits
//! for the answer. Plain HTML that needs no script.

mod html;
pub mod routes;

use database::Connection;
use domain::{PaymentId, Phone};
use payment_providers::{Channel, Init};

use crate::BoxOffice;
use crate::payments::errors::NO_PAYMENT;
use crate::payments::model::Payment;
use crate::payments::opening::INIT_TIMEOUT;
use crate::payments::store;
use crate::stored_words::PaymentState;
use platform::{Error, random};

/// What the page shows.
pub enum View {
    /// The number is asked for; with what was typed and what is wrong with it, if something is.
    Form { payment: Payment, typed: String, problem: Option<&'static str> },
    /// The telephone rings.
    Ringing { payment: Payment },
    /// Nothing is left to do here.
    Over { payment: Payment },
}

impl BoxOffice {
    /// How the page of a payment stands.
    pub async fn get_phone_page(&self, id: PaymentId) -> Result<View, Error> {
        let payment = self.find_payment(id).await?;
        let (user, page) = (payment.user, self.phone_page_of(&payment));
        if payment.state != PaymentState::Pending {
            return Ok(View::Over { payment });
        }
        match (page, payment.pushed_to.as_deref()) {
            (Some(super::PhonePage::Open), _) if payment.hold_until > self.services.now() => {
                let typed = match user {
                    Some(user) => {
                        self.services.db.read(move |c| accounts::find_people(c, &[user])).await?.remove(&user)
                    }
                    None => None,
                };
                let typed = typed.map(|account| account.phone).unwrap_or_default();
                Ok(View::Form { payment, typed, problem: None })
            }
            (None, Some(_)) => Ok(View::Ringing { payment }),
            (None, None) => Err(NO_PAYMENT),
            (Some(_), _) => Ok(View::Over { payment }),
        }
    }

    /// Has the telephone of that number rung, once, however often the form is sent. A number that the provider refuses can
    /// be corrected: nothing was rung then.
    pub async fn ring(&self, id: PaymentId, typed: String) -> Result<View, Error> {
        let payment = match self.get_phone_page(id).await? {
            View::Form { payment, .. } => payment,
            settled => return Ok(settled),
        };
        let number = Phone::normal_of_query(&typed).unwrap_or_default();
        let Some(channel) = Channel::of_phone(&number) else {
            let problem = Some("Ce numéro n'est pas d'un réseau connu : M-Pesa, Airtel, Orange ou Afrimoney.");
            return Ok(View::Form { payment, typed, problem });
        };
        let Some(listed) = self.providers.find(&payment.provider) else { return Err(Error::Busy) };
        let now = self.services.now();
        if !listed.breaker.take(now) {
            return Err(Error::Busy);
        }
        let payment = Payment { channel: Some(channel), ..payment };
        let intent = self.intent(&payment.clone().into(), listed, Some(number.clone())).await?;
        let begun = payment.id.clone();
        let begin = move |c: &mut Connection<'_>| store::begin_push(c, &begun, &number, now);
        if !self.services.db.write_row_locked(begin).await? {
            // Somebody has pressed twice, or the time is over.
            listed.breaker.give_back(now);
            return self.get_phone_page(payment.id).await;
        }
        let pushed = tokio::time::timeout(INIT_TIMEOUT, listed.provider.submit_phone(&intent)).await;
        let pushed = pushed.unwrap_or(Init::Unknown);
        self.record_answer(listed, pushed != Init::Unknown).await;
        match pushed {
            Init::Rejected(reason) => {
                tracing::warn!(payment = %payment.id, ?reason, "push rejected by provider");
                let (id, reference) = (payment.id.clone(), random::reference(now));
                let take_back = move |c: &mut Connection<'_>| store::take_back_push(c, &id, &reference);
                self.services.db.write_row_locked(take_back).await?;
                let problem = Some("L'opérateur a refusé ce numéro. Vérifiez-le, ou payez avec un autre.");
                return Ok(View::Form { payment, typed, problem });
            }
            Init::Pushed(opened) | Init::Redirect { opened, .. } => self.store_opened(&payment.id, opened).await?,
            // The telephone may ring all the same: it is never rung again by itself.
            Init::NeedsPhone | Init::PageLost | Init::Unknown => {}
        }
        self.notify_cashier();
        Ok(View::Ringing { payment })
    }
}
