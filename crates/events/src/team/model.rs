//! A team as it is shown and as it is asked for.

use domain::{EventId, FieldErrors, Town, UserId, looks_like_email};
use serde::{Deserialize, Serialize};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Object, ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::model::EventRow;
use crate::team::invitations::{Invitation, abridge_email};
use crate::team::roles::{Role, Task};
use platform::{Error, schemas};

/// An event's team, its owner first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TeamAnswer {
    pub members: Vec<TeamMember>,
    /// Who was invited and has not answered, in the order in which they were.
    pub invitations: Vec<TeamInvitation>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TeamMember {
    #[schema(value_type = i64)]
    pub id: UserId,
    pub username: String,
    pub img_url: Option<String>,
    /// `owner`, `collaborator` or `door`.
    #[schema(value_type = String)]
    pub role: Role,
    /// Whether the owner lets this collaborator change prices and places, refund and cancel.
    pub trusted: bool,
    /// Milliseconds since 1970; null for the owner.
    pub added_at: Option<i64>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TeamInvitation {
    pub id: i64,
    /// For the owner alone.
    pub email: Option<String>,
    /// `collaborator` or `door`.
    #[schema(value_type = String)]
    pub role: Role,
    pub trusted: bool,
    /// Milliseconds since 1970.
    pub created_at: i64,
    /// When its link stops to work; it may be past.
    pub expires_at: i64,
}

impl TeamInvitation {
    pub fn new(invitation: Invitation, shows_email: bool) -> TeamInvitation {
        TeamInvitation {
            id: invitation.id,
            email: shows_email.then_some(invitation.email),
            role: invitation.role,
            trusted: invitation.trusted,
            created_at: invitation.created.millis(),
            expires_at: invitation.expires.millis(),
        }
    }
}

/// What somebody is invited to, as whoever has the link sees it.
#[derive(Serialize, ToSchema)]
#[schema(as = Invitation)]
pub struct InvitationAnswer {
    pub event: InvitedTo,
    /// Who invites.
    pub inviter: String,
    /// As what: `collaborator` or `door`.
    #[schema(value_type = String)]
    pub role: Role,
    /// The address that it was sent to, abridged: only an account that has proved it can accept.
    pub email: String,
    /// Milliseconds since 1970.
    pub expires_at: i64,
}

/// An invitation of the bearer's own.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MyInvitation {
    pub id: i64,
    pub event: InvitedTo,
    /// Who invites.
    pub inviter: String,
    /// As what: `collaborator` or `door`.
    #[schema(value_type = String)]
    pub role: Role,
    pub trusted: bool,
    /// Milliseconds since 1970.
    pub expires_at: i64,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct InvitedTo {
    #[schema(value_type = i64)]
    pub id: EventId,
    pub name: String,
    pub started_at: String,
    #[schema(schema_with = schemas::town)]
    pub town: &'static str,
}

impl From<&EventRow> for InvitedTo {
    fn from(event: &EventRow) -> InvitedTo {
        let (name, started_at) = (event.name.clone(), event.first_day.to_string());
        InvitedTo { id: event.id, name, started_at, town: Town::name(event.town) }
    }
}

impl InvitationAnswer {
    pub fn new(invitation: &Invitation, event: &EventRow, inviter: String) -> InvitationAnswer {
        let (email, expires_at) = (abridge_email(&invitation.email), invitation.expires.millis());
        InvitationAnswer { event: InvitedTo::from(event), inviter, role: invitation.role, email, expires_at }
    }
}

impl MyInvitation {
    pub fn new(invitation: &Invitation, event: &EventRow, inviter: String) -> MyInvitation {
        let Invitation { id, role, trusted, .. } = *invitation;
        MyInvitation {
            id,
            event: InvitedTo::from(event),
            inviter,
            role,
            trusted,
            expires_at: invitation.expires.millis(),
        }
    }
}

/// Somebody to take into the team: an address to invite, or somebody whom the owner follows.
#[derive(Debug, Default, Deserialize)]
pub struct NewMemberBody {
    email: Option<String>,
    user_id: Option<i64>,
    #[serde(default)]
    role: String,
    /// Lets a collaborator change prices and places, refund and cancel.
    trusted: Option<bool>,
}

impl PartialSchema for NewMemberBody {
    fn schema() -> RefOr<Schema> {
        let kind = |kind: Type| ObjectBuilder::new().schema_type(kind);
        let member = |name: &str, who: Schema| {
            let with_role = kind(Type::Object).property(name, who).required(name).property("role", given_role());
            with_role.required("role").property("trusted", kind(Type::Boolean))
        };
        let (invited, picked) = (Schema::from(schemas::email()), Schema::from(kind(Type::Integer)));
        let named = OneOfBuilder::new().item(member("email", invited)).item(member("user_id", picked));
        Schema::from(named).into()
    }
}

impl ToSchema for NewMemberBody {}

/// What a member does; what is absent stays as it is.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct MemberBody {
    #[schema(schema_with = given_role)]
    role: Option<String>,
    trusted: Option<bool>,
}

fn given_role() -> Object {
    schemas::text().enum_values(Some(["collaborator", "door"])).build()
}

/// Whom a [`NewMemberBody`] names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewMember {
    Invited(String),
    Picked(UserId),
}

impl NewMemberBody {
    pub fn check(self) -> Result<(NewMember, Task), Error> {
        let mut errors = FieldErrors::new();
        let role = read_role(&self.role, &mut errors);
        let email = self.email.map(|email| email.trim().to_owned());
        let who = match (email, self.user_id) {
            (Some(email), None) => Some(NewMember::Invited(email)),
            (None, Some(user)) => Some(NewMember::Picked(UserId::new(user))),
            _ => None,
        };
        match &who {
            None => errors.add("email", "Indiquez une adresse e-mail ou une personne"),
            Some(NewMember::Invited(email)) => {
                errors.require(looks_like_email(email), "email", "L'email doit être valide");
            }
            Some(NewMember::Picked(_)) => {}
        }
        errors.into_result()?;
        let unread = || Error::Internal("a body without errors names nobody".to_owned());
        Ok((who.ok_or_else(unread)?, Task::new(role.ok_or_else(unread)?, self.trusted.unwrap_or(false))))
    }
}

impl MemberBody {
    /// The role and the trust that are named.
    pub fn check(self) -> Result<(Option<Role>, Option<bool>), Error> {
        let mut errors = FieldErrors::new();
        let role = self.role.and_then(|role| read_role(&role, &mut errors));
        errors.into_result()?;
        Ok((role, self.trusted))
    }
}

fn read_role(text: &str, errors: &mut FieldErrors) -> Option<Role> {
    let given = text.parse().ok().filter(|role| *role != Role::Owner);
    errors.require(given.is_some(), "role", "Le rôle doit être collaborator ou door");
    given
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: serde_json::Value) -> Result<(NewMember, Task), Error> {
        serde_json::from_value::<NewMemberBody>(body).unwrap().check()
    }

    #[test]
    fn one_person_is_named() {
        let picked = read(serde_json::json!({ "user_id": 7, "role": "collaborator", "trusted": true })).unwrap();
        assert_eq!(picked, (NewMember::Picked(UserId::new(7)), Task::new(Role::Collaborator, true)));
        for wrong in [
            serde_json::json!({ "role": "door" }),
            serde_json::json!({ "email": "a@b.cd", "user_id": 7, "role": "door" }),
            serde_json::json!({ "email": "a", "role": "door" }),
            serde_json::json!({ "email": "a@b.cd", "role": "owner" }),
        ] {
            assert!(read(wrong.clone()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_door_is_given_no_trust() {
        let (_, task) = read(serde_json::json!({ "user_id": 7, "role": "door", "trusted": true })).unwrap();
        assert!(!task.trusted);
    }
}
