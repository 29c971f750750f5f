//! What became of a payment, line by line, from the facts that were stored on its way.

use database::{Connection, DbError};
use domain::{Instant, Money, PaymentId};

use crate::reports::payments::model::{PaymentFacts, PaymentWay, RefundWay, TicketWay};
use crate::reports::payments::store;
use crate::stored_words::PaymentState;
use crate::tickets::grouped_code;

/// A line of the story: when, what as a word, and as a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoryFact {
    pub at: Instant,
    pub what: &'static str,
    pub text: String,
}

fn line(at: Instant, what: &'static str, text: impl Into<String>) -> StoryFact {
    StoryFact { at, what, text: text.into() }
}

/// Everything that the box office knows of a payment's way, in the order in which it happened.
pub fn tell_story(c: &mut Connection<'_>, id: &PaymentId) -> Result<Vec<StoryFact>, DbError> {
    let facts = store::find_facts(c, id)?;
    Ok(lines(&facts))
}

fn lines(facts: &PaymentFacts) -> Vec<StoryFact> {
    let mut story = of_payment(&facts.payment);
    story.extend(facts.stock.iter().filter_map(|(kind, places, at)| of_stock(kind, *places, *at)));
    story.extend(facts.money.iter().filter_map(|(kind, amount, at)| of_money(kind, *amount, *at)));
    let told = "Le prestataire de paiement a donné des nouvelles.";
    story.extend(facts.webhooks.iter().map(|at| line(*at, "webhook", told)));
    story.extend(facts.tickets.iter().flat_map(of_ticket));
    story.extend(facts.refunds.iter().flat_map(of_refund));
    // Of one moment, lines stay in the order above.
    story.sort_by_key(|line| line.at);
    story
}

fn of_payment(payment: &PaymentWay) -> Vec<StoryFact> {
    let mut story = vec![line(payment.created, "begun", format!("Commande de {}.", places(payment.quantity)))];
    if payment.has_page {
        story.push(line(payment.created, "page_opened", "La page de paiement est ouverte."));
    }
    if let Some(at) = payment.asked_at {
        let times = if payment.asked > 1 { format!("{} fois", payment.asked) } else { "une fois".to_owned() };
        story.push(line(at, "asked", format!("Le prestataire de paiement a été interrogé {times}.")));
    }
    if let Some(at) = payment.settled {
        match payment.state {
            PaymentState::Failed => {
                let reason = payment.reason.as_deref().unwrap_or("Le paiement n'a pas abouti.");
                story.push(line(at, "failed", reason));
            }
            PaymentState::Review => {
                story.push(line(at, "review", "Le paiement doit être examiné par une personne."));
            }
            PaymentState::Pending | PaymentState::Succeeded => {}
        }
    }
    story.extend(payment.mailed.map(|at| line(at, "mailed", "Les billets sont partis par e-mail.")));
    story
}

fn of_stock(kind: &str, count: i64, at: Instant) -> Option<StoryFact> {
    let count = places(count.abs());
    Some(match kind {
        "hold" => line(at, "held", format!("Réservation de {count}.")),
        "pass" => line(at, "passed", "La réservation passe à une autre tentative du même acheteur."),
        "expire" => line(at, "expired", format!("La réservation est échue : {count} de nouveau en vente.")),
        "fail" | "review" | "release" => line(at, "released", format!("{count} de nouveau en vente.")),
        "late" => line(at, "too_late", "Le paiement est arrivé trop tard pour la réservation."),
        _ => return None,
    })
}

fn of_money(kind: &str, amount: Money, at: Instant) -> Option<StoryFact> {
    Some(match kind {
        "sale" => line(at, "paid", format!("Paiement reçu : {amount}.")),
        "late" => line(at, "paid", format!("Paiement reçu sans place restante : {amount}, à rendre.")),
        "review" => line(at, "paid", format!("Montant inattendu reçu : {amount}.")),
        _ => return None,
    })
}

fn of_ticket(ticket: &TicketWay) -> Vec<StoryFact> {
    let code = grouped_code(&ticket.code);
    let mut story = vec![line(ticket.issued, "issued", format!("Billet {code} émis."))];
    if ticket.issue > 0 {
        // Whatever came after has the moment of a change for its own.
        let at = if ticket.void.is_some() { ticket.issued } else { ticket.changed };
        story.push(line(at, "transferred", format!("Billet {code} cédé à une autre personne.")));
    }
    story.extend(ticket.void.map(|at| line(at, "void", format!("Billet {code} annulé : il n'ouvre plus l'entrée."))));
    story
}

fn of_refund(refund: &RefundWay) -> Vec<StoryFact> {
    let amount = refund.amount;
    let mut story = vec![line(refund.created, "refund_requested", format!("Remboursement de {amount} demandé."))];
    match (refund.state.as_str(), refund.done) {
        ("done", Some(at)) => story.push(line(at, "refund_done", format!("{amount} remboursés à l'acheteur."))),
        ("failed", _) => {
            let tried = refund.tried;
            let text = format!("Le remboursement de {amount} a échoué ({tried} essais) : il doit être fait à la main.");
            story.push(line(refund.created, "refund_failed", text));
        }
        _ => {}
    }
    story
}

fn places(count: i64) -> String {
    if count > 1 { format!("{count} places") } else { format!("{count} place") }
}
