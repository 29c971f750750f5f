//! What must follow from a round of the cashier: the provider's books say what was paid, and that alone decides.

use domain::Instant;

use super::counterparty::{Entry, Verdict};
use super::reference_model::ReferenceModel;
use super::reference_types::{Back, Kind, Notable, Payment, Refund, State};
use super::snapshot::{Snapshot, StoredPayment};

/// Seconds: a payment is followed for so long, for longer where nobody answers, and asked about at least so often.
const FOLLOWED: i64 = 24 * 3600;
const FOLLOWED_IN_SILENCE: i64 = 72 * 3600;
const ASKED_EVERY: i64 = 300;

/// Seconds: places are held on to for so long while nobody can be asked, and asked about so often; an answer comes within
/// so many.
const HELD_IN_SILENCE: i64 = 300;
const ASKED_EVERY_WHEN_OVERDUE: i64 = 60;
const ANSWERED_WITHIN: i64 = 20;

/// What one round has changed so far.
struct Round {
    /// Places of each type that were held and are free again.
    freed: Vec<i64>,
    losers: Vec<usize>,
}

impl ReferenceModel {
    /// The cashier went round. What became of each payment must follow from what the provider's books say; how fast
    /// is the cashier's business, as long as it asks in time.
    pub fn round(&mut self, snapshot: &Snapshot, now: Instant) -> Result<(), String> {
        self.settle_cancellation(now);
        let mut round = Round { freed: vec![0; self.kinds.len()], losers: Vec::new() };
        for index in 0..self.payments.len() {
            let id = &self.payments[index].id;
            let row = snapshot.payments.get(id).ok_or_else(|| format!("payment {id} is gone"))?;
            let entry = snapshot.entry(id);
            self.inherit(index, snapshot, now)?;
            self.settle(index, row, entry, now, &mut round)?;
            self.follow_hold(index, row, entry, now, &mut round)?;
            self.follow_refunds(index, row, entry)?;
        }
        // Late money that got nothing: at its turn there must have been too little, at the least.
        for loser in round.losers.into_iter().map(|loser| &self.payments[loser]) {
            let least = self.kinds[loser.kind].left() - round.freed[loser.kind];
            if loser.quantity <= least && self.takes_place(now) {
                return Err(format!("payment {} was paid and could have had its tickets", loser.id));
            }
        }
        self.last_round = Some(now);
        Ok(())
    }

    /// Who has paid after all has the places that a later try of theirs took over.
    fn inherit(&mut self, index: usize, snapshot: &Snapshot, now: Instant) -> Result<(), String> {
        let payment = &self.payments[index];
        let row = &snapshot.payments[&payment.id];
        if payment.holds || payment.state == State::Succeeded || row.state != State::Succeeded {
            return Ok(());
        }
        let heirs = self.heirs(index);
        let has_lost = |heir: &usize| !snapshot.payments[&self.payments[*heir].id].holds;
        match heirs.iter().copied().find(has_lost) {
            Some(heir) if row.tickets > 0 => {
                self.release(heir);
                self.note(Notable::EarlierTryPaidAfterAll, true);
                Ok(())
            }
            None if !heirs.is_empty() && self.takes_place(now) => {
                Err(format!("payment {} was paid, and a later try kept its places", payment.id))
            }
            _ => Ok(()),
        }
    }

    /// What becomes of the places that a payment holds while it is undecided: they are others' once the provider was
    /// asked when their time was over, or has said nothing for too long.
    fn follow_hold(
        &mut self,
        index: usize,
        row: &StoredPayment,
        entry: Option<&Entry>,
        now: Instant,
        round: &mut Round,
    ) -> Result<(), String> {
        let payment = self.payments[index].clone();
        if payment.state != State::Pending || !payment.holds || now < payment.hold_until {
            return Ok(());
        }
        let is_silent = entry.is_some_and(|entry| entry.verdict == Verdict::Silent);
        let all_have_answered = self.last_round.is_none_or(|last| last.plus_seconds(ANSWERED_WITHIN) <= now);
        let is_lost = payment.is_lost(now);
        if row.holds && (!is_silent && !payment.asked_over || is_lost && all_have_answered) {
            return Err(format!("payment {} keeps places from others", payment.id));
        }
        if !row.holds && is_silent && !is_lost {
            return Err(format!("payment {} lost its places before anybody could be asked", payment.id));
        }
        self.payments[index].asked_over = true;
        if !row.holds {
            round.freed[payment.kind] += self.release(index);
            self.note(Notable::HoldExpired, true);
        }
        self.note(Notable::HoldOutlastedSilence, row.holds);
        Ok(())
    }

    fn settle(
        &mut self,
        index: usize,
        row: &StoredPayment,
        entry: Option<&Entry>,
        now: Instant,
        round: &mut Round,
    ) -> Result<(), String> {
        let payment = self.payments[index].clone();
        let verdict = entry.map_or(Verdict::Unsure, |entry| entry.verdict);
        let is_asked = payment.asked_by.is_some_and(|by| by <= now);
        let followed = if verdict == Verdict::Silent { FOLLOWED_IN_SILENCE } else { FOLLOWED };
        let given_up = now >= payment.created.plus_seconds(followed);
        let is_paid_back = verdict == Verdict::NotPaid && payment.state == State::Succeeded;
        if is_paid_back && is_asked && row.valid > 0 {
            return Err(format!("payment {} was paid back, and its tickets open the door", payment.id));
        }
        // A page can be closed by a provider that says nothing of its payments.
        let is_closed = entry.is_some_and(|entry| entry.is_closed);
        let right = match (payment.state, verdict) {
            (State::Pending, Verdict::Silent) if is_closed && row.state == State::Failed => State::Failed,
            (State::Succeeded | State::Review, _) => payment.state,
            (_, Verdict::Paid(amount)) if amount == payment.amount => State::Succeeded,
            (_, Verdict::Paid(_)) => State::Review,
            (_, Verdict::PaidUntold) => State::Unheard,
            (State::Pending, Verdict::Unsure | Verdict::Silent) if !given_up => State::Pending,
            (State::Pending | State::Unheard, Verdict::Silent) => State::Unheard,
            (_, Verdict::NotPaid | Verdict::Unsure | Verdict::Silent) => State::Failed,
        };
        if row.state != right && (is_asked || row.state != payment.state) {
            return Err(format!("payment {} is {:?}; the provider says {verdict:?}", payment.id, row.state));
        }
        // At the latest: it may well be asked earlier, and from then on ever more rarely.
        let is_followed = match row.state {
            State::Pending => true,
            State::Failed => {
                let says_nothing = matches!(verdict, Verdict::Unsure | Verdict::Silent);
                payment.asked_by.is_some() && payment.state == row.state && !given_up && says_nothing
            }
            // It has been three days: whoever is asked about it answers for good.
            State::Unheard => payment.asked_by.is_some() && !is_asked,
            State::Succeeded | State::Review => false,
        };
        let next = match row.holds {
            true if now < payment.hold_until => payment.hold_until.min(now.plus_seconds(ASKED_EVERY)),
            true => now.plus_seconds(ASKED_EVERY_WHEN_OVERDUE),
            false => now.plus_seconds(ASKED_EVERY),
        };
        self.payments[index].asked_by = is_followed.then_some(next);
        if row.state == payment.state {
            return Ok(());
        }
        if row.state == State::Succeeded {
            return self.succeed(index, row, now, round);
        }
        self.note(Notable::NotWhatWasAgreed, row.state == State::Review);
        self.note(Notable::GivenUpAfterADay, verdict == Verdict::Unsure);
        self.note(Notable::NeverAnswered, row.state == State::Unheard && verdict == Verdict::Silent);
        round.freed[payment.kind] += self.release(index);
        self.payments[index].state = row.state;
        self.payments[index].failed = (row.state == State::Failed).then_some(now);
        Ok(())
    }

    fn takes_place(&self, now: Instant) -> bool {
        !self.cancelled && now < self.over_at
    }

    /// The tickets, or the money back.
    fn succeed(&mut self, index: usize, row: &StoredPayment, now: Instant, round: &mut Round) -> Result<(), String> {
        let may_be_late = self.payments[index].is_lost(now);
        let was_overdue = self.payments[index].hold_until <= now;
        let held = self.release(index);
        // Whoever holds places in time has them, should the last day end meanwhile.
        let takes_place = self.takes_place(now) || (held > 0 && !self.cancelled);
        let Payment { id, kind, quantity, state: before, .. } = self.payments[index].clone();
        let got_tickets = row.tickets > 0;
        match (got_tickets, takes_place) {
            (true, false) => return Err(format!("payment {id} bought tickets of an event that is cancelled or over")),
            (false, true) if held > 0 && !may_be_late => {
                return Err(format!("payment {id} held places and did not get them"));
            }
            (true, true) => self.kinds[kind].sold += quantity,
            (false, _) => {
                round.freed[kind] += held;
                round.losers.push(index);
            }
        }
        self.note(Notable::FailedAndPaidAfterAll, before == State::Failed);
        let Kind { places, sold, given_back, .. } = self.kinds[kind];
        self.note(Notable::PlaceSoldAgain, got_tickets && sold + given_back > places);
        self.note(Notable::TicketsBought, got_tickets && held > 0);
        self.note(Notable::PaidInTimeHeardLate, got_tickets && held > 0 && was_overdue);
        self.note(Notable::LateMoneyBoughtTickets, got_tickets && held == 0);
        self.note(Notable::LateMoneyWentBack, !got_tickets && takes_place);
        self.note(Notable::PaidAfterTheEvent, !got_tickets && !self.cancelled && !takes_place);
        let payment = &mut self.payments[index];
        payment.state = State::Succeeded;
        payment.got_tickets = got_tickets;
        if !got_tickets {
            let late = Back { tickets: 0, amount: payment.amount.minor(), state: Refund::Owed };
            payment.backs.insert("late".to_owned(), late);
        }
        Ok(())
    }

    /// What is owed goes back, unless the provider has paid it back by itself.
    fn follow_refunds(&mut self, index: usize, row: &StoredPayment, entry: Option<&Entry>) -> Result<(), String> {
        let by_itself = entry.map_or(0, |entry| entry.by_itself);
        let pays_back = self.pays_back;
        let payment = &mut self.payments[index];
        let mut noted = Vec::new();
        for (name, stored) in &row.backs {
            let is_in_books = entry.is_some_and(|entry| entry.refunds.contains_key(&stored.id));
            let before = payment.backs.get(name).map(|back| back.state);
            let right = match (before, stored.back.state) {
                (Some(before), now) if before == now => true,
                (Some(Refund::Owed), Refund::Done) => is_in_books,
                (Some(Refund::Owed), Refund::Failed) => !pays_back || by_itself > 0 && !is_in_books,
                (None, Refund::Done) => name == "provider" && by_itself > 0,
                _ => false,
            };
            if !right {
                let given = entry.map(|entry| &entry.refunds);
                return Err(format!(
                    "payment {} has {stored:?} while the provider has paid back {given:?}",
                    payment.id
                ));
            }
            noted.push((Notable::PaidBack, before == Some(Refund::Owed) && stored.back.state == Refund::Done));
            noted.push((Notable::RefundFailed, stored.back.state == Refund::Failed));
            noted.push((Notable::PaidBackElsewhere, before.is_none()));
            if before.is_none() {
                let (tickets, amount) = (payment.standing(), payment.amount.minor() - payment.refunded());
                payment.backs.insert(name.clone(), Back { tickets, amount, state: Refund::Done });
            } else if let Some(back) = payment.backs.get_mut(name) {
                back.state = stored.back.state;
            }
        }
        noted.into_iter().for_each(|(notable, happened)| self.note(notable, happened));
        Ok(())
    }
}

impl Payment {
    /// Its places may be others' by now, although nobody could be asked.
    fn is_lost(&self, now: Instant) -> bool {
        self.asked_over && now >= self.hold_until.plus_seconds(HELD_IN_SILENCE)
    }
}
