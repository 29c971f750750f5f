//! Reads one's own events, as those who make them see them.

use database::Connection;
use domain::{EventId, Instant, UserId};

use crate::actions::complete;
use crate::model::Takings;
use crate::organising::model::{Collaborator, CollaboratorStatus, EventStats, MyEvent, MyEventsPage};
use crate::organising::my_events::MyEventsFilters;
use crate::organising::store;
use crate::team::access::require_access;
use crate::team::invitations::Invitation;
use crate::team::roles::{Access, Role};
use crate::team::store as team;
use crate::ticket_facts::TicketFacts;
use crate::{Events, store as rows};
use platform::Error;
use platform::paging::Page;

const MISSING: Error = Error::NotFound("Cet évènement n'existe pas.");

impl Events {
    pub async fn list_my_events(
        &self,
        user: UserId,
        filters: MyEventsFilters,
        page: Page,
    ) -> Result<MyEventsPage, Error> {
        let (tickets, now) = (self.tickets.clone(), self.services.now());
        let query = filters.query();
        let read = move |c: &mut Connection<'_>| {
            let count = store::count_organised(c, user, &filters, now)?;
            let mut events = Vec::new();
            for id in store::list_organised(c, user, &filters, page, now)? {
                let (_, access) = require_access(c, user, id)?;
                events.push(read_my_event(c, id, access, &*tickets, now)?);
            }
            Ok::<_, Error>((count, events))
        };
        let (count, results) = self.services.db.read(read).await?;
        let limit = page.limit_unless(Events::PER_PAGE);
        let address = format!("{}/api/my-events/?{query}{limit}", self.services.settings.public_url);
        let (next, previous) = page.neighbours(results.len(), count, &address);
        Ok(MyEventsPage { count, next, previous, results })
    }

    pub async fn get_my_event(&self, user: UserId, id: EventId) -> Result<MyEvent, Error> {
        let (tickets, now) = (self.tickets.clone(), self.services.now());
        let read = move |c: &mut Connection<'_>| {
            let (_, access) = require_access(c, user, id)?;
            read_my_event(c, id, access, &*tickets, now)
        };
        self.services.db.read(read).await
    }
}

/// The event as its organisers see it. Who only stands at the door is shown what is sold there, and no codes.
pub fn read_my_event(
    c: &mut Connection<'_>,
    id: EventId,
    access: Access,
    tickets: &dyn TicketFacts,
    now: Instant,
) -> Result<MyEvent, Error> {
    let row = rows::find_event(c, id)?.ok_or(MISSING)?;
    let mut event = complete(c, vec![row], tickets, now)?.pop().ok_or(MISSING)?;
    let (role, trusted) = (access.role, access.steers());
    if !role.organises() {
        event.ttype.iter_mut().for_each(|kind| kind.access_code = None);
        let stats = EventStats::of(&event.ttype, &Takings::default(), 0);
        return Ok(MyEvent { event, role, trusted, collaborators: Vec::new(), begun_types: Vec::new(), stats });
    }
    let members = team::list_members(c, id)?;
    let ids: Vec<UserId> = members.iter().map(|member| member.user).collect();
    let people = accounts::find_people(c, &ids)?;
    let known = members.iter().filter_map(|member| Some((people.get(&member.user)?, member)));
    let known = known.map(|(person, member)| Collaborator {
        id: Some(person.id),
        username: Some(person.username.clone()),
        email: None,
        status: CollaboratorStatus::Member,
        role: member.role,
        trusted: member.trusted,
    });
    let mut collaborators: Vec<Collaborator> = known.collect();
    let count = collaborators.len();
    // An address was told to the owner, not to the whole team.
    let shown = |email: String| (role == Role::Owner).then_some(email);
    let invited = |invitation: Invitation| Collaborator {
        id: None,
        username: None,
        email: shown(invitation.email),
        status: CollaboratorStatus::Invited,
        role: invitation.role,
        trusted: invitation.trusted,
    };
    collaborators.extend(team::list_invitations(c, id)?.into_iter().map(invited));
    let stats = EventStats::of(&event.ttype, &tickets.takings(c, id)?, count);
    let begun_types = tickets.begun_types(c, id)?;
    Ok(MyEvent { event, role, trusted, collaborators, begun_types, stats })
}
