//! One function for each operation of profiles.

use database::Connection;
use domain::{FieldErrors, Instant, UserId};

use crate::model::{Account, SESSION_OVER, taken};
use crate::profile::model::{MOST_PICTURES, MyProfile, PortfolioPicture, ProfileChange, Provider};
use crate::profile::{find_provider, store};
use crate::{Accounts, PersonFacts, recovery, store as accounts_store};
use platform::Error;
use platform::mail::Outbox;
use platform::pictures::{AVATAR, PORTFOLIO, store_picture_with};

/// What a change of the profile does to the picture.
pub enum AvatarChange {
    Keep,
    Remove,
    Replace(Vec<u8>),
}

impl Accounts {
    pub async fn get_profile(&self, user: UserId) -> Result<MyProfile, Error> {
        let facts = self.facts.clone();
        self.services.db.read(move |c| load_profile(c, user, &*facts)).await
    }

    /// Makes all changes or none. `errors` are those found in the texts: the picture's joins them.
    pub async fn update_profile(
        &self,
        user: UserId,
        change: ProfileChange,
        avatar: AvatarChange,
        mut errors: FieldErrors,
    ) -> Result<MyProfile, Error> {
        // Asked before the work of decoding a picture.
        self.take_edit(user)?;
        let (touches_picture, picture) = match avatar {
            AvatarChange::Keep => (false, None),
            AvatarChange::Remove => (true, None),
            AvatarChange::Replace(bytes) => {
                let prepared = self.services.picture_pool.prepare(AVATAR, bytes).await?;
                (true, errors.check_parsed("img", prepared))
            }
        };
        errors.into_result()?;
        self.take_email_change(user, &change).await?;
        let name = picture.as_ref().map(|picture| picture.name.clone());
        let (facts, outbox, now) = (self.facts.clone(), self.services.outbox.clone(), self.services.now());
        let save = self.services.db.write(move |c| {
            let before = load_account(c, user)?;
            let seen_before = public_view(c, &before)?;
            apply_change(c, &before, &change, &*facts, &outbox, now)?;
            if touches_picture {
                accounts_store::set_picture(c, user, name.as_deref())?;
            }
            let after = load_account(c, user)?;
            let is_seen = public_view(c, &after)? != seen_before;
            Ok((before.picture, is_seen, load_profile(c, user, &*facts)?))
        });
        let (old_picture, is_seen, profile) =
            store_picture_with(picture.as_ref(), &self.services.storage, save).await.map_err(taken)?;
        if is_seen {
            self.services.freshness.person_changed();
        }
        self.services.outbox.wake();
        if let Some(old) = old_picture.filter(|_| touches_picture) {
            self.services.storage.discard(&AVATAR.keys(&old).collect::<Vec<_>>()).await;
        }
        Ok(profile)
    }

    fn take_edit(&self, user: UserId) -> Result<(), Error> {
        self.profile_limits.edits.take(&user, self.services.now()).map_err(Error::TooMany)
    }

    async fn take_email_change(&self, user: UserId, change: &ProfileChange) -> Result<(), Error> {
        let Some(Some(email)) = &change.email else { return Ok(()) };
        let before = self.services.db.read(move |c| load_account(c, user)).await?;
        if before.email.as_ref() == Some(email) {
            return Ok(());
        }
        self.profile_limits.email_changes.take(&user, self.services.now()).map_err(Error::TooMany)
    }

    pub async fn add_portfolio_picture(&self, user: UserId, bytes: Vec<u8>) -> Result<PortfolioPicture, Error> {
        self.take_edit(user)?;
        // Asked before the work of decoding; asked again where nobody can slip in between.
        self.services.db.read(move |c| check_portfolio_room(c, user)).await?;
        let prepared = self.services.picture_pool.prepare(PORTFOLIO, bytes).await?;
        let picture = prepared.map_err(|refusal| Error::field("img", refusal.to_string()))?;
        let name = picture.name.clone();
        let save = self.services.db.write(move |c| {
            check_portfolio_room(c, user)?;
            Ok(store::add_picture(c, user, &name)?)
        });
        let added = store_picture_with(Some(&picture), &self.services.storage, save).await?;
        self.services.freshness.person_changed();
        Ok(added)
    }

    pub async fn delete_portfolio_picture(&self, user: UserId, id: i64) -> Result<(), Error> {
        let removed = self.services.db.write(move |c| Ok::<_, Error>(store::delete_picture(c, user, id)?)).await?;
        let name = removed.ok_or(Error::NotFound("Cette image n'existe pas."))?;
        self.services.freshness.person_changed();
        self.services.storage.discard(&PORTFOLIO.keys(&name).collect::<Vec<_>>()).await;
        Ok(())
    }
}

fn load_account(c: &mut Connection<'_>, user: UserId) -> Result<Account, Error> {
    accounts_store::find_account(c, user)?.ok_or(Error::Unauthorised(SESSION_OVER))
}

/// What others see of a person. Cached pages are rendered again when this changes, and only then.
fn public_view(c: &mut Connection<'_>, person: &Account) -> Result<(Account, Option<Provider>), Error> {
    let provider = find_provider(c, person)?;
    Ok((Account { email: None, email_verified: false, phone_verified: false, ..person.clone() }, provider))
}

fn load_profile(c: &mut Connection<'_>, user: UserId, facts: &dyn PersonFacts) -> Result<MyProfile, Error> {
    let account = load_account(c, user)?;
    let counts = facts.counts(c, &[user])?.remove(&user).unwrap_or_default();
    let (email_verified, phone_verified) = (account.email_verified, account.phone_verified);
    let news = accounts_store::wants_news(c, user)?;
    let provider = store::find_provider(c, user)?;
    Ok(MyProfile { user: account.into_user(counts), email_verified, phone_verified, news, provider })
}

fn apply_change(
    c: &mut Connection<'_>,
    before: &Account,
    change: &ProfileChange,
    facts: &dyn PersonFacts,
    outbox: &Outbox,
    now: Instant,
) -> Result<(), Error> {
    let user = before.id;
    if let Some(username) = &change.username {
        accounts_store::set_username(c, user, username)?;
    }
    if let Some(phone) = &change.phone {
        accounts_store::set_phone(c, user, phone)?;
    }
    if let Some(email) = change.email.as_ref().filter(|email| **email != before.email) {
        accounts_store::set_email(c, user, email.as_deref())?;
        recovery::handle_email_change(c, outbox, before, now)?;
    }
    if let Some(activity) = change.activity {
        accounts_store::set_activity(c, user, activity)?;
    }
    if let Some(news) = change.news {
        accounts_store::set_news(c, user, news)?;
    }
    if let Some(text) = change.of_provider(store::find_provider_text(c, user)?) {
        store::save_provider_text(c, user, &text)?;
    }
    let after = load_account(c, user)?;
    if (&after.username, &after.activity) != (&before.username, &before.activity) {
        facts.person_changed(c, &after)?;
    }
    Ok(())
}

fn check_portfolio_room(c: &mut Connection<'_>, user: UserId) -> Result<(), Error> {
    if store::count_pictures(c, user)? < MOST_PICTURES as i64 {
        Ok(())
    } else {
        Err(Error::field("img", "Six images au plus : supprimez-en une d'abord"))
    }
}
