//! What must be true whatever has happened: model, database and the provider's books tell the same story.

use std::collections::{BTreeMap, HashMap};

use domain::{Currency, Money};

use super::reference_model::ReferenceModel;
use super::reference_types::{Payment, Refund, State};
use super::snapshot::{Entry, Snapshot, StoredPayment, StoredType, account};

/// After every command.
pub fn agree(model: &ReferenceModel, snapshot: &Snapshot) -> Result<(), String> {
    for (kind, found) in model.kinds.iter().zip(&snapshot.kinds) {
        let believed = StoredType { places: kind.places, held: kind.held, sold: kind.sold };
        same("a type's figures", &believed, found)?;
        require(found.held >= 0 && found.held + found.sold <= found.places, "more places are taken than there are")?;
    }
    same("how many payments there are", &model.payments.len(), &snapshot.payments.len())?;
    same("how many webhooks were stored", &(model.inbox.len() as i64), &snapshot.inbox)?;
    for payment in &model.payments {
        let row = snapshot.payments.get(&payment.id).ok_or("a payment is gone")?;
        let entry = snapshot.entries.get(&payment.reference);
        agree_on(payment, row, entry).map_err(|why| format!("payment {}: {why}", payment.id))?;
    }
    Ok(())
}

fn agree_on(payment: &Payment, row: &StoredPayment, entry: Option<&Entry>) -> Result<(), String> {
    same("state", &payment.state, &row.state)?;
    same("holds", &payment.holds, &row.holds)?;
    let tickets = if payment.got_tickets { payment.quantity } else { 0 };
    same("tickets", &tickets, &row.tickets)?;
    let valid = if payment.refund == Refund::None { tickets } else { 0 };
    same("tickets that open the door", &valid, &row.valid)?;
    same("refund", &payment.refund, &row.refund.as_ref().map_or(Refund::None, |(_, state)| *state))?;
    let served = payment.got_tickets || payment.refund != Refund::None;
    require(payment.state != State::Succeeded || served, "paid, and neither tickets nor money back")?;
    let received = entry.and_then(Entry::received);
    require(row.tickets == 0 || received == Some(payment.amount), "tickets for money that never came")?;
    let paid_back = entry.and_then(|entry| entry.refund.as_deref());
    require(payment.refund != Refund::Done || paid_back.is_some(), "not really paid back")?;
    same("money", &believed_money(payment, received), &row.money)
}

/// Where the money is: what one account has, another has given.
fn believed_money(payment: &Payment, received: Option<Money>) -> BTreeMap<(String, String), i64> {
    let to = match (payment.state, payment.refund) {
        (State::Pending | State::Failed | State::Unheard, _) | (_, Refund::Done) => return BTreeMap::new(),
        (State::Review, _) => "review",
        (State::Succeeded, Refund::None) => "organiser",
        (State::Succeeded, _) => "buyer",
    };
    let money = received.unwrap_or(payment.amount);
    let (minor, currency) = (money.minor(), money.currency());
    BTreeMap::from([(account("provider", currency), -minor), (account(to, currency), minor)])
}

/// When all is quiet: nobody waits, nothing is held, and both books add up to the same sums.
pub fn all_is_told(model: &ReferenceModel, snapshot: &Snapshot) -> Result<(), String> {
    let waiting = model.payments.iter().find(|payment| payment.state == State::Pending || payment.holds);
    require(waiting.is_none(), "somebody still waits")?;
    let owed = model.payments.iter().find(|payment| payment.refund == Refund::Owed);
    require(owed.is_none(), "somebody is still owed money")?;
    let mut theirs: HashMap<Currency, i64> = HashMap::new();
    let mut ours = theirs.clone();
    for payment in &model.payments {
        let row = &snapshot.payments[&payment.id];
        let entry = snapshot.entries.get(&payment.reference);
        // As we know, or before we ever heard of the money.
        let is_known = payment.refund == Refund::Done || payment.state == State::Failed;
        let refunded = entry.filter(|entry| entry.refund.is_some() && is_known);
        let kept = entry.and_then(Entry::received).filter(|_| refunded.is_none());
        if let Some(money) = kept {
            *theirs.entry(money.currency()).or_default() += money.minor();
        }
        for currency in Currency::ALL {
            let given = row.money.get(&account("provider", currency)).copied().unwrap_or_default();
            *ours.entry(currency).or_default() -= given;
        }
    }
    for currency in Currency::ALL {
        let sum = |sums: &HashMap<Currency, i64>| sums.get(&currency).copied().unwrap_or_default();
        same("what the provider has for us", &sum(&theirs), &sum(&ours))?;
    }
    Ok(())
}

pub fn same<T: PartialEq + std::fmt::Debug>(what: &str, right: &T, found: &T) -> Result<(), String> {
    require(right == found, format_args!("{what}: {found:?} where {right:?} is right"))
}

pub fn require(holds: bool, otherwise: impl std::fmt::Display) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise.to_string()) }
}
