//! What is refused to buyers, in the words that they read.

use crate::desk::model::{MOST_UNDERWAY, Refusal};
use platform::Error;

pub const NO_PAYMENT: Error = Error::NotFound("Ce paiement n'existe pas.");

/// Says under the field that it belongs to why the desk refused.
pub fn refusal_error(refusal: Refusal) -> Error {
    let (field, message) = refusal_words(refusal);
    Error::field(field, message)
}

/// The field that a refusal belongs to, and what is said there.
pub fn refusal_words(refusal: Refusal) -> (&'static str, String) {
    match refusal {
        Refusal::NoSuchType => ("ticket_type_id", "Ce billet n'existe pas.".to_owned()),
        Refusal::Closed => ("ticket_type_id", "La vente de ce billet est fermée.".to_owned()),
        Refusal::EventOver => ("ticket_type_id", "Cet évènement est passé.".to_owned()),
        Refusal::EventCancelled => ("ticket_type_id", "Cet évènement est annulé.".to_owned()),
        Refusal::Left(..=0) => ("quantity", "Ce billet est épuisé.".to_owned()),
        Refusal::Left(1) => ("quantity", "Il ne reste plus qu'un billet.".to_owned()),
        Refusal::Left(left) => ("quantity", format!("Il ne reste plus que {left} billets.")),
        Refusal::OnlyIn(currency) => ("currency", format!("Ce billet se paie en {}.", currency.code())),
        Refusal::TooMuch => ("quantity", "Le montant est trop élevé.".to_owned()),
        Refusal::PriceChanged(total) => {
            ("amount", format!("Le prix a changé : le total est maintenant de {total}. Rien n'a été payé."))
        }
        Refusal::TooManyUnderway => (
            "non_field_errors",
            format!(
                "Vous avez déjà {MOST_UNDERWAY} paiements en cours pour cet évènement : terminez-les ou attendez leur échéance."
            ),
        ),
    }
}
