//! Sending a buyer to the page on which they pay: the provider's, or ours where a telephone is to be rung.

use std::time::Duration;

use database::Connection;
use domain::{Instant, Money, PaymentId, ProviderReference, Rate, UserId, hex};
use payment_providers::{Channel, Init, Intent, Opened, WebhookTrust, sandbox};

use crate::BoxOffice;
use crate::desk::Reservation;
use crate::desk::model::Terms;
use crate::payments::answers::{BegunPayment, rate_figures};
use crate::payments::errors::NO_PAYMENT;
use crate::payments::model::{Outcome, Payment, page_deadline};
use crate::payments::store;
use crate::providers::Listed;
use crate::stored_words::PaymentState;
use platform::{Error, random};

/// How long a provider may take to open a payment. The browser waits ten seconds for us.
pub const INIT_TIMEOUT: Duration = Duration::from_secs(7);

/// What is needed to send a buyer to the provider's page. It has no `Debug`, because the buyer's address must not get into a
/// log.
pub struct PageRequest {
    pub id: PaymentId,
    pub user: Option<UserId>,
    pub provider: String,
    pub reference: ProviderReference,
    pub channel: Option<Channel>,
    pub email: Option<String>,
    pub quantity: i64,
    pub amount: Money,
    pub discount: Money,
    pub exchanged_at: Option<Rate>,
    pub until: Instant,
    pub state: PaymentState,
    pub url: Option<String>,
}

/// What came of asking for a page: none if the provider did not answer.
pub struct Opening {
    pub page: Option<BegunPayment>,
    pub request: PageRequest,
}

impl PageRequest {
    pub fn new(reservation: &Reservation, terms: &Terms, until: Instant) -> PageRequest {
        PageRequest {
            id: reservation.id.clone(),
            user: Some(reservation.user),
            provider: reservation.provider.to_owned(),
            reference: reservation.reference.clone(),
            channel: reservation.channel,
            email: reservation.email.clone(),
            quantity: reservation.line.quantity,
            amount: terms.amount,
            discount: terms.discount,
            exchanged_at: terms.exchanged_at(),
            until,
            state: PaymentState::Pending,
            url: None,
        }
    }
}

impl From<Payment> for PageRequest {
    fn from(payment: Payment) -> PageRequest {
        PageRequest {
            exchanged_at: payment.exchanged_at(),
            id: payment.id,
            user: payment.user,
            provider: payment.provider,
            reference: payment.reference,
            channel: payment.channel,
            email: payment.email,
            quantity: payment.quantity,
            amount: payment.amount,
            discount: payment.discount,
            until: payment.hold_until,
            state: payment.state,
            url: payment.payment_url,
        }
    }
}

impl BoxOffice {
    /// Answers with the address of the page, which the provider is asked for again if it never came. Where there is
    /// nothing to pay the tickets are issued at once.
    pub(super) async fn answer_with_page(&self, mut request: PageRequest) -> Result<Opening, Error> {
        let url = match &request.url {
            Some(url) => Some(url.clone()),
            None if request.amount.minor() == 0 => {
                self.apply_outcome(request.id.clone(), Outcome::Paid { amount: request.amount }).await?;
                request.state = self.find_payment(request.id.clone()).await?.state;
                Some(self.return_url(&request.id))
            }
            None => self.open_page(&request).await?,
        };
        let page = url.map(|url| BegunPayment {
            payment_url: url,
            status: request.state.into(),
            amount: request.amount.figures(),
            currency: request.amount.currency().code(),
            discount: request.discount.figures(),
            expires_at: request.until.millis(),
            rate: request.exchanged_at.map(rate_figures),
            payment_id: request.id.clone(),
        });
        Ok(Opening { page, request })
    }

    /// The page that buyers come back to.
    pub(super) fn return_url(&self, id: &PaymentId) -> String {
        format!("{}/payments/return?payment_id={id}", self.services.settings.public_url)
    }

    pub(super) async fn find_payment(&self, id: PaymentId) -> Result<Payment, Error> {
        self.services.db.read(move |c| store::find_payment(c, &id)?.ok_or(NO_PAYMENT)).await
    }

    /// Asks the provider to open the payment, and stores the address of its page. Returns none if it did not answer: it may
    /// have opened it all the same, so that the payment stays pending, and the same key asks again.
    async fn open_page(&self, payment: &PageRequest) -> Result<Option<String>, Error> {
        if let Err(refused) = self.check_amount(payment.amount) {
            self.apply_outcome(payment.id.clone(), Outcome::Failed("Ce montant ne peut pas être payé.".to_owned()))
                .await?;
            return Err(refused);
        }
        let now = self.services.now();
        let Some(listed) = self.providers.find(&payment.provider).filter(|listed| listed.breaker.take(now)) else {
            return Ok(None);
        };
        let intent = self.intent(payment, listed, None).await?;
        let answer = tokio::time::timeout(INIT_TIMEOUT, listed.provider.init(&intent)).await.unwrap_or(Init::Unknown);
        match answer {
            // Nobody was asked: the one who types a number finds out how the provider does.
            Init::NeedsPhone => listed.breaker.give_back(now),
            _ => self.record_answer(listed, answer != Init::Unknown).await,
        }
        let id = payment.id.clone();
        let url = match answer {
            Init::Redirect { url, opened } => {
                self.store_opened(&id, opened).await?;
                url
            }
            Init::NeedsPhone => self.phone_page_url(&id),
            Init::Rejected(reason) => {
                tracing::warn!(payment = %id, ?reason, "payment rejected by provider");
                self.apply_outcome(id, Outcome::Failed(reason.sentence().to_owned())).await?;
                return Err(Error::Refused("Impossible d'initialiser le paiement".to_owned()));
            }
            Init::Pushed(_) | Init::PageLost | Init::Unknown => return Ok(None),
        };
        self.desk.store_page(id, url.clone()).await;
        Ok(Some(url))
    }

    /// What the provider is asked. Where it can't sign its notices, the address for them holds a secret of this payment,
    /// which is stored before.
    pub(super) async fn intent(
        &self,
        payment: &PageRequest,
        listed: &Listed,
        phone: Option<String>,
    ) -> Result<Intent, Error> {
        let callback_url = match listed.provider.capabilities().webhooks {
            WebhookTrust::HintOnly => {
                let secret = self.secret_of(&payment.id).await?;
                format!("{}{}/{secret}/", self.callback_url(listed.name()), payment.reference)
            }
            WebhookTrust::Signed | WebhookTrust::Token => self.callback_url(listed.name()),
        };
        let (buyer_name, buyer_email) = self.name_and_address(payment).await?;
        Ok(Intent {
            payment: payment.id.clone(),
            reference: payment.reference.clone(),
            amount: payment.amount,
            description: match payment.quantity {
                1 => "Tukio : 1 billet".to_owned(),
                several => format!("Tukio : {several} billets"),
            },
            return_url: self.return_url(&payment.id),
            callback_url,
            deadline: page_deadline(payment.until, self.services.now()),
            channel: payment.channel,
            phone,
            buyer_name,
            buyer_email,
        })
    }

    /// Who pays. The sandbox asks for nobody's name, and is spared the look.
    async fn name_and_address(&self, payment: &PageRequest) -> Result<(String, String), Error> {
        let Some(user) = payment.user.filter(|_| payment.provider != sandbox::NAME) else {
            return Ok((String::new(), String::new()));
        };
        let account = self.services.db.read(move |c| accounts::find_people(c, &[user])).await?.remove(&user);
        let (name, own) = account.map_or((String::new(), None), |account| (account.username, account.email));
        let support = || self.support_email().to_owned();
        Ok((name, payment.email.clone().or(own).unwrap_or_else(support)))
    }

    /// The secret in the address of a payment's notices: made once, because the provider may already have it.
    async fn secret_of(&self, id: &PaymentId) -> Result<String, Error> {
        let (id, new) = (id.clone(), hex(&random::bytes::<16>()));
        let write = move |c: &mut Connection<'_>| store::keep_notice_token(c, &id, &new);
        self.services.db.write_row_locked(write).await?.ok_or(NO_PAYMENT)
    }

    pub(super) async fn store_opened(&self, id: &PaymentId, opened: Opened) -> Result<(), Error> {
        if opened == Opened::default() {
            return Ok(());
        }
        let id = id.clone();
        let write = move |c: &mut Connection<'_>| store::store_opened(c, &id, &opened);
        Ok(self.services.db.write_row_locked(write).await?)
    }
}
