//! Who gets the places that are left: a pure function that serves in the order of the requests.

use std::collections::HashMap;

use domain::{Currency, EventId, Instant, Money, PromoCodeId, Rate, TicketTypeId, UserId};

pub use crate::desk::stock::{Limits, Refusal, Stock};
use crate::desk::unpaid::{LetGo, TakenHolds, Unpaid, hold_ends};
use crate::promo_codes::model::{Promo, PromoRefusal};

/// So many tickets of one type, to be paid in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrderLine {
    pub ticket_type: TicketTypeId,
    pub quantity: i64,
    pub currency: Currency,
    /// The total that the buyer has confirmed, if the request says so: no other amount is taken.
    pub quoted: Option<Money>,
    /// Places of the buyer's own earlier hold, which this one takes over.
    pub taken_over: i64,
}

/// What somebody asks for, with the codes that they know, in capitals.
#[derive(Debug, Clone, Copy)]
pub struct Wish<'a> {
    pub buyer: UserId,
    pub line: OrderLine,
    pub access_code: Option<&'a str>,
    pub promo_code: Option<&'a str>,
    /// The promo code of the hold that is taken over, whose use passes to this one.
    pub promo_taken_over: Option<PromoCodeId>,
    /// Until when the places of the first try are held, or would be had it not failed, if that is still to come.
    pub first_deadline: Option<Instant>,
    /// Whether it was counted before, with the provider that did not answer.
    pub goes_on: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    Held {
        terms: Terms,
        /// Places that were offered to this person and are theirs now, or free again.
        offered: i64,
        until: Instant,
    },
    Refused(Refusal),
}

/// What was agreed on, frozen for as long as the payment lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    pub event: EventId,
    /// The price of one ticket, in its own currency.
    pub price: Money,
    /// What all of them cost less the discount, in the currency that is paid.
    pub amount: Money,
    /// What a promo code takes off, in the same currency.
    pub discount: Money,
    pub promo: Option<PromoCodeId>,
    /// The rate of that moment, where one is configured: takings are summed up in one currency by it.
    pub rate: Option<Rate>,
}

impl Terms {
    /// Without any discount.
    pub fn whole(event: EventId, price: Money, amount: Money, rate: Option<Rate>) -> Terms {
        let discount = Money::from_minor(0, amount.currency());
        Terms { event, price, amount, discount, promo: None, rate }
    }

    /// The same with what a promo code takes off.
    pub fn less(self, promo: &Promo) -> Terms {
        let discount = promo.discount.off(self.amount);
        let amount = Money::from_minor(self.amount.minor() - discount.minor(), discount.currency());
        Terms { amount, discount, promo: Some(promo.id), ..self }
    }

    pub fn exchanged_at(&self) -> Option<Rate> {
        exchanged_at(self.price, self.amount, self.rate)
    }
}

/// Returns the rate if it matters to the buyer, which is when the price is paid in the other currency.
pub fn exchanged_at(price: Money, amount: Money, rate: Option<Rate>) -> Option<Rate> {
    rate.filter(|_| price.currency() != amount.currency())
}

/// What people hold unpaid, by person and event.
pub type Underway = HashMap<(UserId, EventId), Unpaid>;

/// So many tickets or places, by person and ticket type.
pub type ByPerson = HashMap<(UserId, TicketTypeId), i64>;

/// All that a batch is decided by. Each decision changes it for the next.
#[derive(Debug, Default)]
pub struct Books {
    pub stock: HashMap<TicketTypeId, Stock>,
    pub underway: Underway,
    /// When people took holds lately, of whatever events.
    pub taken: HashMap<UserId, TakenHolds>,
    /// What people let go unpaid lately, of this event or that.
    pub let_go: HashMap<(UserId, EventId), LetGo>,
    /// What people have of types that one person may have so many of, held and paid.
    pub owned: ByPerson,
    /// Places that are set aside for people of the waiting list.
    pub offers: ByPerson,
    /// By event and code in capitals.
    pub promos: HashMap<(EventId, String), Promo>,
}

/// Returns what somebody would pay for so many, and at which rate.
pub fn calculate_terms(stock: &Stock, line: &OrderLine, rate: Option<Rate>) -> Result<Terms, Refusal> {
    let quantity = u32::try_from(line.quantity).map_err(|_| Refusal::TooMuch)?;
    let total = stock.price.times(quantity).ok_or(Refusal::TooMuch)?;
    let own = stock.price.currency();
    let amount = match rate {
        _ if line.currency == own => total,
        Some(rate) => rate.convert(total, line.currency).ok_or(Refusal::TooMuch)?,
        None => return Err(Refusal::OnlyIn(own)),
    };
    Ok(Terms::whole(stock.event, stock.price, amount, rate))
}

/// Decides each wish wholly or not at all, in the order in which they came.
pub fn allocate(books: &mut Books, wishes: &[Wish<'_>], rate: Option<Rate>, now: Instant) -> Vec<Decision> {
    let decide = |wish: &Wish<'_>| hold_places(books, wish, rate, now).unwrap_or_else(Decision::Refused);
    wishes.iter().map(decide).collect()
}

fn hold_places(books: &mut Books, wish: &Wish<'_>, rate: Option<Rate>, now: Instant) -> Result<Decision, Refusal> {
    let (buyer, line) = (wish.buyer, &wish.line);
    let own = (buyer, line.ticket_type);
    let stock = books.stock.get_mut(&line.ticket_type).ok_or(Refusal::NoSuchType)?;
    let offered = books.offers.get(&own).copied().unwrap_or(0);
    stock.check_access(wish.access_code)?;
    stock.check_open()?;
    stock.limits.check(line.quantity, offered)?;
    let terms = calculate_terms(stock, line, rate)?;
    let left = stock.left() + offered + line.taken_over;
    if line.quantity > left {
        return Err(Refusal::Left(left));
    }
    let owned = books.owned.get(&own).copied().unwrap_or(0) - line.taken_over;
    stock.limits.check_person(line.quantity, owned)?;
    let underway = books.underway.entry((buyer, stock.event)).or_default();
    let unpaid = underway.without(line.taken_over).with(line.quantity)?;
    let taken = books.taken.entry(buyer).or_default();
    if !wish.goes_on {
        taken.check_pace(now)?;
    }
    let more = line.quantity - line.taken_over;
    let is_crowded = stock.is_crowded_with(more);
    // Who goes on with a try, and who was offered places, takes nothing from others again.
    let takes_again = wish.first_deadline.is_none() && offered == 0;
    if let Some(let_go) = books.let_go.get(&(buyer, stock.event)).filter(|_| is_crowded && takes_again) {
        let_go.check(now)?;
    }
    let promo = wish.promo_code.map(|code| (stock.event, code.to_owned()));
    let promo = promo.map(|key| books.promos.get_mut(&key).ok_or(Refusal::Promo(PromoRefusal::Unknown))).transpose()?;
    let terms = match &promo {
        Some(promo) => apply_promo(terms, promo, wish, now)?,
        None => terms,
    };
    if line.quoted.is_some_and(|quoted| quoted != terms.amount) {
        return Err(Refusal::PriceChanged(terms.amount));
    }
    stock.held += more;
    stock.offered -= offered;
    books.offers.remove(&own);
    books.owned.insert(own, owned + line.quantity);
    *underway = unpaid;
    if !wish.goes_on {
        taken.0.push(now);
    }
    if let Some(promo) = promo {
        promo.uses += i64::from(wish.promo_taken_over != Some(promo.id));
    }
    Ok(Decision::Held { terms, offered, until: hold_ends(is_crowded, wish.first_deadline, more > 0, now) })
}

/// Takes the discount off. A use that passes on from the hold that is taken over is not counted twice.
fn apply_promo(terms: Terms, promo: &Promo, wish: &Wish<'_>, now: Instant) -> Result<Terms, Refusal> {
    let others = promo.uses - i64::from(wish.promo_taken_over == Some(promo.id));
    promo.check(wish.line.ticket_type, wish.line.currency, now).map_err(Refusal::Promo)?;
    promo.check_uses(others).map_err(Refusal::Promo)?;
    Ok(terms.less(promo))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ticket_types::sale::Sale;
    use proptest::prelude::*;

    const TYPE: TicketTypeId = TicketTypeId::new(1);

    fn line(quantity: i64) -> OrderLine {
        OrderLine { ticket_type: TYPE, quantity, currency: Currency::Usd, quoted: None, taken_over: 0 }
    }

    const NOW: Instant = Instant::from_millis(1_794_650_400_000);

    fn books(stock: Stock) -> Books {
        Books { stock: HashMap::from([(TYPE, stock)]), ..Books::default() }
    }

    fn wish(buyer: i64, line: OrderLine) -> Wish<'static> {
        let (access_code, promo_code, promo_taken_over, first_deadline) = (None, None, None, None);
        let (buyer, goes_on) = (UserId::new(buyer), false);
        Wish { buyer, line, access_code, promo_code, promo_taken_over, first_deadline, goes_on }
    }

    /// Each line is another person's.
    fn asked(books: &mut Books, lines: &[OrderLine], rate: Option<Rate>) -> Vec<Decision> {
        let wishes: Vec<Wish<'_>> = (1..).zip(lines).map(|(buyer, line)| wish(buyer, *line)).collect();
        allocate(books, &wishes, rate, NOW)
    }

    fn is_held(decision: &Decision) -> bool {
        matches!(decision, Decision::Held { .. })
    }

    fn decided(stock: Stock, lines: &[OrderLine]) -> Vec<bool> {
        asked(&mut books(stock), lines, None).iter().map(is_held).collect()
    }

    #[test]
    fn the_first_who_ask_get_the_places() {
        assert_eq!(decided(Stock::on_sale(5, 0, 0), &[line(2), line(2), line(2), line(1)]), [true, true, false, true]);
        assert_eq!(decided(Stock::on_sale(5, 2, 2), &[line(2), line(1), line(1)]), [false, true, false]);
    }

    #[test]
    fn ones_own_hold_counts_for_oneself_only() {
        let again = OrderLine { taken_over: 2, ..line(3) };
        assert_eq!(decided(Stock::on_sale(5, 4, 0), &[line(2), again, line(1)]), [false, true, false]);
    }

    #[test]
    fn a_refusal_says_how_many_are_left() {
        let mut all = books(Stock::on_sale(5, 1, 1));
        assert_eq!(asked(&mut all, &[line(4)], None), [Decision::Refused(Refusal::Left(3))]);
        let other = OrderLine { ticket_type: TicketTypeId::new(2), ..line(1) };
        assert_eq!(asked(&mut all, &[other], None), [Decision::Refused(Refusal::NoSuchType)]);
    }

    #[test]
    fn what_is_not_on_sale_is_not_sold() {
        for (sale, refusal) in [
            (Sale::Closed, Refusal::Closed),
            (Sale::NotYet(NOW), Refusal::NotYet(NOW)),
            (Sale::Ended, Refusal::Ended),
            (Sale::AwaitsPrevious, Refusal::AwaitsPrevious),
            (Sale::EventOver, Refusal::EventOver),
            (Sale::EventCancelled, Refusal::EventCancelled),
            (Sale::EventDraft, Refusal::NoSuchType),
        ] {
            let mut all = books(Stock { sale, ..Stock::on_sale(5, 0, 0) });
            assert_eq!(asked(&mut all, &[line(1)], None), [Decision::Refused(refusal)]);
        }
    }

    #[test]
    fn nobody_keeps_places_from_others_by_never_paying() {
        let grace = UserId::new(1);
        let elsewhere = TicketTypeId::new(2);
        let mut all = books(Stock::on_sale(9, 0, 0));
        all.stock.insert(elsewhere, Stock { event: EventId::new(8), ..Stock::on_sale(9, 0, 0) });
        all.underway.insert((grace, EventId::new(7)), Unpaid { payments: 2, places: 2 });
        let again = OrderLine { taken_over: 1, ..line(1) };
        let other = OrderLine { ticket_type: elsewhere, ..line(1) };
        let lines = [(1, line(1)), (1, line(1)), (2, line(1)), (1, other), (1, again), (1, line(1))];
        let wishes = lines.map(|(buyer, line)| wish(buyer, line));
        let decisions = allocate(&mut all, &wishes, None, NOW);
        assert_eq!(decisions.iter().map(is_held).collect::<Vec<_>>(), [true, false, true, true, true, false]);
        assert_eq!(decisions[1], Decision::Refused(Refusal::TooManyUnderway));
        let underway = |buyer: i64| all.underway[&(UserId::new(buyer), EventId::new(7))];
        assert_eq!((underway(1), underway(2)), (Unpaid { payments: 3, places: 3 }, Unpaid { payments: 1, places: 1 }));
    }

    #[test]
    fn the_other_currency_is_paid_at_the_rate_rounded_up() {
        let rate = Rate::from_hundredths(285_050);
        let francs = OrderLine { currency: Currency::Cdf, ..line(3) };
        let mut all = books(Stock::on_sale(5, 0, 0));
        let [Decision::Held { terms, .. }] = asked(&mut all, &[francs], rate)[..] else { panic!("refused") };
        // 31.50 × 2 850.50 = 89 790.75 francs.
        assert_eq!(terms.amount, Money::from_minor(8_979_100, Currency::Cdf));
        assert_eq!((terms.rate, terms.exchanged_at()), (rate, rate));
        let [Decision::Held { terms, .. }] = asked(&mut all, &[line(1)], rate)[..] else { panic!("refused") };
        assert_eq!((terms.rate, terms.exchanged_at()), (rate, None), "frozen all the same");
        let without = asked(&mut all, &[francs], None);
        assert_eq!(without, [Decision::Refused(Refusal::OnlyIn(Currency::Usd))]);
    }

    #[test]
    fn only_what_was_confirmed_is_taken() {
        let quoted = |minor, currency| OrderLine { quoted: Some(Money::from_minor(minor, currency)), ..line(2) };
        let lines = [quoted(2_000, Currency::Usd), quoted(2_100, Currency::Cdf), quoted(2_100, Currency::Usd)];
        let mut all = books(Stock::on_sale(5, 0, 0));
        let decisions = asked(&mut all, &lines, None);
        let changed = Decision::Refused(Refusal::PriceChanged(Money::from_minor(2_100, Currency::Usd)));
        assert_eq!(decisions[..2], [changed, changed]);
        assert!(is_held(&decisions[2]));
        assert_eq!(all.stock[&TYPE].held, 2);
    }

    #[test]
    fn an_order_has_its_limits_and_so_has_a_person() {
        let limits = Limits { least: 2, most: 4, per_person: Some(5) };
        let mut all = books(Stock { limits, ..Stock::on_sale(20, 0, 0) });
        let refused = |decision: Decision| match decision {
            Decision::Refused(refusal) => Some(refusal),
            Decision::Held { .. } => None,
        };
        let mut ask = |quantity: i64| refused(allocate(&mut all, &[wish(1, line(quantity))], None, NOW)[0]);
        assert_eq!((ask(1), ask(5)), (Some(Refusal::AtLeast(2)), Some(Refusal::AtMost(4))));
        assert_eq!((ask(3), ask(3)), (None, Some(Refusal::PerPerson { most: 5, left: 2 })));
        assert_eq!((ask(2), ask(2)), (None, Some(Refusal::PerPerson { most: 5, left: 0 })));
    }

    #[test]
    fn who_waits_comes_first() {
        let mut all = books(Stock { offered: 2, waiting: 3, ..Stock::on_sale(9, 0, 4) });
        all.offers.insert((UserId::new(2), TYPE), 2);
        let ask =
            |all: &mut Books, buyer: i64, quantity: i64| allocate(all, &[wish(buyer, line(quantity))], None, NOW)[0];
        assert_eq!(ask(&mut all, 1, 1), Decision::Refused(Refusal::Left(0)), "free, and yet not for others");
        assert_eq!(ask(&mut all, 2, 3), Decision::Refused(Refusal::Left(2)));
        assert!(matches!(ask(&mut all, 2, 1), Decision::Held { offered: 2, .. }));
        assert_eq!((all.stock[&TYPE].held, all.stock[&TYPE].offered), (1, 0));
        assert_eq!(ask(&mut all, 2, 1), Decision::Refused(Refusal::Left(0)), "an offer is taken once");
    }

    #[test]
    fn a_hidden_type_is_sold_to_who_has_its_code() {
        let hidden_behind = Some("AMIS".to_owned());
        let mut all = books(Stock { hidden_behind, ..Stock::on_sale(9, 0, 0) });
        let ask =
            |all: &mut Books, access_code| allocate(all, &[Wish { access_code, ..wish(1, line(1)) }], None, NOW)[0];
        assert_eq!(ask(&mut all, None), Decision::Refused(Refusal::NoSuchType));
        assert_eq!(ask(&mut all, Some("AMI")), Decision::Refused(Refusal::NoSuchType));
        assert!(is_held(&ask(&mut all, Some("AMIS"))));
    }

    #[test]
    fn a_promo_code_is_used_so_many_times() {
        let mut all = books(Stock::on_sale(9, 0, 0));
        let promo = Promo { most_uses: Some(2), uses: 1, ..Promo::percent(PromoCodeId::new(4), 10) };
        all.promos.insert((EventId::new(7), "TOT".to_owned()), promo);
        let with = |buyer: i64, code: &'static str| Wish { promo_code: Some(code), ..wish(buyer, line(2)) };
        let again = Wish { promo_taken_over: Some(PromoCodeId::new(4)), ..with(1, "TOT") };
        let decisions = allocate(&mut all, &[with(1, "TOT"), with(2, "TOT"), again, with(3, "X")], None, NOW);
        let Decision::Held { terms, .. } = decisions[0] else { panic!("refused") };
        assert_eq!((terms.amount.minor(), terms.discount.minor()), (1_890, 210));
        assert_eq!(terms.promo, Some(PromoCodeId::new(4)));
        assert_eq!(decisions[1], Decision::Refused(Refusal::Promo(PromoRefusal::UsedUp)));
        assert!(is_held(&decisions[2]), "a use that passes on is the same one");
        assert_eq!(decisions[3], Decision::Refused(Refusal::Promo(PromoRefusal::Unknown)));
        assert_eq!(all.promos[&(EventId::new(7), "TOT".to_owned())].uses, 2);
    }

    /// One person after the other, or the same again and again.
    fn each(books: &mut Books, wishes: &[Wish<'_>]) -> Vec<Result<Instant, Refusal>> {
        let answer = |decision| match decision {
            Decision::Held { until, .. } => Ok(until),
            Decision::Refused(refusal) => Err(refusal),
        };
        allocate(books, wishes, None, NOW).into_iter().map(answer).collect()
    }

    const SOON: Instant = NOW.plus_seconds(300);
    const FIRST: Instant = NOW.plus_seconds(600);
    const USUAL: Instant = NOW.plus_seconds(900);

    #[test]
    fn a_further_try_counts_as_the_same_places() {
        let limits = Limits { least: 1, most: 20, per_person: Some(4) };
        let mut all = books(Stock { limits, ..Stock::on_sale(9, 2, 0) });
        all.owned.insert((UserId::new(1), TYPE), 2);
        let again = wish(1, OrderLine { taken_over: 2, ..line(3) });
        let left = |left| Err(Refusal::PerPerson { most: 4, left });
        assert_eq!(each(&mut all, &[again, wish(1, line(2)), wish(1, line(1))]), [Ok(USUAL), left(1), Ok(USUAL)]);
        assert_eq!((all.stock[&TYPE].held, all.owned[&(UserId::new(1), TYPE)]), (4, 4));
    }

    #[test]
    fn who_takes_holds_too_fast_waits_but_may_go_on_with_one() {
        let grace = UserId::new(1);
        let mut all = books(Stock::on_sale(9, 0, 0));
        all.taken.insert(grace, TakenHolds(vec![NOW; 4]));
        let goes_on = Wish { goes_on: true, ..wish(1, line(1)) };
        let too_fast = Err(Refusal::TooFast(std::time::Duration::from_mins(1)));
        let wishes = [goes_on, wish(1, line(1)), wish(1, line(1)), goes_on, wish(2, line(1))];
        assert_eq!(each(&mut all, &wishes), [Ok(USUAL), Ok(USUAL), too_fast, Ok(USUAL), Ok(USUAL)]);
        assert_eq!((all.taken[&grace].0.len(), all.taken[&UserId::new(2)].0.len()), (5, 1));
    }

    #[test]
    fn who_let_places_go_gets_none_in_a_crowd_but_those_that_are_theirs() {
        let half_an_hour = std::time::Duration::from_mins(30);
        let crowd = |held: i64| {
            let mut all = books(Stock { offered: 1, ..Stock::on_sale(20, held, 0) });
            all.let_go.insert((UserId::new(1), EventId::new(7)), LetGo { held_for: half_an_hour, since: NOW });
            all.offers.insert((UserId::new(3), TYPE), 1);
            all.let_go.insert((UserId::new(3), EventId::new(7)), LetGo { held_for: half_an_hour, since: NOW });
            all
        };
        let again = Wish { first_deadline: Some(FIRST), ..wish(1, line(1)) };
        let wishes = [wish(1, line(1)), wish(2, line(1)), again, wish(3, line(1))];
        let refused = Err(Refusal::LetGo(half_an_hour));
        assert_eq!(each(&mut crowd(10), &wishes), [refused, Ok(SOON), Ok(SOON), Ok(SOON)]);
        assert_eq!(each(&mut crowd(0), &wishes), [Ok(USUAL), Ok(USUAL), Ok(FIRST), Ok(USUAL)], "without a crowd");
    }

    #[test]
    fn a_further_try_keeps_its_deadline_unless_it_takes_more_in_a_crowd() {
        let tries = |quantity| {
            let again = Wish { first_deadline: Some(FIRST), ..wish(1, OrderLine { taken_over: 2, ..line(quantity) }) };
            each(&mut books(Stock::on_sale(50, 20, 0)), &[again])[0]
        };
        assert_eq!([tries(1), tries(2), tries(3)], [Ok(FIRST), Ok(FIRST), Ok(SOON)]);
    }

    proptest! {
        #[test]
        fn never_more_than_there_are(places in 0..50_i64, lines in prop::collection::vec(1..9_i64, 0..60)) {
            let mut all = books(Stock::on_sale(places, 0, 0));
            let all_lines: Vec<OrderLine> = lines.iter().copied().map(line).collect();
            let decisions = asked(&mut all, &all_lines, None);
            let mut left = places;
            for (quantity, decision) in lines.iter().zip(&decisions) {
                // Whoever was refused could not have been served by what was left when their turn came.
                prop_assert_eq!(is_held(decision), *quantity <= left);
                if *quantity <= left {
                    left -= quantity;
                }
            }
            prop_assert_eq!(all.stock[&TYPE].held, places - left);
            prop_assert!(all.stock[&TYPE].left() >= 0);
        }
    }
}
