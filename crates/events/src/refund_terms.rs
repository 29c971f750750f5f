//! What an event's organiser pays back to holders who ask, pure.

use database::stored_words;
use domain::{Day, Instant, Town, today_in};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

stored_words! {
    // `events.refund_policy`.
    /// Whether holders may ask for their money back: never, until a day, or until the event is over.
    #[derive(Default, Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "snake_case")]
    RefundPolicy {
        #[default]
        None = "none",
        Until = "until",
        Always = "always",
    }
}

/// What the organiser has promised to holders.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RefundTerms {
    pub policy: RefundPolicy,
    /// The last day of [`RefundPolicy::Until`].
    pub until: Option<Day>,
    pub postponed: Option<Postponement>,
}

/// An event that has another date, hour or place than the one its first holders bought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Postponement {
    /// The first day that it had before, if it has another one.
    pub from: Option<Day>,
    /// Until the end of this day holders get their money back by asking.
    pub refund_until: Day,
}

/// What becomes of a holder's request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundRight {
    /// It is granted at once, because the event was postponed or moved.
    Granted,
    /// The organiser decides.
    Asked,
    /// It was possible until this day.
    Over(Day),
    Never,
}

impl RefundTerms {
    /// What a holder may do at that moment, by the clocks of the event's town.
    pub fn right_at(&self, town: Town, now: Instant) -> RefundRight {
        let today = today_in(town, now);
        match (self.postponed, self.policy, self.until) {
            (Some(postponed), ..) if today <= postponed.refund_until => RefundRight::Granted,
            (_, RefundPolicy::Always, _) => RefundRight::Asked,
            (_, RefundPolicy::Until, Some(until)) if today <= until => RefundRight::Asked,
            (_, RefundPolicy::Until, Some(until)) => RefundRight::Over(until),
            _ => RefundRight::Never,
        }
    }
}

/// A new date, as the API shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Postponed {
    /// The day that it had before, `YYYY-MM-DD`.
    pub from: String,
    /// Until this day holders get their money back by asking, `YYYY-MM-DD`.
    pub refund_until: String,
}

impl Postponement {
    /// What the API shows of it; nothing where the day is the same.
    pub fn shown(self) -> Option<Postponed> {
        Some(Postponed { from: self.from?.to_string(), refund_until: self.refund_until.to_string() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_holder_may_ask_as_long_as_it_was_promised() {
        let day = |text: &str| text.parse::<Day>().unwrap();
        // Noon of the fourteenth.
        let now = Instant::from_millis(1_794_650_400_000);
        let terms = |policy, until: Option<&str>| RefundTerms { policy, until: until.map(day), postponed: None };
        for (terms, right) in [
            (terms(RefundPolicy::None, None), RefundRight::Never),
            (terms(RefundPolicy::Always, None), RefundRight::Asked),
            (terms(RefundPolicy::Until, Some("2026-11-14")), RefundRight::Asked),
            (terms(RefundPolicy::Until, Some("2026-11-13")), RefundRight::Over(day("2026-11-13"))),
        ] {
            assert_eq!(terms.right_at(Town::Lubumbashi, now), right, "{terms:?}");
            let moved = |until: &str| RefundTerms {
                postponed: Some(Postponement { from: Some(day("2026-11-10")), refund_until: day(until) }),
                ..terms
            };
            assert_eq!(moved("2026-11-14").right_at(Town::Lubumbashi, now), RefundRight::Granted);
            assert_eq!(moved("2026-11-13").right_at(Town::Lubumbashi, now), right, "as without a new date");
        }
    }
}
