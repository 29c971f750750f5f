//! Actions of teams: who is in one, who is invited to, and what each of them does.

use database::Connection;
use domain::{EventId, Instant, UserId};
use serde_json::json;

use crate::audit_trail::{AuditAction, record_audit};
use crate::model::EventRow;
use crate::team::access::{require_access, require_organiser, require_owner};
use crate::team::invitations::{Invitation, NO_INVITATION};
use crate::team::members::{MailAllowance, Team};
use crate::team::model::{InvitationAnswer, MyInvitation, NewMember, TeamAnswer, TeamInvitation, TeamMember};
use crate::team::roles::{Role, Task};
use crate::team::store;
use crate::{Events, store as rows};
use accounts::Account;
use platform::{Error, secret};

const NO_MEMBER: Error = Error::NotFound("Cette personne n'est pas dans l'équipe.");

impl Events {
    pub async fn get_team(&self, user: UserId, event: EventId) -> Result<TeamAnswer, Error> {
        let read = move |c: &mut Connection<'_>| {
            let (row, access) = require_organiser(c, user, event)?;
            read_team(c, &row, access.role == Role::Owner)
        };
        self.services.db.read(read).await
    }

    /// Invites an address, or takes in somebody whom the owner follows.
    pub async fn add_member(
        &self,
        user: UserId,
        event: EventId,
        who: NewMember,
        task: Task,
    ) -> Result<TeamAnswer, Error> {
        let (outbox, now) = (self.services.outbox.clone(), self.services.now());
        let allowance = MailAllowance::new(&self.collaborator_mails);
        let write = move |c: &mut Connection<'_>| {
            let row = require_owner(c, user, event)?;
            let team = Team::load(c, &row, &outbox, &allowance, now)?;
            let (action, person) = match &who {
                NewMember::Invited(email) => {
                    team.invite(c, email, task)?;
                    (AuditAction::TeamInvite, None)
                }
                NewMember::Picked(member) => {
                    team.add_member(c, *member, task)?;
                    (AuditAction::TeamAdd, Some(*member))
                }
            };
            record_task(c, event, user, action, person, Some(task), now)?;
            read_team(c, &row, true)
        };
        let team = self.services.db.write(write).await?;
        self.services.outbox.wake();
        Ok(team)
    }

    pub async fn update_member(
        &self,
        user: UserId,
        event: EventId,
        member: UserId,
        (role, trusted): (Option<Role>, Option<bool>),
    ) -> Result<TeamAnswer, Error> {
        let now = self.services.now();
        let write = move |c: &mut Connection<'_>| {
            let row = require_owner(c, user, event)?;
            let members = store::list_members(c, event)?;
            let before = members.into_iter().find(|one| one.user == member).ok_or(NO_MEMBER)?;
            let task = Task::new(role.unwrap_or(before.role), trusted.unwrap_or(before.trusted));
            store::save_member(c, event, member, task, now)?;
            record_task(c, event, user, AuditAction::TeamUpdate, Some(member), Some(task), now)?;
            read_team(c, &row, true)
        };
        self.services.db.write(write).await
    }

    pub async fn remove_member(&self, user: UserId, event: EventId, member: UserId) -> Result<(), Error> {
        let now = self.services.now();
        let write = move |c: &mut Connection<'_>| {
            require_owner(c, user, event)?;
            if !store::remove_member(c, event, member)? {
                return Err(NO_MEMBER);
            }
            record_task(c, event, user, AuditAction::TeamRemove, Some(member), None, now)
        };
        self.services.db.write(write).await
    }

    /// Sends an invitation once more, with a new link: the old one is dead.
    pub async fn send_team_invitation(&self, user: UserId, event: EventId, id: i64) -> Result<(), Error> {
        let (outbox, now) = (self.services.outbox.clone(), self.services.now());
        let allowance = MailAllowance::new(&self.collaborator_mails);
        let write = move |c: &mut Connection<'_>| {
            let row = require_owner(c, user, event)?;
            let invitation = find_invitation_to(c, event, id)?;
            Team::load(c, &row, &outbox, &allowance, now)?.invite_again(c, &invitation)
        };
        self.services.db.write(write).await?;
        self.services.outbox.wake();
        Ok(())
    }

    pub async fn withdraw_team_invitation(&self, user: UserId, event: EventId, id: i64) -> Result<(), Error> {
        let now = self.services.now();
        let write = move |c: &mut Connection<'_>| {
            require_owner(c, user, event)?;
            let invitation = find_invitation_to(c, event, id)?;
            store::delete_invitation(c, invitation.id)?;
            record_task(c, event, user, AuditAction::TeamWithdraw, None, None, now)
        };
        self.services.db.write(write).await
    }

    /// What an invitation is for, as whoever has its link sees it.
    pub async fn get_invitation(&self, token: &str) -> Result<InvitationAnswer, Error> {
        let (hash, now) = (secret::hash(token), self.services.now());
        let read = move |c: &mut Connection<'_>| {
            let found = store::find_invitation_by_token(c, &hash)?.filter(|found| found.is_open(now));
            let invitation = found.ok_or(NO_INVITATION)?;
            let (event, inviter) = find_inviter(c, &invitation)?.ok_or(NO_INVITATION)?;
            Ok(InvitationAnswer::new(&invitation, &event, inviter))
        };
        self.services.db.read(read).await
    }

    /// The invitations that somebody's proved address has, the newest first.
    pub async fn list_my_invitations(&self, user: UserId) -> Result<Vec<MyInvitation>, Error> {
        let now = self.services.now();
        let read = move |c: &mut Connection<'_>| {
            let Some(email) = find_proved_email(c, user)? else { return Ok(Vec::new()) };
            let mut invitations = Vec::new();
            for invitation in store::list_invitations_of(c, &email, now)? {
                let found = find_inviter(c, &invitation)?;
                invitations.extend(found.map(|(event, inviter)| MyInvitation::new(&invitation, &event, inviter)));
            }
            Ok(invitations)
        };
        self.services.db.read(read).await
    }

    pub async fn decline_invitation(&self, user: UserId, id: i64) -> Result<(), Error> {
        let now = self.services.now();
        let write = move |c: &mut Connection<'_>| {
            let invitation = find_own_invitation(c, user, id, now)?;
            store::delete_invitation(c, invitation.id)?;
            record_task(c, invitation.event, user, AuditAction::TeamDecline, None, None, now)
        };
        self.services.db.write(write).await
    }

    /// Leaves the team of an event that somebody else owns.
    pub async fn leave_team(&self, user: UserId, event: EventId) -> Result<(), Error> {
        let now = self.services.now();
        let write = move |c: &mut Connection<'_>| {
            let (_, access) = require_access(c, user, event)?;
            if access.role == Role::Owner {
                let message = "Cet évènement est le vôtre : vous pouvez l'annuler ou le supprimer.";
                return Err(Error::Conflict(message.to_owned()));
            }
            store::remove_member(c, event, user)?;
            record_task(c, event, user, AuditAction::TeamLeave, None, None, now)
        };
        self.services.db.write(write).await
    }
}

/// Takes an invitation: the team has one member more, or one who may do more. Nobody loses by it what they are already.
/// For callers inside their own transaction.
pub fn take_invitation(
    c: &mut Connection<'_>,
    user: UserId,
    invitation: &Invitation,
    now: Instant,
) -> Result<(), Error> {
    let Invitation { event, role, trusted, .. } = *invitation;
    let before = store::find_access(c, event, user)?;
    store::delete_invitation(c, invitation.id)?;
    if before.is_none_or(|access| access.role == Role::Door) {
        let task = Task::new(role, trusted);
        store::save_member(c, event, user, task, now)?;
        store::set_invited_email(c, event, user, &invitation.email)?;
        record_task(c, event, user, AuditAction::TeamJoin, None, Some(task), now)?;
    }
    Ok(())
}

/// The invitation behind a link, if the person has proved the address that it was sent to.
pub fn find_invitation_behind(
    c: &mut Connection<'_>,
    user: UserId,
    token_hash: &[u8],
    now: Instant,
) -> Result<Invitation, Error> {
    let invitation = store::find_invitation_by_token(c, token_hash)?.filter(|found| found.is_open(now));
    let invitation = invitation.ok_or(NO_INVITATION)?;
    invitation.check_taker(&find_person(c, user)?)?;
    Ok(invitation)
}

/// One of the invitations that the person's proved address has.
pub fn find_own_invitation(c: &mut Connection<'_>, user: UserId, id: i64, now: Instant) -> Result<Invitation, Error> {
    let invitation = store::find_invitation(c, id)?.filter(|found| found.is_open(now)).ok_or(NO_INVITATION)?;
    invitation.check_taker(&find_person(c, user)?).map_err(|_| NO_INVITATION)?;
    Ok(invitation)
}

/// The address that somebody has proved, if any.
fn find_proved_email(c: &mut Connection<'_>, user: UserId) -> Result<Option<String>, Error> {
    let person = find_person(c, user)?;
    Ok(person.email.filter(|_| person.email_verified))
}

fn find_person(c: &mut Connection<'_>, user: UserId) -> Result<Account, Error> {
    accounts::find_people(c, &[user])?.remove(&user).ok_or(Error::Unauthorised(accounts::SESSION_OVER))
}

fn find_invitation_to(c: &mut Connection<'_>, event: EventId, id: i64) -> Result<Invitation, Error> {
    store::find_invitation(c, id)?.filter(|found| found.event == event).ok_or(NO_INVITATION)
}

/// The event of an invitation, and its owner's name.
fn find_inviter(c: &mut Connection<'_>, invitation: &Invitation) -> Result<Option<(EventRow, String)>, Error> {
    let Some(event) = rows::find_event(c, invitation.event)? else { return Ok(None) };
    let owner = accounts::find_authors(c, &[event.owner])?.remove(&event.owner);
    Ok(owner.map(|owner| (event, owner.username)))
}

fn read_team(c: &mut Connection<'_>, event: &EventRow, is_owner: bool) -> Result<TeamAnswer, Error> {
    let members = store::list_members(c, event.id)?;
    let ids: Vec<UserId> = members.iter().map(|member| member.user).chain([event.owner]).collect();
    let people = accounts::find_authors(c, &ids)?;
    let show = |user: UserId, role: Role, trusted: bool, added: Option<Instant>| {
        people.get(&user).map(|person| TeamMember {
            id: user,
            username: person.username.clone(),
            img_url: person.avatar(96),
            role,
            trusted,
            added_at: added.map(Instant::millis),
        })
    };
    let owner = show(event.owner, Role::Owner, true, None);
    let others = members.iter().filter_map(|one| show(one.user, one.role, one.trusted, Some(one.added)));
    let invitations = store::list_invitations(c, event.id)?.into_iter();
    Ok(TeamAnswer {
        members: owner.into_iter().chain(others).collect(),
        invitations: invitations.map(|one| TeamInvitation::new(one, is_owner)).collect(),
    })
}

/// Adds a line to the audit trail: about whom, and what they do now. Addresses are the owner's alone.
fn record_task(
    c: &mut Connection<'_>,
    event: EventId,
    user: UserId,
    action: AuditAction,
    person: Option<UserId>,
    task: Option<Task>,
    now: Instant,
) -> Result<(), Error> {
    let detail = json!({
        "person": person,
        "role": task.map(|task| task.role),
        "trusted": task.map(|task| task.trusted),
    });
    let named = detail.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null());
    let detail = named.map(|(name, value)| (name.clone(), value.clone())).collect::<serde_json::Map<_, _>>();
    Ok(record_audit(c, event, Some(user), action, &detail.into(), now)?)
}
