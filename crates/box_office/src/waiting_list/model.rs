//! Entries of the waiting list, and who is offered what. Pure.

use std::time::Duration;

use domain::{EventId, FieldErrors, Instant, TicketTypeId, UserId, WaitingEntryId};

use crate::stored_words::WaitingState;
use crate::ticket_types::options::{MOST_PER_ORDER, read_access_code};
use crate::waiting_list::answers::{NewWaitingEntry, WaitingEntry, WaitingStatus};

/// How long places are set aside for somebody who waited.
pub const OFFER: Duration = Duration::from_hours(2);

impl NewWaitingEntry {
    /// Returns the type and the access code in capitals, if nothing is wrong with the form.
    pub fn check(&self) -> Result<(TicketTypeId, Option<String>), FieldErrors> {
        let mut errors = FieldErrors::new();
        let ticket_type = self.ticket_type_id.0.parse();
        errors.require(ticket_type.is_ok(), "ticket_type_id", "Ce billet n'existe pas.");
        errors.require(self.quantity >= 1, "quantity", "Au moins un billet doit être choisi.");
        let message = "Vous pouvez acheter 20 billets au plus à la fois.";
        errors.require(self.quantity <= MOST_PER_ORDER, "quantity", message);
        let typed = self.access_code.as_deref().map(str::trim).filter(|code| !code.is_empty());
        let code = typed.and_then(read_access_code);
        errors.require(typed.is_none() || code.is_some(), "access_code", "Ce code n'ouvre aucun billet.");
        match ticket_type {
            Ok(ticket_type) if errors.is_empty() => Ok((ticket_type, code)),
            _ => Err(errors),
        }
    }
}

/// A row of `waiting_list`, with what became of the offer.
#[derive(Debug, Clone)]
pub struct EntryRow {
    pub id: WaitingEntryId,
    pub event: EventId,
    pub ticket_type: TicketTypeId,
    pub user: UserId,
    pub quantity: i64,
    pub state: WaitingState,
    pub offered: i64,
    pub joined: Instant,
    pub offered_at: Option<Instant>,
    pub offered_until: Option<Instant>,
    /// From 1, of those who wait.
    pub position: i64,
    /// A payment that was begun since the offer holds places, or has bought tickets.
    pub is_paying: bool,
    pub has_bought: bool,
}

impl EntryRow {
    /// How it stands, where `is_over` says whether the event is past or cancelled.
    pub fn status(&self, is_over: bool, now: Instant) -> WaitingStatus {
        match self.state {
            WaitingState::Waiting if is_over => WaitingStatus::Expired,
            WaitingState::Waiting => WaitingStatus::Waiting,
            WaitingState::Offered if self.offered_until.is_some_and(|until| until <= now) => WaitingStatus::Expired,
            WaitingState::Offered => WaitingStatus::Offered,
            WaitingState::Taken if self.has_bought => WaitingStatus::Bought,
            WaitingState::Taken if self.is_paying => WaitingStatus::Offered,
            WaitingState::Taken | WaitingState::Expired => WaitingStatus::Expired,
            WaitingState::Left => WaitingStatus::Left,
        }
    }

    pub fn show(&self, label: String, is_over: bool, now: Instant) -> WaitingEntry {
        let status = self.status(is_over, now);
        WaitingEntry {
            id: self.id,
            ticket_type_id: self.ticket_type,
            label,
            quantity: self.quantity,
            position: (status == WaitingStatus::Waiting).then_some(self.position),
            status,
            offered: self.offered,
            offered_at: self.offered_at.map(Instant::millis),
            offered_until: self.offered_until.map(Instant::millis),
        }
    }
}

/// Hands out free places in the order of the list. Who is first gets as many as there are, up to what was asked for: free
/// places wait for nobody while somebody behind would take them.
pub fn hand_out(free: i64, waiting: &[EntryRow]) -> Vec<(&EntryRow, i64)> {
    let mut left = free;
    let mut offers = Vec::new();
    for entry in waiting {
        let places = entry.quantity.min(left);
        if places <= 0 {
            break;
        }
        left -= places;
        offers.push((entry, places));
    }
    offers
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Instant = Instant::from_millis(1_794_650_400_000);

    fn entry(id: i64, quantity: i64, state: WaitingState) -> EntryRow {
        EntryRow {
            id: WaitingEntryId::new(id),
            event: EventId::new(7),
            ticket_type: TicketTypeId::new(1),
            user: UserId::new(id),
            quantity,
            state,
            offered: 0,
            joined: NOW,
            offered_at: None,
            offered_until: None,
            position: id,
            is_paying: false,
            has_bought: false,
        }
    }

    #[test]
    fn places_go_to_who_came_first() {
        let list = [
            entry(1, 2, WaitingState::Waiting),
            entry(2, 3, WaitingState::Waiting),
            entry(3, 1, WaitingState::Waiting),
        ];
        let offered = |free: i64| -> Vec<(i64, i64)> {
            hand_out(free, &list).into_iter().map(|(entry, places)| (entry.id.get(), places)).collect()
        };
        assert_eq!(offered(0), []);
        assert_eq!(offered(1), [(1, 1)]);
        assert_eq!(offered(4), [(1, 2), (2, 2)]);
        assert_eq!(offered(9), [(1, 2), (2, 3), (3, 1)]);
    }

    #[test]
    fn an_offer_that_passed_to_a_payment_stands_as_that_does() {
        let taken = entry(1, 2, WaitingState::Taken);
        let status = |entry: EntryRow| entry.status(false, NOW);
        assert_eq!(status(EntryRow { is_paying: true, ..taken.clone() }), WaitingStatus::Offered);
        assert_eq!(status(EntryRow { has_bought: true, ..taken.clone() }), WaitingStatus::Bought);
        assert_eq!(status(taken), WaitingStatus::Expired);
        let late = EntryRow { offered_until: Some(NOW), ..entry(1, 2, WaitingState::Offered) };
        assert_eq!(status(late), WaitingStatus::Expired);
        assert_eq!(entry(1, 2, WaitingState::Waiting).status(true, NOW), WaitingStatus::Expired);
    }
}
