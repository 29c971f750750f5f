//! What is refused to buyers, in the words that they read.

use domain::{Instant, Town};

use crate::desk::model::Refusal;
use crate::desk::unpaid::{MOST_HELD, MOST_UNDERWAY};
use crate::promo_codes::model::PromoRefusal;
use platform::Error;

pub const NO_PAYMENT: Error = Error::NotFound("Ce paiement n'existe pas.");

/// Says under the field that it belongs to why the desk refused.
pub fn refusal_error(refusal: Refusal) -> Error {
    if let Refusal::TooFast(wait) = refusal {
        return Error::TooMany(wait);
    }
    let (field, message) = refusal_words(refusal);
    Error::field(field, message)
}

/// The field that a refusal belongs to, and what is said there.
pub fn refusal_words(refusal: Refusal) -> (&'static str, String) {
    match refusal {
        Refusal::NoSuchType => ("ticket_type_id", "Ce billet n'existe pas.".to_owned()),
        Refusal::Closed => ("ticket_type_id", "La vente de ce billet est fermée.".to_owned()),
        Refusal::NotYet(from) => ("ticket_type_id", format!("La vente de ce billet commence le {}.", in_words(from))),
        Refusal::Ended => ("ticket_type_id", "La vente de ce billet est terminée.".to_owned()),
        Refusal::AwaitsPrevious => {
            ("ticket_type_id", "Ce billet sera en vente quand le précédent sera épuisé.".to_owned())
        }
        Refusal::EventOver => ("ticket_type_id", "Cet évènement est passé.".to_owned()),
        Refusal::EventCancelled => ("ticket_type_id", "Cet évènement est annulé.".to_owned()),
        Refusal::AtLeast(least) => ("quantity", format!("Ce billet s'achète par {least} au moins.")),
        Refusal::AtMost(1) => ("quantity", "Un seul de ces billets par commande.".to_owned()),
        Refusal::AtMost(most) => ("quantity", format!("Ce billet s'achète par {most} au plus.")),
        Refusal::PerPerson { most, left: 0 } => {
            ("quantity", format!("Vous avez déjà le maximum de ce billet par personne : {most}."))
        }
        Refusal::PerPerson { most, left } => {
            ("quantity", format!("Une personne peut avoir {most} de ces billets : il vous en reste {left}."))
        }
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
        Refusal::TooManyHeld { held } => (
            "non_field_errors",
            format!(
                "Vous gardez déjà {held} places de cet évènement sans les avoir payées, sur {MOST_HELD} au plus : payez-les ou attendez leur échéance."
            ),
        ),
        Refusal::TooFast(_) => ("non_field_errors", "Vous réservez trop vite.".to_owned()),
        Refusal::LetGo(wait) => (
            "non_field_errors",
            format!(
                "Vous avez gardé des places sans les payer, et beaucoup de personnes réservent en ce moment : réessayez dans {} min au plus tard.",
                wait.as_secs().div_ceil(60)
            ),
        ),
        Refusal::PaysFirst => (
            "non_field_errors",
            "Payez d'abord les places que vous gardez : vous pourrez ensuite attendre celles qui se libèrent."
                .to_owned(),
        ),
        Refusal::Promo(refusal) => ("promo_code", promo_words(refusal)),
    }
}

/// Why a promo code takes nothing off.
pub fn promo_words(refusal: PromoRefusal) -> String {
    match refusal {
        PromoRefusal::Unknown => "Ce code promo n'existe pas.".to_owned(),
        PromoRefusal::NotYet(starts) => format!("Ce code promo sera valable à partir du {}.", in_words(starts)),
        PromoRefusal::Over => "Ce code promo n'est plus valable.".to_owned(),
        PromoRefusal::UsedUp => "Ce code promo a été utilisé autant de fois que prévu.".to_owned(),
        PromoRefusal::OtherType => "Ce code promo ne vaut pas pour ce billet.".to_owned(),
        PromoRefusal::OnlyIn(currency) => format!("Ce code promo vaut pour un paiement en {}.", currency.code()),
    }
}

/// A moment by the clocks of Lubumbashi, which it names: the page shows it by the event's own.
fn in_words(at: Instant) -> String {
    format!("{} (heure de Lubumbashi)", Town::Lubumbashi.clock_words(at))
}
