//! What buyers ask about payments: what one would cost, how one stands, which ones they have.

use std::time::Duration;

use database::Connection;
use domain::{Instant, PaymentId, Rate, TicketId, UserId};

use crate::desk::model::{OrderLine, Refusal, Stock, calculate_terms};
use crate::payments::answers::{MyPayment, MyPaymentsPage, PaymentStatus, Quote, rate_figures};
use crate::payments::errors::{NO_PAYMENT, refusal_error};
use crate::payments::model::Payment;
use crate::payments::store;
use crate::stored_words::PaymentState;
use crate::summaries::Summaries;
use crate::{BoxOffice, desk, refunds, tickets};
use platform::Error;
use platform::paging::Page;

/// The provider is asked about one payment at most this often, however many windows wait for it.
const ASKED_AT_MOST_EVERY: Duration = Duration::from_secs(5);

impl BoxOffice {
    pub const PAYMENTS_PER_PAGE: u32 = 20;

    pub async fn quote_payment(&self, line: OrderLine) -> Result<Quote, Error> {
        let rate = self.rate();
        let now = self.services.now();
        let read = move |c: &mut Connection<'_>| Ok::<_, Error>(desk::stock_of(c, line.ticket_type, now)?);
        let stock = self.services.db.read(read).await?.ok_or_else(|| refusal_error(Refusal::NoSuchType))?;
        let terms = calculate_terms(&stock, &line, rate).map_err(refusal_error)?;
        self.check_amount(terms.amount)?;
        Ok(Quote {
            price: terms.price.figures(),
            devise: terms.price.currency().code(),
            amount: terms.amount.figures(),
            currency: terms.amount.currency().code(),
            rate: terms.exchanged_at().map(rate_figures),
            currencies: currencies(&stock, rate),
        })
    }

    /// Returns how a payment stands. While it is pending this also makes the cashier ask the provider, now and then.
    pub async fn check_payment_status(&self, buyer: UserId, id: PaymentId) -> Result<PaymentStatus, Error> {
        let read = move |c: &mut Connection<'_>| {
            let payment =
                store::find_payment(c, &id)?.filter(|payment| payment.user == Some(buyer)).ok_or(NO_PAYMENT)?;
            let refund = match payment.state {
                PaymentState::Succeeded => {
                    refunds::store::refunds_of_payments(c, std::slice::from_ref(&id))?.remove(&id)
                }
                _ => None,
            };
            let refund = refund.map(refund_word);
            Ok::<_, Error>((payment, refund))
        };
        let (payment, refund) = self.services.db.read(read).await?;
        if payment.state == PaymentState::Pending {
            let (id, now) = (payment.id.clone(), self.services.now());
            let ask_soon =
                move |c: &mut Connection<'_>| store::ask_provider_soon(c, &id, now, now - ASKED_AT_MOST_EVERY);
            if self.services.db.write_row_locked(ask_soon).await? {
                self.notify_cashier();
            }
        }
        Ok(PaymentStatus { status: payment.state.into(), reason: payment.reason, refund })
    }

    pub async fn get_payment(&self, buyer: UserId, id: PaymentId) -> Result<MyPayment, Error> {
        let read = move |c: &mut Connection<'_>| {
            let payment =
                store::find_payment(c, &id)?.filter(|payment| payment.user == Some(buyer)).ok_or(NO_PAYMENT)?;
            describe_payments(c, buyer, vec![payment])?.pop().ok_or(NO_PAYMENT)
        };
        self.services.db.read(read).await
    }

    pub async fn list_payments(&self, buyer: UserId, page: Page) -> Result<MyPaymentsPage, Error> {
        let read = move |c: &mut Connection<'_>| {
            let (count, payments) = store::page_of_buyer(c, buyer, page)?;
            Ok::<_, Error>((count, describe_payments(c, buyer, payments)?))
        };
        let (count, results) = self.services.db.read(read).await?;
        let limit = page.limit_unless(BoxOffice::PAYMENTS_PER_PAGE);
        let address = format!("{}/api/payments/?{limit}", self.services.settings.public_url);
        let (next, previous) = page.neighbours(results.len(), count, &address);
        Ok(MyPaymentsPage { count, next, previous, results })
    }
}

fn describe_payments(c: &mut Connection<'_>, buyer: UserId, payments: Vec<Payment>) -> Result<Vec<MyPayment>, Error> {
    let summaries =
        Summaries::load(c, payments.iter().map(|one| one.event), payments.iter().map(|one| one.ticket_type))?;
    let ids: Vec<PaymentId> = payments.iter().map(|payment| payment.id.clone()).collect();
    let tickets = tickets::ids_of_payments(c, &ids)?;
    let refunds = refunds::store::refunds_of_payments(c, &ids)?;
    let replaced = store::replaced_payments(c, buyer, &ids)?;
    let show = |payment: Payment| {
        let (event, ticket_type) = summaries.of(payment.event, payment.ticket_type)?;
        let own = |(of, id): &(PaymentId, TicketId)| (*of == payment.id).then(|| id.clone());
        let refund = refunds.get(&payment.id).copied();
        let is_replaced = replaced.contains(&payment.id);
        let is_cancelled = summaries.rows(payment.event, payment.ticket_type)?.0.cancelled;
        Ok(MyPayment {
            status: payment.state.into(),
            amount: payment.amount.figures(),
            currency: payment.amount.currency().code(),
            rate: payment.exchanged_at().map(rate_figures),
            quantity: payment.quantity,
            created_at: payment.created.millis(),
            expires_at: payment.holds.then(|| payment.hold_until.millis()),
            refund: refund.map(refund_word),
            refunded_at: refund.flatten().map(Instant::millis),
            ticket_type: ticket_type.at(payment.price),
            event,
            tickets: tickets.iter().filter_map(own).collect(),
            reason: payment.reason,
            payment_url: payment
                .payment_url
                .filter(|_| payment.state == PaymentState::Pending && !is_replaced && !is_cancelled),
            replaced: is_replaced,
            id: payment.id,
        })
    };
    payments.into_iter().map(show).collect()
}

/// The word for how a refund stands. One that failed is "pending", because a person will bring it about.
fn refund_word(done: Option<Instant>) -> &'static str {
    if done.is_some() { "done" } else { "pending" }
}

/// The currencies that a ticket can be paid in, its own first.
fn currencies(stock: &Stock, rate: Option<Rate>) -> Vec<&'static str> {
    let own = stock.price.currency();
    let others = domain::Currency::ALL.into_iter().filter(|other| *other != own && rate.is_some());
    std::iter::once(own).chain(others).map(|currency| currency.code()).collect()
}
