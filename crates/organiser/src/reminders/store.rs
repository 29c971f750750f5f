//! SQL of `event_reminders`.

use box_office::LastHolder;
use database::{Connection, DbError};
use domain::{Day, EventId, Instant};

type Result<T> = std::result::Result<T, DbError>;

/// The last holder whose reminder of that day is written; `None` once all are.
pub fn find_progress(c: &mut Connection<'_>, event: EventId, day: Day) -> Result<Option<LastHolder>> {
    let found = c.query_opt(
        "SELECT after_holder, after_guest, done_at FROM event_reminders WHERE event_id = $1 AND day = $2",
        &[&event, &day],
        |row| {
            let after = LastHolder { person: row.get("after_holder")?, guest: row.get("after_guest")? };
            Ok((after, row.get::<Option<Instant>>("done_at")?))
        },
    )?;
    Ok(match found {
        None => Some(LastHolder::NOBODY),
        Some((after, None)) => Some(after),
        Some((_, Some(_))) => None,
    })
}

/// Notes that the reminders of holders up to `last` are written. Answers whether they still had to be: another process may
/// have been quicker.
pub fn advance(c: &mut Connection<'_>, event: EventId, day: Day, after: LastHolder, last: LastHolder) -> Result<bool> {
    c.execute(
        "INSERT INTO event_reminders (event_id, day) VALUES ($1, $2) ON CONFLICT (event_id, day) DO NOTHING",
        &[&event, &day],
    )?;
    let advanced = c.execute(
        "UPDATE event_reminders SET after_holder = $5, after_guest = $6
         WHERE event_id = $1 AND day = $2 AND after_holder = $3 AND after_guest = $4 AND done_at IS NULL",
        &[&event, &day, &after.person, &after.guest, &last.person, &last.guest],
    )?;
    Ok(advanced > 0)
}

pub fn mark_done(c: &mut Connection<'_>, event: EventId, day: Day, now: Instant) -> Result<()> {
    c.execute(
        "INSERT INTO event_reminders (event_id, day, done_at) VALUES ($1, $2, $3)
         ON CONFLICT (event_id, day) DO UPDATE SET done_at = excluded.done_at",
        &[&event, &day, &now],
    )?;
    Ok(())
}
