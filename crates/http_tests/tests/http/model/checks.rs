//! What must be true whatever has happened: model, database and the provider's books tell the same story.

use std::collections::{BTreeMap, HashMap};

use domain::{Currency, Money};

use super::counterparty::Entry;
use super::reference_model::ReferenceModel;
use super::reference_types::{Payment, Refund, State};
use super::snapshot::{Snapshot, StoredPayment, StoredType, account};

/// After every command.
pub fn agree(model: &ReferenceModel, snapshot: &Snapshot) -> Result<(), String> {
    for (kind, found) in model.kinds.iter().zip(&snapshot.kinds) {
        let (offered, waiting) = (kind.offered(), kind.waiting.len() as i64);
        let believed = StoredType { places: kind.places, held: kind.held, sold: kind.sold, offered, waiting };
        same("a type's figures", &believed, found)?;
        let taken = found.held + found.sold + found.offered;
        require(found.held >= 0 && taken <= found.places, "more places are taken than there are")?;
    }
    same("how many payments there are", &model.payments.len(), &snapshot.payments.len())?;
    same("how many webhooks were stored", &(model.inbox.len() as i64), &snapshot.inbox)?;
    for payment in &model.payments {
        let row = snapshot.payments.get(&payment.id).ok_or("a payment is gone")?;
        let entry = snapshot.entry(&payment.id);
        agree_on(payment, row, entry).map_err(|why| format!("payment {}: {why}", payment.id))?;
    }
    Ok(())
}

fn agree_on(payment: &Payment, row: &StoredPayment, entry: Option<&Entry>) -> Result<(), String> {
    same("state", &payment.state, &row.state)?;
    same("holds", &payment.holds, &row.holds)?;
    let tickets = if payment.got_tickets { payment.quantity } else { 0 };
    same("tickets", &tickets, &row.tickets)?;
    same("tickets that open the door", &payment.standing(), &row.valid)?;
    let stored = row.backs.iter().map(|(name, stored)| (name.clone(), stored.back.clone())).collect();
    same("what goes back", &payment.backs, &stored)?;
    let served = payment.got_tickets || !payment.backs.is_empty();
    require(payment.state != State::Succeeded || served, "paid, and neither tickets nor money back")?;
    require(payment.refunded() <= payment.amount.minor(), "more goes back than was paid")?;
    let received = entry.and_then(|entry| entry.received);
    require(row.tickets == 0 || received == Some(payment.amount), "tickets for money that never came")?;
    let in_books: i64 = entry.map_or(0, |entry| entry.refunds.values().sum());
    require(payment.sum_of(|state| state == Refund::Done) <= in_books, "not really paid back")?;
    same("money", &believed_money(payment, received), &row.money)
}

/// Where the money is: what one account has, another has given.
fn believed_money(payment: &Payment, received: Option<Money>) -> BTreeMap<(String, String), i64> {
    let money = received.unwrap_or(payment.amount);
    let (minor, currency) = (money.minor(), money.currency());
    let done = payment.sum_of(|state| state == Refund::Done);
    let accounts = match payment.state {
        State::Pending | State::Failed | State::Unheard => return BTreeMap::new(),
        State::Review => vec![("provider", -minor), ("review", minor)],
        State::Succeeded => vec![
            ("provider", done - minor),
            ("buyer", payment.refunded() - done),
            ("organiser", minor - payment.refunded()),
        ],
    };
    let told = accounts.into_iter().filter(|(_, sum)| *sum != 0);
    told.map(|(name, sum)| (account(name, currency), sum)).collect()
}

/// When all is quiet: nobody waits, nothing is held, and both books add up to the same sums.
pub fn all_is_told(model: &ReferenceModel, snapshot: &Snapshot) -> Result<(), String> {
    let waiting = model.payments.iter().find(|payment| payment.state == State::Pending || payment.holds);
    require(waiting.is_none(), "somebody still waits")?;
    let owed = model.payments.iter().find(|payment| payment.sum_of(|state| state == Refund::Owed) > 0);
    require(owed.is_none(), "somebody is still owed money")?;
    let mut theirs: HashMap<Currency, i64> = HashMap::new();
    let mut ours = theirs.clone();
    for payment in &model.payments {
        let row = &snapshot.payments[&payment.id];
        let entry = snapshot.entry(&payment.id);
        if let Some((money, entry)) = entry.and_then(|entry| Some((entry.received?, entry))) {
            // As we know, or before we ever heard of the money.
            let known = match payment.state {
                State::Failed => entry.refunds.values().sum(),
                _ => payment.sum_of(|state| state == Refund::Done),
            };
            *theirs.entry(money.currency()).or_default() += money.minor() - known;
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
