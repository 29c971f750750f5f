//! The mail about cash, word for word.

use domain::Money;

use accounts::Account;
use events::EventRow;
use platform::mail::{Mail, MailText, Outbox};

/// The mail to the owner of a cancelled event, with what was taken at its door.
pub fn cash_to_return(outbox: &Outbox, event: &EventRow, owner: &Account, email: &str, cash: &[Money]) -> Mail {
    let sums: Vec<String> = cash.iter().map(Money::to_string).collect();
    let text = MailText::to(&owner.username)
        .paragraph(format!("« {} » est annulé.", event.name))
        .paragraph(format!(
            "{} ont été encaissés en espèces à la porte : c'est à vous de les rendre à qui présente son reçu.",
            sums.join(" et ")
        ))
        .button("Voir l'évènement", outbox.link(&format!("/dash/events/{}", event.id)));
    Mail::new(Some(owner.id), email, format!("« {} » est annulé : espèces à rendre", event.name), text)
}
