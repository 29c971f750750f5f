//! The mails of payments, word for word.

use domain::Money;

use crate::accounts::Account;
use crate::box_office::shown::{EventSummary, TypeSummary};
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

/// What a payment was for; without codes, the places were gone and the money goes back.
pub struct Bought<'a> {
    pub event: &'a EventSummary,
    pub kind: &'a TypeSummary,
    pub amount: Money,
    pub codes: &'a [String],
}

impl Bought<'_> {
    pub fn letter(&self, outbox: &Outbox, buyer: Option<&Account>, email: &str) -> Mail {
        let letter = buyer.map_or_else(Letter::to_somebody, |buyer| Letter::to(&buyer.username));
        let (letter, subject) = if self.codes.is_empty() { self.money_back(letter) } else { self.tickets(letter) };
        let letter = letter.button("Voir mes billets", outbox.link("/dash/tickets"));
        Mail::new(buyer.map(|buyer| buyer.id), email, subject, letter)
    }

    fn tickets(&self, letter: Letter) -> (Letter, String) {
        let EventSummary { name, started_at, hour, town, address, .. } = self.event;
        let letter = letter
            .says(format!("Votre paiement de {} a réussi.", self.amount))
            .says(format!("« {name} », le {} à {hour}, {address}, {town}.", day_in_words(started_at)))
            .says(format!("« {} », à présenter à l'entrée : {}.", self.kind.label, self.codes.join(", ")));
        (letter, format!("Vos billets pour « {name} »"))
    }

    fn money_back(&self, letter: Letter) -> (Letter, String) {
        let name = &self.event.name;
        let letter = letter
            .says(format!("Votre paiement pour « {name} » est arrivé alors qu'il n'y avait plus de billets."))
            .says(format!("Vous êtes remboursé de {}, par le moyen qui a servi à payer.", self.amount));
        (letter, format!("Vous êtes remboursé : « {name} »"))
    }
}

/// `14/11/2026`.
fn day_in_words(day: &str) -> String {
    day.split('-').rev().collect::<Vec<_>>().join("/")
}
