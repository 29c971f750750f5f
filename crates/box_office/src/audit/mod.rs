//! The audit: every figure of the box office is counted again from the facts it came from.

mod store;

use database::{Connection, Database, DbError};

use crate::sandbox;

/// Returns a line for each figure that does not add up. Reads one snapshot, also beside a running server.
pub async fn discrepancies(db: &Database) -> Result<Vec<String>, DbError> {
    let read = |c: &mut Connection<'_>| {
        let found = [
            store::wrong_stock(c)?,
            store::wrong_scans(c)?,
            store::unbalanced_money(c)?,
            store::wrong_payments(c)?,
            store::wrong_tickets(c)?,
            store::wrong_waiting_lists(c)?,
            store::wrong_discounts(c)?,
            store::wrong_guests(c)?,
            sandbox::find_contradictions(c)?,
        ];
        Ok::<_, DbError>(found.concat())
    };
    db.read(read).await
}

/// Returns a line for each payment or refund that adds up and still waits for a person.
pub async fn unfinished(db: &Database) -> Result<Vec<String>, DbError> {
    let read = |c: &mut Connection<'_>| {
        let found = [store::undecided_payments(c)?, store::failed_refunds(c)?, sandbox::find_missed_payments(c)?];
        Ok::<_, DbError>(found.concat())
    };
    db.read(read).await
}
