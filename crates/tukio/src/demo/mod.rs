//! Demo data: believable, in French, relative to today. Fills an empty database and never touches another.

mod catalogue;
mod door_scans;
mod door_tickets;
mod offers;
mod people;
mod plan;
mod portfolio;
mod sales;
mod steering;
mod venues;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use database::{Connection, Database, DbError};
use domain::{Activity, Clock, EventId, Instant, Town, UserId, today_in};

use crate::facts::PeopleFacts;
use accounts::{self, Registration};
use box_office::{self, BoxOfficeFacts};
use events::EventRow;
use events::{self, TicketFacts};
use plan::PlannedEvent;
use platform::{Error, Storage, random};
use portfolio::Portfolio;

pub use steering::Story;

const HOUR: Duration = Duration::from_hours(1);

/// The organisers of the demo create an event so often.
const BETWEEN_EVENTS: Duration = Duration::from_hours(4);

const PASSWORD: &str = "tukio-demo";

/// What the terminal says once the demo is there.
pub const ACCOUNTS: &str =
    "Comptes de démonstration : organisateur, participant, prestataire (mot de passe : tukio-demo)";

/// Returns what is still to be played once the application is built, if anything was added.
pub async fn fill_if_empty(db: &Database, storage: &Storage, clock: &dyn Clock) -> Result<Option<Story>, Error> {
    let is_empty = db.read(|c| Ok::<_, Error>(!accounts::has_users(c)?)).await?;
    if !is_empty {
        return Ok(None);
    }
    let now = clock.now();
    let password_hash = accounts::hash_password(PASSWORD).await?;
    let portfolio = Arc::new(Portfolio::draw(storage).await?);
    let pictures = portfolio.clone();
    // Asked again: another process may have been filling the same database.
    let filled = db.write(move |c| {
        if accounts::has_users(c)? {
            return Ok(None);
        }
        fill(c, &pictures, &password_hash, now).map(Some)
    });
    let filled = filled.await;
    if let Ok(None) = filled {
        portfolio.discard(storage).await;
    }
    filled
}

fn fill(c: &mut Connection<'_>, portfolio: &Portfolio, password_hash: &str, now: Instant) -> Result<Story, Error> {
    let organiser = add_person(c, "organisateur", "0990000001", Some("Organisateur"), password_hash, now)?;
    let participant = add_person(c, "participant", "0990000002", None, password_hash, now)?;
    let provider = add_person(c, "prestataire", "0990000003", Some("Traiteur"), password_hash, now)?;
    add_offer(c, portfolio, provider, ("prestataire", "Traiteur"), 0)?;
    let mut organisers = vec![organiser];
    let mut public = Public { participant, provider, others: vec![organiser, provider], views: HashMap::new() };
    for (index, (name, activity)) in people::PROVIDERS.iter().enumerate() {
        let phone = format!("09910000{:02}", index + 1);
        let provider = add_person(c, name, &phone, Some(activity), password_hash, now)?;
        add_offer(c, portfolio, provider, (name, activity), index)?;
        public.others.push(provider);
        if *activity == "Organisateur" || index % 6 == 0 {
            organisers.push(provider);
        }
    }
    let mut ids = HashMap::new();
    for planned in plan::events(now) {
        // What is over belongs to few, so that each of them has something to look back on.
        let candidates = if planned.is_over { &organisers[..4] } else { &organisers[..] };
        let owner = candidates[planned.number % candidates.len()];
        let (event, created) = add_event(c, &planned, owner, now)?;
        ids.insert(planned.number, event.id);
        public.attend(c, &planned, &event, (created, now))?;
    }
    let today = today_in(Town::Lubumbashi, now);
    events::add_views(c, &public.views, today)?;
    // Every other one who looks at an event chooses tickets.
    let selections = public.views.iter().map(|(event, views)| (*event, views / 2)).collect();
    events::add_selections(c, &selections, today)?;
    // Those who wait and those who are written to have an address.
    let late: Vec<UserId> = public.others.iter().copied().skip(2).take(8).collect();
    for (number, person) in [participant].iter().chain(&late).enumerate() {
        accounts::record_proved_email(c, *person, &format!("personne{number}@tukio.example"), now)?;
    }
    Ok(Story { organiser, participant, late, event: ids[&plan::STEERED], earlier: ids[&plan::REPEATED] })
}

/// Those who buy and come.
struct Public {
    participant: UserId,
    /// Helps at one door.
    provider: UserId,
    others: Vec<UserId>,
    views: HashMap<EventId, i64>,
}

impl Public {
    fn attend(
        &mut self,
        c: &mut Connection<'_>,
        planned: &PlannedEvent,
        event: &EventRow,
        (created, now): (Instant, Instant),
    ) -> Result<(), Error> {
        let cancelled_at = now - HOUR;
        let closed = match planned {
            planned if planned.is_over => event.starts_at(),
            planned if planned.is_cancelled => cancelled_at,
            _ => now,
        };
        let types = |c: &mut Connection<'_>| -> Result<_, DbError> {
            Ok(BoxOfficeFacts.ticket_types(c, &[event.id], now)?.remove(&event.id).unwrap_or_default())
        };
        let own = sales::of_participant(planned, &types(c)?, self.participant, (created, closed));
        let mut payments =
            own.iter().map(|sale| box_office::record_past_sale(c, sale)).collect::<Result<Vec<_>, _>>()?;
        let others = sales::of_event(planned, &types(c)?, &self.others, (created, closed));
        for sale in &others {
            payments.push(box_office::record_past_sale(c, sale)?);
        }
        let sold = own.iter().chain(&others).map(|sale| sale.quantity).sum::<i64>();
        if planned.is_over {
            door_scans::everybody_came(c, event, &payments)?;
        } else if planned.is_cancelled {
            events::mark_cancelled(c, event, cancelled_at)?;
            box_office::refund_event(c, event.id, cancelled_at)?;
        } else if sold > 0 {
            if planned.number == plan::AT_THE_DOOR {
                door_scans::doors_are_open(c, event, self.provider, &payments, now)?;
                if let Some(kind) = types(c)?.first() {
                    let people = (self.participant, self.provider);
                    door_tickets::add_refused_tickets(c, kind, people, closed - HOUR)?;
                    door_tickets::sell_for_cash(c, event, kind, self.provider, now)?;
                }
            }
            self.views.insert(event.id, sales::VIEWS_PER_TICKET * sold);
        }
        Ok(())
    }
}

fn add_person(
    c: &mut Connection<'_>,
    username: &str,
    phone: &str,
    activity: Option<&str>,
    password_hash: &str,
    now: Instant,
) -> Result<UserId, Error> {
    let registration = Registration::check(username, phone, PASSWORD, PASSWORD)?;
    let activity = activity.map(parsed).transpose()?;
    Ok(accounts::insert_account(c, &PeopleFacts, &registration, password_hash, activity, now)?)
}

fn parsed(activity: &str) -> Result<Activity, Error> {
    activity.parse().map_err(|_| Error::Internal(format!("demo: no such activity: {activity}")))
}

/// What a professional says and shows of their work.
fn add_offer(
    c: &mut Connection<'_>,
    portfolio: &Portfolio,
    user: UserId,
    (name, activity): (&str, &str),
    number: usize,
) -> Result<(), Error> {
    accounts::save_provider(c, user, &offers::offer(name, parsed(activity)?, number))?;
    for picture in portfolio.of(name) {
        accounts::add_to_portfolio(c, user, picture)?;
    }
    Ok(())
}

/// The event, and when it was created.
fn add_event(
    c: &mut Connection<'_>,
    planned: &PlannedEvent,
    owner: UserId,
    now: Instant,
) -> Result<(EventRow, Instant), DbError> {
    let id = EventId::from_random(random::bytes());
    let event = planned.event(id, owner);
    // Created one after the other, so that "newest first" has an order to show.
    let latest = if planned.is_over { event.starts_at() - 40 * 24 * HOUR } else { now };
    let created = latest - BETWEEN_EVENTS * (planned.number as u32 + 1);
    events::insert_event(c, &events::NewEvent { event: event.clone(), created })?;
    for (position, (label, price, nbr_max)) in planned.tickets.iter().enumerate() {
        let new = box_office::NewTicketType {
            event: id,
            position: position as i64,
            label: (*label).to_owned(),
            price: *price,
            nbr_max: *nbr_max,
            closed: false,
        };
        box_office::insert_ticket_type(c, &new)?;
    }
    Ok((event, created))
}
