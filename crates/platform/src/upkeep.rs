//! Deleting rows that are over, a few at a time: nobody's write waits for long behind it.

use database::{Connection, Database, DbError};

use crate::Error;

/// Rows that one transaction deletes.
const MOST_AT_ONCE: i64 = 500;

/// Calls `delete` with how many rows it may delete until none are left, each time in a transaction of its own, and answers
/// how many there were in all.
pub async fn delete_in_batches(
    db: &Database,
    delete: impl Fn(&mut Connection<'_>, i64) -> Result<u64, DbError> + Copy + Send + 'static,
) -> Result<u64, Error> {
    let mut deleted = 0;
    loop {
        let batch = db.write(move |c| delete(c, MOST_AT_ONCE)).await?;
        deleted += batch;
        if batch < MOST_AT_ONCE.unsigned_abs() {
            return Ok(deleted);
        }
    }
}
