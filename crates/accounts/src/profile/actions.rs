//! One function for each operation of profiles.

use database::Connection;
use domain::{FieldErrors, Instant, SessionId, UserId};

use crate::model::{Account, LOOKALIKE, SESSION_OVER, taken};
use crate::owner_proof::{OwnerProof, password_asked};
use crate::profile::model::{ContactChange, MOST_PICTURES, MyProfile, PortfolioPicture, ProfileChange, Provider};
use crate::profile::{find_provider, store};
use crate::sessions::AccountChanges;
use crate::{Accounts, PersonFacts, recovery, sessions, store as accounts_store};
use platform::mail::Outbox;
use platform::pictures::{AVATAR, PORTFOLIO, store_picture_with};
use platform::security_log::{self, Deed};
use platform::{Error, SignedIn};

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

    /// Makes all changes or none. `errors` are those found in the texts: a picture is looked at once there are none.
    /// `password` is looked at where the change asks for [proof](crate::owner_proof).
    pub async fn update_profile(
        &self,
        person: SignedIn,
        change: ProfileChange,
        password: Option<String>,
        avatar: AvatarChange,
        mut errors: FieldErrors,
    ) -> Result<MyProfile, Error> {
        let user = person.user;
        // Asked before the work of decoding a picture.
        self.take_edit(user)?;
        let (touches_picture, picture) = match avatar {
            AvatarChange::Keep => (false, None),
            AvatarChange::Remove => (true, None),
            AvatarChange::Replace(bytes) => {
                // The texts are right, so that nobody decodes in vain.
                errors.clone().into_result()?;
                let prepared = self.services.picture_pool.prepare(AVATAR, bytes, self.services.now()).await?;
                (true, errors.check_parsed("img", prepared))
            }
        };
        errors.into_result()?;
        let proof = self.permit_contact_change(person, &change, password.as_deref()).await?;
        let name = picture.as_ref().map(|picture| picture.name.clone());
        let (facts, outbox, now) = (self.facts.clone(), self.services.outbox.clone(), self.services.now());
        let save = self.services.db.write(move |c| {
            let before = load_account(c, user)?;
            let seen_before = public_view(c, &before)?;
            let contact = change.of_contact(&before);
            if contact.is_any() {
                proof.as_ref().ok_or_else(password_asked)?.require(c, person)?;
            }
            apply_change(c, &before, &change, &*facts)?;
            tell_contact_change(c, &before, contact, person.session, &outbox, now)?;
            if touches_picture {
                accounts_store::set_picture(c, user, name.as_deref())?;
            }
            let after = load_account(c, user)?;
            let is_seen = public_view(c, &after)? != seen_before;
            Ok((before, is_seen, load_profile(c, user, &*facts)?))
        });
        let (before, is_seen, profile) =
            store_picture_with(picture.as_ref(), &self.services.storage, save).await.map_err(taken)?;
        if is_seen {
            self.services.freshness.person_changed();
        }
        self.services.outbox.wake();
        record_changes(&before, &profile);
        if let Some(old) = before.picture.filter(|_| touches_picture) {
            self.services.storage.discard(&AVATAR.keys(&old).collect::<Vec<_>>()).await;
        }
        Ok(profile)
    }

    fn take_edit(&self, user: UserId) -> Result<(), Error> {
        self.profile_limits.edits.take(&user, self.services.now()).map_err(Error::TooMany)
    }

    /// The owner's proof, where the address or the number changes; limited, because new addresses are mailed.
    async fn permit_contact_change(
        &self,
        person: SignedIn,
        change: &ProfileChange,
        password: Option<&str>,
    ) -> Result<Option<OwnerProof>, Error> {
        let before = self.services.db.read(move |c| load_account(c, person.user)).await?;
        let contact = change.of_contact(&before);
        if !contact.is_any() {
            return Ok(None);
        }
        let proof = self.prove_owner(person, password).await?;
        if contact.email && change.email != Some(None) {
            self.profile_limits.email_changes.take(&person.user, self.services.now()).map_err(Error::TooMany)?;
        }
        Ok(Some(proof))
    }

    pub async fn add_portfolio_picture(&self, user: UserId, bytes: Vec<u8>) -> Result<PortfolioPicture, Error> {
        self.take_edit(user)?;
        // Asked before the work of decoding; asked again where nobody can slip in between.
        self.services.db.read(move |c| check_portfolio_room(c, user)).await?;
        let prepared = self.services.picture_pool.prepare(PORTFOLIO, bytes, self.services.now()).await?;
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

/// Tells the security log of changes to what an account is found and recovered by.
fn record_changes(before: &Account, after: &MyProfile) {
    if after.user.profile.email != before.email {
        security_log::record_done(Deed::ChangeEmail);
    }
    if after.user.phone != before.phone {
        security_log::record_done(Deed::ChangePhone);
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
) -> Result<(), Error> {
    let user = before.id;
    if let Some(username) = change.username.as_ref().filter(|username| **username != before.username) {
        if accounts_store::has_lookalike(c, username, Some(user))? {
            return Err(Error::field("username", LOOKALIKE));
        }
        accounts_store::set_username(c, user, username)?;
    }
    if let Some(phone) = &change.phone {
        accounts_store::set_phone(c, user, phone)?;
    }
    if let Some(email) = change.email.as_ref().filter(|email| **email != before.email) {
        accounts_store::set_email(c, user, email.as_deref())?;
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

/// Tells of a change in every place where the owner may be reached, should somebody else have made it.
fn tell_contact_change(
    c: &mut Connection<'_>,
    before: &Account,
    contact: ContactChange,
    here: SessionId,
    outbox: &Outbox,
    now: Instant,
) -> Result<(), Error> {
    if contact.email {
        recovery::handle_email_change(c, outbox, before, now)?;
    }
    if contact.phone {
        recovery::handle_phone_change(c, outbox, before, now)?;
    }
    let changes = AccountChanges { email: contact.email.then_some(now), phone: contact.phone.then_some(now) };
    Ok(sessions::note_changes(c, before.id, here, &changes)?)
}

fn check_portfolio_room(c: &mut Connection<'_>, user: UserId) -> Result<(), Error> {
    if store::count_pictures(c, user)? < MOST_PICTURES as i64 {
        Ok(())
    } else {
        Err(Error::field("img", "Six images au plus : supprimez-en une d'abord"))
    }
}
