//! Refunds and requests as organisers see them.

use std::collections::{BTreeSet, HashMap};

use database::Connection;
use domain::{PaymentId, RefundId, TicketId, UserId};

use crate::payments::store as payments;
use crate::refunding::answers::{RefundAnswer, RefundRequest};
use crate::refunds::model::Refund;
use crate::refunds::requests::Request;
use crate::refunds::store;
use crate::tickets;
use platform::Error;

pub fn describe_refunds(c: &mut Connection<'_>, refunds: Vec<Refund>) -> Result<Vec<RefundAnswer>, Error> {
    let ids: Vec<RefundId> = refunds.iter().map(|refund| refund.id.clone()).collect();
    let mut tickets_of: HashMap<RefundId, Vec<TicketId>> = HashMap::new();
    for (refund, ticket) in tickets::ids_of_refunds(c, &ids)? {
        tickets_of.entry(refund).or_default().push(ticket);
    }
    let paid: BTreeSet<PaymentId> = refunds.iter().map(|refund| refund.payment.clone()).collect();
    let buyers = payments::buyers_of_payments(c, &paid.into_iter().collect::<Vec<_>>())?;
    let people: BTreeSet<UserId> = buyers.values().copied().collect();
    let people = accounts::find_authors(c, &people.into_iter().collect::<Vec<_>>())?;
    let describe = |refund: Refund| RefundAnswer {
        ticket_ids: tickets_of.remove(&refund.id).unwrap_or_default(),
        buyer: buyers.get(&refund.payment).and_then(|id| people.get(id)).map(|person| person.username.clone()),
        amount: refund.amount.major(),
        currency: refund.amount.currency().code(),
        state: refund.state,
        cause: refund.cause,
        created_at: refund.created.millis(),
        done_at: refund.done.map(|at| at.millis()),
        tried: refund.tried,
        reason: refund.reason,
        problem: refund.problem,
        note: refund.note,
        payment_id: refund.payment,
        id: refund.id,
    };
    Ok(refunds.into_iter().map(describe).collect())
}

pub fn describe_one(c: &mut Connection<'_>, id: &RefundId) -> Result<RefundAnswer, Error> {
    let missing = || Error::Internal("a refund is gone".to_owned());
    let refund = store::find_refund(c, id)?.ok_or_else(missing)?;
    describe_refunds(c, vec![refund])?.pop().ok_or_else(missing)
}

pub fn describe_requests(c: &mut Connection<'_>, requests: Vec<Request>) -> Result<Vec<RefundRequest>, Error> {
    let ids: Vec<TicketId> = requests.iter().map(|request| request.ticket.clone()).collect();
    let worth = tickets::worth_of_tickets(c, &ids)?;
    let people: BTreeSet<UserId> = requests.iter().map(|request| request.user).collect();
    let people = accounts::find_authors(c, &people.into_iter().collect::<Vec<_>>())?;
    let missing = || Error::Internal("the ticket of a request is gone".to_owned());
    let describe = |request: Request| {
        let worth = worth.get(&request.ticket).ok_or_else(missing)?;
        Ok(RefundRequest {
            label: worth.label.clone(),
            holder: people.get(&request.user).map(|person| person.username.clone()).unwrap_or_default(),
            amount: worth.amount.major(),
            currency: worth.amount.currency().code(),
            state: request.state,
            created_at: request.created.millis(),
            answered_at: request.answered.map(|at| at.millis()),
            reason: request.reason,
            message: request.message,
            ticket_id: request.ticket,
            id: request.id,
        })
    };
    requests.into_iter().map(describe).collect()
}
