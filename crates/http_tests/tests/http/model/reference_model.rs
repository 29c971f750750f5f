//! The reference model, an independent copy of the rules in memory: who holds places, who bought, who is owed. It knows
//! nothing of desks, leases and batches. Here is what follows from what people do; `cashier_round` has the rest.

use std::collections::{BTreeSet, HashMap, HashSet};

use domain::{Currency, Instant, Money};
use serde_json::json;

use super::reference_types::{Expected, Kind, Notable, OrderLine, Payment, Refund, State};

/// Seconds: places are held for so long, and the provider is first asked after so long.
const HOLD: i64 = 15 * 60;
const FIRST_ASKED: i64 = 5;

/// Payments that one person may have under way at once.
const MOST_UNDERWAY: usize = 3;

/// Hundredths of a franc for a dollar.
const RATE: i128 = 285_050;

pub struct ReferenceModel {
    pub kinds: Vec<Kind>,
    pub payments: Vec<Payment>,
    pub cancelled: bool,
    pub over_at: Instant,
    /// Webhooks that were genuine and in time, each once.
    pub inbox: HashSet<Vec<u8>>,
    /// What happened of all that should be seen to happen.
    pub noted: BTreeSet<Notable>,
    /// When the cashier last went round.
    pub last_round: Option<Instant>,
    keys: HashMap<(usize, u8), (OrderLine, usize)>,
}

impl ReferenceModel {
    pub fn new(kinds: Vec<Kind>, over_at: Instant) -> ReferenceModel {
        let (payments, inbox, noted, keys) = (Vec::new(), HashSet::new(), BTreeSet::new(), HashMap::new());
        ReferenceModel { kinds, payments, cancelled: false, over_at, inbox, noted, last_round: None, keys }
    }

    /// First come, first served, all or nothing.
    pub fn expects(&self, buyer: usize, line: &OrderLine, key: Option<u8>, now: Instant) -> Expected {
        let refused = |field: &str, message: String| Expected::Refused(json!({ field: [message] }));
        let kind = &self.kinds[line.kind];
        let earlier = line.retry_of.map(|earlier| &self.payments[earlier]);
        let may_take_over =
            |earlier: &Payment| earlier.may_be_retried() && earlier.buyer == buyer && earlier.kind == line.kind;
        let known = key.and_then(|key| self.keys.get(&(buyer, key)));
        let left = kind.left() + earlier.filter(|earlier| earlier.holds).map_or(0, |earlier| earlier.quantity);
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
            None if left <= 0 => refused("quantity", "Ce billet est épuisé.".into()),
            None if left == 1 && line.quantity > 1 => refused("quantity", "Il ne reste plus qu'un billet.".into()),
            None if line.quantity > left => refused("quantity", format!("Il ne reste plus que {left} billets.")),
            None if self.underway(buyer, earlier) >= MOST_UNDERWAY => refused(
                "non_field_errors",
                "Vous avez déjà 3 paiements en cours pour cet évènement : terminez-les ou attendez leur échéance."
                    .into(),
            ),
            None => Expected::Begun(cost(kind.price, line)),
        }
    }

    /// Payments of one person that hold places, but for one that is taken over.
    fn underway(&self, buyer: usize, but: Option<&Payment>) -> usize {
        let taken_over = but.filter(|earlier| earlier.holds).map(|earlier| &earlier.id);
        let own = |payment: &&Payment| payment.holds && payment.buyer == buyer && Some(&payment.id) != taken_over;
        self.payments.iter().filter(own).count()
    }

    /// An order was taken: its places are held, and what it takes over from holds none any more.
    pub fn begin(&mut self, buyer: usize, line: &OrderLine, key: Option<u8>, begun: (String, String), now: Instant) {
        if let Some(earlier) = line.retry_of {
            self.note(Notable::HoldTakenOver, self.payments[earlier].holds);
            self.release(earlier);
        }
        self.kinds[line.kind].held += line.quantity;
        if let Some(key) = key {
            self.keys.insert((buyer, key), (line.clone(), self.payments.len()));
        }
        let (id, reference) = begun;
        self.payments.push(Payment {
            id,
            reference,
            buyer,
            kind: line.kind,
            quantity: line.quantity,
            amount: cost(self.kinds[line.kind].price, line),
            state: State::Pending,
            holds: true,
            retry_of: line.retry_of,
            got_tickets: false,
            refund: Refund::None,
            holder: buyer,
            hold_until: now.plus_seconds(HOLD),
            created: now,
            asked_by: Some(now.plus_seconds(FIRST_ASKED)),
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
        let Kind { held, sold, .. } = self.kinds[kind];
        let taken = held + sold;
        let said = if held > 0 { "vendus ou réservés" } else { "vendus" };
        (taken > places).then(|| format!("{taken} billets sont déjà {said}"))
    }

    /// The event is off: whoever has tickets is owed the money, and whoever holds places is asked about at once.
    pub fn cancel(&mut self, now: Instant) {
        self.cancelled = true;
        for payment in self.payments.iter_mut().filter(|payment| payment.holds && payment.hold_until > now) {
            payment.hold_until = now;
            payment.asked_by = Some(now);
        }
        for payment in self.payments.iter_mut().filter(|payment| payment.got_tickets) {
            if payment.refund == Refund::None {
                payment.refund = Refund::Owed;
            }
        }
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

/// In the currency that is paid, rounded up to what can be paid: cents, or whole francs.
fn cost(price: Money, line: &OrderLine) -> Money {
    let total = i128::from(price.minor()) * i128::from(line.quantity);
    let up = |number: i128, unit: i128| (number + unit - 1) / unit;
    let minor = match (price.currency(), line.currency) {
        (Currency::Usd, Currency::Cdf) => up(total * RATE, 10_000) * 100,
        (Currency::Cdf, Currency::Usd) => up(total * 100, RATE),
        _ => total,
    };
    Money::from_minor(i64::try_from(minor).unwrap(), line.currency)
}
