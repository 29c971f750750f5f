//! Reads one's own space.

use box_office::{MyTicket, TicketStatus, When as TicketsWhen};
use database::Connection;
use domain::{Currency, EventId, Instant, Money, Town, UserId, today_in};
use events::{MyEventsFilters, Role, When};

use crate::Organiser;
use crate::space::attention::{Known, gather};
use crate::space::model::{MonthMoney, MySpace};
use platform::Error;
use platform::paging::Page;

/// What is shown of each list.
const SHOWN: usize = 3;

/// Events and tickets to come that are looked through for what waits.
const LOOKED_THROUGH: u32 = 20;

impl Organiser {
    pub async fn get_my_space(&self, user: UserId) -> Result<MySpace, Error> {
        let now = self.services.now();
        let page = Page::first(LOOKED_THROUGH);
        let tickets = self.office.list_my_tickets(user, TicketsWhen::Upcoming, page).await?.results;
        let opens_door = |status| matches!(status, TicketStatus::Valid | TicketStatus::Scanned);
        let mut tickets: Vec<_> = tickets.into_iter().filter(|ticket| opens_door(ticket.status)).collect();
        let upcoming = MyEventsFilters { when: When::Upcoming, ..Default::default() };
        let mut events = self.events.list_my_events(user, upcoming, page).await?.results;
        let invitations = self.events.list_my_invitations(user).await?;
        let steered: Vec<EventId> = events.iter().filter(|mine| mine.trusted).map(|mine| mine.event.id).collect();
        let read = move |c: &mut Connection<'_>| {
            let payments = box_office::list_open_payments(c, user, now)?;
            let offers = box_office::list_open_offers(c, user, now)?;
            let refunds = box_office::count_refund_matters(c, &steered)?;
            let follows = people::count_follows(c, &[user])?.remove(&user).unwrap_or_default();
            let is_organiser = events::has_organised(c, user)?;
            Ok::<_, Error>(((payments, offers, refunds), follows, read_money(c, user, now)?, is_organiser))
        };
        let (open, (followers, following), money, is_organiser) = self.services.db.read(read).await?;
        let (payments, offers, refunds) = (&*open.0, &*open.1, &open.2);
        let (invited, organised, held) = (&*invitations, &*events, &*tickets);
        let known = Known { payments, offers, invitations: invited, events: organised, refunds, tickets: held, now };
        let attention = gather(&known);
        events.retain(|mine| mine.role != Role::Door);
        events.truncate(SHOWN);
        keep_next_events(&mut tickets);
        Ok(MySpace { tickets, events, money, followers, following, invitations, attention, is_organiser })
    }
}

/// Keeps the tickets of the next few events, however many one has of each.
fn keep_next_events(tickets: &mut Vec<MyTicket>) {
    let mut next: Vec<EventId> = tickets.iter().map(|ticket| ticket.event.id).collect();
    next.dedup();
    next.truncate(SHOWN);
    tickets.retain(|ticket| next.contains(&ticket.event.id));
}

/// What one's own events have brought in during this month of Lubumbashi's calendar.
fn read_money(c: &mut Connection<'_>, owner: UserId, now: Instant) -> Result<MonthMoney, Error> {
    let town = Town::Lubumbashi;
    let first = today_in(town, now).first_of_month();
    let (from, until) = (first.plus_days(-1).end_in(town), first.last_of_month().end_in(town));
    let events = events::list_ids_of_owner(c, owner)?;
    let sums = box_office::sum_earned(c, &events, from, until)?;
    let major = |currency: Currency| {
        let minor = sums.iter().filter(|sum| sum.currency() == currency).map(|sum| sum.minor()).sum();
        Money::from_minor(minor, currency).major()
    };
    let month = format!("{:04}-{:02}", first.year(), first.month());
    Ok(MonthMoney { month, usd: major(Currency::Usd), cdf: major(Currency::Cdf) })
}
