//! What the desk is asked, and what it answers.

use domain::{Instant, PaymentId, ProviderReference, UserId};
use payment_providers::Channel;

use crate::desk::model::{OrderLine, Refusal, Terms};

/// A request for places. It holds all that a payment needs, which is stored in the same transaction. It has
/// no `Debug`, because the buyer's address must not get into a log.
#[derive(Clone)]
pub struct Reservation {
    /// The payment's id, if the places are given.
    pub id: PaymentId,
    pub user: UserId,
    pub line: OrderLine,
    pub provider: &'static str,
    /// What the buyer wants to pay with.
    pub channel: Option<Channel>,
    pub reference: ProviderReference,
    pub email: Option<String>,
    /// An unfinished payment of theirs whose hold passes to this one.
    pub retry_of: Option<PaymentId>,
    /// Whether the next provider is asked for the same request, which counts as taken once.
    pub goes_on: bool,
    /// Both in capitals.
    pub access_code: Option<String>,
    pub promo_code: Option<String>,
    pub key: Option<RequestKey>,
}

/// The idempotency key of a request, with a digest of its body.
#[derive(Clone)]
pub struct RequestKey {
    pub text: String,
    pub digest: String,
}

/// What becomes of a reservation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Held {
        terms: Terms,
        until: Instant,
    },
    /// The same request was answered before, with this payment.
    AlreadyAnswered(PaymentId),
    /// The key was used for another request.
    KeyTaken,
    CannotRetry,
    Refused(Refusal),
    /// Two requests with one key were in the batch: the second is answered once the first is committed.
    NextBatch,
}
