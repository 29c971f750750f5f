//! Beginning to pay: the desk holds the places and stores the payment, then the provider is asked for its page.

use std::time::Duration;

use database::Connection;
use domain::{Instant, Money, PaymentId, ProviderReference, Rate, hex};
use payment_providers::{Init, Intent};
use sha2::{Digest, Sha256};

use crate::BoxOffice;
use crate::desk::model::Refusal;
use crate::desk::{Answer, RequestKey, Reservation};
use crate::office::Guesser;
use crate::payments::answers::{BegunPayment, rate_figures};
use crate::payments::errors::{NO_PAYMENT, refusal_error};
use crate::payments::model::{Outcome, Payment, page_deadline};
use crate::payments::new_payment::{CheckedPayment, NewPayment};
use crate::payments::store;
use crate::stored_words::PaymentState;
use platform::{Error, SignedIn, random};

/// How long a provider may take to open a payment. The browser waits ten seconds for us.
const INIT_TIMEOUT: Duration = Duration::from_secs(7);

/// What is needed to send a buyer to the provider's page.
struct PageRequest {
    id: PaymentId,
    reference: ProviderReference,
    quantity: i64,
    amount: Money,
    discount: Money,
    exchanged_at: Option<Rate>,
    until: Instant,
    state: PaymentState,
    url: Option<String>,
}

impl From<Payment> for PageRequest {
    fn from(payment: Payment) -> PageRequest {
        PageRequest {
            exchanged_at: payment.exchanged_at(),
            id: payment.id,
            reference: payment.reference,
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
    /// Holds the places and stores the payment, then asks the provider for its page. The same key and body get the same
    /// answer again.
    pub async fn init_payment(
        &self,
        person: SignedIn,
        new: NewPayment,
        key: Option<String>,
    ) -> Result<BegunPayment, Error> {
        let buyer = person.user;
        let CheckedPayment { line, email, retry_of, codes } = new.check()?;
        let is_guess = codes.access.is_some();
        let guesser = Guesser::Person(buyer);
        if is_guess {
            self.code_guesses.take(&guesser, self.services.now()).map_err(Error::TooMany)?;
        }
        let email_to_save = email.clone().filter(|_| new.keep_email == Some(true));
        let now = self.services.now();
        let reservation = Reservation {
            id: random::payment_id(now),
            user: buyer,
            line,
            provider: self.provider.capabilities().name,
            reference: random::reference(now),
            email,
            retry_of: retry_of.clone(),
            access_code: codes.access,
            promo_code: codes.promo,
            key: key.map(|text| RequestKey { text, digest: digest_of(&new) }),
        };
        let ids = (reservation.id.clone(), reservation.reference.clone());
        let answer = self.desk.reserve(reservation).await?;
        if is_guess && answer != Answer::Refused(Refusal::NoSuchType) {
            self.code_guesses.give_back(&guesser);
        }
        match answer {
            Answer::Held { terms, until } => {
                self.save_email_in_profile(person, email_to_save).await;
                let (id, reference) = ids;
                let (quantity, state) = (line.quantity, PaymentState::Pending);
                let (amount, discount, exchanged_at) = (terms.amount, terms.discount, terms.exchanged_at());
                let request =
                    PageRequest { id, reference, quantity, amount, discount, exchanged_at, until, state, url: None };
                let (page, ()) = tokio::join!(self.answer_with_page(request), self.close_replaced_page(retry_of));
                page
            }
            Answer::AlreadyAnswered(id) => self.answer_with_page(self.find_payment(id).await?.into()).await,
            Answer::KeyTaken => Err(Error::Conflict("Cette clé a déjà servi à une autre demande.".to_owned())),
            Answer::CannotRetry => Err(Error::field("retry_of", "Ce paiement ne peut pas être repris.")),
            Answer::Refused(refusal) => Err(refusal_error(refusal)),
            Answer::NextBatch => Err(Error::Busy),
        }
    }

    /// Adds the address to the profile. A failure is only logged, because somebody else may have that address already.
    async fn save_email_in_profile(&self, person: SignedIn, email: Option<String>) {
        let Some(email) = email else { return };
        let (outbox, now) = (self.services.outbox.clone(), self.services.now());
        let save = move |c: &mut Connection<'_>| accounts::add_unverified_email(c, &outbox, person, &email, now);
        match self.services.db.write(save).await {
            Ok(()) => self.services.outbox.wake(),
            Err(error) => tracing::info!(%error, "saving a buyer's e-mail in the profile failed"),
        }
    }

    /// Answers with the address of the page, which the provider is asked for again if it never came. Where there is
    /// nothing to pay the tickets are issued at once.
    async fn answer_with_page(&self, mut request: PageRequest) -> Result<BegunPayment, Error> {
        let url = match &request.url {
            Some(url) => url.clone(),
            None if request.amount.minor() == 0 => {
                self.apply_outcome(request.id.clone(), Outcome::Paid { amount: request.amount }).await?;
                request.state = self.find_payment(request.id.clone()).await?.state;
                self.return_url(&request.id)
            }
            None => self.open_page(&request).await?,
        };
        Ok(BegunPayment {
            payment_url: url,
            status: request.state.into(),
            amount: request.amount.figures(),
            currency: request.amount.currency().code(),
            discount: request.discount.figures(),
            expires_at: request.until.millis(),
            rate: request.exchanged_at.map(rate_figures),
            payment_id: request.id,
        })
    }

    /// The page that buyers come back to.
    fn return_url(&self, id: &PaymentId) -> String {
        format!("{}/payments/return?payment_id={id}", self.services.settings.public_url)
    }

    async fn find_payment(&self, id: PaymentId) -> Result<Payment, Error> {
        self.services.db.read(move |c| store::find_payment(c, &id)?.ok_or(NO_PAYMENT)).await
    }

    /// Asks the provider to open the payment, and stores the address of its page.
    async fn open_page(&self, payment: &PageRequest) -> Result<String, Error> {
        if let Err(refused) = self.check_amount(payment.amount) {
            self.apply_outcome(payment.id.clone(), Outcome::Failed("Ce montant ne peut pas être payé.".to_owned()))
                .await?;
            return Err(refused);
        }
        let intent = Intent {
            payment: payment.id.clone(),
            reference: payment.reference.clone(),
            amount: payment.amount,
            description: match payment.quantity {
                1 => "Tukio : 1 billet".to_owned(),
                several => format!("Tukio : {several} billets"),
            },
            return_url: self.return_url(&payment.id),
            callback_url: self.callback_url(),
            deadline: page_deadline(payment.until, self.services.now()),
        };
        let answer = tokio::time::timeout(INIT_TIMEOUT, self.provider.init(&intent)).await;
        let id = payment.id.clone();
        match answer.unwrap_or(Init::Unknown) {
            Init::Redirect(url) => {
                self.desk.store_page(id, url.clone()).await;
                Ok(url)
            }
            Init::Rejected(reason) => {
                tracing::warn!(payment = %id, ?reason, "payment rejected by provider");
                self.apply_outcome(id, Outcome::Failed(reason.sentence().to_owned())).await?;
                Err(Error::Refused("Impossible d'initialiser le paiement".to_owned()))
            }
            // The provider may have opened it all the same: the payment stays pending, and the same key asks again.
            Init::Unknown => Err(Error::Busy),
        }
    }
}

/// The digest of a request, which tells a repeated request from another one with the same key.
fn digest_of(new: &NewPayment) -> String {
    hex(&Sha256::digest(serde_json::to_vec(new).unwrap_or_default()))
}
