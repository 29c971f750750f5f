//! What a buyer can pay with, and which providers can take it: pure.

use domain::{Currency, Money};
use payment_providers::{Accepted, Availability, Channel, ChannelState};

/// Why nothing can be paid by a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closed {
    NotOffered,
    Currency(Currency),
    Now,
    TooMuch(Money),
    TooLittle(Money),
    /// Francs have no centimes.
    Fraction,
}

impl Closed {
    /// How near it is to working: of several reasons the buyer reads the nearest.
    const fn nearness(self) -> u8 {
        match self {
            Closed::NotOffered => 0,
            Closed::Currency(_) => 1,
            Closed::Now => 2,
            Closed::TooMuch(_) | Closed::TooLittle(_) | Closed::Fraction => 3,
        }
    }

    /// What the buyer reads.
    pub fn sentence(self) -> String {
        match self {
            Closed::NotOffered => "Ce moyen n'est pas encore proposé.".to_owned(),
            Closed::Currency(currency) => format!("Pas de paiement en {} par ce moyen.", currency.code()),
            Closed::Now => "Fermé en ce moment par l'opérateur.".to_owned(),
            Closed::TooMuch(most) => format!("Au plus {most} par ce moyen."),
            Closed::TooLittle(least) => format!("À partir de {least} par ce moyen."),
            Closed::Fraction => "Seulement des francs entiers par ce moyen.".to_owned(),
        }
    }
}

/// What one provider offers now. One that is passed over offers nothing.
pub struct Offer {
    pub channels: Vec<ChannelState>,
    pub is_passed_over: bool,
}

impl Offer {
    /// Whether this provider can take the amount by the channel; by any of its own where none was chosen.
    pub fn judge(&self, channel: Option<Channel>, amount: Money) -> Result<(), Closed> {
        let wanted = self.channels.iter().filter(|state| channel.is_none_or(|channel| state.channel == channel));
        let judged = wanted.map(|state| self.judge_state(state, amount));
        judged.fold(Err(Closed::NotOffered), better)
    }

    fn judge_state(&self, state: &ChannelState, amount: Money) -> Result<(), Closed> {
        let currency = amount.currency();
        let accepted = state.accepted.iter().find(|accepted| accepted.least.currency() == currency);
        let accepted = accepted.ok_or(Closed::Currency(currency))?;
        check_amount(accepted, amount)?;
        let is_closed = self.is_passed_over || matches!(state.state, Availability::Closed | Availability::Unknown);
        if is_closed { Err(Closed::Now) } else { Ok(()) }
    }
}

fn check_amount(accepted: &Accepted, amount: Money) -> Result<(), Closed> {
    match amount.minor() {
        _ if accepted.takes(amount) => Ok(()),
        minor if minor < accepted.least.minor() => Err(Closed::TooLittle(accepted.least)),
        minor if minor > accepted.most.minor() => Err(Closed::TooMuch(accepted.most)),
        _ => Err(Closed::Fraction),
    }
}

/// Of two judgements the one that lets more through.
pub fn better(one: Result<(), Closed>, other: Result<(), Closed>) -> Result<(), Closed> {
    match (one, other) {
        (Err(one), Err(other)) => Err(if other.nearness() > one.nearness() { other } else { one }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn francs(whole: i64) -> Money {
        Money::from_minor(whole * 100, Currency::Cdf)
    }

    fn offer(channels: &[(Channel, Availability, i64, i64)]) -> Offer {
        let channels = channels.iter().map(|&(channel, state, least, most)| ChannelState {
            channel,
            state,
            accepted: vec![Accepted { least: francs(least), most: francs(most), decimals: 0 }],
        });
        Offer { channels: channels.collect(), is_passed_over: false }
    }

    #[test]
    fn each_channel_says_why_it_takes_nothing() {
        use Availability::{Closed as Shut, Delayed, Operational, Unknown};
        let offer = offer(&[
            (Channel::Mpesa, Operational, 500, 10_000),
            (Channel::Airtel, Shut, 500, 10_000),
            (Channel::Orange, Delayed, 500, 10_000),
            (Channel::Afrimoney, Unknown, 500, 10_000),
        ]);
        for (channel, amount, expected) in [
            (Channel::Mpesa, francs(500), Ok(())),
            (Channel::Mpesa, francs(499), Err(Closed::TooLittle(francs(500)))),
            (Channel::Mpesa, francs(10_001), Err(Closed::TooMuch(francs(10_000)))),
            (Channel::Mpesa, Money::from_minor(50_050, Currency::Cdf), Err(Closed::Fraction)),
            (Channel::Mpesa, Money::from_minor(500, Currency::Usd), Err(Closed::Currency(Currency::Usd))),
            (Channel::Airtel, francs(500), Err(Closed::Now)),
            (Channel::Orange, francs(500), Ok(())),
            (Channel::Afrimoney, francs(500), Err(Closed::Now)),
            (Channel::Card, francs(500), Err(Closed::NotOffered)),
        ] {
            assert_eq!(offer.judge(Some(channel), amount), expected, "{channel:?} {amount}");
        }
        assert_eq!(offer.judge(None, francs(600)), Ok(()), "any channel will do where none was chosen");
        let passed_over = Offer { is_passed_over: true, ..offer };
        assert_eq!(passed_over.judge(Some(Channel::Mpesa), francs(500)), Err(Closed::Now));
        assert_eq!(passed_over.judge(None, francs(1)), Err(Closed::TooLittle(francs(500))));
    }

    #[test]
    fn of_several_providers_the_nearest_to_working_gives_the_reason() {
        let reasons = [Err(Closed::NotOffered), Err(Closed::TooLittle(francs(500))), Err(Closed::Now)];
        assert_eq!(reasons.into_iter().reduce(better), Some(Err(Closed::TooLittle(francs(500)))));
        assert_eq!(better(Err(Closed::Now), Ok(())), Ok(()));
    }
}
