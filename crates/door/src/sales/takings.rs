//! What was taken at the door, by whom and in which currency.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use database::{Connection, DbError};
use domain::{Currency, EventId, Money, UserId};
use serde_json::{Value, json};

use crate::Door;
use crate::actions::require_staff;
use crate::sales::answers::{CashSum, DoorTakings, RecentSale, SellerTakings};
use crate::sales::store::{self, SaleRow, TakenSum};
use platform::Error;

const LATEST: i64 = 20;

impl Door {
    /// The takings of everybody for who organises the event, of oneself for who only stands at its door.
    pub async fn list_door_sales(&self, user: UserId, event: EventId) -> Result<DoorTakings, Error> {
        let read = move |c: &mut Connection<'_>| {
            let only_of = (!require_staff(c, user, event)?.organises()).then_some(user);
            let mut sums = store::sum_takings(c, event)?;
            sums.retain(|sum| only_of.is_none_or(|own| sum.seller == own));
            let latest = store::latest_sales(c, event, only_of, LATEST)?;
            let people: BTreeSet<UserId> =
                sums.iter().map(|sum| sum.seller).chain(latest.iter().map(|sale| sale.seller)).collect();
            let people = accounts::find_authors(c, &people.into_iter().collect::<Vec<_>>())?;
            let names: HashMap<UserId, String> = people.into_iter().map(|(id, one)| (id, one.username)).collect();
            let labels = box_office::find_type_labels(c, &[event])?;
            Ok::<_, Error>((sums, latest, names, labels))
        };
        let (sums, latest, names, labels) = self.services.db.read(read).await?;
        let name = |user: &UserId| names.get(user).cloned().unwrap_or_default();
        let show = |sale: SaleRow| RecentSale {
            at: sale.at.millis(),
            seller: name(&sale.seller),
            ticket_type: labels.get(&sale.ticket_type).cloned().unwrap_or_default(),
            quantity: sale.quantity,
            amount: sale.amount.figures(),
            currency: sale.amount.currency().code(),
            receipt_url: self.receipt_url(&sale.receipt),
            online: sale.online,
            fate: sale.fate,
            gate: sale.gate,
            id: sale.id,
        };
        Ok(DoorTakings {
            totals: totals(sums.iter()),
            sellers: by_seller(&sums, name),
            results: latest.into_iter().map(show).collect(),
        })
    }
}

/// A sum for each currency that anything was taken in.
fn totals<'a>(sums: impl Iterator<Item = &'a TakenSum>) -> Vec<CashSum> {
    let mut totals: BTreeMap<Currency, i64> = BTreeMap::new();
    for sum in sums {
        *totals.entry(sum.amount.currency()).or_default() += sum.amount.minor();
    }
    totals.into_iter().map(|(currency, minor)| Money::from_minor(minor, currency).into()).collect()
}

fn by_seller(sums: &[TakenSum], name: impl Fn(&UserId) -> String) -> Vec<SellerTakings> {
    let sellers = sums.chunk_by(|one, next| one.seller == next.seller);
    let taken = sellers.map(|own| SellerTakings {
        seller: name(&own[0].seller),
        totals: totals(own.iter()),
        sales: own.iter().map(|sum| sum.sales).sum(),
        tickets: own.iter().map(|sum| sum.tickets).sum(),
    });
    taken.collect()
}

/// Everything that somebody has sold at doors, as JSON.
pub fn export_sales(c: &mut Connection<'_>, user: UserId) -> Result<Value, DbError> {
    let line = |sale: SaleRow| {
        let (amount, currency) = (sale.amount.figures(), sale.amount.currency().code());
        json!({ "id": sale.id, "at": sale.at.to_string(), "event": sale.event, "quantity": sale.quantity,
            "amount": amount, "currency": currency })
    };
    Ok(store::sales_of_person(c, user)?.into_iter().map(line).collect())
}
