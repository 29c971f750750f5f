//! Columns that hold a word of a fixed list, as enums. This file alone maps each variant to the word that is stored;
//! conditions inside SQL spell the same words.

use database::stored_words;
use serde::Serialize;
use utoipa::ToSchema;

stored_words! {
    /// `payments.state`.
    PaymentState {
        Pending = "pending",
        Succeeded = "succeeded",
        Failed = "failed",
        /// Money came that is not what was agreed on, or nobody could be asked whether any came: a person has to look at it.
        Review = "review",
    }

    /// `refunds.state`.
    RefundState {
        Requested = "requested",
        Done = "done",
        /// The provider would not make it: a person has to.
        Failed = "failed",
    }

    // `tickets.status`.
    /// How a ticket stands.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    TicketStatus {
        Valid = "valid",
        Scanned = "scanned",
        Cancelled = "cancelled",
        Refunded = "refunded",
    }

    /// `stock_facts.kind`: why places became held, free or sold. A payment has each kind once at most.
    StockFactKind {
        Hold = "hold",
        /// The hold passed to another try of the same buyer.
        Pass = "pass",
        Sell = "sell",
        /// The hold was released because its time was over.
        Expire = "expire",
        Fail = "fail",
        Review = "review",
        /// The hold was released because the money came too late for it.
        Late = "late",
        /// The hold was released by who had set the place aside for the door.
        Release = "release",
    }

    /// `money_facts.kind`: why money moved. A payment has each kind once at most.
    MoneyFactKind {
        Sale = "sale",
        /// Money that came when there was nothing left to sell for it.
        Late = "late",
        /// Money that is not what was agreed on.
        Review = "review",
        /// What was sold is owed to the buyer again.
        Cancel = "cancel",
        Refund = "refund",
    }

    /// `money_facts.account`: with whom the money is, or whose it is.
    LedgerAccount {
        Provider = "provider",
        /// In notes, in the hands of who sold at the door for the organiser.
        Cash = "cash",
        /// Ours to pass on to the organiser, or with them already.
        Organiser = "organiser",
        /// Owed to the buyer.
        Buyer = "buyer",
        /// Not understood yet.
        Review = "review",
    }

    /// `webhooks.verdict`.
    WebhookVerdict {
        /// The provider's signature is good.
        Verified = "verified",
        /// The provider signs nothing: what it says only tells whom to ask about.
        Hint = "hint",
    }
}
