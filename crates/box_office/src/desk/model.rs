//! Who gets the places that are left: a pure function that serves in the order of the requests.

use std::collections::HashMap;
use std::time::Duration;

use domain::{Currency, EventId, Money, Rate, TicketTypeId, UserId};

/// What is left of a ticket type, and whether it is sold at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stock {
    pub event: EventId,
    pub price: Money,
    pub places: i64,
    pub held: i64,
    pub sold: i64,
    pub sale: Sale,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sale {
    Open,
    /// The organiser stopped selling this type.
    Closed,
    EventOver,
    EventCancelled,
}

impl Stock {
    pub fn left(&self) -> i64 {
        self.places - self.held - self.sold
    }

    /// Refuses what is not on sale.
    pub fn check_open(&self) -> Result<(), Refusal> {
        match self.sale {
            Sale::Open => Ok(()),
            Sale::Closed => Err(Refusal::Closed),
            Sale::EventOver => Err(Refusal::EventOver),
            Sale::EventCancelled => Err(Refusal::EventCancelled),
        }
    }
}

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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    Held(Terms),
    Refused(Refusal),
}

/// What was agreed on, frozen for as long as the payment lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    pub event: EventId,
    /// The price of one ticket, in its own currency.
    pub price: Money,
    /// The price of all of them, in the currency that is paid.
    pub amount: Money,
    /// The rate of that moment, where one is configured: takings are summed up in one currency by it.
    pub rate: Option<Rate>,
}

impl Terms {
    pub fn exchanged_at(&self) -> Option<Rate> {
        exchanged_at(self.price, self.amount, self.rate)
    }
}

/// Returns the rate if it matters to the buyer, which is when the price is paid in the other currency.
pub fn exchanged_at(price: Money, amount: Money, rate: Option<Rate>) -> Option<Rate> {
    rate.filter(|_| price.currency() != amount.currency())
}

/// How many payments people have under way, with places held for them, by person and event.
pub type Underway = HashMap<(UserId, EventId), i64>;

/// How many payments one person may have under way for one event. Who begins more without paying would keep places from
/// others, a quarter of an hour each time.
pub const MOST_UNDERWAY: i64 = 3;

/// How long places are held for somebody who pays.
pub const HOLD: Duration = Duration::from_mins(15);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    NoSuchType,
    Closed,
    EventOver,
    EventCancelled,
    /// Fewer are left than were asked for.
    Left(i64),
    /// Paid in this currency only.
    OnlyIn(Currency),
    TooMuch,
    /// The total is not the confirmed one, because price or rate have changed. It is this amount now.
    PriceChanged(Money),
    /// This person has [`MOST_UNDERWAY`] payments for the event already.
    TooManyUnderway,
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
    Ok(Terms { event: stock.event, price: stock.price, amount, rate })
}

/// Decides each line wholly or not at all, in the order in which they came.
pub fn allocate(
    stock: &mut HashMap<TicketTypeId, Stock>,
    underway: &mut Underway,
    lines: &[(UserId, OrderLine)],
    rate: Option<Rate>,
) -> Vec<Decision> {
    let decide = |(buyer, line): &(UserId, OrderLine)| match stock.get_mut(&line.ticket_type) {
        None => Decision::Refused(Refusal::NoSuchType),
        Some(stock) => {
            let own = underway.entry((*buyer, stock.event)).or_default();
            hold_places(stock, own, line, rate).map_or_else(Decision::Refused, Decision::Held)
        }
    };
    lines.iter().map(decide).collect()
}

fn hold_places(stock: &mut Stock, underway: &mut i64, line: &OrderLine, rate: Option<Rate>) -> Result<Terms, Refusal> {
    stock.check_open()?;
    let terms = calculate_terms(stock, line, rate)?;
    let left = stock.left() + line.taken_over;
    if line.quantity > left {
        return Err(Refusal::Left(left));
    }
    // What is taken over is under way no longer.
    let others = *underway - i64::from(line.taken_over > 0);
    if others >= MOST_UNDERWAY {
        return Err(Refusal::TooManyUnderway);
    }
    if line.quoted.is_some_and(|quoted| quoted != terms.amount) {
        return Err(Refusal::PriceChanged(terms.amount));
    }
    stock.held += line.quantity - line.taken_over;
    *underway = others + 1;
    Ok(terms)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TYPE: TicketTypeId = TicketTypeId::new(1);

    fn stock(places: i64, held: i64, sold: i64) -> Stock {
        let price = Money::from_minor(1_050, Currency::Usd);
        Stock { event: EventId::new(7), price, places, held, sold, sale: Sale::Open }
    }

    fn line(quantity: i64) -> OrderLine {
        OrderLine { ticket_type: TYPE, quantity, currency: Currency::Usd, quoted: None, taken_over: 0 }
    }

    /// Each line is another person's.
    fn asked(all: &mut HashMap<TicketTypeId, Stock>, lines: &[OrderLine], rate: Option<Rate>) -> Vec<Decision> {
        let people = (1..).map(UserId::new);
        let lines: Vec<(UserId, OrderLine)> = people.zip(lines.iter().copied()).collect();
        allocate(all, &mut Underway::new(), &lines, rate)
    }

    fn is_held(decision: &Decision) -> bool {
        matches!(decision, Decision::Held(_))
    }

    fn decided(stock: Stock, lines: &[OrderLine]) -> Vec<bool> {
        asked(&mut HashMap::from([(TYPE, stock)]), lines, None).iter().map(is_held).collect()
    }

    #[test]
    fn the_first_who_ask_get_the_places() {
        assert_eq!(decided(stock(5, 0, 0), &[line(2), line(2), line(2), line(1)]), [true, true, false, true]);
        assert_eq!(decided(stock(5, 2, 2), &[line(2), line(1), line(1)]), [false, true, false]);
    }

    #[test]
    fn ones_own_hold_counts_for_oneself_only() {
        let again = OrderLine { taken_over: 2, ..line(3) };
        assert_eq!(decided(stock(5, 4, 0), &[line(2), again, line(1)]), [false, true, false]);
    }

    #[test]
    fn a_refusal_says_how_many_are_left() {
        let mut all = HashMap::from([(TYPE, stock(5, 1, 1))]);
        assert_eq!(asked(&mut all, &[line(4)], None), [Decision::Refused(Refusal::Left(3))]);
        let other = OrderLine { ticket_type: TicketTypeId::new(2), ..line(1) };
        assert_eq!(asked(&mut all, &[other], None), [Decision::Refused(Refusal::NoSuchType)]);
    }

    #[test]
    fn what_is_not_on_sale_is_not_sold() {
        for (sale, refusal) in [
            (Sale::Closed, Refusal::Closed),
            (Sale::EventOver, Refusal::EventOver),
            (Sale::EventCancelled, Refusal::EventCancelled),
        ] {
            let mut all = HashMap::from([(TYPE, Stock { sale, ..stock(5, 0, 0) })]);
            assert_eq!(asked(&mut all, &[line(1)], None), [Decision::Refused(refusal)]);
        }
    }

    #[test]
    fn nobody_keeps_places_from_others_by_never_paying() {
        let (grace, amani) = (UserId::new(1), UserId::new(2));
        let (here, elsewhere) = (TicketTypeId::new(1), TicketTypeId::new(2));
        let mut all =
            HashMap::from([(here, stock(9, 0, 0)), (elsewhere, Stock { event: EventId::new(8), ..stock(9, 0, 0) })]);
        let mut underway = Underway::from([((grace, EventId::new(7)), 2)]);
        let again = OrderLine { taken_over: 1, ..line(1) };
        let other = OrderLine { ticket_type: elsewhere, ..line(1) };
        let lines =
            [(grace, line(1)), (grace, line(1)), (amani, line(1)), (grace, other), (grace, again), (grace, line(1))];
        let decisions = allocate(&mut all, &mut underway, &lines, None);
        assert_eq!(decisions.iter().map(is_held).collect::<Vec<_>>(), [true, false, true, true, true, false]);
        assert_eq!(decisions[1], Decision::Refused(Refusal::TooManyUnderway));
        assert_eq!((underway[&(grace, EventId::new(7))], underway[&(amani, EventId::new(7))]), (3, 1));
    }

    #[test]
    fn the_other_currency_is_paid_at_the_rate_rounded_up() {
        let rate = Rate::from_hundredths(285_050);
        let francs = OrderLine { currency: Currency::Cdf, ..line(3) };
        let mut all = HashMap::from([(TYPE, stock(5, 0, 0))]);
        let [Decision::Held(terms)] = asked(&mut all, &[francs], rate)[..] else { panic!("refused") };
        // 31.50 × 2 850.50 = 89 790.75 francs.
        assert_eq!(terms.amount, Money::from_minor(8_979_100, Currency::Cdf));
        assert_eq!((terms.rate, terms.exchanged_at()), (rate, rate));
        let [Decision::Held(terms)] = asked(&mut all, &[line(1)], rate)[..] else { panic!("refused") };
        assert_eq!((terms.rate, terms.exchanged_at()), (rate, None), "frozen all the same");
        let without = asked(&mut all, &[francs], None);
        assert_eq!(without, [Decision::Refused(Refusal::OnlyIn(Currency::Usd))]);
    }

    #[test]
    fn only_what_was_confirmed_is_taken() {
        let quoted = |minor, currency| OrderLine { quoted: Some(Money::from_minor(minor, currency)), ..line(2) };
        let lines = [quoted(2_000, Currency::Usd), quoted(2_100, Currency::Cdf), quoted(2_100, Currency::Usd)];
        let mut all = HashMap::from([(TYPE, stock(5, 0, 0))]);
        let decisions = asked(&mut all, &lines, None);
        let changed = Decision::Refused(Refusal::PriceChanged(Money::from_minor(2_100, Currency::Usd)));
        assert_eq!(decisions[..2], [changed, changed]);
        assert!(is_held(&decisions[2]));
        assert_eq!(all[&TYPE].held, 2);
    }

    proptest! {
        #[test]
        fn never_more_than_there_are(places in 0..50_i64, lines in prop::collection::vec(1..9_i64, 0..60)) {
            let mut all = HashMap::from([(TYPE, stock(places, 0, 0))]);
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
            prop_assert_eq!(all[&TYPE].held, places - left);
            prop_assert!(all[&TYPE].left() >= 0);
        }
    }
}
