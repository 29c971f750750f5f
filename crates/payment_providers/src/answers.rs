//! What a provider answers. `Unknown` is everywhere an answer and never a failure: a line that broke says nothing of
//! the money.

use domain::Money;

use crate::Channel;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Init {
    /// The buyer pays on the provider's page.
    Redirect {
        url: String,
        opened: Opened,
    },
    /// No call was made: a page of ours asks for the payer's number, and [`submit_phone`](crate::Provider::submit_phone)
    /// hands it in.
    NeedsPhone,
    /// The payer's telephone rings.
    Pushed(Opened),
    Rejected(Reason),
    /// It has the payment from an earlier call, and its page was told in an answer that got lost.
    PageLost,
    Unknown,
}

/// What the provider told when a payment was opened: stored beside the payment, since it may never be told again.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Opened {
    /// The provider's own number of the payment.
    pub number: Option<String>,
    /// A secret that the provider's notices about this payment carry.
    pub notice_token: Option<String>,
}

/// Shows whether there is a token and not which: whoever has it can send notices.
impl std::fmt::Debug for Opened {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let token = self.notice_token.as_ref().map(|_| "…");
        out.debug_struct("Opened").field("number", &self.number).field("notice_token", &token).finish()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    Pending,
    /// What an answer without an amount is worth is a matter of [`PaidAmount`](crate::PaidAmount).
    Succeeded {
        amount: Option<Money>,
        /// The provider's own number of the transaction, for people who compare books.
        transaction: String,
        /// What it was paid with, where the provider tells.
        channel: Option<Channel>,
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
