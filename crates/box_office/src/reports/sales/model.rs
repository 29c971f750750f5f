//! Sums of the ledger in steps of time.

use std::time::Duration;

use domain::{Instant, Money, TicketTypeId, Town};

use crate::reports::channel::Channel;

/// Steps of one length that begin when the clocks of a town show a round time.
#[derive(Debug, Clone, Copy)]
pub struct Steps {
    pub(in crate::reports) offset: i64,
    pub(in crate::reports) length: i64,
}

impl Steps {
    pub fn new(length: Duration, town: Town) -> Steps {
        Steps { offset: i64::from(town.utc_offset_hours()) * 3_600_000, length: length.as_millis() as i64 }
    }

    /// When the step with this number begins.
    pub fn start(&self, number: i64) -> Instant {
        Instant::from_millis(number * self.length - self.offset)
    }

    /// What is added to a moment in milliseconds, and what the sum is divided by, to get its step's number.
    pub fn divisor(&self) -> (i64, i64) {
        (self.offset, self.length)
    }
}

/// Places sold in one step, less those taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoldInStep {
    pub step: i64,
    pub ticket_type: TicketTypeId,
    pub channel: Channel,
    pub sold: i64,
}

/// What came in for the organiser in one step, less what went back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenInStep {
    pub step: i64,
    pub ticket_type: TicketTypeId,
    pub channel: Channel,
    pub amount: Money,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_begin_at_the_towns_midnight() {
        let steps = Steps::new(Duration::from_hours(24), Town::Lubumbashi);
        let (offset, length) = steps.divisor();
        // 2026-11-14 23:30 UTC is the 15th in Lubumbashi, which began at 22:00 UTC.
        let at = Instant::from_millis(1_794_650_400_000 + 13 * 3_600_000 + 1_800_000);
        let step = (at.millis() + offset).div_euclid(length);
        assert_eq!(steps.start(step).to_string(), "2026-11-14T22:00:00Z");
    }
}
