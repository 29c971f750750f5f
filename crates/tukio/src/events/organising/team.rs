//! Keeps an event's collaborators as its owner names them: who is known becomes one at once, others are invited.

use std::collections::BTreeSet;

use database::Connection;
use domain::{FieldErrors, Instant, UserId, fold};

use crate::accounts::{self, Account};
use crate::events::model::EventRow;
use crate::events::organising::collaborators::Named;
use crate::events::organising::{letters, store};
use crate::platform::mail::Outbox;
use crate::platform::{Error, random, secret};

pub struct Team<'a> {
    pub outbox: &'a Outbox,
    pub owner: &'a Account,
    pub event: &'a EventRow,
    pub now: Instant,
}

impl Team<'_> {
    pub fn become_as_named(&self, c: &mut Connection<'_>, named: &Named) -> Result<(), Error> {
        let mut members = self.existing(c, &named.users)?;
        let mut strangers = Vec::new();
        for email in &named.emails {
            match accounts::by_verified_email(c, email)? {
                Some(account) => drop(members.insert(account.id)),
                None => strangers.push(email),
            }
        }
        members.remove(&self.owner.id);
        let before: BTreeSet<UserId> = store::collaborators(c, self.event.id)?.into_iter().collect();
        for gone in before.difference(&members) {
            store::remove_collaborator(c, self.event.id, *gone)?;
        }
        for new in members.difference(&before) {
            self.add(c, *new)?;
        }
        self.invite_only(c, &strangers)
    }

    fn existing(&self, c: &mut Connection<'_>, users: &BTreeSet<UserId>) -> Result<BTreeSet<UserId>, Error> {
        let ids: Vec<UserId> = users.iter().copied().collect();
        let found = accounts::people(c, &ids)?;
        if found.len() < ids.len() {
            return Err(FieldErrors::of("collaborators", "Cet utilisateur n'existe pas").into());
        }
        Ok(users.clone())
    }

    fn add(&self, c: &mut Connection<'_>, user: UserId) -> Result<(), Error> {
        store::add_collaborator(c, self.event.id, user, self.now)?;
        let member = accounts::people(c, &[user])?.remove(&user);
        match member.and_then(|member| Some((member.email.clone()?, member))) {
            Some((email, member)) => {
                let mail = letters::added(self.outbox, self.owner, self.event, &member, &email);
                self.outbox.put(c, &mail, self.now)
            }
            None => Ok(()),
        }
    }

    fn invite_only(&self, c: &mut Connection<'_>, emails: &[&String]) -> Result<(), Error> {
        let before = store::invited(c, self.event.id)?;
        let is_among = |email: &str, others: &[String]| others.iter().any(|other| fold(other) == fold(email));
        let wanted: Vec<String> = emails.iter().map(|email| (*email).clone()).collect();
        for gone in before.iter().filter(|email| !is_among(email, &wanted)) {
            store::withdraw_invitation(c, self.event.id, gone)?;
        }
        for email in wanted.iter().filter(|email| !is_among(email, &before)) {
            let token = random::token();
            store::invite(c, self.event.id, email, &secret::hash(&token), self.now)?;
            self.outbox.put(c, &letters::invitation(self.outbox, self.owner, self.event, email, &token), self.now)?;
        }
        Ok(())
    }
}
