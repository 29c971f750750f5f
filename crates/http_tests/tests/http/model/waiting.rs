//! What the reference model knows of the waiting list and of guests.

use domain::Instant;

use super::reference_model::ReferenceModel;
use super::reference_types::{Notable, Offer};

/// Seconds: places are set aside for so long.
const OFFER: i64 = 2 * 3600;

/// The only right answer to who wants to wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joining {
    Joins,
    /// They are on the list already.
    Waits,
    Refused,
}

impl ReferenceModel {
    pub fn joining(&self, buyer: usize, kind: usize, quantity: i64, now: Instant) -> Joining {
        let kind = &self.kinds[kind];
        let keeps_others_waiting = self.holds_any(buyer, now) || self.let_go(buyer, now).is_some();
        let is_waiting = kind.waiting.iter().any(|(waiting, _)| *waiting == buyer);
        let is_offered = kind.offers.iter().any(|offer| offer.buyer == buyer);
        let is_sold = !(self.cancelled || now >= self.over_at || kind.closed || kind.ended);
        let is_too_much = kind.per_person.is_some_and(|most| quantity > most);
        let is_left = kind.waiting.is_empty() && kind.left() > 0;
        match () {
            () if is_waiting || is_offered => Joining::Waits,
            () if !is_sold || is_too_much || is_left => Joining::Refused,
            () if kind.is_crowded_with(0) && keeps_others_waiting => Joining::Refused,
            () => Joining::Joins,
        }
    }

    pub fn someone_waits(&self) -> bool {
        self.kinds.iter().any(|kind| !kind.waiting.is_empty() || !kind.offers.is_empty())
    }

    /// At the end of its round the cashier ends offers that are over, and offers what is free to who came first.
    pub fn serve_waiting(&mut self, now: Instant) {
        let (is_over, ends) = (self.cancelled || now >= self.over_at, self.over_at);
        let (mut expired, mut offered) = (false, false);
        for kind in &mut self.kinds {
            let is_due = kind.offers.iter().any(|offer| offer.until <= now);
            if !is_due && (kind.waiting.is_empty() || kind.left() <= 0) {
                continue;
            }
            expired |= is_due;
            kind.offers.retain(|offer| offer.until > now);
            if is_over {
                kind.waiting.clear();
            } else if !kind.closed && !kind.ended {
                while let Some((buyer, quantity)) = kind.waiting.first().copied().filter(|_| kind.left() > 0) {
                    let until = now.plus_seconds(OFFER).min(ends);
                    kind.offers.push(Offer { buyer, places: quantity.min(kind.left()), until });
                    kind.waiting.remove(0);
                    offered = true;
                }
            }
        }
        self.note(Notable::OfferExpired, expired);
        self.note(Notable::PlacesOffered, offered);
    }

    /// Whether so many guests fit in.
    pub fn has_place_for(&self, kind: usize, guests: i64, now: Instant) -> bool {
        !self.cancelled && now < self.over_at && guests <= self.kinds[kind].left()
    }
}
