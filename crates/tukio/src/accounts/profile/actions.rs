//! One function per verb of profiles.

use database::Connection;
use domain::{FieldErrors, Instant, UserId};

use crate::accounts::model::{Account, SESSION_OVER, taken};
use crate::accounts::profile::model::{MOST_PICTURES, MyProfile, PortfolioPicture, ProfileChange, Provider};
use crate::accounts::profile::{Profiles, provider_of, store};
use crate::accounts::{PersonFacts, recovery, store as accounts_store};
use crate::platform::Error;
use crate::platform::mail::Outbox;
use crate::platform::pictures::{AVATAR, PORTFOLIO, stored_with};

/// What becomes of somebody's picture.
pub enum AvatarChange {
    Keep,
    Remove,
    Replace(Vec<u8>),
}

impl Profiles {
    pub async fn get_profile(&self, user: UserId) -> Result<MyProfile, Error> {
        let facts = self.facts.clone();
        self.services.db.read(move |c| my_profile(c, user, &*facts)).await
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
        self.may_edit(user)?;
        let (touches_picture, picture) = match avatar {
            AvatarChange::Keep => (false, None),
            AvatarChange::Remove => (true, None),
            AvatarChange::Replace(bytes) => {
                let prepared = self.services.studio.prepare(AVATAR, bytes).await?;
                (true, errors.check_parsed("img", prepared))
            }
        };
        errors.into_result()?;
        self.may_give_email(user, &change).await?;
        let name = picture.as_ref().map(|picture| picture.name.clone());
        let (facts, outbox, now) = (self.facts.clone(), self.outbox.clone(), self.services.now());
        let save = self.services.db.write(move |c| {
            let before = account(c, user)?;
            let seen_before = as_others_see(c, &before)?;
            apply(c, &before, &change, &*facts, &outbox, now)?;
            if touches_picture {
                accounts_store::set_picture(c, user, name.as_deref())?;
            }
            let after = account(c, user)?;
            let is_seen = as_others_see(c, &after)? != seen_before;
            Ok((before.picture, is_seen, my_profile(c, user, &*facts)?))
        });
        let (old_picture, is_seen, profile) =
            stored_with(picture.as_ref(), &self.services.storage, save).await.map_err(taken)?;
        if is_seen {
            self.services.freshness.person_changed();
        }
        self.outbox.wake();
        if let Some(old) = old_picture.filter(|_| touches_picture) {
            self.services.storage.discard(&AVATAR.keys(&old).collect::<Vec<_>>()).await;
        }
        Ok(profile)
    }

    fn may_edit(&self, user: UserId) -> Result<(), Error> {
        self.edits.take(&user, self.services.now()).map_err(Error::TooMany)
    }

    async fn may_give_email(&self, user: UserId, change: &ProfileChange) -> Result<(), Error> {
        let Some(Some(email)) = &change.email else { return Ok(()) };
        let before = self.services.db.read(move |c| account(c, user)).await?;
        if before.email.as_ref() == Some(email) {
            return Ok(());
        }
        self.email_changes.take(&user, self.services.now()).map_err(Error::TooMany)
    }

    pub async fn add_portfolio_picture(&self, user: UserId, bytes: Vec<u8>) -> Result<PortfolioPicture, Error> {
        self.may_edit(user)?;
        // Asked before the work of decoding; asked again where nobody can slip in between.
        self.services.db.read(move |c| room_for_one(c, user)).await?;
        let prepared = self.services.studio.prepare(PORTFOLIO, bytes).await?;
        let picture = prepared.map_err(|refusal| Error::field("img", refusal.to_string()))?;
        let name = picture.name.clone();
        let save = self.services.db.write(move |c| {
            room_for_one(c, user)?;
            Ok(store::add_picture(c, user, &name)?)
        });
        let added = stored_with(Some(&picture), &self.services.storage, save).await?;
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

fn account(c: &mut Connection<'_>, user: UserId) -> Result<Account, Error> {
    accounts_store::account(c, user)?.ok_or(Error::Unauthorised(SESSION_OVER))
}

/// Every page with somebody's name is made anew when this changes, and only then.
fn as_others_see(c: &mut Connection<'_>, person: &Account) -> Result<(Account, Option<Provider>), Error> {
    let provider = provider_of(c, person)?;
    Ok((Account { email: None, email_verified: false, ..person.clone() }, provider))
}

fn my_profile(c: &mut Connection<'_>, user: UserId, facts: &dyn PersonFacts) -> Result<MyProfile, Error> {
    let account = account(c, user)?;
    let counts = facts.counts(c, &[user])?.remove(&user).unwrap_or_default();
    let email_verified = account.email_verified;
    Ok(MyProfile { user: account.into_user(counts), email_verified, provider: store::provider(c, user)? })
}

fn apply(
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
        recovery::address_changed(c, outbox, before, now)?;
    }
    if let Some(activity) = change.activity {
        accounts_store::set_activity(c, user, activity)?;
    }
    if let Some(text) = change.of_provider(store::provider_text(c, user)?) {
        store::save_provider_text(c, user, &text)?;
    }
    let after = account(c, user)?;
    if (&after.username, &after.activity) != (&before.username, &before.activity) {
        facts.changed(c, &after)?;
    }
    Ok(())
}

fn room_for_one(c: &mut Connection<'_>, user: UserId) -> Result<(), Error> {
    if store::count_pictures(c, user)? < MOST_PICTURES as i64 {
        Ok(())
    } else {
        Err(Error::field("img", "Six images au plus : supprimez-en une d'abord"))
    }
}
