//! The sums of the ledger, put together by step, by type and by channel: pure.

use std::collections::BTreeMap;

use box_office::{Channel, SoldInStep, Steps, TakenInStep};
use domain::{Currency, Money, TicketTypeId};
use events::TicketType;

use crate::figures::model::{Amounts, ChannelSales, SalesPoint, TypeSales};

/// Tickets and money of whatever they are put together by.
#[derive(Debug, Default)]
struct Sum {
    sold: i64,
    taken: BTreeMap<Currency, i64>,
}

impl Sum {
    fn amounts(&self) -> Amounts {
        let major = |(currency, minor): (&Currency, &i64)| {
            (currency.code().to_owned(), Money::from_minor(*minor, *currency).major())
        };
        self.taken.iter().map(major).collect()
    }
}

/// What an event has sold, by everything that the charts show.
#[derive(Debug, Default)]
pub struct Curves {
    steps: BTreeMap<i64, Sum>,
    types: BTreeMap<TicketTypeId, Sum>,
    channels: BTreeMap<Channel, Sum>,
}

impl Curves {
    pub fn new(sold: &[SoldInStep], taken: &[TakenInStep]) -> Curves {
        let mut curves = Curves::default();
        for part in sold {
            for sum in curves.sums(part.step, part.ticket_type, part.channel) {
                sum.sold += part.sold;
            }
        }
        for part in taken {
            for sum in curves.sums(part.step, part.ticket_type, part.channel) {
                *sum.taken.entry(part.amount.currency()).or_default() += part.amount.minor();
            }
        }
        curves
    }

    fn sums(&mut self, step: i64, ticket_type: TicketTypeId, channel: Channel) -> [&mut Sum; 3] {
        [
            self.steps.entry(step).or_default(),
            self.types.entry(ticket_type).or_default(),
            self.channels.entry(channel).or_default(),
        ]
    }

    /// When the first step begins and the last one ends, in milliseconds.
    pub fn period(&self, steps: Steps) -> Option<(i64, i64)> {
        let (first, _) = self.steps.first_key_value()?;
        let (last, _) = self.steps.last_key_value()?;
        Some((steps.start(*first).millis(), steps.start(*last + 1).millis()))
    }

    pub fn points(&self, steps: Steps) -> Vec<SalesPoint> {
        let point = |(step, sum): (&i64, &Sum)| SalesPoint {
            at: steps.start(*step).millis(),
            sold: sum.sold,
            revenue: sum.amounts(),
        };
        self.steps.iter().map(point).collect()
    }

    /// Each type of the event in the organiser's order, also those that nobody has bought.
    pub fn types(&self, types: Vec<TicketType>) -> Vec<TypeSales> {
        let none = Sum::default();
        let sales = |kind: TicketType| {
            let sum = self.types.get(&kind.id).unwrap_or(&none);
            let (sold, revenue) = (sum.sold, sum.amounts());
            TypeSales { id: kind.id, label: kind.label, sold, nbr_max: kind.nbr_max, revenue }
        };
        types.into_iter().map(sales).collect()
    }

    pub fn channels(&self) -> Vec<ChannelSales> {
        let sales = |(channel, sum): (&Channel, &Sum)| ChannelSales {
            channel: *channel,
            sold: sum.sold,
            revenue: sum.amounts(),
        };
        self.channels.iter().map(sales).collect()
    }
}
