//! The audit: every figure of the box office is counted again from the facts it came from.

mod store;

use database::{Connection, Database, DbError};

use crate::sandbox;

/// What does not add up, a line each; nothing when all is well. Reads one moment, also beside a running server.
pub async fn discrepancies(db: &Database) -> Result<Vec<String>, DbError> {
    let read = |c: &mut Connection<'_>| {
        let found = [
            store::wrong_stock(c)?,
            store::wrong_scans(c)?,
            store::unbalanced_money(c)?,
            store::wrong_payments(c)?,
            store::wrong_tickets(c)?,
            sandbox::contradictions(c)?,
        ];
        Ok::<_, DbError>(found.concat())
    };
    db.read(read).await
}

/// What adds up and still waits for a person, a line each: money that came and gave nobody anything.
pub async fn unfinished(db: &Database) -> Result<Vec<String>, DbError> {
    let read = |c: &mut Connection<'_>| {
        let found = [store::undecided_payments(c)?, store::failed_refunds(c)?, sandbox::missed_payments(c)?];
        Ok::<_, DbError>(found.concat())
    };
    db.read(read).await
}
