//! Beginning to pay: the desk holds the places and stores the payment, then a provider is asked for its page. One that does
//! not answer is passed over for the next.

use std::sync::Arc;

use database::Connection;
use domain::{PaymentId, UserId, hex};
use sha2::{Digest, Sha256};

use crate::BoxOffice;
use crate::desk::model::{Refusal, Terms};
use crate::desk::{Answer, RequestKey, Reservation};
use crate::office::Guesser;
use crate::payments::answers::BegunPayment;
use crate::payments::errors::{NO_PAYMENT, refusal_error};
use crate::payments::new_payment::{CheckedPayment, NewPayment};
use crate::payments::opening::{Opening, PageRequest};
use crate::payments::store;
use crate::providers::Listed;
use crate::providers::choice::Closed;
use platform::{Error, SignedIn, random};

impl BoxOffice {
    /// Holds the places and stores the payment, then asks a provider for its page. The same key and body get the same answer
    /// again.
    pub async fn init_payment(
        &self,
        person: SignedIn,
        new: NewPayment,
        key: Option<String>,
    ) -> Result<BegunPayment, Error> {
        let buyer = person.user;
        let asked = new.check()?;
        let is_guess = asked.codes.access.is_some();
        let guesser = Guesser::Person(buyer);
        if is_guess {
            self.code_guesses.take(&guesser, self.services.now()).map_err(Error::TooMany)?;
        }
        let key = key.map(|text| RequestKey { text, digest: digest_of(&new) });
        let mut candidates = match self.find_candidates(&asked).await {
            Ok(candidates) => candidates.into_iter(),
            // What was open when it was asked for is answered again.
            Err(closed) => return Box::pin(self.answer_key_again(buyer, key)).await?.ok_or(closed),
        };
        let first = candidates.next().ok_or(Error::Busy)?;
        let CheckedPayment { line, email, retry_of, channel, codes } = asked;
        let email_to_save = email.clone().filter(|_| new.keep_email == Some(true));
        let now = self.services.now();
        let reservation = Arc::new(Reservation {
            id: random::payment_id(now),
            user: buyer,
            line,
            provider: first.name(),
            channel,
            reference: random::reference(now),
            email,
            retry_of: retry_of.clone(),
            goes_on: false,
            access_code: codes.access,
            promo_code: codes.promo,
            key,
        });
        let answer = self.desk.reserve(reservation.clone()).await?;
        if is_guess && answer != Answer::Refused(Refusal::NoSuchType) {
            self.code_guesses.give_back(&guesser);
        }
        match answer {
            Answer::Held { terms, until } => {
                self.save_email_in_profile(person, email_to_save).await;
                let request = PageRequest::new(&reservation, &terms, until);
                let begin = self.begin_with_first_that_answers(request, &reservation, candidates);
                // In a rush most are refused: they need not carry the room for opening a page.
                let (page, ()) = Box::pin(async { tokio::join!(begin, self.close_replaced_page(retry_of)) }).await;
                page
            }
            Answer::AlreadyAnswered(id) => Box::pin(self.answer_again(buyer, id)).await,
            other => Err(refused(other)),
        }
    }

    /// Answers a request as before, by the payment that it has led to.
    async fn answer_again(&self, buyer: UserId, id: PaymentId) -> Result<BegunPayment, Error> {
        let read = move |c: &mut Connection<'_>| store::last_try_of_request(c, buyer, &id);
        let payment = self.services.db.read(read).await?.ok_or(NO_PAYMENT)?;
        self.answer_with_page(payment.into()).await?.page.ok_or(Error::Busy)
    }

    /// The same for a request that is known by its key; none if there was no such request.
    async fn answer_key_again(&self, buyer: UserId, key: Option<RequestKey>) -> Result<Option<BegunPayment>, Error> {
        let Some(RequestKey { text, digest }) = key else { return Ok(None) };
        match self.services.db.read(move |c| store::find_request(c, buyer, &text)).await? {
            Some((id, stored)) if stored == digest => Ok(Some(self.answer_again(buyer, id).await?)),
            Some(_) => Err(refused(Answer::KeyTaken)),
            None => Ok(None),
        }
    }

    /// Returns the providers to try, the preferred one first. With a single one there is nothing to choose, and the desk
    /// calculates what there is to pay.
    async fn find_candidates(&self, asked: &CheckedPayment) -> Result<Vec<Arc<Listed>>, Error> {
        if self.providers.is_single() && asked.channel.is_none() {
            return Ok(self.providers.iter().cloned().collect());
        }
        let amount = match self.read_terms(asked).await? {
            Ok((_, Terms { amount, .. })) if amount.minor() > 0 => amount,
            // Nothing to pay, or nothing to be had: the desk says so in its own words.
            Ok(_) | Err(_) => return Ok(self.providers.iter().take(1).cloned().collect()),
        };
        let closed = |closed: Closed| match asked.channel {
            Some(_) => Error::field("channel", closed.sentence()),
            None => self.check_amount(amount).err().unwrap_or(Error::Busy),
        };
        self.providers.candidates(asked.channel, amount, self.services.now()).map_err(closed)
    }

    /// Asks one provider after the other until one answers. Each try is a payment of its own that takes the places over from
    /// the one before, because a payment keeps its provider: the first may have opened its page without our knowing.
    async fn begin_with_first_that_answers(
        &self,
        mut request: PageRequest,
        template: &Reservation,
        others: impl Iterator<Item = Arc<Listed>>,
    ) -> Result<BegunPayment, Error> {
        for next in others {
            let Opening { page, request: tried } = self.answer_with_page(request).await?;
            if let Some(page) = page {
                return Ok(page);
            }
            let before = tried.id.clone();
            request = self.take_over(tried, template, &next).await?;
            let office = self.clone();
            tokio::spawn(async move { office.close_replaced_page(Some(before)).await });
        }
        self.answer_with_page(request).await?.page.ok_or(Error::Busy)
    }

    async fn take_over(&self, tried: PageRequest, template: &Reservation, next: &Listed) -> Result<PageRequest, Error> {
        tracing::warn!(payment = %tried.id, from = tried.provider, to = next.name(), "provider did not answer, the next is asked");
        let now = self.services.now();
        let reservation = Arc::new(Reservation {
            id: random::payment_id(now),
            reference: random::reference(now),
            provider: next.name(),
            retry_of: Some(tried.id),
            goes_on: true,
            key: None,
            ..template.clone()
        });
        match self.desk.reserve(reservation.clone()).await? {
            Answer::Held { terms, until } => Ok(PageRequest::new(&reservation, &terms, until)),
            other => Err(refused(other)),
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
}

/// What the buyer reads where the desk gave no places.
fn refused(answer: Answer) -> Error {
    match answer {
        Answer::KeyTaken => Error::Conflict("Cette clé a déjà servi à une autre demande.".to_owned()),
        Answer::CannotRetry => Error::field("retry_of", "Ce paiement ne peut pas être repris."),
        Answer::Refused(refusal) => refusal_error(refusal),
        Answer::Held { .. } | Answer::AlreadyAnswered(_) | Answer::NextBatch => Error::Busy,
    }
}

/// The digest of a request, which tells a repeated request from another one with the same key.
fn digest_of(new: &NewPayment) -> String {
    hex(&Sha256::digest(serde_json::to_vec(new).unwrap_or_default()))
}
