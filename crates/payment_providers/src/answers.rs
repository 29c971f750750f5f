//! What a provider answers. `Unknown` is everywhere an answer and never a failure: a line that broke says nothing of
//! the money.

use domain::Money;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Init {
    /// The buyer pays on the provider's page.
    Redirect(String),
    Rejected(Reason),
    Unknown,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    Pending,
    /// What an answer without an amount is worth is a matter of [`PaidAmount`](crate::PaidAmount).
    Succeeded {
        amount: Option<Money>,
        transaction: String,
    },
    Failed(Reason),
    Expired,
    /// It was paid, and the money is back with the payer, whoever saw to that.
    Refunded,
    NotFound,
    Unknown,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refunding {
    /// The money is on its way: ask again.
    Accepted,
    Completed,
    /// It failed for good; in the provider's own words, for the log and the person who looks into it.
    Failed(String),
    /// Nobody has asked for this refund yet: our request was lost.
    NotFound,
    Unsupported,
    Unknown,
}

/// What became of a page that should not be paid on any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cancelling {
    Closed,
    /// The payer was faster, or nothing is open under this reference.
    NotOpen,
    Unknown,
}

/// One of a provider's ways to pay, and whether it can be used now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Channel {
    pub name: &'static str,
    pub state: Availability,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Availability {
    Operational,
    Delayed,
    Closed,
    Unknown,
}

impl Availability {
    pub const fn name(self) -> &'static str {
        match self {
            Availability::Operational => "operational",
            Availability::Delayed => "delayed",
            Availability::Closed => "closed",
            Availability::Unknown => "unknown",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    Refused,
    InsufficientBalance,
    /// The provider's own words or code, for the log: they are seldom fit for the buyer.
    Other(String),
}

impl Reason {
    /// Returns the sentence that the buyer reads.
    pub const fn sentence(&self) -> &'static str {
        match self {
            Reason::Refused => "Le paiement a été refusé.",
            Reason::InsufficientBalance => "Solde insuffisant.",
            Reason::Other(_) => "Le paiement n'a pas abouti.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_told_in_french_and_codes_are_not() {
        assert_eq!(Reason::Refused.sentence(), "Le paiement a été refusé.");
        assert_eq!(Reason::InsufficientBalance.sentence(), "Solde insuffisant.");
        assert_eq!(Reason::Other("E_4711".into()).sentence(), "Le paiement n'a pas abouti.");
    }
}
