//! The people that mails about an event go to.

use box_office::Holder;
use database::{Connection, DbError};
use domain::{PaymentId, ReceiptCode, UserId};

/// Accounts in one statement.
const MOST_AT_ONCE: usize = 500;

/// A holder of tickets who can be written to.
pub struct Recipient {
    pub name: String,
    pub email: String,
    pub kind: RecipientKind,
}

pub enum RecipientKind {
    Person(UserId),
    /// A guest, whose ticket is that of the payment, on the page of the receipt.
    Guest {
        payment: PaymentId,
        receipt: ReceiptCode,
    },
}

impl Recipient {
    /// The account that a mail belongs to.
    pub fn user(&self) -> Option<UserId> {
        match self.kind {
            RecipientKind::Person(user) => Some(user),
            RecipientKind::Guest { .. } => None,
        }
    }
}

/// Those of the holders who have an address: the one they gave when they paid, or that of their account; of a guest the one
/// that the invitation was sent to.
pub fn find_recipients(c: &mut Connection<'_>, holders: &[Holder]) -> Result<Vec<Recipient>, DbError> {
    let mut recipients = Vec::new();
    for some in holders.chunks(MOST_AT_ONCE) {
        let user = |holder: &Holder| match holder {
            Holder::Person { user, .. } => Some(*user),
            Holder::Guest(_) => None,
        };
        let ids: Vec<UserId> = some.iter().filter_map(user).collect();
        let mut people = accounts::find_people(c, &ids)?;
        recipients.extend(some.iter().filter_map(|holder| match holder {
            Holder::Person { user, given_email } => {
                let person = people.remove(user)?;
                let email = given_email.clone().or(person.email)?;
                Some(Recipient { name: person.username, email, kind: RecipientKind::Person(*user) })
            }
            Holder::Guest(guest) => {
                let kind = RecipientKind::Guest { payment: guest.payment.clone(), receipt: guest.receipt.clone() };
                Some(Recipient { name: guest.name.clone(), email: guest.email.clone()?, kind })
            }
        }));
    }
    Ok(recipients)
}
