//! What buyers ask about payments: what one would cost, how one stands, which ones they have.

use std::net::IpAddr;
use std::time::Duration;

use database::Connection;
use domain::{Instant, PaymentId, Rate, RefundId, TicketId, UserId};

use crate::desk::model::{OrderLine, Refusal, Stock, Terms, calculate_terms};
use crate::office::Guesser;
use crate::payments::answers::{MyPayment, MyPaymentsPage, MyRefund, PaymentStatus, Quote, rate_figures};
use crate::payments::errors::{NO_PAYMENT, refusal_error};
use crate::payments::model::Payment;
use crate::payments::new_payment::CheckedPayment;
use crate::payments::store;
use crate::promo_codes::model::{Promo, PromoRefusal};
use crate::promo_codes::store::find_promo;
use crate::refunds::model::Refund;
use crate::stored_words::{PaymentState, RefundState};
use crate::summaries::Summaries;
use crate::ticket_types::sale::Sale;
use crate::{BoxOffice, desk, refunds, tickets};
use platform::Error;
use platform::paging::Page;

/// The provider is asked about one payment at most this often, however many windows wait for it.
const ASKED_AT_MOST_EVERY: Duration = Duration::from_secs(5);

impl BoxOffice {
    pub const PAYMENTS_PER_PAGE: u32 = 20;

    /// Returns what somebody would pay. A visitor who names the code of a hidden type guesses, as far as we know.
    pub async fn quote_payment(&self, asked: CheckedPayment, visitor: IpAddr) -> Result<Quote, Error> {
        let guesser = Guesser::Address(visitor);
        let (stock, terms) = self.calculate_quote(&asked, guesser).await?;
        if terms.amount.minor() > 0 {
            self.check_amount(terms.amount)?;
        }
        Ok(Quote {
            price: terms.price.figures(),
            devise: terms.price.currency().code(),
            amount: terms.amount.figures(),
            currency: terms.amount.currency().code(),
            discount: terms.discount.figures(),
            rate: terms.exchanged_at().map(rate_figures),
            currencies: currencies(&stock, self.rate()),
        })
    }

    /// Returns what so many tickets cost now, and what is left of them. Whoever names the code of a hidden type guesses.
    pub(super) async fn calculate_quote(
        &self,
        asked: &CheckedPayment,
        guesser: Guesser,
    ) -> Result<(Stock, Terms), Error> {
        let guesser = asked.codes.access.is_some().then_some(guesser);
        if let Some(guesser) = &guesser {
            self.code_guesses.take(guesser, self.services.now()).map_err(Error::TooMany)?;
        }
        let quoted = self.read_terms(asked).await?;
        if let Some(guesser) = guesser.filter(|_| !matches!(quoted, Err(Refusal::NoSuchType))) {
            self.code_guesses.give_back(&guesser);
        }
        quoted.map_err(refusal_error)
    }

    /// The same without counting guesses.
    pub(super) async fn read_terms(&self, asked: &CheckedPayment) -> Result<Result<(Stock, Terms), Refusal>, Error> {
        let (line, codes) = (asked.line, &asked.codes);
        let (rate, now) = (self.rate(), self.services.now());
        let code = codes.promo.clone();
        let read = move |c: &mut Connection<'_>| {
            let stock = desk::stock_of(c, line.ticket_type, now)?;
            let promo = match (&stock, &code) {
                (Some(stock), Some(code)) => find_promo(c, stock.event, code)?,
                _ => None,
            };
            Ok::<_, Error>((stock, promo))
        };
        let (stock, promo) = self.services.db.read(read).await?;
        // Nobody but its team knows of a draft.
        let known = stock.filter(|stock| stock.sale != Sale::EventDraft);
        Ok(known.ok_or(Refusal::NoSuchType).and_then(|stock| {
            stock.check_access(codes.access.as_deref())?;
            let mut terms = calculate_terms(&stock, &line, rate)?;
            if codes.promo.is_some() {
                terms = with_promo(terms, promo, &line, now).map_err(Refusal::Promo)?;
            }
            Ok((stock, terms))
        }))
    }

    /// Returns how a payment stands. While it is pending this also makes the cashier ask the provider, now and then.
    pub async fn check_payment_status(&self, buyer: UserId, id: PaymentId) -> Result<PaymentStatus, Error> {
        let read = move |c: &mut Connection<'_>| {
            let payment =
                store::find_payment(c, &id)?.filter(|payment| payment.user == Some(buyer)).ok_or(NO_PAYMENT)?;
            let refunds = match payment.state {
                PaymentState::Succeeded => {
                    refunds::store::refunds_of_payments(c, std::slice::from_ref(&id))?.remove(&id)
                }
                _ => None,
            };
            let refund = refund_word(&payment, refunds.as_deref().unwrap_or_default());
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
    let void = tickets::ids_of_refunds(c, &refunds.values().flatten().map(|one| one.id.clone()).collect::<Vec<_>>())?;
    let replaced = store::replaced_payments(c, buyer, &ids)?;
    let show = |payment: Payment| {
        let (event, ticket_type) = summaries.of(payment.event, payment.ticket_type)?;
        let own = |(of, id): &(PaymentId, TicketId)| (*of == payment.id).then(|| id.clone());
        let refunds = refunds.get(&payment.id).map(Vec::as_slice).unwrap_or_default();
        let refund = refund_word(&payment, refunds);
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
            refund,
            refunds: refunds.iter().map(|one| show_refund(one, &void)).collect(),
            refunded_at: refund.and_then(|_| refunds.iter().map(|one| one.done).max().flatten()).map(Instant::millis),
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

/// The word for a payment that goes back as a whole. What failed is "pending", because a person will bring it about.
fn refund_word(payment: &Payment, refunds: &[Refund]) -> Option<&'static str> {
    let is_whole = !refunds.is_empty() && payment.refunded == payment.amount.minor();
    let is_done = refunds.iter().all(|refund| refund.state == RefundState::Done);
    is_whole.then_some(if is_done { "done" } else { "pending" })
}

fn show_refund(refund: &Refund, void: &[(RefundId, TicketId)]) -> MyRefund {
    let own = |(of, id): &(RefundId, TicketId)| (*of == refund.id).then(|| id.clone());
    MyRefund {
        ticket_ids: void.iter().filter_map(own).collect(),
        amount: refund.amount.major(),
        currency: refund.amount.currency().code(),
        state: refund.state,
        created_at: refund.created.millis(),
        done_at: refund.done.map(Instant::millis),
    }
}

/// The terms with a promo code, as they would be now.
fn with_promo(terms: Terms, promo: Option<Promo>, line: &OrderLine, now: Instant) -> Result<Terms, PromoRefusal> {
    let promo = promo.ok_or(PromoRefusal::Unknown)?;
    promo.check(line.ticket_type, line.currency, now)?;
    promo.check_uses(promo.uses)?;
    Ok(terms.less(&promo))
}

/// The currencies that a ticket can be paid in, its own first.
fn currencies(stock: &Stock, rate: Option<Rate>) -> Vec<&'static str> {
    let own = stock.price.currency();
    let others = domain::Currency::ALL.into_iter().filter(|other| *other != own && rate.is_some());
    std::iter::once(own).chain(others).map(|currency| currency.code()).collect()
}
