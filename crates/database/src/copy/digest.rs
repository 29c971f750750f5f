//! What a table holds as a short number, computed in the same way from either engine.

use sha2::{Digest as _, Sha256};

use crate::Value;

/// The sum of the hashes of the rows, so that their order does not count.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Digest {
    pub rows: u64,
    sum: u128,
}

impl Digest {
    pub fn add(&mut self, row: &[Value<'_>]) {
        let mut hash = Sha256::new();
        for value in row {
            match value {
                Value::Null => hash.update([0]),
                Value::Int(number) => with_mark(&mut hash, 1, &number.to_be_bytes()),
                // SQLite keeps no sign of zero; adding zero takes it away.
                Value::Real(number) => with_mark(&mut hash, 2, &(number + 0.0).to_bits().to_be_bytes()),
                Value::Bool(truth) => with_mark(&mut hash, 3, &[u8::from(*truth)]),
                Value::Text(text) => with_length(&mut hash, 4, text.as_bytes()),
                Value::Bytes(bytes) => with_length(&mut hash, 5, bytes),
            }
        }
        let mut number = [0; 16];
        number.copy_from_slice(&hash.finalize()[..16]);
        self.sum = self.sum.wrapping_add(u128::from_be_bytes(number));
        self.rows += 1;
    }
}

fn with_mark(hash: &mut Sha256, mark: u8, bytes: &[u8]) {
    hash.update([mark]);
    hash.update(bytes);
}

/// With its length, so that two values that stand side by side are not taken for other two.
fn with_length(hash: &mut Sha256, mark: u8, bytes: &[u8]) {
    with_mark(hash, mark, &(bytes.len() as u64).to_be_bytes());
    hash.update(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(rows: &[&[Value<'_>]]) -> Digest {
        let mut digest = Digest::default();
        rows.iter().for_each(|row| digest.add(row));
        digest
    }

    #[test]
    fn the_order_of_rows_does_not_count_and_all_else_does() {
        let (one, other) = ([Value::Text("ab"), Value::Text("c")], [Value::Int(1), Value::Null]);
        assert_eq!(digest(&[&one, &other]), digest(&[&other, &one]));
        for different in [
            digest(&[&one]),
            digest(&[&one, &one]),
            digest(&[&[Value::Text("a"), Value::Text("bc")], &other]),
            digest(&[&one, &[Value::Null, Value::Int(1)]]),
            digest(&[&one, &[Value::Int(2), Value::Null]]),
            digest(&[&one, &[Value::Bool(true), Value::Null]]),
        ] {
            assert_ne!(digest(&[&one, &other]), different);
        }
        assert_eq!(digest(&[&[Value::Real(-0.0)]]), digest(&[&[Value::Real(0.0)]]));
    }
}
