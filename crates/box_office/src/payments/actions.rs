//! What buyers do, and what providers tell us.

use std::time::Duration;

use database::Connection;
use domain::{Instant, Money, PaymentId, ProviderReference, Rate, TicketId, UserId, hex};
use payment_providers::{Init, Intent, Webhook, WebhookRequest};
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::desk::model::{Refusal, Stock, Wish, terms};
use crate::desk::{self, Answer, Key, Reservation};
use crate::payments::model::{
    Change, CheckedPayment, NewPayment, Outcome, PAGE_ENDS_BEFORE, Payment, State, Status, refusal,
};
use crate::payments::{confirming, settling, store};
use crate::shown::{EventSummary, Shown, TypeSummary};
use crate::{BoxOffice, tickets};
use platform::paging::Page;
use platform::{Error, random};

/// The browser waits ten seconds for us.
const PROVIDER_ANSWERS_WITHIN: Duration = Duration::from_secs(7);

/// Seconds between two questions about the same payment, however many windows wait for it.
const ASKED_AT_MOST_EVERY: i64 = 5;

pub const NO_PAYMENT: Error = Error::NotFound("Ce paiement n'existe pas.");

/// A payment that was begun.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BegunPayment {
    #[schema(value_type = String)]
    pub payment_id: PaymentId,
    pub payment_url: String,
    pub status: Status,
    /// `25.00` or `70000`.
    pub amount: String,
    pub currency: &'static str,
    /// Until when the places are held, in milliseconds since 1970.
    pub expires_at: i64,
    /// Francs for a dollar, where the currency was changed.
    pub rate: Option<String>,
}

/// What somebody would pay.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Quote {
    /// Of one ticket, in its own currency, as `amount` is written.
    pub price: String,
    /// The currency of `price`.
    pub devise: &'static str,
    pub amount: String,
    pub currency: &'static str,
    pub rate: Option<String>,
    /// What can be paid in.
    pub currencies: Vec<&'static str>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PaymentStatus {
    pub status: Status,
    pub reason: Option<String>,
    /// `pending` or `done`, of money that goes back: then a success has given no tickets, or no longer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refund: Option<&'static str>,
}

/// A payment as its buyer sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MyPayment {
    #[schema(value_type = String)]
    pub id: PaymentId,
    pub status: Status,
    pub reason: Option<String>,
    pub amount: String,
    pub currency: &'static str,
    pub rate: Option<String>,
    pub quantity: i64,
    /// Milliseconds since 1970, as the next one.
    pub created_at: i64,
    /// Until when the places are held; null when they no longer are.
    pub expires_at: Option<i64>,
    pub payment_url: Option<String>,
    /// Another try has taken its place, or an earlier one has succeeded: nobody should pay it any more, though somebody
    /// may.
    pub replaced: bool,
    /// `pending` or `done`, of money that goes back.
    pub refund: Option<&'static str>,
    /// Since when the buyer has it back, in milliseconds since 1970.
    pub refunded_at: Option<i64>,
    pub ticket_type: TypeSummary,
    pub event: EventSummary,
    #[schema(value_type = Vec<String>)]
    pub tickets: Vec<TicketId>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MyPaymentsPage {
    pub count: i64,
    pub next: Option<String>,
    pub previous: Option<String>,
    pub results: Vec<MyPayment>,
}

/// What is needed to send a buyer to the provider.
struct Begun {
    id: PaymentId,
    reference: ProviderReference,
    quantity: i64,
    amount: Money,
    exchanged_at: Option<Rate>,
    until: Instant,
    state: State,
    url: Option<String>,
}

impl From<Payment> for Begun {
    fn from(payment: Payment) -> Begun {
        Begun {
            exchanged_at: payment.exchanged_at(),
            id: payment.id,
            reference: payment.reference,
            quantity: payment.quantity,
            amount: payment.amount,
            until: payment.hold_until,
            state: payment.state,
            url: payment.payment_url,
        }
    }
}

impl BoxOffice {
    pub const PAYMENTS_PER_PAGE: u32 = 20;

    pub async fn quote(&self, wish: Wish) -> Result<Quote, Error> {
        let rate = self.settings.rate;
        let now = self.services.now();
        let read = move |c: &mut Connection<'_>| Ok::<_, Error>(desk::stock_of(c, wish.ticket_type, now)?);
        let stock = self.services.db.read(read).await?.ok_or_else(no_such_type)?;
        let terms = terms(&stock, &wish, rate).map_err(refused)?;
        self.takes(terms.amount)?;
        Ok(Quote {
            price: terms.price.figures(),
            devise: terms.price.currency().code(),
            amount: terms.amount.figures(),
            currency: terms.amount.currency().code(),
            rate: terms.exchanged_at().map(figures),
            currencies: currencies(&stock, rate),
        })
    }

    /// Takes the hold and stores the payment, then asks the provider for its page.
    pub async fn begin_payment(
        &self,
        buyer: UserId,
        new: NewPayment,
        key: Option<String>,
    ) -> Result<BegunPayment, Error> {
        let CheckedPayment { wish, email, retry_of } = new.check()?;
        let kept_email = email.clone().filter(|_| new.keep_email == Some(true));
        let now = self.services.now();
        let reservation = Reservation {
            id: random::payment_id(now),
            user: buyer,
            wish,
            provider: self.provider.capabilities().name,
            reference: random::reference(now),
            email,
            retry_of: retry_of.clone(),
            key: key.map(|text| Key { text, digest: digest(&new) }),
        };
        let held = (reservation.id.clone(), reservation.reference.clone());
        match self.desk.reserve(reservation).await? {
            Answer::Held { terms, until } => {
                self.keep_email(buyer, kept_email).await;
                let (id, reference) = held;
                let (quantity, state) = (wish.quantity, State::Pending);
                let (amount, exchanged_at) = (terms.amount, terms.exchanged_at());
                let begun = Begun { id, reference, quantity, amount, exchanged_at, until, state, url: None };
                let (page, ()) = tokio::join!(self.with_page(begun), self.withdraw_replaced(retry_of));
                page
            }
            Answer::Kept(id) => self.with_page(self.payment(id).await?.into()).await,
            Answer::KeyTaken => Err(Error::Conflict("Cette clé a déjà servi à une autre demande.".to_owned())),
            Answer::NotToBeRetried => Err(Error::field("retry_of", "Ce paiement ne peut pas être repris.")),
            Answer::Refused(refusal) => Err(refused(refusal)),
            Answer::Again => Err(Error::Busy),
        }
    }

    /// A wish beside the payment, which never fails for it: somebody else may have that address.
    async fn keep_email(&self, buyer: UserId, email: Option<String>) {
        let Some(email) = email else { return };
        let (outbox, now) = (self.services.outbox.clone(), self.services.now());
        let keep = move |c: &mut Connection<'_>| accounts::add_unverified_email(c, &outbox, buyer, &email, now);
        match self.services.db.write(keep).await {
            Ok(()) => self.services.outbox.wake(),
            Err(error) => tracing::info!(%error, "a buyer's address was not kept in the profile"),
        }
    }

    /// The payment with the address of its page, which is asked for again if it never came.
    async fn with_page(&self, begun: Begun) -> Result<BegunPayment, Error> {
        let url = match &begun.url {
            Some(url) => url.clone(),
            None => self.ask_for_page(&begun).await?,
        };
        Ok(BegunPayment {
            payment_url: url,
            status: begun.state.status(),
            amount: begun.amount.figures(),
            currency: begun.amount.currency().code(),
            expires_at: begun.until.millis(),
            rate: begun.exchanged_at.map(figures),
            payment_id: begun.id,
        })
    }

    async fn payment(&self, id: PaymentId) -> Result<Payment, Error> {
        self.services.db.read(move |c| store::by_id(c, &id)?.ok_or(NO_PAYMENT)).await
    }

    async fn ask_for_page(&self, payment: &Begun) -> Result<String, Error> {
        if let Err(refused) = self.takes(payment.amount) {
            self.settle(payment.id.clone(), Outcome::Failed("Ce montant ne peut pas être payé.".to_owned())).await?;
            return Err(refused);
        }
        let address = &self.services.settings.public_url;
        let intent = Intent {
            payment: payment.id.clone(),
            reference: payment.reference.clone(),
            amount: payment.amount,
            description: match payment.quantity {
                1 => "Tukio : 1 billet".to_owned(),
                several => format!("Tukio : {several} billets"),
            },
            return_url: format!("{address}/payments/return?payment_id={}", payment.id),
            callback_url: self.callback_url(),
            deadline: payment.until.plus_seconds(-PAGE_ENDS_BEFORE),
        };
        let answer = tokio::time::timeout(PROVIDER_ANSWERS_WITHIN, self.provider.init(&intent)).await;
        let id = payment.id.clone();
        match answer.unwrap_or(Init::Unknown) {
            Init::Redirect(url) => {
                self.desk.note_page(id, url.clone()).await;
                Ok(url)
            }
            Init::Rejected(reason) => {
                tracing::warn!(payment = %id, ?reason, "the provider rejected a payment");
                self.settle(id, Outcome::Failed(reason.sentence().to_owned())).await?;
                Err(Error::Refused("Impossible d'initialiser le paiement".to_owned()))
            }
            // It may have been opened all the same: the payment stays pending, and the same key asks again.
            Init::Unknown => Err(Error::Busy),
        }
    }

    /// Writes what is certain about a payment, and shows it everywhere. What was bought needs no other try.
    pub(crate) async fn settle(&self, id: PaymentId, outcome: Outcome) -> Result<(), Error> {
        for later in self.decide(id, outcome).await? {
            self.close(&later, "Un essai précédent a été payé.").await?;
        }
        Ok(())
    }

    /// Closes a payment's page; if that is done, nobody waits for it any more.
    pub(crate) async fn close(&self, payment: &Payment, why: &str) -> Result<(), Error> {
        if self.withdraw(&payment.reference).await {
            self.decide(payment.id.clone(), Outcome::Failed(why.to_owned())).await?;
        }
        Ok(())
    }

    /// Tells the tries that came after one that has bought its tickets.
    async fn decide(&self, id: PaymentId, outcome: Outcome) -> Result<Vec<Payment>, Error> {
        let (now, outbox) = (self.services.now(), self.services.outbox.clone());
        let write = move |c: &mut Connection<'_>| {
            let change = settling::settle(c, &id, &outcome, now)?;
            let payment = store::by_id(c, &id)?.ok_or(NO_PAYMENT)?;
            let mut later = Vec::new();
            if change == Change::Succeed {
                confirming::tell_buyer(c, &outbox, &payment, now)?;
                let is_served = store::refunds_of(c, std::slice::from_ref(&id))?.is_empty();
                later = if is_served { store::locked_later_tries(c, &payment)? } else { Vec::new() };
            }
            Ok::<_, Error>((change, payment, later))
        };
        let (change, payment, later) = self.services.db.write_row_locked(write).await?;
        match change {
            Change::Nothing => return Ok(later),
            Change::Review => {
                let settled = payment.settled;
                tracing::error!(payment = %payment.id, settled, "a payment is unclear: somebody has to look at it");
            }
            Change::PaidBack => {
                tracing::warn!(payment = %payment.id, "the provider has paid back what nobody here asked it to");
            }
            Change::Succeed | Change::Fail => self.services.outbox.wake(),
        }
        self.services.freshness.event_sold(payment.event);
        // There may be money to pay back.
        self.wake();
        Ok(later)
    }

    /// How a payment stands, for who waits for it: that also makes us ask the provider, now and then.
    pub async fn payment_status(&self, buyer: UserId, id: PaymentId) -> Result<PaymentStatus, Error> {
        let read = move |c: &mut Connection<'_>| {
            let payment = store::by_id(c, &id)?.filter(|payment| payment.user == buyer).ok_or(NO_PAYMENT)?;
            let refund = match payment.state {
                State::Succeeded => store::refunds_of(c, std::slice::from_ref(&id))?.remove(&id),
                _ => None,
            };
            let refund = refund.map(told);
            Ok::<_, Error>((payment, refund))
        };
        let (payment, refund) = self.services.db.read(read).await?;
        if payment.state == State::Pending {
            let (id, now) = (payment.id.clone(), self.services.now());
            let hurry = move |c: &mut Connection<'_>| store::hurry(c, &id, now, now.plus_seconds(-ASKED_AT_MOST_EVERY));
            if self.services.db.write_row_locked(hurry).await? {
                self.wake();
            }
        }
        Ok(PaymentStatus { status: payment.state.status(), reason: payment.reason, refund })
    }

    pub async fn my_payment(&self, buyer: UserId, id: PaymentId) -> Result<MyPayment, Error> {
        let read = move |c: &mut Connection<'_>| {
            let payment = store::by_id(c, &id)?.filter(|payment| payment.user == buyer).ok_or(NO_PAYMENT)?;
            shown(c, buyer, vec![payment])?.pop().ok_or(NO_PAYMENT)
        };
        self.services.db.read(read).await
    }

    pub async fn my_payments(&self, buyer: UserId, page: Page) -> Result<MyPaymentsPage, Error> {
        let read = move |c: &mut Connection<'_>| {
            let (count, payments) = store::of_user(c, buyer, page)?;
            Ok::<_, Error>((count, shown(c, buyer, payments)?))
        };
        let (count, results) = self.services.db.read(read).await?;
        let limit = page.limit_unless(BoxOffice::PAYMENTS_PER_PAGE);
        let address = format!("{}/api/payments/?{limit}", self.services.settings.public_url);
        let (next, previous) = page.neighbours(results.len(), count, &address);
        Ok(MyPaymentsPage { count, next, previous, results })
    }

    /// Keeps what a provider sends, once, and asks the provider itself about it. Whether it was authentic.
    pub async fn webhook(&self, arrived: WebhookRequest<'_>) -> Result<bool, Error> {
        let provider = self.provider.capabilities().name;
        let (reference, verdict) = match self.provider.parse_webhook(&arrived) {
            Webhook::Verified { reference, .. } => (reference, "verified"),
            Webhook::Hint { reference, .. } => (reference, "hint"),
            Webhook::Forged => {
                metrics::counter!("webhooks_forged_total").increment(1);
                return Ok(false);
            }
        };
        let (body, now) = (arrived.body.to_vec(), self.services.now());
        let digest = hex(&Sha256::digest(&body));
        let keep = move |c: &mut Connection<'_>| {
            let letter = store::Letter { provider, reference: &reference, digest: &digest, body: &body, verdict };
            let is_new = store::keep(c, &letter, now)?;
            store::told_about(c, &letter, is_new, now)?;
            Ok::<_, Error>(())
        };
        self.services.db.write_row_locked(keep).await?;
        self.wake();
        Ok(true)
    }
}

fn shown(c: &mut Connection<'_>, buyer: UserId, payments: Vec<Payment>) -> Result<Vec<MyPayment>, Error> {
    let about = Shown::load(c, payments.iter().map(|one| one.event), payments.iter().map(|one| one.ticket_type))?;
    let ids: Vec<PaymentId> = payments.iter().map(|payment| payment.id.clone()).collect();
    let tickets = tickets::ids_of_payments(c, &ids)?;
    let refunds = store::refunds_of(c, &ids)?;
    let replaced = store::replaced(c, buyer, &ids)?;
    let show = |payment: Payment| {
        let (event, ticket_type) = about.of(payment.event, payment.ticket_type)?;
        let own = |(of, id): &(PaymentId, TicketId)| (*of == payment.id).then(|| id.clone());
        let refund = refunds.get(&payment.id).copied();
        let is_replaced = replaced.contains(&payment.id);
        let is_cancelled = about.rows(payment.event, payment.ticket_type)?.0.cancelled;
        Ok(MyPayment {
            status: payment.state.status(),
            amount: payment.amount.figures(),
            currency: payment.amount.currency().code(),
            rate: payment.exchanged_at().map(figures),
            quantity: payment.quantity,
            created_at: payment.created.millis(),
            expires_at: payment.holds.then(|| payment.hold_until.millis()),
            refund: refund.map(told),
            refunded_at: refund.flatten().map(Instant::millis),
            ticket_type: ticket_type.at(payment.price),
            event,
            tickets: tickets.iter().filter_map(own).collect(),
            reason: payment.reason,
            payment_url: payment
                .payment_url
                .filter(|_| payment.state == State::Pending && !is_replaced && !is_cancelled),
            replaced: is_replaced,
            id: payment.id,
        })
    };
    payments.into_iter().map(show).collect()
}

/// How a refund stands, as the buyer is told: one that failed is ours to bring about all the same.
fn told(done: Option<Instant>) -> &'static str {
    if done.is_some() { "done" } else { "pending" }
}

fn currencies(stock: &Stock, rate: Option<Rate>) -> Vec<&'static str> {
    let own = stock.price.currency();
    let others = domain::Currency::ALL.into_iter().filter(|other| *other != own && rate.is_some());
    std::iter::once(own).chain(others).map(|currency| currency.code()).collect()
}

/// `2850` or `2850.50`.
fn figures(rate: Rate) -> String {
    match (rate.hundredths() / 100, rate.hundredths() % 100) {
        (francs, 0) => francs.to_string(),
        (francs, rest) => format!("{francs}.{rest:02}"),
    }
}

fn refused(reason: Refusal) -> Error {
    let (field, message) = refusal(reason);
    Error::field(field, message)
}

fn no_such_type() -> Error {
    refused(Refusal::NoSuchType)
}

/// What a key stands for.
fn digest(new: &NewPayment) -> String {
    hex(&Sha256::digest(serde_json::to_vec(new).unwrap_or_default()))
}
