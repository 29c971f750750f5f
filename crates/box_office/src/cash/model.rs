//! Payments in cash as the door knows them.

use domain::{Currency, EventId, Instant, Money, PaymentId, Rate, TicketTypeId};

/// The name that cash has among the providers.
pub const PROVIDER: &str = "cash";

/// So many tickets of one type of an event.
#[derive(Debug, Clone, Copy)]
pub struct CashOrder {
    pub event: EventId,
    pub ticket_type: TicketTypeId,
    pub quantity: i64,
    pub currency: Currency,
}

/// Places to set aside.
#[derive(Debug, Clone, Copy)]
pub struct NewPlaces<'a> {
    pub event: EventId,
    pub ticket_type: TicketTypeId,
    pub quantity: i64,
    pub rate: Option<Rate>,
    /// An earlier place that these join.
    pub like: Option<&'a PaymentId>,
    /// When they are released at the latest.
    pub until: Instant,
}

#[derive(Debug, Clone)]
pub struct CashPayment {
    pub id: PaymentId,
    pub event: EventId,
    pub ticket_type: TicketTypeId,
    pub quantity: i64,
    /// The price of one ticket in its own currency, frozen with the rate.
    pub price: Money,
    pub rate: Option<Rate>,
    pub amount: Money,
    pub fate: CashFate,
}

/// How a payment in cash stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CashFate {
    /// A place that is set aside and not known to be sold.
    Held,
    Sold,
    /// A place that was set aside and is free again.
    Released,
    /// Money was taken for a place that was gone.
    Review,
    /// Somebody came in with a place that was never reported as sold.
    Unreported,
}

impl CashPayment {
    /// What it costs in that currency; `None` where there is no rate for it.
    pub fn amount_in(&self, currency: Currency) -> Option<Money> {
        let total = self.price.times(u32::try_from(self.quantity).ok()?)?;
        if currency == total.currency() { Some(total) } else { self.rate?.convert(total, currency) }
    }

    /// What it costs in each currency that it can be paid in, its own first.
    pub fn prices(&self) -> Vec<Money> {
        let own = self.price.currency();
        let others = Currency::ALL.into_iter().filter(|currency| *currency != own);
        std::iter::once(own).chain(others).filter_map(|currency| self.amount_in(currency)).collect()
    }
}

/// What became of a sale that a phone has made without network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeldSale {
    Sold(Money),
    /// The place was gone, or the event is cancelled: a person has to look at the money.
    Review(Money),
    /// It was sold before.
    AlreadySold,
    /// The place was not offered in this currency.
    NotInCurrency,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_costs_what_was_frozen_with_it() {
        let payment = |rate: Option<i64>| CashPayment {
            id: "a".parse().unwrap(),
            event: EventId::new(7),
            ticket_type: TicketTypeId::new(1),
            quantity: 2,
            price: Money::from_minor(1_050, Currency::Usd),
            rate: rate.and_then(Rate::from_hundredths),
            amount: Money::from_minor(2_100, Currency::Usd),
            fate: CashFate::Held,
        };
        let (usd, cdf) = (Money::from_minor(2_100, Currency::Usd), Money::from_minor(5_985_000, Currency::Cdf));
        assert_eq!(payment(Some(285_000)).prices(), [usd, cdf]);
        assert_eq!(payment(None).prices(), [usd]);
    }
}
