//! The members of an event's team, set as its owner names them: people they follow become members at once, addresses are
//! invited by mail, whether or not somebody has an account with them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use database::Connection;
use domain::{Instant, UserId, fold};

use crate::model::EventRow;
use crate::team::collaborators::NamedCollaborators;
use crate::team::invitations::Invitation;
use crate::team::roles::{Role, Task};
use crate::team::store::Member;
use crate::team::{mails, store};
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

    fn take(&self, owner: UserId, mails: usize, now: Instant) -> Result<(), Error> {
        let (mails, taken) = (u32::try_from(mails).unwrap_or(u32::MAX), self.taken.load(Ordering::Relaxed));
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

    /// Adds, invites and removes so that the team is as named. Sends a mail to each who is new. An address that somebody
    /// in the team was invited by names them.
    pub fn set_members(&self, c: &mut Connection<'_>, named: &NamedCollaborators) -> Result<(), Error> {
        let before = store::list_members(c, self.event.id)?;
        let invited = store::list_invitations(c, self.event.id)?;
        let member = |user: UserId| before.iter().find(|member| member.user == user);
        let mut members = named.users.clone();
        let mut addresses = Vec::new();
        for (email, role) in &named.emails {
            let joined = before.iter().find(|member| member.invited_email.as_deref() == Some(&*fold(email)));
            match joined {
                Some(joined) => drop(members.entry(joined.user).or_insert(*role)),
                None if !self.is_owners(email) => addresses.push((email.as_str(), *role)),
                None => {}
            }
        }
        members.remove(&self.owner.id);
        let new: Vec<UserId> = members.keys().copied().filter(|user| member(*user).is_none()).collect();
        self.check_picked(c, &new, "collaborators")?;
        let to_invite = addresses.iter().filter(|(email, _)| invitation_of(email, &invited).is_none()).count();
        self.allowance.take(self.owner.id, new.len() + to_invite, self.now)?;
        for gone in before.iter().filter(|member| !members.contains_key(&member.user)) {
            store::remove_member(c, self.event.id, gone.user)?;
        }
        for gone in invited.iter().filter(|one| !addresses.iter().any(|(email, _)| is_same(email, &one.email))) {
            store::delete_invitation(c, gone.id)?;
        }
        for (user, role) in members {
            match member(user) {
                Some(before) => self.change_member(c, before, role)?,
                None => self.put_member(c, user, Task::new(role.unwrap_or(Role::Collaborator), false))?,
            }
        }
        for (email, role) in addresses {
            match invitation_of(email, &invited) {
                Some(before) => self.change_invited(c, before, role)?,
                None => self.put_invitation(c, email, Task::new(role.unwrap_or(Role::Collaborator), false))?,
            }
        }
        Ok(())
    }

    /// Who is in the team already keeps their role unless another is named.
    fn change_member(&self, c: &mut Connection<'_>, before: &Member, role: Option<Role>) -> Result<(), Error> {
        let task = Task::new(role.unwrap_or(before.role), before.trusted);
        Ok(store::save_member(c, self.event.id, before.user, task, self.now)?)
    }

    /// The same for somebody who is invited by mail.
    fn change_invited(&self, c: &mut Connection<'_>, before: &Invitation, role: Option<Role>) -> Result<(), Error> {
        Ok(store::set_invited_task(c, before.id, Task::new(role.unwrap_or(before.role), before.trusted))?)
    }

    /// Takes somebody into the team whom its owner follows, and tells them.
    pub fn add_member(&self, c: &mut Connection<'_>, user: UserId, task: Task) -> Result<(), Error> {
        let is_member = store::list_members(c, self.event.id)?.iter().any(|member| member.user == user);
        if is_member || user == self.owner.id {
            return Err(Error::field("user_id", "Cette personne est déjà dans l'équipe"));
        }
        self.check_picked(c, &[user], "user_id")?;
        self.allowance.take(self.owner.id, 1, self.now)?;
        self.put_member(c, user, task)
    }

    /// Invites an address by mail. Nothing depends on whether somebody has an account with it.
    pub fn invite(&self, c: &mut Connection<'_>, email: &str, task: Task) -> Result<(), Error> {
        if self.is_owners(email) {
            return Err(Error::field("email", "Cette adresse est la vôtre"));
        }
        if invitation_of(email, &store::list_invitations(c, self.event.id)?).is_some() {
            return Err(Error::field("email", "Cette adresse est déjà invitée"));
        }
        self.allowance.take(self.owner.id, 1, self.now)?;
        self.put_invitation(c, email, task)
    }

    /// Sends an invitation again, with a new link.
    pub fn invite_again(&self, c: &mut Connection<'_>, invitation: &Invitation) -> Result<(), Error> {
        self.allowance.take(self.owner.id, 1, self.now)?;
        let token = random::token();
        store::renew_invitation(c, invitation.id, &secret::hash(&token), self.now)?;
        self.mail_invitation(c, (&invitation.email, invitation.role), &token)
    }

    /// Nobody is drawn into an event by a stranger: its owner picks among the people they follow.
    fn check_picked(&self, c: &mut Connection<'_>, new: &[UserId], field: &str) -> Result<(), Error> {
        if accounts::find_people(c, new)?.len() < new.len() {
            return Err(Error::field(field, "Cet utilisateur n'existe pas"));
        }
        if people::find_followed_among(c, self.owner.id, new)?.len() < new.len() {
            return Err(Error::field(field, "Choisissez parmi les personnes que vous suivez, ou invitez par e-mail"));
        }
        Ok(())
    }

    fn is_owners(&self, email: &str) -> bool {
        self.owner.email.as_deref().is_some_and(|own| self.owner.email_verified && is_same(own, email))
    }

    fn put_member(&self, c: &mut Connection<'_>, user: UserId, task: Task) -> Result<(), Error> {
        store::save_member(c, self.event.id, user, task, self.now)?;
        let member = accounts::find_people(c, &[user])?.remove(&user);
        match member.and_then(|member| Some((member.email.clone()?, member))) {
            Some((email, member)) => {
                let mail = mails::added_mail(self.outbox, &self.owner, self.event, (&member, task.role), &email);
                self.outbox.put(c, &mail, self.now)
            }
            None => Ok(()),
        }
    }

    fn put_invitation(&self, c: &mut Connection<'_>, email: &str, task: Task) -> Result<(), Error> {
        let token = random::token();
        store::insert_invitation(c, self.event.id, (email, task), &secret::hash(&token), self.now)?;
        self.mail_invitation(c, (email, task.role), &token)
    }

    fn mail_invitation(&self, c: &mut Connection<'_>, invited: (&str, Role), token: &str) -> Result<(), Error> {
        let mail = mails::invitation_mail(self.outbox, &self.owner, self.event, invited, token);
        self.outbox.put(c, &mail, self.now)
    }
}

fn is_same(email: &str, other: &str) -> bool {
    fold(email) == fold(other)
}

fn invitation_of<'a>(email: &str, invited: &'a [Invitation]) -> Option<&'a Invitation> {
    invited.iter().find(|known| is_same(&known.email, email))
}
