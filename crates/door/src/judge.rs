//! What the scans of one ticket on one day amount to. Pure, and the same whatever order they became known in.

use domain::{Instant, ScanId};

use crate::words::{Direction, Fate};

/// Somebody passed a gate with the ticket, and nobody has taken that back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    pub id: ScanId,
    pub at: Instant,
    pub direction: Direction,
}

/// What has become of a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    pub id: ScanId,
    pub fate: Fate,
    /// The admission that stands, where this one is in conflict with it.
    pub conflict_with: Option<ScanId>,
}

/// Where the ticket is, and the scan that says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    NotYet,
    Inside(ScanId),
    Out(ScanId),
}

#[derive(Debug, PartialEq, Eq)]
pub struct History {
    pub judged: Vec<Judged>,
    /// Admissions that stand, each with the number of times that the ticket had gone out before.
    pub entries: Vec<(i64, ScanId)>,
    pub standing: Standing,
}

/// Puts facts in order of time and lets each decide the next. An "in" of who is inside is in conflict with the admission
/// that stands; an "out" of who is not inside changes nothing, until the scan arrives that it belongs to.
pub fn judge<'a>(facts: impl IntoIterator<Item = &'a Fact>) -> History {
    let mut facts: Vec<&Fact> = facts.into_iter().collect();
    facts.sort_by(|one, other| (one.at, &one.id).cmp(&(other.at, &other.id)));
    let mut history = History { judged: Vec::new(), entries: Vec::new(), standing: Standing::NotYet };
    let mut outs = 0;
    for fact in facts {
        let (fate, conflict_with) = match (fact.direction, &history.standing) {
            (Direction::In, Standing::Inside(admitted)) => (Fate::Conflict, Some(admitted.clone())),
            (Direction::In, before) => {
                let fate = if *before == Standing::NotYet { Fate::Admitted } else { Fate::Readmitted };
                history.entries.push((outs, fact.id.clone()));
                history.standing = Standing::Inside(fact.id.clone());
                (fate, None)
            }
            (_, Standing::Inside(_)) => {
                outs += 1;
                history.standing = Standing::Out(fact.id.clone());
                (Fate::Left, None)
            }
            _ => (Fate::Unmatched, None),
        };
        history.judged.push(Judged { id: fact.id.clone(), fate, conflict_with });
    }
    history
}

impl History {
    pub fn fate_of(&self, id: &ScanId) -> Option<&Judged> {
        self.judged.iter().find(|judged| judged.id == *id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fact(number: usize, minute: i64, direction: Direction) -> Fact {
        Fact { id: format!("s{number}").parse().unwrap(), at: Instant::from_millis(minute * 60_000), direction }
    }

    fn fates(facts: &[Fact]) -> Vec<Fate> {
        judge(facts).judged.iter().map(|judged| judged.fate).collect()
    }

    use Direction::{In, Out};

    #[test]
    fn of_two_admissions_the_first_stands() {
        let (later, earlier) = (fact(1, 10, In), fact(2, 5, In));
        let history = judge(&[later.clone(), earlier.clone()]);
        assert_eq!(history.entries, [(0, earlier.id.clone())]);
        assert_eq!(history.standing, Standing::Inside(earlier.id.clone()));
        let conflict = history.fate_of(&later.id).unwrap();
        assert_eq!((conflict.fate, &conflict.conflict_with), (Fate::Conflict, &Some(earlier.id)));
    }

    #[test]
    fn who_goes_out_comes_in_again() {
        let facts = [fact(1, 1, In), fact(2, 2, Out), fact(3, 3, In), fact(4, 4, Out)];
        assert_eq!(fates(&facts), [Fate::Admitted, Fate::Left, Fate::Readmitted, Fate::Left]);
        let history = judge(&facts);
        assert_eq!(history.entries, [(0, facts[0].id.clone()), (1, facts[2].id.clone())]);
        assert_eq!(history.standing, Standing::Out(facts[3].id.clone()));
    }

    #[test]
    fn an_exit_that_arrives_late_explains_a_conflict() {
        let (first, second, exit) = (fact(1, 1, In), fact(2, 9, In), fact(3, 5, Out));
        assert_eq!(fates(&[first.clone(), second.clone()]), [Fate::Admitted, Fate::Conflict]);
        assert_eq!(fates(&[second, exit, first]), [Fate::Admitted, Fate::Left, Fate::Readmitted]);
    }

    #[test]
    fn an_exit_without_an_entry_waits_for_it() {
        let (entry, exit) = (fact(1, 1, In), fact(2, 5, Out));
        assert_eq!(fates(std::slice::from_ref(&exit)), [Fate::Unmatched]);
        assert_eq!(fates(&[exit, entry]), [Fate::Admitted, Fate::Left]);
    }

    proptest! {
        /// Whatever arrives in whatever order: the same fates, one admission at a time, and every "in" either stands
        /// or is in conflict with one that does.
        #[test]
        fn order_of_arrival_does_not_matter(
            passages in prop::collection::vec((0..20_i64, prop::bool::ANY), 0..9),
            seed in any::<u64>(),
        ) {
            let facts: Vec<Fact> = passages.iter().enumerate()
                .map(|(number, (minute, is_in))| fact(number, *minute, if *is_in { In } else { Out }))
                .collect();
            let mut shuffled = facts.clone();
            shuffled.sort_by_key(|fact| {
                fact.id.as_str().bytes().fold(seed, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x9E37_79B9_7F4A_7C15))
            });
            let history = judge(&facts);
            prop_assert_eq!(&history, &judge(&shuffled));
            let ins = facts.iter().filter(|fact| fact.direction == In).count();
            let conflicts = history.judged.iter().filter(|judged| judged.fate == Fate::Conflict).count();
            prop_assert_eq!(history.entries.len() + conflicts, ins);
            prop_assert!(history.entries.iter().map(|(entry, _)| *entry).eq(0..history.entries.len() as i64));
            for judged in history.judged.iter().filter(|judged| judged.fate == Fate::Conflict) {
                let with = judged.conflict_with.as_ref().unwrap();
                prop_assert!(history.entries.iter().any(|(_, id)| id == with));
            }
        }
    }
}
