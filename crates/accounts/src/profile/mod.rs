//! Profiles: name, number, mail address, picture, and what professionals say and show of their work.

mod actions;
mod model;
pub mod routes;
mod store;

use std::time::Duration;

use database::{Connection, DbError};
use domain::UserId;

pub use model::{Provider, ProviderText};
pub use store::find_portfolio_pictures;

use crate::Account;
use platform::Limiter;
use platform::pictures::{AVATAR, PORTFOLIO};

/// How often somebody may change their profile.
pub struct ProfileLimits {
    email_changes: Limiter<UserId>,
    edits: Limiter<UserId>,
}

/// Changes of the mail address one after the other, then one more every hour: each new address is mailed.
const EMAIL_CHANGES: u32 = 5;

const HOUR: Duration = Duration::from_secs(3600);

/// Changes of a profile one after the other, then one more every ten seconds: cached pages are rendered again for each.
const EDITS: u32 = 100;

const TEN_SECONDS: Duration = Duration::from_secs(10);

impl Default for ProfileLimits {
    fn default() -> ProfileLimits {
        ProfileLimits { email_changes: Limiter::new(EMAIL_CHANGES, HOUR), edits: Limiter::new(EDITS, TEN_SECONDS) }
    }
}

/// What others see of a person's work: nothing without an activity, nor while nothing is filled in.
pub fn find_provider(connection: &mut Connection<'_>, person: &Account) -> Result<Option<Provider>, DbError> {
    if person.activity.is_none() {
        return Ok(None);
    }
    let provider = store::find_provider(connection, person.id)?;
    Ok((provider != Provider::default()).then_some(provider))
}

/// Writes what a professional says of themselves. For callers inside their own transaction.
pub fn save_provider(connection: &mut Connection<'_>, user: UserId, text: &ProviderText) -> Result<(), DbError> {
    store::save_provider_text(connection, user, text)
}

/// Adds a stored picture at the end of somebody's portfolio. For callers inside their own transaction.
pub fn add_to_portfolio(connection: &mut Connection<'_>, user: UserId, picture: &str) -> Result<(), DbError> {
    store::add_picture(connection, user, picture).map(drop)
}

/// Everything a person says and shows of their work, also while others don't see it.
pub(super) fn load_provider(connection: &mut Connection<'_>, user: UserId) -> Result<Provider, DbError> {
    store::find_provider(connection, user)
}

/// Deletes what the profile keeps beside the account. Answers the keys of all stored pictures, which are discarded once
/// the caller's transaction is committed.
pub(super) fn delete_profile(connection: &mut Connection<'_>, person: &Account) -> Result<Vec<String>, DbError> {
    let portfolio = store::list_pictures(connection, person.id)?;
    store::delete_provider(connection, person.id)?;
    let avatar = person.picture.iter().flat_map(|name| AVATAR.keys(name));
    Ok(avatar.chain(portfolio.iter().flat_map(|(_, name)| PORTFOLIO.keys(name))).collect())
}
