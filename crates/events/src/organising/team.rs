//! Keeps an event's collaborators as its owner names them: who is known becomes one at once, others are invited.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use database::Connection;
use domain::{FieldErrors, Instant, UserId, fold};

use crate::model::EventRow;
use crate::organising::collaborators::Named;
use crate::organising::{letters, store};
use accounts::{self, Account};
use people;
use platform::mail::Outbox;
use platform::{Error, Limiter, random, secret};

/// What one request takes of the letters its owner may send. Its work may be run again, and is charged once.
pub struct Postage {
    letters: Arc<Limiter<UserId>>,
    paid: AtomicU32,
}

impl Postage {
    pub fn new(letters: &Arc<Limiter<UserId>>) -> Postage {
        Postage { letters: letters.clone(), paid: AtomicU32::new(0) }
    }

    fn pay(&self, owner: UserId, letters: u32, now: Instant) -> Result<(), Error> {
        let paid = self.paid.load(Ordering::Relaxed);
        self.letters.take_all(&owner, letters.saturating_sub(paid), now).map_err(Error::TooMany)?;
        self.paid.store(letters.max(paid), Ordering::Relaxed);
        Ok(())
    }
}

pub struct Team<'a> {
    pub outbox: &'a Outbox,
    pub postage: &'a Postage,
    pub owner: &'a Account,
    pub event: &'a EventRow,
    pub now: Instant,
}

impl Team<'_> {
    pub fn become_as_named(&self, c: &mut Connection<'_>, named: &Named) -> Result<(), Error> {
        let before: BTreeSet<UserId> = store::collaborators(c, self.event.id)?.into_iter().collect();
        let mut members = self.picked(c, &named.users, &before)?;
        let mut strangers = Vec::new();
        for email in &named.emails {
            match accounts::find_by_verified_email(c, email)? {
                Some(account) => drop(members.insert(account.id)),
                None => strangers.push(email),
            }
        }
        members.remove(&self.owner.id);
        let invited = store::invited(c, self.event.id)?;
        let added: Vec<UserId> = members.difference(&before).copied().collect();
        let to_invite: Vec<&String> = strangers.iter().filter(|email| !is_among(email, &invited)).copied().collect();
        let letters = u32::try_from(added.len() + to_invite.len()).unwrap_or(u32::MAX);
        self.postage.pay(self.owner.id, letters, self.now)?;
        for gone in before.difference(&members) {
            store::remove_collaborator(c, self.event.id, *gone)?;
        }
        for gone in invited.iter().filter(|email| !is_among(email, &strangers)) {
            store::withdraw_invitation(c, self.event.id, gone)?;
        }
        for new in added {
            self.add(c, new)?;
        }
        for email in to_invite {
            self.invite(c, email)?;
        }
        Ok(())
    }

    /// Nobody is drawn into an event by a stranger: its owner picks among the people they follow. Who is in the team
    /// already stays.
    fn picked(
        &self,
        c: &mut Connection<'_>,
        users: &BTreeSet<UserId>,
        before: &BTreeSet<UserId>,
    ) -> Result<BTreeSet<UserId>, Error> {
        let ids: Vec<UserId> = users.iter().copied().collect();
        let found = accounts::find_people(c, &ids)?;
        if found.len() < ids.len() {
            return Err(FieldErrors::of("collaborators", "Cet utilisateur n'existe pas").into());
        }
        let new: Vec<UserId> = users.difference(before).copied().filter(|user| *user != self.owner.id).collect();
        if people::followed_among(c, self.owner.id, &new)?.len() < new.len() {
            let message = "Choisissez parmi les personnes que vous suivez, ou invitez par e-mail";
            return Err(FieldErrors::of("collaborators", message).into());
        }
        Ok(users.clone())
    }

    fn add(&self, c: &mut Connection<'_>, user: UserId) -> Result<(), Error> {
        store::add_collaborator(c, self.event.id, user, self.now)?;
        let member = accounts::find_people(c, &[user])?.remove(&user);
        match member.and_then(|member| Some((member.email.clone()?, member))) {
            Some((email, member)) => {
                let mail = letters::added(self.outbox, self.owner, self.event, &member, &email);
                self.outbox.put(c, &mail, self.now)
            }
            None => Ok(()),
        }
    }

    fn invite(&self, c: &mut Connection<'_>, email: &str) -> Result<(), Error> {
        let token = random::token();
        store::invite(c, self.event.id, email, &secret::hash(&token), self.now)?;
        self.outbox.put(c, &letters::invitation(self.outbox, self.owner, self.event, email, &token), self.now)
    }
}

fn is_among(email: &str, others: &[impl AsRef<str>]) -> bool {
    others.iter().any(|other| fold(other.as_ref()) == fold(email))
}
