//! What is read of an event for its figures. Most reads find that nothing has changed, so that is found out first.

use std::collections::{HashMap, HashSet};

use box_office::BoxOfficeFacts;
use database::{Connection, DbError};
use domain::{EventId, Instant, SessionId, UserId};
use events::{EventRow, EventStats, Role, Takings, TicketFacts, TicketType};

/// What changes whenever a figure does: whatever is sold, taken back or scanned changes a type or a ticket.
#[derive(Debug, Clone, PartialEq)]
pub struct Marks {
    owner: UserId,
    types: Vec<TicketType>,
    latest_ticket: Option<Instant>,
    team: Vec<(UserId, Role)>,
}

/// The figures as each part of the team is told them.
#[derive(Debug, Clone)]
pub struct Figures {
    pub team: HashMap<UserId, Role>,
    pub organisers: EventStats,
    /// Without money.
    pub door: EventStats,
}

impl Figures {
    /// What this member of the team is told; `None` for others.
    pub fn of(&self, user: UserId) -> Option<&EventStats> {
        let role = self.team.get(&user)?;
        Some(if role.organises() { &self.organisers } else { &self.door })
    }
}

pub fn read_marks(c: &mut Connection<'_>, event: &EventRow, now: Instant) -> Result<Marks, DbError> {
    Ok(Marks {
        owner: event.owner,
        types: BoxOfficeFacts.ticket_types(c, &[event.id], now)?.remove(&event.id).unwrap_or_default(),
        latest_ticket: box_office::latest_change(c, event.id)?,
        team: events::list_members(c, event.id)?.into_iter().map(|member| (member.user, member.role)).collect(),
    })
}

pub fn read_figures(c: &mut Connection<'_>, event: EventId, marks: &Marks) -> Result<Figures, DbError> {
    let ids: Vec<UserId> = marks.team.iter().map(|(user, _)| *user).collect();
    let collaborators = accounts::find_people(c, &ids)?.len();
    let takings = BoxOfficeFacts.takings(c, event)?;
    let owner = (marks.owner, Role::Owner);
    Ok(Figures {
        team: marks.team.iter().copied().chain([owner]).collect(),
        organisers: EventStats::of(&marks.types, &takings, collaborators),
        door: EventStats::of(&marks.types, &Takings::default(), 0),
    })
}

/// What a reader learns at once: the figures, if they may have changed since these marks were read, and which of the
/// sessions that watch are over.
pub struct Reading {
    pub changed: Option<(Marks, Figures)>,
    pub ended: HashSet<SessionId>,
}

/// Reads an event as it stands; `None` where it is gone.
pub fn read_event(
    c: &mut Connection<'_>,
    event: EventId,
    known: Option<&Marks>,
    sessions: &[SessionId],
    now: Instant,
) -> Result<Option<Reading>, DbError> {
    let Some(row) = events::find_events(c, &[event])?.remove(&event) else { return Ok(None) };
    let marks = read_marks(c, &row, now)?;
    let changed = match known {
        Some(known) if *known == marks => None,
        _ => {
            let figures = read_figures(c, event, &marks)?;
            Some((marks, figures))
        }
    };
    let live = accounts::find_live_sessions(c, sessions, now)?;
    let ended = sessions.iter().copied().filter(|session| !live.contains(session)).collect();
    Ok(Some(Reading { changed, ended }))
}
