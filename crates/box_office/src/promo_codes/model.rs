//! Promo codes: what they take off and when they may be used. Pure.

use domain::{Currency, EventId, Instant, Money, PromoCodeId, TicketTypeId};

/// A row of `promo_codes`, and how many payments use it, held and paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promo {
    pub id: PromoCodeId,
    pub event: EventId,
    pub code: String,
    pub discount: Discount,
    pub most_uses: Option<i64>,
    pub starts: Option<Instant>,
    pub ends: Option<Instant>,
    /// Empty for all.
    pub types: Vec<TicketTypeId>,
    pub uses: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Discount {
    Percent(i64),
    /// Off the whole order.
    Amount(Money),
}

/// Why a code takes nothing off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromoRefusal {
    Unknown,
    /// It may be used from that moment on.
    NotYet(Instant),
    Over,
    UsedUp,
    OtherType,
    /// An amount in another currency than the order's.
    OnlyIn(Currency),
}

impl Discount {
    /// Returns what is taken off a total: never more than all of it, and rounded down to what can be paid.
    pub fn off(self, total: Money) -> Money {
        let currency = total.currency();
        let unit = match currency {
            Currency::Usd => 1,
            Currency::Cdf => 100,
        };
        let minor = match self {
            Discount::Percent(100) => total.minor(),
            // In two parts, because a hundred times a large total would not fit.
            Discount::Percent(percent) => total.minor() / 100 * percent + total.minor() % 100 * percent / 100,
            Discount::Amount(amount) => amount.minor().min(total.minor()),
        };
        let is_all = minor >= total.minor();
        Money::from_minor(if is_all { total.minor() } else { minor - minor % unit }, currency)
    }
}

impl Promo {
    /// A code without any condition.
    #[cfg(test)]
    pub fn percent(id: PromoCodeId, percent: i64) -> Promo {
        let (event, code, discount) = (EventId::new(7), "TOT".to_owned(), Discount::Percent(percent));
        Promo { id, event, code, discount, most_uses: None, starts: None, ends: None, types: Vec::new(), uses: 0 }
    }

    /// Refuses a code that is not for this order, or not now.
    pub fn check(&self, kind: TicketTypeId, currency: Currency, now: Instant) -> Result<(), PromoRefusal> {
        match self.discount {
            _ if self.ends.is_some_and(|ends| ends <= now) => Err(PromoRefusal::Over),
            _ if !self.types.is_empty() && !self.types.contains(&kind) => Err(PromoRefusal::OtherType),
            Discount::Amount(amount) if amount.currency() != currency => Err(PromoRefusal::OnlyIn(amount.currency())),
            _ => match self.starts {
                Some(starts) if starts > now => Err(PromoRefusal::NotYet(starts)),
                _ => Ok(()),
            },
        }
    }

    /// Refuses a code that so many others use already.
    pub fn check_uses(&self, others: i64) -> Result<(), PromoRefusal> {
        if self.most_uses.is_some_and(|most| others >= most) { Err(PromoRefusal::UsedUp) } else { Ok(()) }
    }

    /// Whether somebody could use it now.
    pub fn is_active(&self, now: Instant) -> bool {
        let is_begun = self.starts.is_none_or(|starts| starts <= now);
        let is_over = self.ends.is_some_and(|ends| ends <= now);
        is_begun && !is_over && self.check_uses(self.uses).is_ok()
    }
}

/// A code as it is looked up: case does not matter.
pub fn fold_code(text: &str) -> String {
    text.trim().to_ascii_uppercase()
}

/// Whether somebody could have made up this code.
pub fn is_code(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (3..=30).contains(&text.len()) && text.bytes().all(is_allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Instant = Instant::from_millis(1_794_650_400_000);
    const TYPE: TicketTypeId = TicketTypeId::new(1);

    fn usd(minor: i64) -> Money {
        Money::from_minor(minor, Currency::Usd)
    }

    #[test]
    fn a_discount_is_rounded_down_to_what_can_be_paid() {
        assert_eq!(Discount::Percent(25).off(usd(1_050)), usd(262));
        assert_eq!(Discount::Percent(100).off(usd(1_050)), usd(1_050));
        assert_eq!(Discount::Percent(99).off(usd(i64::MAX / 2)).minor() / (i64::MAX / 200), 99);
        let francs = |major: i64| Money::from_minor(major * 100, Currency::Cdf);
        assert_eq!(Discount::Percent(15).off(francs(28_510)), francs(4_276));
        assert_eq!(Discount::Amount(usd(5_000)).off(usd(1_050)), usd(1_050));
        assert_eq!(Discount::Amount(usd(500)).off(usd(1_050)), usd(500));
    }

    #[test]
    fn each_refusal_has_its_reason() {
        let code = Promo::percent(PromoCodeId::new(1), 10);
        let later = NOW.plus_seconds(60);
        let judged = |promo: &Promo| promo.check(TYPE, Currency::Usd, NOW).err();
        assert_eq!(judged(&code), None);
        assert_eq!(judged(&Promo { starts: Some(later), ..code.clone() }), Some(PromoRefusal::NotYet(later)));
        assert_eq!(judged(&Promo { ends: Some(NOW), ..code.clone() }), Some(PromoRefusal::Over));
        assert_eq!(judged(&Promo { types: vec![TicketTypeId::new(2)], ..code.clone() }), Some(PromoRefusal::OtherType));
        let francs = Discount::Amount(Money::from_minor(100, Currency::Cdf));
        assert_eq!(judged(&Promo { discount: francs, ..code.clone() }), Some(PromoRefusal::OnlyIn(Currency::Cdf)));
        let used = Promo { most_uses: Some(3), uses: 3, ..code };
        assert_eq!((used.check_uses(3), used.check_uses(2)), (Err(PromoRefusal::UsedUp), Ok(())));
        assert!(!used.is_active(NOW));
    }
}
