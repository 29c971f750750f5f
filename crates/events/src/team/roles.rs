//! What somebody is to an event that they do not merely visit.

use database::field_as_text;
use domain::NotInList;
use serde::Serialize;

/// The owner is named by the event's own row, the others by `event_collaborators.role`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Owner,
    Collaborator,
    /// Lets people in, and sees nothing else of the event.
    Door,
}

impl Role {
    pub fn as_str(&self) -> &'static str {
        match self {
            Role::Owner => "owner",
            Role::Collaborator => "collaborator",
            Role::Door => "door",
        }
    }

    /// Whether the event is theirs to make: everything but the door is for these.
    pub fn organises(self) -> bool {
        self != Role::Door
    }
}

/// What somebody is to an event, and what its owner allows them besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    pub role: Role,
    /// Whether the owner lets this collaborator change prices and places, refund and cancel.
    pub trusted: bool,
}

impl Access {
    pub const OWNER: Access = Access { role: Role::Owner, trusted: true };

    /// Whether the event is theirs to make: everything but the door is for these.
    pub fn organises(self) -> bool {
        self.role.organises()
    }

    /// Whether prices, places and other people's money are theirs to decide about.
    pub fn steers(self) -> bool {
        self.role == Role::Owner || (self.role == Role::Collaborator && self.trusted)
    }
}

/// What somebody is given to do in a team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    pub role: Role,
    pub trusted: bool,
}

impl Task {
    /// Trust is about prices and other people's money, so that the door has none.
    pub fn new(role: Role, trusted: bool) -> Task {
        Task { role, trusted: trusted && role == Role::Collaborator }
    }
}

impl std::str::FromStr for Role {
    type Err = NotInList;

    fn from_str(word: &str) -> Result<Role, NotInList> {
        [Role::Owner, Role::Collaborator, Role::Door].into_iter().find(|role| role.as_str() == word).ok_or(NotInList)
    }
}

field_as_text!(Role);
