//! How full an event was so many days before it began, beside earlier ones: pure.

use std::collections::BTreeMap;

use domain::Day;

use crate::figures::model::PacePoint;

/// Days before the event that are compared at most.
const MOST_DAYS: i64 = 90;

/// How an event sold, by the days of its town.
#[derive(Debug)]
pub struct DailySales {
    pub first_day: Day,
    pub places: i64,
    /// Tickets by the number of the day.
    pub sold: BTreeMap<i64, i64>,
}

impl DailySales {
    fn days_before_first_sale(&self) -> Option<i64> {
        let (first, _) = self.sold.first_key_value()?;
        Some(self.first_day.number() - first)
    }

    /// The share of all places that was sold when the day so many days before the first was over, in percent.
    fn percent_before(&self, days: i64) -> f64 {
        let until = self.first_day.number() - days;
        let sold: i64 = self.sold.range(..=until).map(|(_, sold)| sold).sum();
        sold as f64 * 100.0 / self.places.max(1) as f64
    }
}

/// The days from the first sale of any of the events to the first day of this one.
pub fn compare(current: &DailySales, earlier: &[DailySales], today: Day) -> Vec<PacePoint> {
    let sellers = earlier.iter().chain([current]);
    let Some(first) = sellers.filter_map(DailySales::days_before_first_sale).max() else { return Vec::new() };
    let point = |days_before: i64| {
        let is_over = current.first_day.number() - days_before <= today.number();
        let average = |events: &[DailySales]| {
            let sum: f64 = events.iter().map(|event| event.percent_before(days_before)).sum();
            rounded(sum / events.len() as f64)
        };
        PacePoint {
            days_before,
            sold_percent: is_over.then(|| rounded(current.percent_before(days_before))),
            previous_percent: (!earlier.is_empty()).then(|| average(earlier)),
        }
    };
    (0..=first.clamp(0, MOST_DAYS)).rev().map(point).collect()
}

/// With one decimal: a curve needs no more.
fn rounded(percent: f64) -> f64 {
    (percent * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(first_day: &str, places: i64, sold: &[(i64, i64)]) -> DailySales {
        let first_day: Day = first_day.parse().unwrap();
        let sold = sold.iter().map(|(before, sold)| (first_day.number() - before, *sold)).collect();
        DailySales { first_day, places, sold }
    }

    #[test]
    fn days_are_counted_back_from_each_event() {
        let current = event("2026-11-20", 200, &[(2, 50), (1, 50)]);
        let earlier = [event("2026-10-10", 100, &[(3, 30), (0, 60)]), event("2026-09-10", 100, &[(1, 50)])];
        let points = compare(&current, &earlier, "2026-11-19".parse().unwrap());
        let shown: Vec<_> = points.iter().map(|p| (p.days_before, p.sold_percent, p.previous_percent)).collect();
        assert_eq!(
            shown,
            [
                (3, Some(0.0), Some(15.0)),
                (2, Some(25.0), Some(15.0)),
                (1, Some(50.0), Some(40.0)),
                (0, None, Some(70.0)),
            ]
        );
    }

    #[test]
    fn without_sales_there_is_nothing_to_compare() {
        let today = "2026-11-14".parse().unwrap();
        assert_eq!(compare(&event("2026-11-20", 10, &[]), &[], today), []);
        let alone = compare(&event("2026-11-20", 10, &[(500, 1)]), &[], today);
        assert_eq!((alone.len(), alone[0].previous_percent), (91, None));
    }
}
