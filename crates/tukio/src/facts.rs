//! What earlier features are told by later ones: the one place where all of them are known.

use std::collections::HashMap;

use database::{Connection, DbError};
use domain::{EventId, Instant, UserId};
use serde_json::{Map, Value, json};

use crate::accounts::{Account, Belongings, Consequences, LeftBehind, PersonCounts, PersonFacts};
use crate::box_office::{self, BoxOfficeFacts};
use crate::{accounts, events, people, site};

/// Facts about people that features standing on accounts know.
pub struct PeopleFacts;

impl PersonFacts for PeopleFacts {
    fn counts(&self, c: &mut Connection<'_>, users: &[UserId]) -> Result<HashMap<UserId, PersonCounts>, DbError> {
        let events = events::count_of_owners(c, users)?;
        let follows = people::follow_counts(c, users)?;
        let counts = |user: &UserId| {
            let (followers, following) = follows.get(user).copied().unwrap_or_default();
            PersonCounts { events: events.get(user).copied().unwrap_or_default(), followers, following }
        };
        Ok(users.iter().map(|user| (*user, counts(user))).collect())
    }

    fn changed(&self, c: &mut Connection<'_>, account: &Account) -> Result<(), DbError> {
        people::enter(c, account)
    }
}

impl Belongings for PeopleFacts {
    fn consequences(&self, c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<Consequences, DbError> {
        let upcoming = events::upcoming_of(c, user, now)?;
        let ids: Vec<EventId> = upcoming.iter().map(|(id, _)| *id).collect();
        let begun = box_office::begun_events(c, &ids)?;
        let names: Vec<&str> =
            upcoming.iter().filter(|(id, _)| begun.contains(id)).map(|(_, name)| name.as_str()).collect();
        let mut said = told_of_events(upcoming.len(), events::count_done_of(c, user, now)?);
        said.extend(told_of_tickets(box_office::count_of_upcoming_tickets(c, user, now)?));
        if subscription(c, user)?.is_some() {
            said.push("Votre inscription à la newsletter est supprimée.".to_owned());
        }
        if box_office::has_payments(c, user)? {
            said.push("Vos paiements restent dans nos comptes, sans votre nom.".to_owned());
        }
        Ok(Consequences { said, obstacle: obstacle(&names) })
    }

    fn leave(&self, c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<LeftBehind, DbError> {
        if let Some((email, _)) = subscription(c, user)? {
            site::unsubscribe(c, &email)?;
        }
        people::leave(c, user)?;
        box_office::leave(c, user, now)?;
        let (events, pictures) = events::leave(c, user, now)?;
        Ok(LeftBehind { events, pictures })
    }

    fn export(&self, c: &mut Connection<'_>, user: UserId) -> Result<Map<String, Value>, DbError> {
        let following = people::following(c, user)?;
        let following = following.iter().map(|person| json!({ "id": person.id, "username": person.username }));
        let events = events::all_of(c, user, &BoxOfficeFacts)?;
        let collaborations = events::collaborations_of(c, user)?;
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
}

/// Somebody's address on the newsletter's list, and since when. Anybody may have typed one there: it is theirs if they
/// have proved it.
fn subscription(c: &mut Connection<'_>, user: UserId) -> Result<Option<(String, Instant)>, DbError> {
    let person = accounts::people(c, &[user])?.remove(&user).filter(|person| person.email_verified);
    let Some(email) = person.and_then(|person| person.email) else { return Ok(None) };
    Ok(site::subscribed_since(c, &email)?.map(|since| (email, since)))
}

fn told_of_events(upcoming: usize, done: i64) -> Vec<String> {
    let upcoming = match upcoming {
        0 => None,
        1 => Some("Votre évènement à venir est supprimé.".to_owned()),
        several => Some(format!("Vos {several} évènements à venir sont supprimés.")),
    };
    let done = match done {
        0 => None,
        1 => Some("Votre évènement passé ou annulé reste visible, sans votre nom.".to_owned()),
        several => Some(format!("Vos {several} évènements passés ou annulés restent visibles, sans votre nom.")),
    };
    upcoming.into_iter().chain(done).collect()
}

fn told_of_tickets(upcoming: usize) -> Option<String> {
    match upcoming {
        0 => None,
        1 => {
            Some("Vous perdez votre billet à venir, sans remboursement. Vous pouvez d'abord le transmettre.".to_owned())
        }
        several => Some(format!(
            "Vous perdez vos {several} billets à venir, sans remboursement. Vous pouvez d'abord les transmettre."
        )),
    }
}

/// Somebody has paid for what would disappear, or has begun to.
fn obstacle(names: &[&str]) -> Option<String> {
    let quoted: Vec<String> = names.iter().map(|name| format!("« {name} »")).collect();
    match quoted.as_slice() {
        [] => None,
        [one] => Some(format!(
            "Des billets sont vendus, ou un paiement est commencé, pour {one} : annulez d'abord cet évènement."
        )),
        several => Some(format!(
            "Des billets sont vendus, ou des paiements sont commencés, pour {} : annulez d'abord ces évènements.",
            several.join(", ")
        )),
    }
}
