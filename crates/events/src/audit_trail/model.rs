//! Lines of the audit trail.

use database::stored_words;
use domain::{Instant, UserId};
use serde_json::Value;

stored_words! {
    /// `event_audit.action`: what was done. The contract lists these words, so that every client has a sentence for each.
    AuditAction {
        EventCreate = "event.create",
        EventUpdate = "event.update",
        EventPublish = "event.publish",
        EventCopy = "event.copy",
        EventCancel = "event.cancel",
        EventPostpone = "event.postpone",
        PromoCodeCreate = "promo_code.create",
        PromoCodeUpdate = "promo_code.update",
        PromoCodeDelete = "promo_code.delete",
        GuestInvite = "guest.invite",
        GuestWithdraw = "guest.withdraw",
        PaymentRefund = "payment.refund",
        TicketRefund = "ticket.refund",
        RefundRetry = "refund.retry",
        RefundHandedBack = "refund.handed_back",
        RefundRequestAccept = "refund_request.accept",
        RefundRequestRefuse = "refund_request.refuse",
        MessageSend = "message.send",
        TicketsSend = "tickets.send",
        TeamInvite = "team.invite",
        TeamAdd = "team.add",
        TeamUpdate = "team.update",
        TeamRemove = "team.remove",
        TeamWithdraw = "team.withdraw",
        TeamJoin = "team.join",
        TeamDecline = "team.decline",
        TeamLeave = "team.leave",
    }
}

/// A line as it was stored. `user` is absent for what the product did by itself, and for accounts that were closed.
#[derive(Debug, Clone)]
pub struct AuditEntry {
    pub id: i64,
    pub user: Option<UserId>,
    pub action: String,
    pub detail: Value,
    pub at: Instant,
}
