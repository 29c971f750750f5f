//! Demo data: believable, in French, relative to today. Fills an empty database and never touches another.

mod catalogue;
mod people;
mod plan;
mod venues;

use database::{Connection, Database, DbError};
use domain::{Activity, Clock, EventId, Instant, UserId};

use crate::accounts::{self, Registration};
use crate::box_office;
use crate::events;
use crate::facts::PeopleFacts;
use crate::platform::{Error, random};
use plan::PlannedEvent;

const PASSWORD: &str = "tukio-demo";

/// What the terminal says once the demo is there.
pub const ACCOUNTS: &str =
    "Comptes de démonstration : organisateur, participant, prestataire (mot de passe : tukio-demo)";

/// Whether anything was added.
pub async fn fill_if_empty(db: &Database, clock: &dyn Clock) -> Result<bool, Error> {
    let now = clock.now();
    let password_hash = accounts::hash_password(PASSWORD).await?;
    db.write(move |c| {
        if accounts::any_user(c)? {
            return Ok(false);
        }
        fill(c, &password_hash, now)?;
        Ok(true)
    })
    .await
}

fn fill(c: &mut Connection<'_>, password_hash: &str, now: Instant) -> Result<(), Error> {
    let organiser = add_person(c, "organisateur", "0990000001", Some("Organisateur"), password_hash, now)?;
    add_person(c, "participant", "0990000002", None, password_hash, now)?;
    add_person(c, "prestataire", "0990000003", Some("Traiteur"), password_hash, now)?;
    let mut organisers = vec![organiser];
    for (index, (name, activity)) in people::PROVIDERS.iter().enumerate() {
        let phone = format!("09910000{:02}", index + 1);
        let provider = add_person(c, name, &phone, Some(activity), password_hash, now)?;
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
    let activity =
        activity.map(str::parse::<Activity>).transpose().map_err(|error| Error::Internal(error.to_string()))?;
    Ok(accounts::insert(c, &PeopleFacts, &registration, password_hash, activity, now)?)
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
        };
        box_office::insert_ticket_type(c, &new)?;
    }
    Ok(())
}
