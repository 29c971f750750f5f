//! Who holds tickets of an event, for features that write to them.

mod store;

use domain::{GuestId, PaymentId, ReceiptCode, TicketTypeId, UserId};

pub use store::list_holders;

/// Whose tickets are meant. Tickets that are void are nobody's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    All,
    Type(TicketTypeId),
    /// Of a ticket that has not been scanned.
    NotScanned,
}

/// Somebody who holds tickets. It has no `Debug`, because a guest's receipt opens the door and must not get into a log.
#[derive(Clone)]
pub enum Holder {
    /// Somebody with an account, and the address that they wanted their tickets sent to when they paid, if they gave one.
    Person {
        user: UserId,
        given_email: Option<String>,
    },
    Guest(GuestHolder),
}

/// A guest, who need have no account: their ticket is on the page of its receipt.
#[derive(Clone)]
pub struct GuestHolder {
    pub id: GuestId,
    pub name: String,
    pub email: Option<String>,
    pub payment: PaymentId,
    pub receipt: ReceiptCode,
}

/// How far a walk through an event's holders has come: the last person and the last guest it has seen. People come first,
/// then guests, each in the order of their ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastHolder {
    pub person: UserId,
    pub guest: GuestId,
}

impl LastHolder {
    pub const NOBODY: LastHolder = LastHolder { person: UserId::new(0), guest: GuestId::new(0) };

    /// Returns how far the walk is once it has seen these, too.
    pub fn and(self, seen: &[Holder]) -> LastHolder {
        seen.iter().fold(self, |last, holder| match holder {
            Holder::Person { user, .. } => LastHolder { person: *user, ..last },
            Holder::Guest(guest) => LastHolder { guest: guest.id, ..last },
        })
    }
}
