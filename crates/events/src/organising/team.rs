//! The members of an event's team, set as its owner names them: who has an account becomes one at once, others are
//! invited by mail.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use database::Connection;
use domain::{FieldErrors, Instant, UserId, fold};

use crate::model::EventRow;
use crate::organising::collaborators::NamedCollaborators;
use crate::organising::roles::Role;
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
        let before: BTreeMap<UserId, Role> = store::list_collaborators(c, self.event.id)?.into_iter().collect();
        self.check_picked(c, &named.users, &before)?;
        let mut members = named.users.clone();
        let mut strangers = Vec::new();
        for (email, role) in &named.emails {
            match accounts::find_by_verified_email(c, email)? {
                Some(account) => drop(members.insert(account.id, *role)),
                None => strangers.push((email.as_str(), *role)),
            }
        }
        members.remove(&self.owner.id);
        let invited = store::list_invited(c, self.event.id)?;
        let added = members.keys().filter(|user| !before.contains_key(user)).count();
        let to_invite = strangers.iter().filter(|(email, _)| invited_as(email, &invited).is_none()).count();
        self.allowance.take(self.owner.id, u32::try_from(added + to_invite).unwrap_or(u32::MAX), self.now)?;
        for gone in before.keys().filter(|user| !members.contains_key(user)) {
            store::remove_collaborator(c, self.event.id, *gone)?;
        }
        for (gone, _) in invited.iter().filter(|(email, _)| !strangers.iter().any(|(named, _)| is_same(named, email))) {
            store::delete_invitation(c, self.event.id, gone)?;
        }
        for (user, role) in members {
            self.set_member(c, user, role, before.get(&user).copied())?;
        }
        for (email, role) in strangers {
            self.set_invited(c, email, role, invited_as(email, &invited))?;
        }
        Ok(())
    }

    /// Takes somebody new into the team and tells them; who is in it already keeps their role unless another is named.
    fn set_member(
        &self,
        c: &mut Connection<'_>,
        user: UserId,
        role: Option<Role>,
        before: Option<Role>,
    ) -> Result<(), Error> {
        match before {
            Some(before) if role.is_none_or(|role| role == before) => Ok(()),
            None => self.add_member(c, user, role.unwrap_or(Role::Collaborator)),
            Some(before) => Ok(store::save_collaborator(c, self.event.id, user, role.unwrap_or(before), self.now)?),
        }
    }

    /// The same for somebody who is invited by mail.
    fn set_invited(
        &self,
        c: &mut Connection<'_>,
        email: &str,
        role: Option<Role>,
        before: Option<Role>,
    ) -> Result<(), Error> {
        match before {
            Some(before) if role.is_none_or(|role| role == before) => Ok(()),
            None => self.invite(c, email, role.unwrap_or(Role::Collaborator)),
            Some(before) => Ok(store::set_invited_role(c, self.event.id, email, role.unwrap_or(before))?),
        }
    }

    /// Nobody is drawn into an event by a stranger: its owner picks among the people they follow. Who is in the team
    /// already stays.
    fn check_picked(
        &self,
        c: &mut Connection<'_>,
        users: &BTreeMap<UserId, Option<Role>>,
        before: &BTreeMap<UserId, Role>,
    ) -> Result<(), Error> {
        let ids: Vec<UserId> = users.keys().copied().collect();
        let found = accounts::find_people(c, &ids)?;
        if found.len() < ids.len() {
            return Err(FieldErrors::of("collaborators", "Cet utilisateur n'existe pas").into());
        }
        let is_new = |user: &UserId| !before.contains_key(user) && *user != self.owner.id;
        let new: Vec<UserId> = ids.into_iter().filter(is_new).collect();
        if people::find_followed_among(c, self.owner.id, &new)?.len() < new.len() {
            let message = "Choisissez parmi les personnes que vous suivez, ou invitez par e-mail";
            return Err(FieldErrors::of("collaborators", message).into());
        }
        Ok(())
    }

    fn add_member(&self, c: &mut Connection<'_>, user: UserId, role: Role) -> Result<(), Error> {
        store::save_collaborator(c, self.event.id, user, role, self.now)?;
        let member = accounts::find_people(c, &[user])?.remove(&user);
        match member.and_then(|member| Some((member.email.clone()?, member))) {
            Some((email, member)) => {
                let mail = mails::added_mail(self.outbox, &self.owner, self.event, (&member, role), &email);
                self.outbox.put(c, &mail, self.now)
            }
            None => Ok(()),
        }
    }

    fn invite(&self, c: &mut Connection<'_>, email: &str, role: Role) -> Result<(), Error> {
        let token = random::token();
        store::insert_invitation(c, self.event.id, (email, role), &secret::hash(&token), self.now)?;
        let mail = mails::invitation_mail(self.outbox, &self.owner, self.event, (email, role), &token);
        self.outbox.put(c, &mail, self.now)
    }
}

fn is_same(email: &str, other: &str) -> bool {
    fold(email) == fold(other)
}

/// What an address is invited as, if it is.
fn invited_as(email: &str, invited: &[(String, Role)]) -> Option<Role> {
    invited.iter().find(|(known, _)| is_same(known, email)).map(|(_, role)| *role)
}
