//! Demo data: believable, in French, relative to today. Fills an empty database and never touches another.

mod catalogue;
mod offers;
mod people;
mod plan;
mod portfolio;
mod venues;

use std::sync::Arc;

use database::{Connection, Database, DbError};
use domain::{Activity, Clock, EventId, Instant, UserId};

use crate::accounts::{self, Registration};
use crate::box_office;
use crate::events;
use crate::facts::PeopleFacts;
use crate::platform::{Error, Storage, random};
use plan::PlannedEvent;
use portfolio::Portfolio;

const PASSWORD: &str = "tukio-demo";

/// What the terminal says once the demo is there.
pub const ACCOUNTS: &str =
    "Comptes de démonstration : organisateur, participant, prestataire (mot de passe : tukio-demo)";

/// Whether anything was added.
pub async fn fill_if_empty(db: &Database, storage: &Storage, clock: &dyn Clock) -> Result<bool, Error> {
    let is_empty = db.read(|c| Ok::<_, Error>(!accounts::any_user(c)?)).await?;
    if !is_empty {
        return Ok(false);
    }
    let now = clock.now();
    let password_hash = accounts::hash_password(PASSWORD).await?;
    let portfolio = Arc::new(Portfolio::draw(storage).await?);
    let pictures = portfolio.clone();
    // Asked again: another process may have been filling the same database.
    let filled = db.write(move |c| {
        if accounts::any_user(c)? {
            return Ok(false);
        }
        fill(c, &pictures, &password_hash, now)?;
        Ok(true)
    });
    let filled = filled.await;
    if let Ok(false) = filled {
        portfolio.discard(storage).await;
    }
    filled
}

fn fill(c: &mut Connection<'_>, portfolio: &Portfolio, password_hash: &str, now: Instant) -> Result<(), Error> {
    let organiser = add_person(c, "organisateur", "0990000001", Some("Organisateur"), password_hash, now)?;
    add_person(c, "participant", "0990000002", None, password_hash, now)?;
    let provider = add_person(c, "prestataire", "0990000003", Some("Traiteur"), password_hash, now)?;
    add_offer(c, portfolio, provider, ("prestataire", "Traiteur"), 0)?;
    let mut organisers = vec![organiser];
    for (index, (name, activity)) in people::PROVIDERS.iter().enumerate() {
        let phone = format!("09910000{:02}", index + 1);
        let provider = add_person(c, name, &phone, Some(activity), password_hash, now)?;
        add_offer(c, portfolio, provider, (name, activity), index)?;
        if *activity == "Organisateur" || index % 6 == 0 {
            organisers.push(provider);
        }
    }
    for planned in plan::events(now) {
        let owner = organisers[planned.number % organisers.len()];
        add_event(c, &planned, owner, now)?;
    }
    Ok(())
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
    Ok(accounts::insert(c, &PeopleFacts, &registration, password_hash, activity, now)?)
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

fn add_event(c: &mut Connection<'_>, planned: &PlannedEvent, owner: UserId, now: Instant) -> Result<(), DbError> {
    let id = EventId::from_random(random::bytes());
    let event = planned.event(id, owner);
    // Created one after the other, so that "newest first" has an order to show.
    let created = now.plus_seconds(-3600 * (planned.number as i64 + 1));
    events::insert(c, &events::NewEvent { event, created })?;
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
    Ok(())
}
