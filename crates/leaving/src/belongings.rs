//! What every feature keeps about a person: exported, counted, removed.

use box_office::BoxOfficeFacts;
use database::{Connection, DbError};
use domain::{EventId, Instant, UserId};
use serde_json::{Map, Value, json};
use site::Subscription;

use crate::model::{self, Consequences};

/// What the caller still does once the transaction that closes an account is committed.
pub struct Cleanup {
    /// Events whose cached pages are stale: they are shown differently, or not at all.
    pub events: Vec<EventId>,
    /// Keys of stored pictures to discard.
    pub pictures: Vec<String>,
}

/// What closing the account would do, asked of every feature.
pub fn find_consequences(c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<Consequences, DbError> {
    let upcoming = events::list_upcoming_of_owner(c, user, now)?;
    let ids: Vec<EventId> = upcoming.iter().map(|(id, _)| *id).collect();
    let begun = box_office::begun_events(c, &ids)?;
    let names: Vec<&str> =
        upcoming.iter().filter(|(id, _)| begun.contains(id)).map(|(_, name)| name.as_str()).collect();
    let mut sentences = model::describe_events(upcoming.len(), events::count_done_of_owner(c, user, now)?);
    sentences.extend(model::describe_tickets(box_office::count_upcoming_tickets(c, user, now)?));
    if find_subscription(c, user)?.is_some() {
        sentences.push("Votre inscription à la newsletter est supprimée.".to_owned());
    }
    if box_office::has_payments(c, user)? {
        sentences.push("Vos paiements restent dans nos comptes, sans votre nom.".to_owned());
    }
    Ok(Consequences { sentences, obstacle: model::describe_obstacle(&names) })
}

/// Removes all of it, inside the transaction that closes the account.
pub fn remove_all(c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<Cleanup, DbError> {
    let email = find_proved_email(c, user)?;
    if let Some(email) = &email {
        site::unsubscribe(c, email)?;
    }
    site::forget_appointments(c, user, email.as_deref())?;
    people::remove_person(c, user)?;
    organiser::forget_person(c, user, now)?;
    box_office::close_account(c, user, now)?;
    let (events, pictures) = events::remove_organiser(c, user, now)?;
    Ok(Cleanup { events, pictures })
}

/// All of it, by the name it has in the export.
pub fn export_all(c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<Map<String, Value>, DbError> {
    let following = people::list_following(c, user)?;
    let following = following.iter().map(|person| json!({ "id": person.id, "username": person.username }));
    let events = events::list_all_of_owner(c, user, &BoxOfficeFacts, now)?;
    let collaborations = events::list_collaborations(c, user)?;
    let collaborations = collaborations.iter().map(|(id, name)| json!({ "id": id, "name": name }));
    let (tickets, payments) = box_office::export_person(c, user)?;
    let email = find_proved_email(c, user)?;
    let invitations = match &email {
        Some(email) => events::list_invited_to(c, email)?,
        None => Vec::new(),
    };
    let invitations = invitations.iter().map(|(id, name)| json!({ "id": id, "name": name }));
    let newsletter = find_subscription(c, user)?.map(|(email, Subscription { asked, confirmed })| {
        let confirmed = confirmed.map(|at| at.to_string());
        json!({ "email": email, "subscribed_at": asked.to_string(), "confirmed_at": confirmed })
    });
    Ok(Map::from_iter([
        ("tickets".to_owned(), tickets),
        ("payments".to_owned(), payments),
        ("waiting_list".to_owned(), box_office::export_waiting_entries(c, user, now)?),
        ("scans".to_owned(), door::export_person(c, user)?),
        ("door_sales".to_owned(), door::export_sales(c, user)?),
        ("following".to_owned(), following.collect()),
        ("events".to_owned(), events.iter().map(|event| json!(event)).collect()),
        ("collaborations".to_owned(), collaborations.collect()),
        ("invitations".to_owned(), invitations.collect()),
        ("messages".to_owned(), organiser::export_messages(c, user)?),
        ("newsletter".to_owned(), json!(newsletter)),
        ("appointments".to_owned(), site::export_appointments(c, user, email.as_deref())?),
    ]))
}

/// The person's address on the newsletter's list, and what the list knows of it. Anybody may have typed it there, so only
/// an address that the person has verified counts as theirs.
fn find_subscription(c: &mut Connection<'_>, user: UserId) -> Result<Option<(String, Subscription)>, DbError> {
    let Some(email) = find_proved_email(c, user)? else { return Ok(None) };
    Ok(site::find_subscription(c, &email)?.map(|subscription| (email, subscription)))
}

fn find_proved_email(c: &mut Connection<'_>, user: UserId) -> Result<Option<String>, DbError> {
    let person = accounts::find_people(c, &[user])?.remove(&user).filter(|person| person.email_verified);
    Ok(person.and_then(|person| person.email))
}
