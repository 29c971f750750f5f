//! What the desk is asked for, and what it answers.

use domain::{Instant, PaymentId, ProviderReference, UserId};

use crate::desk::model::{OrderLine, Refusal, Terms};

/// What somebody asks the desk for.
#[derive(Debug, Clone)]
pub struct Reservation {
    /// The payment's id, if the places are given.
    pub id: PaymentId,
    pub user: UserId,
    pub line: OrderLine,
    pub provider: &'static str,
    pub reference: ProviderReference,
    pub email: Option<String>,
    /// An unfinished payment of theirs whose hold passes to this one.
    pub retry_of: Option<PaymentId>,
    pub key: Option<RequestKey>,
}

/// What tells a request that is sent again from another one.
#[derive(Debug, Clone)]
pub struct RequestKey {
    pub text: String,
    pub digest: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Held {
        terms: Terms,
        until: Instant,
    },
    /// The same was asked before: that payment stands.
    AlreadyAnswered(PaymentId),
    /// The key stands for something else.
    KeyTaken,
    CannotRetry,
    Refused(Refusal),
    /// Its turn comes in the next batch.
    NextBatch,
}
