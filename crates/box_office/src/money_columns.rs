//! Money is stored as two columns: minor units and a currency.

use database::{DbError, Row};
use domain::{Currency, Money};

/// Reads an amount of money from its two columns.
pub fn read_money(row: &Row<'_>, minor: &str, currency: &str) -> Result<Money, DbError> {
    let amount: i64 = row.get(minor)?;
    Ok(Money::from_minor(amount, row.get::<Currency>(currency)?))
}
