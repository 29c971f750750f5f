//! SQL of `passed_over_providers`: what a process remembers of failing providers, for others to read.

use database::{Connection, DbError};
use domain::Instant;

type Result<T> = std::result::Result<T, DbError>;

pub fn remember_passed_over(c: &mut Connection<'_>, provider: &str, until: Instant) -> Result<()> {
    c.execute(
        "INSERT INTO passed_over_providers (provider, until) VALUES ($1, $2)
         ON CONFLICT (provider) DO UPDATE SET until = excluded.until",
        &[&provider, &until],
    )?;
    Ok(())
}

pub fn forget_passed_over(c: &mut Connection<'_>, provider: &str) -> Result<()> {
    c.execute("DELETE FROM passed_over_providers WHERE provider = $1", &[&provider])?;
    Ok(())
}

/// Returns the providers that get no new payments now, and until when.
pub fn passed_over_now(c: &mut Connection<'_>, now: Instant) -> Result<Vec<(String, Instant)>> {
    c.query("SELECT provider, until FROM passed_over_providers WHERE until > $1 ORDER BY provider", &[&now], |row| {
        Ok((row.get("provider")?, row.get("until")?))
    })
}
