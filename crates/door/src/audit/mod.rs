//! The audit: every figure of the door is counted again from the log.

mod store;

use std::collections::{BTreeMap, BTreeSet};

use database::{Connection, Database, DbError};
use domain::{Day, ScanId, TicketId, TicketTypeId};

use crate::judge::judge;
use crate::scan::LogRow;

/// Returns a line for each figure that does not add up. Reads one snapshot, also beside a running server.
pub async fn discrepancies(db: &Database) -> Result<Vec<String>, DbError> {
    let read = |c: &mut Connection<'_>| {
        let mut wrong = wrong_admissions(c)?;
        wrong.extend(wrong_figures(c)?);
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
