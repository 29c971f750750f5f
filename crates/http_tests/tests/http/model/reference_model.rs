//! The reference model, an independent copy of the rules in memory: who holds places, who bought, who is owed. It knows
//! nothing of desks, leases and batches. Here is what follows from what people do; `cashier_round` has the rest.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use domain::{Currency, Instant, Money};
use serde_json::json;

use super::reference_types::{Back, Expected, Kind, Notable, OrderLine, Payment, Refund, Request, State};

/// Seconds: places are held for so long, and the provider is first asked after so long.
const HOLD: i64 = 15 * 60;
const HOLD_IN_CROWD: i64 = 5 * 60;
const FIRST_ASKED: i64 = 5;

/// Payments that one person may have under way at once, places they may hold, and holds they may take in a minute.
const MOST_UNDERWAY: usize = 3;
const MOST_HELD: i64 = 20;
const MOST_A_MINUTE: usize = 5;

/// Seconds: who kept places for so long and let them go has none again in a crowd, for so long.
const HELD_TOO_LONG: i64 = 60;
const REMEMBERED: i64 = 30 * 60;

/// How many payments may use the promo code, which takes ten percent off.
const PROMO_LIMIT: usize = 2;

/// Hundredths of a franc for a dollar.
const RATE: i128 = 285_050;

pub struct ReferenceModel {
    pub kinds: Vec<Kind>,
    pub payments: Vec<Payment>,
    pub cancelled: bool,
    /// It was cancelled, and no round was made since.
    is_unsettled: bool,
    /// Until then whoever asks is paid back, because the event was postponed.
    pub grants_until: Option<Instant>,
    pub over_at: Instant,
    /// The provider pays back when it is asked to.
    pub pays_back: bool,
    /// Webhooks that were genuine and in time, each once.
    pub inbox: HashSet<Vec<u8>>,
    /// What happened of all that should be seen to happen.
    pub noted: BTreeSet<Notable>,
    /// When the cashier last went round.
    pub last_round: Option<Instant>,
    keys: HashMap<(usize, u8), (OrderLine, usize)>,
}

impl ReferenceModel {
    pub fn new(kinds: Vec<Kind>, over_at: Instant, pays_back: bool) -> ReferenceModel {
        let (payments, inbox, noted, keys) = (Vec::new(), HashSet::new(), BTreeSet::new(), HashMap::new());
        ReferenceModel {
            kinds,
            payments,
            cancelled: false,
            is_unsettled: false,
            grants_until: None,
            over_at,
            pays_back,
            inbox,
            noted,
            last_round: None,
            keys,
        }
    }

    /// First come, first served, all or nothing.
    pub fn expects(&self, buyer: usize, line: &OrderLine, key: Option<u8>, now: Instant) -> Expected {
        let refused = |field: &str, message: String| Expected::Refused(json!({ field: [message] }));
        let kind = &self.kinds[line.kind];
        let earlier = line.retry_of.map(|earlier| &self.payments[earlier]);
        let may_take_over =
            |earlier: &Payment| earlier.may_be_retried() && earlier.buyer == buyer && earlier.kind == line.kind;
        let known = key.and_then(|key| self.keys.get(&(buyer, key)));
        let taken_over = earlier.filter(|earlier| earlier.holds);
        let left = kind.left_for(buyer, now) + taken_over.map_or(0, |earlier| earlier.quantity);
        let owned = self.owned(buyer, line.kind) - taken_over.map_or(0, |earlier| earlier.quantity);
        match known {
            _ if line.quantity < 1 => refused("quantity", "Au moins un billet doit être choisi.".into()),
            _ if line.quantity > 20 => refused("quantity", "Vous pouvez acheter 20 billets au plus à la fois.".into()),
            Some((before, payment)) if before == line => Expected::Same(*payment),
            Some(_) => Expected::KeyTaken,
            None if !earlier.is_none_or(may_take_over) => {
                refused("retry_of", "Ce paiement ne peut pas être repris.".into())
            }
            None if self.cancelled => refused("ticket_type_id", "Cet évènement est annulé.".into()),
            None if now >= self.over_at => refused("ticket_type_id", "Cet évènement est passé.".into()),
            None if kind.closed => refused("ticket_type_id", "La vente de ce billet est fermée.".into()),
            None if kind.ended => refused("ticket_type_id", "La vente de ce billet est terminée.".into()),
            None if left <= 0 => refused("quantity", "Ce billet est épuisé.".into()),
            None if left == 1 && line.quantity > 1 => refused("quantity", "Il ne reste plus qu'un billet.".into()),
            None if line.quantity > left => refused("quantity", format!("Il ne reste plus que {left} billets.")),
            None if kind.per_person.is_some_and(|most| owned + line.quantity > most) => {
                refused("quantity", enough(kind.per_person.unwrap_or(0), owned))
            }
            None if self.underway(buyer, earlier, now).count() >= MOST_UNDERWAY => refused(
                "non_field_errors",
                "Vous avez déjà 3 paiements en cours pour cet évènement : terminez-les ou attendez leur échéance."
                    .into(),
            ),
            None if self.unpaid(buyer, earlier, now) + line.quantity > MOST_HELD => refused(
                "non_field_errors",
                format!(
                    "Vous gardez déjà {} places de cet évènement sans les avoir payées, sur 20 au plus : payez-les ou attendez leur échéance.",
                    self.unpaid(buyer, earlier, now)
                ),
            ),
            None if self.wait_for_next(buyer, now).is_some() => {
                Expected::TooFast(self.wait_for_next(buyer, now).unwrap_or(0))
            }
            None if self.is_crowded(line)
                && self.takes_again(buyer, line, now)
                && self.let_go(buyer, now).is_some() =>
            {
                refused("non_field_errors", self.let_go(buyer, now).unwrap_or_default())
            }
            None if line.promo && self.promo_uses(earlier) >= PROMO_LIMIT => {
                refused("promo_code", "Ce code promo a été utilisé autant de fois que prévu.".into())
            }
            None => Expected::Begun(cost(kind.price, line)),
        }
    }

    /// Payments of one person that hold places, but for one that is taken over. One that is older than any hold lasts is
    /// about to end, and counts no more.
    fn underway(&self, buyer: usize, but: Option<&Payment>, now: Instant) -> impl Iterator<Item = &Payment> {
        let taken_over = but.map(|earlier| earlier.id.clone());
        self.payments.iter().filter(move |payment| {
            let is_recent = payment.created.plus_seconds(REMEMBERED) >= now;
            payment.holds && is_recent && payment.buyer == buyer && Some(&payment.id) != taken_over.as_ref()
        })
    }

    /// Places that one person holds, but for those that are taken over.
    fn unpaid(&self, buyer: usize, but: Option<&Payment>, now: Instant) -> i64 {
        self.underway(buyer, but, now).map(|payment| payment.quantity).sum()
    }

    pub fn holds_any(&self, buyer: usize, now: Instant) -> bool {
        self.underway(buyer, None, now).next().is_some()
    }

    /// Seconds until somebody may take the next hold, if they have taken too many within a minute.
    fn wait_for_next(&self, buyer: usize, now: Instant) -> Option<i64> {
        let taken = self.payments.iter().filter(|payment| payment.buyer == buyer).map(|payment| payment.created);
        let of_the_minute: Vec<Instant> = taken.filter(|at| at.plus_seconds(60) > now).collect();
        let first = of_the_minute.len().checked_sub(MOST_A_MINUTE)?;
        Some((of_the_minute[first].plus_seconds(60).millis() - now.millis() + 999) / 1000)
    }

    /// How many places more are held once an order is taken.
    fn more(&self, line: &OrderLine) -> i64 {
        let earlier = line.retry_of.map(|earlier| &self.payments[earlier]).filter(|earlier| earlier.holds);
        line.quantity - earlier.map_or(0, |earlier| earlier.quantity)
    }

    fn is_crowded(&self, line: &OrderLine) -> bool {
        self.kinds[line.kind].is_crowded_with(self.more(line))
    }

    /// The deadline of the try that an order goes on with, if it is still to come.
    fn first_deadline(&self, line: &OrderLine, now: Instant) -> Option<Instant> {
        line.retry_of.map(|earlier| self.payments[earlier].hold_until).filter(|until| *until > now)
    }

    /// Whether an order neither goes on with a try nor takes what was offered.
    fn takes_again(&self, buyer: usize, line: &OrderLine, now: Instant) -> bool {
        let mut offers = self.kinds[line.kind].offers.iter();
        let is_offered = offers.any(|offer| offer.buyer == buyer && offer.until > now);
        self.first_deadline(line, now).is_none() && !is_offered
    }

    /// What is said to who kept places for too long and did not pay.
    pub fn let_go(&self, buyer: usize, now: Instant) -> Option<String> {
        let is_replaced = |id: &str| {
            let later = self.payments.iter().filter_map(|later| later.retry_of);
            later.map(|earlier| &self.payments[earlier]).any(|earlier| earlier.id == id)
        };
        let is_recent = |payment: &&Payment| payment.created.plus_seconds(REMEMBERED) >= now;
        let is_let_go = |payment: &&Payment| {
            payment.buyer == buyer && !payment.holds && payment.may_be_retried() && !is_replaced(&payment.id)
        };
        let mut kept = 0;
        let mut since = None;
        for payment in self.payments.iter().filter(is_recent).filter(is_let_go) {
            let end = payment.failed.map_or(payment.hold_until, |failed| failed.min(payment.hold_until));
            let millis = end.millis() - payment.created.millis();
            let counted = if payment.retry_of.is_some() { HELD_TOO_LONG * 1000 } else { millis };
            kept += counted;
            since = if counted > 0 { Some(payment.created) } else { since };
        }
        let wait = since?.plus_seconds(REMEMBERED).millis() - now.millis();
        let minutes = (wait / 1000 + 59) / 60;
        (kept >= HELD_TOO_LONG * 1000).then(|| {
            format!("Vous avez gardé des places sans les payer, et beaucoup de personnes réservent en ce moment : réessayez dans {minutes} min au plus tard.")
        })
    }

    /// Until when the places of an order are held, if it is taken now.
    pub fn hold_ends(&self, line: &OrderLine, now: Instant) -> Instant {
        let anew = now.plus_seconds(if self.is_crowded(line) { HOLD_IN_CROWD } else { HOLD });
        match self.first_deadline(line, now) {
            Some(first) if self.more(line) > 0 => first.min(anew),
            first => first.unwrap_or(anew),
        }
    }

    /// Tickets that somebody has bought of a type and not given back, and places that are held for them.
    fn owned(&self, buyer: usize, kind: usize) -> i64 {
        let own = self.payments.iter().filter(|payment| payment.buyer == buyer && payment.kind == kind);
        own.map(|payment| if payment.holds { payment.quantity } else { payment.standing() }).sum()
    }

    /// Payments with the promo code that hold places or have succeeded, but for one that is taken over.
    fn promo_uses(&self, but: Option<&Payment>) -> usize {
        let taken_over = but.filter(|earlier| earlier.holds).map(|earlier| &earlier.id);
        let uses = |payment: &&Payment| {
            payment.promo && (payment.holds || payment.state == State::Succeeded) && Some(&payment.id) != taken_over
        };
        self.payments.iter().filter(uses).count()
    }

    /// An order was taken: its places are held, and what it takes over from holds none any more.
    pub fn begin(&mut self, buyer: usize, line: &OrderLine, key: Option<u8>, id: String, now: Instant) {
        let hold_until = self.hold_ends(line, now);
        self.note(Notable::HoldShortened, hold_until == now.plus_seconds(HOLD_IN_CROWD));
        self.note(Notable::DeadlineInherited, self.first_deadline(line, now) == Some(hold_until));
        if let Some(earlier) = line.retry_of {
            self.note(Notable::HoldTakenOver, self.payments[earlier].holds);
            self.release(earlier);
        }
        let kind = &mut self.kinds[line.kind];
        kind.held += line.quantity;
        let offers = kind.offers.len();
        kind.offers.retain(|offer| offer.buyer != buyer || offer.until <= now);
        let is_taken = kind.offers.len() < offers;
        self.note(Notable::OfferTaken, is_taken);
        self.note(Notable::PromoCodeUsed, line.promo);
        if let Some(key) = key {
            self.keys.insert((buyer, key), (line.clone(), self.payments.len()));
        }
        self.payments.push(Payment {
            id,
            reference: String::new(),
            buyer,
            kind: line.kind,
            quantity: line.quantity,
            amount: cost(self.kinds[line.kind].price, line),
            state: State::Pending,
            holds: true,
            retry_of: line.retry_of,
            got_tickets: false,
            backs: BTreeMap::new(),
            void_places: BTreeSet::new(),
            request: Request::None,
            holder: buyer,
            promo: line.promo,
            hold_until,
            created: now,
            failed: None,
            asked_by: Some(hold_until.min(now.plus_seconds(FIRST_ASKED))),
            asked_over: false,
        });
    }

    /// A genuine webhook came in time: whoever may still pay is asked about.
    pub fn heard(&mut self, body: &[u8], reference: &str, now: Instant) {
        let is_new = self.inbox.insert(body.to_vec());
        self.note(Notable::WebhookRepeated, !is_new);
        let payment = self.payments.iter_mut().find(|payment| payment.reference == reference);
        if let Some(payment) = payment.filter(|payment| is_new || payment.is_open()) {
            payment.asked_by = Some(now);
        }
    }

    /// Why fewer places than these can't be offered.
    pub fn too_few(&self, kind: usize, places: i64) -> Option<String> {
        let (held, sold) = (self.kinds[kind].held + self.kinds[kind].offered(), self.kinds[kind].sold);
        let taken = held + sold;
        let said = if held > 0 { "vendus ou réservés" } else { "vendus" };
        (taken > places).then(|| format!("{taken} billets sont déjà {said}"))
    }

    /// The event is off: from now on nothing is sold, and no ticket opens the door. The next round sees to the rest.
    pub fn cancel(&mut self) {
        self.is_unsettled |= !self.cancelled;
        self.cancelled = true;
    }

    /// The first round after the event was called off: whoever has tickets is owed the money, and whoever holds places is
    /// asked about at once.
    pub fn settle_cancellation(&mut self, now: Instant) {
        if !std::mem::take(&mut self.is_unsettled) {
            return;
        }
        for payment in self.payments.iter_mut().filter(|payment| payment.holds && payment.hold_until > now) {
            payment.hold_until = now;
            payment.asked_by = Some(now);
        }
        for payment in self.payments.iter_mut().filter(|payment| payment.standing() > 0) {
            let (tickets, amount) = (payment.standing(), payment.amount.minor() - payment.refunded());
            payment.backs.insert("cancelled".to_owned(), Back { tickets, amount, state: Refund::Owed });
        }
    }

    /// The organiser pays back one ticket, or all that are left: their places are free again.
    pub fn pay_back(&mut self, payment: usize, place: Option<usize>, id: String) {
        let Payment { kind, .. } = self.payments[payment];
        let payment = &mut self.payments[payment];
        let (tickets, amount) = match place {
            Some(place) => {
                let share = payment.share();
                payment.void_places.insert(place);
                (1, share)
            }
            None => (payment.standing(), payment.amount.minor() - payment.refunded()),
        };
        let is_last = place.is_some() && payment.standing() == 1 && payment.quantity > 1;
        payment.backs.insert(id, Back { tickets, amount, state: Refund::Owed });
        self.kinds[kind].sold -= tickets;
        self.kinds[kind].given_back += tickets;
        self.note(Notable::TicketPaidBack, place.is_some());
        self.note(Notable::LastTicketPaidBack, is_last);
        self.note(Notable::PaymentPaidBack, place.is_none());
    }

    /// Tries that came after this one, still undecided, and hold places enough for it.
    pub fn heirs(&self, payment: usize) -> Vec<usize> {
        let comes_after = |mut index: usize| {
            while let Some(earlier) = self.payments[index].retry_of {
                if earlier == payment {
                    return true;
                }
                index = earlier;
            }
            false
        };
        let holds_enough = |heir: &Payment| {
            heir.state == State::Pending && heir.holds && heir.quantity >= self.payments[payment].quantity
        };
        (0..self.payments.len()).filter(|heir| comes_after(*heir) && holds_enough(&self.payments[*heir])).collect()
    }

    pub fn note(&mut self, notable: Notable, happened: bool) {
        self.noted.extend(happened.then_some(notable));
    }

    /// Gives places back, once. How many.
    pub fn release(&mut self, payment: usize) -> i64 {
        let payment = &mut self.payments[payment];
        let freed = if std::mem::take(&mut payment.holds) { payment.quantity } else { 0 };
        self.kinds[payment.kind].held -= freed;
        freed
    }
}

/// Why somebody may have no more of a type.
fn enough(most: i64, owned: i64) -> String {
    match most - owned {
        ..=0 => format!("Vous avez déjà le maximum de ce billet par personne : {most}."),
        left => format!("Une personne peut avoir {most} de ces billets : il vous en reste {left}."),
    }
}

/// In the currency that is paid, rounded up to what can be paid: cents, or whole francs.
fn cost(price: Money, line: &OrderLine) -> Money {
    let total = i128::from(price.minor()) * i128::from(line.quantity);
    let up = |number: i128, unit: i128| (number + unit - 1) / unit;
    let minor = match (price.currency(), line.currency) {
        (Currency::Usd, Currency::Cdf) => up(total * RATE, 10_000) * 100,
        (Currency::Cdf, Currency::Usd) => up(total * 100, RATE),
        _ => total,
    };
    // Ten percent, rounded down to what can be paid.
    let unit = if line.currency == Currency::Cdf { 100 } else { 1 };
    let minor = if line.promo { minor - minor / 10 / unit * unit } else { minor };
    Money::from_minor(i64::try_from(minor).unwrap(), line.currency)
}
