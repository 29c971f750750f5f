//! What a column holds, by the name of its type: the portable columns of `migrations/README.md`, in both dialects.

use crate::Value;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Integer,
    Real,
    Boolean,
    Text,
    Bytes,
}

impl Kind {
    /// `None` for a type that the engines don't share.
    pub(crate) fn of(type_name: &str) -> Option<Kind> {
        Some(match type_name {
            "bigint" | "integer" => Kind::Integer,
            "double precision" => Kind::Real,
            "boolean" => Kind::Boolean,
            "text" => Kind::Text,
            "blob" | "bytea" => Kind::Bytes,
            _ => return None,
        })
    }

    /// The same value as a column of this kind has it on either engine. SQLite takes any value into any column, so a value
    /// may not fit; the error says what it is instead.
    pub(crate) fn fit(self, value: Value<'_>) -> Result<Value<'_>, String> {
        Ok(match (self, value) {
            (_, Value::Null) => Value::Null,
            (Kind::Boolean, Value::Int(0)) => Value::Bool(false),
            (Kind::Boolean, Value::Int(1)) => Value::Bool(true),
            (Kind::Real, Value::Int(number)) => Value::Real(number as f64),
            (Kind::Integer, Value::Int(_))
            | (Kind::Real, Value::Real(_))
            | (Kind::Boolean, Value::Bool(_))
            | (Kind::Text, Value::Text(_))
            | (Kind::Bytes, Value::Bytes(_)) => value,
            _ => return Err(format!("it holds {}", value.kind())),
        })
    }
}
