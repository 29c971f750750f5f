//! SQL of `ticket_keys`.

use database::{Connection, DbError};
use domain::Instant;

type Result<T> = std::result::Result<T, DbError>;

/// Id of the key that signs, and what is stored of its seed: numbers rise, whatever clocks say.
pub fn newest_key(c: &mut Connection<'_>) -> Result<Option<(i64, Vec<u8>)>> {
    let newest = "SELECT id, seed FROM ticket_keys ORDER BY id DESC LIMIT 1";
    c.query_opt(newest, &[], |row| Ok((row.get("id")?, row.get("seed")?)))
}

/// Ids of all keys, with what is stored of each.
pub fn all_keys(c: &mut Connection<'_>) -> Result<Vec<(i64, Vec<u8>)>> {
    c.query("SELECT id, seed FROM ticket_keys ORDER BY id", &[], |row| Ok((row.get("id")?, row.get("seed")?)))
}

pub fn replace_key(c: &mut Connection<'_>, id: i64, stored: &[u8]) -> Result<()> {
    c.execute("UPDATE ticket_keys SET seed = $2 WHERE id = $1", &[&id, &stored])?;
    Ok(())
}

pub fn insert_key(c: &mut Connection<'_>, id: i64, stored: &[u8], now: Instant) -> Result<()> {
    c.execute(
        "INSERT INTO ticket_keys (id, seed, created_at) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING",
        &[&id, &stored, &now],
    )?;
    Ok(())
}
