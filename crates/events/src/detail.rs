//! One event by itself: what lists show of it, who makes it with its owner, and its figures for those who make it.

use database::{Connection, DbError};
use domain::{EventId, Instant, UserId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::actions::complete;
use crate::model::{Event, Owner};
use crate::organising::EventStats;
use crate::team::{self, Role};
use crate::ticket_facts::TicketFacts;
use crate::{Events, store};
use platform::Error;

/// One event as the API shows it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EventDetail {
    #[serde(flatten)]
    pub event: Event,
    /// Who organises it with its owner and has accepted to. Who stands at the door is not named.
    pub collaborators: Vec<Owner>,
    /// For its owner and collaborators only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<EventStats>,
}

impl Events {
    /// One event, listed or not, as everybody may see it: whoever has its address may, once it is published.
    pub async fn get_event(&self, id: EventId) -> Result<Option<EventDetail>, Error> {
        let (tickets, now) = (self.tickets.clone(), self.services.now());
        self.services.db.read(move |c| Ok(read_detail(c, id, false, &*tickets, now)?)).await
    }

    /// The same with its figures, for who organises it; `None` for everybody else, and where there is no such event.
    pub async fn get_event_with_stats(&self, user: UserId, id: EventId) -> Result<Option<EventDetail>, Error> {
        let (tickets, now) = (self.tickets.clone(), self.services.now());
        let read = move |c: &mut Connection<'_>| {
            let organises = team::find_access(c, id, user)?.is_some_and(|access| access.organises());
            if organises { Ok(read_detail(c, id, true, &*tickets, now)?) } else { Ok(None) }
        };
        self.services.db.read(read).await
    }
}

fn read_detail(
    c: &mut Connection<'_>,
    id: EventId,
    with_stats: bool,
    tickets: &dyn TicketFacts,
    now: Instant,
) -> Result<Option<EventDetail>, DbError> {
    let rows = store::find_published(c, id)?.into_iter().collect();
    let Some(event) = complete(c, rows, tickets, now)?.pop() else { return Ok(None) };
    let members = team::list_members(c, id)?;
    let organisers: Vec<UserId> =
        members.iter().filter(|member| member.role == Role::Collaborator).map(|member| member.user).collect();
    let people = if organisers.is_empty() { Default::default() } else { accounts::find_authors(c, &organisers)? };
    let collaborators = organisers.iter().filter_map(|user| people.get(user)).map(Owner::from).collect();
    let stats = match with_stats {
        true => Some(EventStats::of(&event.ttype, &tickets.takings(c, id)?, members.len())),
        false => None,
    };
    Ok(Some(EventDetail { event: event.for_public(), collaborators, stats }))
}
