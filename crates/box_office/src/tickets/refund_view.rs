//! What holders see of the money of their tickets, and whether they may ask for it.

use std::collections::HashMap;

use database::Connection;
use domain::{Instant, RefundId, TicketId};

use crate::refunds::model::Refund;
use crate::refunds::requests::Request;
use crate::refunds::{requests, store as refunds};
use crate::stored_words::{RefundState, RequestState, TicketStatus};
use crate::tickets::model::{Ticket, TicketRefund, TicketRefundState};
use crate::tickets::store;
use crate::tickets::worth::TicketWorth;
use events::{EventRow, RefundRight};
use platform::Error;

/// The money of some tickets, read at once.
pub struct TicketMoney {
    worth: HashMap<TicketId, TicketWorth>,
    refunds: HashMap<RefundId, Refund>,
    requests: HashMap<TicketId, Request>,
}

impl TicketMoney {
    pub fn load(c: &mut Connection<'_>, tickets: &[Ticket]) -> Result<TicketMoney, Error> {
        let ids: Vec<TicketId> = tickets.iter().map(|ticket| ticket.id.clone()).collect();
        let paid_back: Vec<RefundId> = tickets.iter().filter_map(|ticket| ticket.refund.clone()).collect();
        Ok(TicketMoney {
            worth: store::worth_of_tickets(c, &ids)?,
            refunds: refunds::find_refunds(c, &paid_back)?,
            requests: requests::store::latest_of_tickets(c, &ids)?,
        })
    }

    /// Returns how the money of a ticket stands, if any goes back or was asked for.
    pub fn refund_of(&self, ticket: &Ticket) -> Option<TicketRefund> {
        let refund = ticket.refund.as_ref().and_then(|id| self.refunds.get(id));
        let request = self.requests.get(&ticket.id).filter(|request| Some(request.user) == ticket.holder);
        let (state, message) = match (refund, request) {
            (Some(refund), request) => {
                let answered = request.and_then(|request| request.message.clone());
                (refund.state.into(), refund.reason.clone().or(answered))
            }
            (None, Some(Request { state: RequestState::Open, .. })) => (TicketRefundState::Asked, None),
            (None, Some(Request { state: RequestState::Refused, message, .. })) => {
                (TicketRefundState::Refused, message.clone())
            }
            _ => return None,
        };
        let amount = self.worth.get(&ticket.id)?.amount;
        Some(TicketRefund { state, amount: amount.major(), currency: amount.currency().code(), message })
    }

    /// Whether the holder of a ticket may ask for its money now.
    pub fn is_refund_possible(&self, ticket: &Ticket, event: &EventRow, now: Instant) -> bool {
        let is_buyer =
            self.worth.get(&ticket.id).is_some_and(|worth| worth.buyer.is_some() && worth.buyer == ticket.holder);
        let takes_place = !event.cancelled && !event.is_over(now);
        let asked = self.requests.get(&ticket.id).map(|request| request.state);
        let may_ask = match event.refunds.right_at(event.town, now) {
            RefundRight::Granted => asked != Some(RequestState::Open),
            RefundRight::Asked => asked.is_none(),
            RefundRight::Over(_) | RefundRight::Never => false,
        };
        ticket.status == TicketStatus::Valid && is_buyer && takes_place && may_ask
    }
}

impl From<RefundState> for TicketRefundState {
    fn from(state: RefundState) -> TicketRefundState {
        match state {
            RefundState::Requested => TicketRefundState::Requested,
            RefundState::Done => TicketRefundState::Done,
            RefundState::Failed => TicketRefundState::Failed,
            RefundState::ByHand => TicketRefundState::ByHand,
        }
    }
}
