//! Chooses tickets for each verdict at the door where somebody was last let in.

use box_office::{DoorTicket, TicketStatus};
use database::Connection;

use crate::Door;
use crate::codes::drawing::{ShownCode, Tone, draw_page};
use crate::codes::store;
use crate::overview::grouped;
use platform::Error;

const NOTHING_HERE: Error = Error::NotFound("Cette adresse n'existe pas.");

/// Enough to try an evening with.
const MOST_VALID: usize = 12;

impl Door {
    /// The page with codes of the event whose door is open. Only in the demo, because these codes are real.
    pub async fn show_codes(&self) -> Result<String, Error> {
        if !self.services.settings.demo {
            return Err(NOTHING_HERE);
        }
        let read = |c: &mut Connection<'_>| {
            let doors = store::latest_doors(c)?;
            let event = *doors.first().ok_or(NOTHING_HERE)?;
            let name = events::find_events(c, &[event])?.remove(&event).ok_or(NOTHING_HERE)?.name;
            let mut ids = box_office::find_ticket_ids(c, event)?;
            if let Some(other) = doors.get(1) {
                ids.extend(box_office::find_ticket_ids(c, *other)?.into_iter().take(1));
            }
            let mut tickets = box_office::find_tickets_by_ids(c, &ids.iter().collect::<Vec<_>>())?;
            tickets.sort_by(|one, next| one.id.cmp(&next.id));
            let chosen = choose(event, &tickets).into_iter().map(|(verdict, ticket)| (verdict, ticket.clone()));
            Ok::<_, Error>((event, name, chosen.collect::<Vec<_>>()))
        };
        let (event, name, chosen) = self.services.db.read(read).await?;
        let mut codes = Vec::with_capacity(chosen.len());
        for (verdict, ticket) in chosen {
            codes.push(self.show_code(verdict, ticket).await?);
        }
        draw_page(&name, &format!("/dash/events/{event}/scan"), &codes)
    }

    async fn show_code(&self, verdict: &'static str, mut ticket: DoorTicket) -> Result<ShownCode, Error> {
        // The code that was given before the ticket changed hands.
        let is_passed_on = verdict == PASSED_ON;
        ticket.issue -= i64::from(is_passed_on);
        let mut content = self.office.sign_tickets(&[&ticket]).await?.pop().unwrap_or_default();
        if verdict == FORGED {
            let last = content.pop();
            content.push(if last == Some('0') { '1' } else { '0' });
        }
        let code = (!is_passed_on && verdict != FORGED).then(|| grouped(&ticket.code));
        Ok(ShownCode { verdict, tone: tone_of(verdict), code, content })
    }
}

const VALID: &str = "Valable";
const PASSED_ON: &str = "Transmis : l'ancien code";
const FORGED: &str = "Faux";
const ADMITTED: &str = "Déjà entré";
const OTHER_EVENT: &str = "D'un autre évènement";

fn tone_of(verdict: &str) -> Tone {
    match verdict {
        VALID => Tone::Good,
        ADMITTED | OTHER_EVENT => Tone::Look,
        _ => Tone::Bad,
    }
}

fn choose(event: domain::EventId, tickets: &[DoorTicket]) -> Vec<(&'static str, &DoorTicket)> {
    let (own, others): (Vec<&DoorTicket>, Vec<&DoorTicket>) = tickets.iter().partition(|ticket| ticket.event == event);
    let of = |status: TicketStatus, most: usize| {
        own.iter().filter(move |ticket| ticket.status == status && ticket.issue == 0).take(most).copied()
    };
    let passed_on = own.iter().filter(|ticket| ticket.issue > 0 && ticket.status == TicketStatus::Valid).take(1);
    let mut chosen: Vec<(&'static str, &DoorTicket)> =
        of(TicketStatus::Valid, MOST_VALID).map(|one| (VALID, one)).collect();
    chosen.extend(of(TicketStatus::Scanned, 2).map(|one| (ADMITTED, one)));
    chosen.extend(of(TicketStatus::Cancelled, 1).map(|one| ("Annulé", one)));
    chosen.extend(of(TicketStatus::Refunded, 1).map(|one| ("Remboursé", one)));
    chosen.extend(passed_on.map(|one| (PASSED_ON, *one)));
    chosen.extend(others.into_iter().take(1).map(|one| (OTHER_EVENT, one)));
    chosen.extend(of(TicketStatus::Valid, 1).map(|one| (FORGED, one)));
    chosen
}
