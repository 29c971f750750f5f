//! Sides measured in turns: a slow moment of the machine hits all of them, and medians forget it.

use crate::Failure;

/// What each side gave in each round.
pub struct Rounds<M>(Vec<Vec<M>>);

/// Measures every side once per round, in alternating order.
pub async fn in_turns<S, M>(
    sides: &[S],
    rounds: usize,
    measure: impl AsyncFn(&S) -> Result<M, Failure>,
) -> Result<Rounds<M>, Failure> {
    let mut measured: Vec<Vec<M>> = sides.iter().map(|_| Vec::with_capacity(rounds)).collect();
    for round in 0..rounds {
        for step in 0..sides.len() {
            let side = if round % 2 == 0 { step } else { sides.len() - 1 - step };
            measured[side].push(measure(&sides[side]).await?);
        }
    }
    Ok(Rounds(measured))
}

impl<M> Rounds<M> {
    pub fn median(&self, side: usize, figure: impl Fn(&M) -> f64) -> f64 {
        median(self.0[side].iter().map(figure))
    }

    /// Adds up a figure that is too coarse to be read of one round.
    pub fn sum(&self, side: usize, figure: impl Fn(&M) -> f64) -> f64 {
        self.0[side].iter().map(figure).sum()
    }

    /// Returns how many times the other side's figure this one's is, as the median over the rounds.
    pub fn ratio(&self, side: usize, other: usize, figure: impl Fn(&M) -> f64) -> f64 {
        median(self.0[side].iter().zip(&self.0[other]).map(|(mine, theirs)| figure(mine) / figure(theirs)))
    }
}

fn median(figures: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = figures.collect();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => f64::NAN,
        odd if odd % 2 == 1 => sorted[odd / 2],
        even => (sorted[even / 2 - 1] + sorted[even / 2]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_forgets_a_slow_moment() {
        let rounds = Rounds(vec![vec![10.0, 1.0, 12.0], vec![5.0, 4.0, 6.0]]);
        assert_eq!(rounds.median(0, |figure| *figure), 10.0);
        assert_eq!(rounds.ratio(0, 1, |figure| *figure), 2.0);
    }
}
