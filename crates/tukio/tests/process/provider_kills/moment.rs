//! When the server dies: at so many answers to buyers, or just as it calls the provider or hears from it.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::provider_kills::buyer::Round;
use crate::support::{Dice, Simulators, Which};

/// Calls and callbacks that a round may not have, as refunds before anything was sold, are not waited for longer.
const LONGEST_WAIT: Duration = Duration::from_millis(1500);

#[derive(Debug)]
pub enum KillAt {
    Answers(usize),
    Calls(&'static str, usize),
    Callbacks(usize),
}

impl KillAt {
    pub fn draw(which: Which, dice: &mut Dice) -> KillAt {
        let mut up_to = |most: u64| 1 + (dice.roll() % most) as usize;
        let calls: &[(&str, u64)] = match which {
            Which::Pawapay => &[("checkout", 20), ("checkout_status", 20), ("refund", 4)],
            Which::Flexpay => &[("mobile", 15), ("check", 20), ("mobile", 15)],
            Which::Cinetpay => &[("payment", 20), ("status", 20), ("login", 1)],
        };
        match up_to(6) {
            1 => KillAt::Callbacks(up_to(15)),
            2..=4 => {
                let (kind, most) = calls[up_to(3) - 1];
                KillAt::Calls(kind, up_to(most))
            }
            _ => KillAt::Answers(up_to(80)),
        }
    }

    pub async fn wait(&self, simulators: &Simulators, which: Which, round: &Round) {
        let count = || match self {
            KillAt::Answers(_) => round.answered.load(Ordering::SeqCst),
            KillAt::Calls(kind, _) => simulators.calls(which, kind),
            KillAt::Callbacks(_) => simulators.callbacks(which),
        };
        let (KillAt::Answers(more) | KillAt::Calls(_, more) | KillAt::Callbacks(more)) = self;
        let enough = count() + more;
        let reached = async {
            while count() < enough {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        let _ = tokio::time::timeout(LONGEST_WAIT, reached).await;
    }
}
