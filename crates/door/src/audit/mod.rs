//! The audit: every figure of the door is counted again from the log.

mod store;

use std::collections::{BTreeMap, BTreeSet};

use box_office::CashFate;
use database::{Connection, Database, DbError};
use domain::{Day, PaymentId, ScanId, TicketId, TicketTypeId};

use crate::judge::judge;
use crate::sales::{SaleFate, store as sales};
use crate::scan::LogRow;

/// Returns a line for each figure that does not add up. Reads one snapshot, also beside a running server.
pub async fn discrepancies(db: &Database) -> Result<Vec<String>, DbError> {
    let read = |c: &mut Connection<'_>| {
        let mut wrong = wrong_admissions(c)?;
        wrong.extend(wrong_figures(c)?);
        wrong.extend(wrong_sales(c)?);
        Ok::<_, DbError>(wrong)
    };
    db.read(read).await
}

/// Admissions that the log does not tell of, or tells otherwise.
fn wrong_admissions(c: &mut Connection<'_>) -> Result<Vec<String>, DbError> {
    let mut passages: BTreeMap<(TicketId, Day), Vec<LogRow>> = BTreeMap::new();
    for row in store::all_passages(c)? {
        let Some(ticket) = row.ticket.clone() else { continue };
        passages.entry((ticket, row.day)).or_default().push(row);
    }
    let mut expected: BTreeSet<(TicketId, Day, i64, ScanId)> = BTreeSet::new();
    let mut wrong = Vec::new();
    for ((ticket, day), rows) in passages {
        let facts: Vec<_> = rows.iter().map(LogRow::fact).collect();
        let history = judge(&facts);
        for row in &rows {
            let judged = history.fate_of(&row.id).map(|judged| judged.fate);
            if judged.is_some_and(|fate| fate != row.fate) {
                wrong.push(format!("scan {}: {} in the log, and not by what is known", row.id, row.fate.as_str()));
            }
        }
        expected.extend(history.entries.into_iter().map(|(entry, scan)| (ticket.clone(), day, entry, scan)));
    }
    let stored: BTreeSet<(TicketId, Day, i64, ScanId)> = store::all_entries(c)?.into_iter().collect();
    let line = |(ticket, day, entry, scan): &(TicketId, Day, i64, ScanId), what: &str| {
        format!("ticket {ticket}: its admission {entry} on {day} by scan {scan} {what}")
    };
    wrong.extend(stored.difference(&expected).map(|entry| line(entry, "is not in the log")));
    wrong.extend(expected.difference(&stored).map(|entry| line(entry, "is in the log only")));
    Ok(wrong)
}

/// Ticket types whose count of admitted tickets is not what the admissions say.
fn wrong_figures(c: &mut Connection<'_>) -> Result<Vec<String>, DbError> {
    let admitted: BTreeMap<TicketTypeId, i64> = store::admitted_by_type(c)?.into_iter().collect();
    let scanned: BTreeMap<TicketTypeId, i64> = box_office::scanned_by_type(c)?.into_iter().collect();
    let types: BTreeSet<&TicketTypeId> = admitted.keys().chain(scanned.keys()).collect();
    let figure = |of: &BTreeMap<TicketTypeId, i64>, id: &TicketTypeId| of.get(id).copied().unwrap_or_default();
    let wrong = types.into_iter().filter(|id| figure(&admitted, id) != figure(&scanned, id));
    let line = |id: &TicketTypeId| {
        format!("ticket type {id}: {} scanned (admissions {})", figure(&scanned, id), figure(&admitted, id))
    };
    Ok(wrong.map(line).collect())
}

/// Sales that the box office knows otherwise, and cash that was not sold or set aside at a door.
fn wrong_sales(c: &mut Connection<'_>) -> Result<Vec<String>, DbError> {
    let sold = sales::all_sales(c)?.into_iter().map(|sale| (sale.payment.clone(), sale));
    let mut sold: BTreeMap<PaymentId, _> = sold.collect();
    let places: BTreeSet<PaymentId> = sales::all_places(c)?.into_iter().collect();
    let mut wrong = Vec::new();
    for payment in box_office::list_cash_payments(c)? {
        let sale = sold.remove(&payment.id);
        let agrees = match (payment.fate, &sale) {
            (CashFate::Sold, Some(sale)) => sale.fate == SaleFate::Sold,
            (CashFate::Review, Some(sale)) => sale.fate == SaleFate::Review,
            (CashFate::Held | CashFate::Released | CashFate::Unreported, None) => places.contains(&payment.id),
            _ => false,
        };
        let same_sum = sale.is_none_or(|sale| (sale.amount, sale.quantity) == (payment.amount, payment.quantity));
        if !agrees || !same_sum {
            wrong.push(format!("payment {}: in cash, and not as the door has it", payment.id));
        }
    }
    wrong.extend(sold.into_keys().map(|payment| format!("payment {payment}: sold at the door, and not in cash")));
    Ok(wrong)
}
