//! Columns that hold a word of a fixed list, as enums. This file alone maps each variant to the word that is stored;
//! conditions inside SQL spell the same words.

use database::stored_words;
use serde::Serialize;
use utoipa::ToSchema;

stored_words! {
    // `payments.state`.
    /// How a payment stands.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    PaymentState {
        Pending = "pending",
        Succeeded = "succeeded",
        Failed = "failed",
        /// Money came that is not what was agreed on, or nobody could be asked whether any came: a person has to look at it.
        Review = "review",
    }

    // `refunds.state`.
    /// How a refund stands.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    RefundState {
        Requested = "requested",
        Done = "done",
        /// The provider would not make it: a person has to.
        Failed = "failed",
        /// The organiser hands it back: cash, or what the provider can't pay back.
        ByHand = "by_hand",
    }

    // `refunds.cause`.
    /// Why money goes back.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    RefundCause {
        /// It came when there was nothing left to sell for it.
        Late = "late",
        /// The event does not take place.
        Cancelled = "cancelled",
        Organiser = "organiser",
        /// The holder has asked for it.
        Request = "request",
        /// The provider has paid it back by itself.
        Provider = "provider",
    }

    // `refund_requests.state`.
    /// How a holder's request stands.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    RequestState {
        Open = "open",
        Accepted = "accepted",
        Refused = "refused",
        Withdrawn = "withdrawn",
    }

    /// `disruptions.kind`.
    DisruptionKind {
        Cancelled = "cancelled",
        Postponed = "postponed",
    }

    /// `disruptions.phase`: what is done next.
    DisruptionPhase {
        /// End the holds of those who are about to pay.
        Holds = "holds",
        /// Void tickets and request refunds.
        Payments = "payments",
        /// Tell holders and buyers.
        People = "people",
        /// Tell guests, who need have no account.
        Guests = "guests",
        Done = "done",
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

    /// `stock_facts.kind`: why places became held, free or sold. A payment has each kind once at most, but for
    /// refunds, each of which has its own.
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
        /// What was sold is paid back, and its places are free again.
        Refund = "refund",
    }

    /// `money_facts.kind`: why money moved. A payment has each kind once at most, and each of its refunds, too.
    MoneyFactKind {
        Sale = "sale",
        /// Money that came when there was nothing left to sell for it.
        Late = "late",
        /// Money that is not what was agreed on.
        Review = "review",
        /// What was sold is owed to the buyer again.
        Cancel = "cancel",
        Refund = "refund",
        /// The organiser has paid the buyer, so that what was owed to the buyer is owed to the organiser.
        ByHand = "by_hand",
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

    /// `waiting_list.status`.
    WaitingState {
        Waiting = "waiting",
        /// Places are set aside for a while.
        Offered = "offered",
        /// The places of the offer have passed to a payment.
        Taken = "taken",
        Expired = "expired",
        Left = "left",
    }

    /// `webhooks.verdict`.
    WebhookVerdict {
        /// The provider's signature is good.
        Verified = "verified",
        /// The provider signs nothing: what it says only tells whom to ask about.
        Hint = "hint",
    }
}
