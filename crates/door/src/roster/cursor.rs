//! How far a gate's knowledge goes, as a text that it sends back. Pure.

use domain::{Instant, NotInList};

/// `seq.changed` when the roster is whole, `seq.changed.next` while pages are missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    /// The number of the last scan that is known.
    pub seq: i64,
    /// Changes of tickets are known up to this moment.
    pub changed: Instant,
    /// The number of the first ticket that is still missing.
    pub next: Option<i64>,
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}.{}", self.seq, self.changed.millis())?;
        self.next.map_or(Ok(()), |next| write!(out, ".{next}"))
    }
}

impl std::str::FromStr for Cursor {
    type Err = NotInList;

    fn from_str(text: &str) -> Result<Cursor, NotInList> {
        // Well below what overflows when a minute is taken off or a page added.
        let number = |text: &str| text.parse().ok().filter(|number| (0..1 << 53).contains(number)).ok_or(NotInList);
        let parts: Vec<i64> = text.split('.').map(number).collect::<Result<_, _>>()?;
        match parts[..] {
            [seq, changed] => Ok(Cursor { seq, changed: Instant::from_millis(changed), next: None }),
            [seq, changed, next] => Ok(Cursor { seq, changed: Instant::from_millis(changed), next: Some(next) }),
            _ => Err(NotInList),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_reads_back() {
        for next in [None, Some(5000)] {
            let cursor = Cursor { seq: 12, changed: Instant::from_millis(1_794_650_400_000), next };
            assert_eq!(cursor.to_string().parse(), Ok(cursor));
        }
        for wrong in ["", "1", "1.2.3.4", "a.b", "-1.2", "1.99999999999999999"] {
            assert!(wrong.parse::<Cursor>().is_err(), "{wrong}");
        }
    }
}
