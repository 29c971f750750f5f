//! What the features keep for a person.

use box_office::BoxOfficeFacts;
use database::{Connection, DbError};
use domain::{EventId, Instant, UserId};
use serde_json::{Map, Value, json};

use crate::model::{self, Consequences};

/// What is to be seen to once somebody's account is closed.
pub struct LeftBehind {
    /// Events that are shown differently from then on, or not at all.
    pub events: Vec<EventId>,
    /// Keys of stored pictures that nothing shows any more.
    pub pictures: Vec<String>,
}

/// What closing the account would do, asked of every feature.
pub fn consequences(c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<Consequences, DbError> {
    let upcoming = events::list_upcoming_of_owner(c, user, now)?;
    let ids: Vec<EventId> = upcoming.iter().map(|(id, _)| *id).collect();
    let begun = box_office::begun_events(c, &ids)?;
    let names: Vec<&str> =
        upcoming.iter().filter(|(id, _)| begun.contains(id)).map(|(_, name)| name.as_str()).collect();
    let mut said = model::told_of_events(upcoming.len(), events::count_done_of_owner(c, user, now)?);
    said.extend(model::told_of_tickets(box_office::count_of_upcoming_tickets(c, user, now)?));
    if subscription(c, user)?.is_some() {
        said.push("Votre inscription à la newsletter est supprimée.".to_owned());
    }
    if box_office::has_payments(c, user)? {
        said.push("Vos paiements restent dans nos comptes, sans votre nom.".to_owned());
    }
    Ok(Consequences { said, obstacle: model::obstacle(&names) })
}

/// Lets go of all of it, inside the transaction that closes the account.
pub fn leave(c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<LeftBehind, DbError> {
    if let Some((email, _)) = subscription(c, user)? {
        site::unsubscribe(c, &email)?;
    }
    people::leave(c, user)?;
    box_office::leave(c, user, now)?;
    let (events, pictures) = events::remove_organiser(c, user, now)?;
    Ok(LeftBehind { events, pictures })
}

/// All of it, by the name it has in the export.
pub fn export(c: &mut Connection<'_>, user: UserId) -> Result<Map<String, Value>, DbError> {
    let following = people::following(c, user)?;
    let following = following.iter().map(|person| json!({ "id": person.id, "username": person.username }));
    let events = events::list_all_of_owner(c, user, &BoxOfficeFacts)?;
    let collaborations = events::list_collaborations(c, user)?;
    let collaborations = collaborations.iter().map(|(id, name)| json!({ "id": id, "name": name }));
    let (tickets, payments) = box_office::export(c, user)?;
    let newsletter =
        subscription(c, user)?.map(|(email, since)| json!({ "email": email, "subscribed_at": since.to_string() }));
    Ok(Map::from_iter([
        ("tickets".to_owned(), tickets),
        ("payments".to_owned(), payments),
        ("following".to_owned(), following.collect()),
        ("events".to_owned(), events.iter().map(|event| json!(event)).collect()),
        ("collaborations".to_owned(), collaborations.collect()),
        ("newsletter".to_owned(), json!(newsletter)),
    ]))
}

/// Somebody's address on the newsletter's list, and since when. Anybody may have typed one there: it is theirs if they
/// have proved it.
fn subscription(c: &mut Connection<'_>, user: UserId) -> Result<Option<(String, Instant)>, DbError> {
    let person = accounts::find_people(c, &[user])?.remove(&user).filter(|person| person.email_verified);
    let Some(email) = person.and_then(|person| person.email) else { return Ok(None) };
    Ok(site::subscribed_since(c, &email)?.map(|since| (email, since)))
}
