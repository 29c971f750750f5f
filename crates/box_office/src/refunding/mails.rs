//! The mails about refunds, word for word.

use database::Connection;
use domain::{Instant, Money, UserId};

use crate::payments::model::Payment;
use crate::refunds::model::Refund;
use crate::stored_words::RefundState;
use crate::tickets;
use accounts::Account;
use events::EventRow;
use platform::Error;
use platform::mail::{Mail, MailText, Outbox};

/// Tells the buyer that money comes back, and whoever else held one of the tickets that it is void, where their addresses
/// are known.
pub fn tell_of_refund(
    c: &mut Connection<'_>,
    outbox: &Outbox,
    event: &EventRow,
    (payment, refund): (&Payment, &Refund),
    now: Instant,
) -> Result<(), Error> {
    let holders = tickets::holders_of_refund(c, &refund.id)?;
    let people: Vec<UserId> = payment.user.into_iter().chain(holders).collect();
    let mut accounts = accounts::find_people(c, &people)?;
    if let Some(buyer) = payment.user.and_then(|buyer| accounts.remove(&buyer))
        && let Some(email) = payment.email.as_ref().or(buyer.email.as_ref())
    {
        outbox.put(c, &refunded_mail(outbox, event, &buyer, email, refund), now)?;
    }
    for holder in accounts.values() {
        if let Some(email) = &holder.email {
            outbox.put(c, &void_mail(event, holder, email), now)?;
        }
    }
    Ok(())
}

fn refunded_mail(outbox: &Outbox, event: &EventRow, buyer: &Account, email: &str, refund: &Refund) -> Mail {
    let name = &event.name;
    let text = MailText::to(&buyer.username).paragraph(money_back(refund.amount, name, refund.state));
    let text = match &refund.reason {
        Some(reason) => text.paragraph(format!("Message de l'organisateur : {reason}")),
        None => text,
    };
    let text = text
        .paragraph("Les billets remboursés n'ouvrent plus l'entrée.")
        .button("Voir mes billets", outbox.link("/dash/tickets"));
    Mail::new(Some(buyer.id), email, format!("Vous êtes remboursé : « {name} »"), text)
}

fn money_back(amount: Money, name: &str, state: RefundState) -> String {
    match state {
        RefundState::ByHand => format!("{amount} vous sont rendus par l'organisateur de « {name} »."),
        _ => format!("Vous êtes remboursé de {amount} pour « {name} », par le moyen qui a servi à payer."),
    }
}

fn void_mail(event: &EventRow, holder: &Account, email: &str) -> Mail {
    let name = &event.name;
    let text = MailText::to(&holder.username)
        .paragraph(format!("Un billet que vous aviez pour « {name} » est remboursé à qui l'a payé."))
        .paragraph("Il n'ouvre plus l'entrée.");
    Mail::new(Some(holder.id), email, format!("Billet remboursé : « {name} »"), text)
}

/// The mail to a holder whose request was refused.
pub fn refused_mail(outbox: &Outbox, event: &EventRow, holder: &Account, email: &str, message: Option<&str>) -> Mail {
    let name = &event.name;
    let text = MailText::to(&holder.username).paragraph(format!(
        "L'organisateur de « {name} » n'a pas accepté votre demande de remboursement. Votre billet reste valable."
    ));
    let text = match message {
        Some(message) => text.paragraph(format!("Message de l'organisateur : {message}")),
        None => text,
    };
    let text = text.button("Voir mes billets", outbox.link("/dash/tickets"));
    Mail::new(Some(holder.id), email, format!("Demande de remboursement : « {name} »"), text)
}
