//! The mails of payments, word for word.

use domain::Money;

use crate::accounts::Account;
use crate::events::model::EventRow;
use crate::platform::mail::{Letter, Mail, Outbox};

/// To somebody whose event does not take place.
pub fn called_off(outbox: &Outbox, event: &EventRow, buyer: Option<&Account>, email: &str, amounts: &[Money]) -> Mail {
    let sums: Vec<String> = amounts.iter().map(Money::to_string).collect();
    let letter = buyer.map_or_else(Letter::to_somebody, |buyer| Letter::to(&buyer.username));
    let letter = letter
        .says(format!("« {} » à {} est annulé : vos billets ne sont plus valables.", event.name, event.town.name()))
        .says(format!("Vous êtes remboursé de {}, par le moyen qui a servi à payer.", sums.join(" et ")))
        .button("Voir mes billets", outbox.link("/dash/tickets"));
    Mail::new(buyer.map(|buyer| buyer.id), email, format!("« {} » est annulé", event.name), letter)
}
