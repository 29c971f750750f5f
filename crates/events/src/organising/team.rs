//! The members of an event's team, set as its owner names them: who has an account becomes one at once, others are
//! invited by mail.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use database::Connection;
use domain::{FieldErrors, Instant, UserId, fold};

use crate::model::EventRow;
use crate::organising::collaborators::NamedCollaborators;
use crate::organising::{mails, store};
use accounts::Account;
use platform::mail::Outbox;
use platform::{Error, Limiter, random, secret};

/// Takes the mails that one request sends from what its owner may send. A transaction may be run again: then only the
/// difference is taken.
pub struct MailAllowance {
    limiter: Arc<Limiter<UserId>>,
    taken: AtomicU32,
}

impl MailAllowance {
    pub fn new(limiter: &Arc<Limiter<UserId>>) -> MailAllowance {
        MailAllowance { limiter: limiter.clone(), taken: AtomicU32::new(0) }
    }

    fn take(&self, owner: UserId, mails: u32, now: Instant) -> Result<(), Error> {
        let taken = self.taken.load(Ordering::Relaxed);
        self.limiter.take_all(&owner, mails.saturating_sub(taken), now).map_err(Error::TooMany)?;
        self.taken.store(mails.max(taken), Ordering::Relaxed);
        Ok(())
    }
}

/// An event's owner and the people they organise it with.
pub struct Team<'a> {
    outbox: &'a Outbox,
    allowance: &'a MailAllowance,
    owner: Account,
    event: &'a EventRow,
    now: Instant,
}

impl<'a> Team<'a> {
    pub fn load(
        c: &mut Connection<'_>,
        event: &'a EventRow,
        outbox: &'a Outbox,
        allowance: &'a MailAllowance,
        now: Instant,
    ) -> Result<Team<'a>, Error> {
        let owner = accounts::find_people(c, &[event.owner])?.remove(&event.owner).ok_or(Error::Forbidden)?;
        Ok(Team { outbox, allowance, owner, event, now })
    }

    /// Adds, invites and removes so that the team is as named. Sends a mail to each who is new.
    pub fn set_members(&self, c: &mut Connection<'_>, named: &NamedCollaborators) -> Result<(), Error> {
        let before: BTreeSet<UserId> = store::list_collaborators(c, self.event.id)?.into_iter().collect();
        let mut members = self.check_picked(c, &named.users, &before)?;
        let mut strangers = Vec::new();
        for email in &named.emails {
            match accounts::find_by_verified_email(c, email)? {
                Some(account) => drop(members.insert(account.id)),
                None => strangers.push(email),
            }
        }
        members.remove(&self.owner.id);
        let invited = store::list_invited(c, self.event.id)?;
        let added: Vec<UserId> = members.difference(&before).copied().collect();
        let to_invite: Vec<&String> = strangers.iter().filter(|email| !is_among(email, &invited)).copied().collect();
        let mails = u32::try_from(added.len() + to_invite.len()).unwrap_or(u32::MAX);
        self.allowance.take(self.owner.id, mails, self.now)?;
        for gone in before.difference(&members) {
            store::remove_collaborator(c, self.event.id, *gone)?;
        }
        for gone in invited.iter().filter(|email| !is_among(email, &strangers)) {
            store::delete_invitation(c, self.event.id, gone)?;
        }
        for new in added {
            self.add_member(c, new)?;
        }
        for email in to_invite {
            self.invite(c, email)?;
        }
        Ok(())
    }

    /// Nobody is drawn into an event by a stranger: its owner picks among the people they follow. Who is in the team
    /// already stays.
    fn check_picked(
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
        if people::find_followed_among(c, self.owner.id, &new)?.len() < new.len() {
            let message = "Choisissez parmi les personnes que vous suivez, ou invitez par e-mail";
            return Err(FieldErrors::of("collaborators", message).into());
        }
        Ok(users.clone())
    }

    fn add_member(&self, c: &mut Connection<'_>, user: UserId) -> Result<(), Error> {
        store::add_collaborator(c, self.event.id, user, self.now)?;
        let member = accounts::find_people(c, &[user])?.remove(&user);
        match member.and_then(|member| Some((member.email.clone()?, member))) {
            Some((email, member)) => {
                let mail = mails::added_mail(self.outbox, &self.owner, self.event, &member, &email);
                self.outbox.put(c, &mail, self.now)
            }
            None => Ok(()),
        }
    }

    fn invite(&self, c: &mut Connection<'_>, email: &str) -> Result<(), Error> {
        let token = random::token();
        store::insert_invitation(c, self.event.id, email, &secret::hash(&token), self.now)?;
        self.outbox.put(c, &mails::invitation_mail(self.outbox, &self.owner, self.event, email, &token), self.now)
    }
}

fn is_among(email: &str, others: &[impl AsRef<str>]) -> bool {
    others.iter().any(|other| fold(other.as_ref()) == fold(email))
}
