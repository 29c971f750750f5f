//! The values that both engines can hold, and the traits that turn Rust's types into them and back.

/// What a parameter or a column holds. SQLite has no booleans: there they are the integers 0 and 1.
#[derive(Clone, Copy, PartialEq)]
pub enum Value<'a> {
    Null,
    Int(i64),
    Real(f64),
    Bool(bool),
    Text(&'a str),
    Bytes(&'a [u8]),
}

impl Value<'_> {
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Int(_) => "an integer",
            Value::Real(_) => "a real number",
            Value::Bool(_) => "a boolean",
            Value::Text(_) => "text",
            Value::Bytes(_) => "bytes",
        }
    }
}

/// Shows the kind only: a value may be a token or the hash of a password.
impl std::fmt::Debug for Value<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.kind())
    }
}

/// A type that can be a parameter.
pub trait Field {
    fn value(&self) -> Value<'_>;
}

/// What `stored_words!` makes: an enum whose variants are stored as a word each.
pub trait StoredWords {
    /// The words of all variants, in their order.
    const WORDS: &'static [&'static str];
}

/// A type that can be read from a column; the error says what was expected instead.
pub trait FromField: Sized {
    fn from_field(value: Value<'_>) -> Result<Self, String>;
}

fn mismatch<T>(expected: &str, found: Value<'_>) -> Result<T, String> {
    Err(format!("expected {expected}, found {}", found.kind()))
}

macro_rules! integers {
    ($($type:ty),+) => { $(
        impl Field for $type {
            fn value(&self) -> Value<'_> {
                Value::Int(i64::from(*self))
            }
        }

        impl FromField for $type {
            fn from_field(value: Value<'_>) -> Result<$type, String> {
                let Value::Int(number) = value else { return mismatch("an integer", value) };
                number.try_into().map_err(|_| format!("{number} is out of range for {}", stringify!($type)))
            }
        }
    )+ };
}

integers!(i64, i32, u32, u16);

impl<T: Field + ?Sized> Field for Box<T> {
    fn value(&self) -> Value<'_> {
        (**self).value()
    }
}

impl Field for bool {
    fn value(&self) -> Value<'_> {
        Value::Bool(*self)
    }
}

impl FromField for bool {
    fn from_field(value: Value<'_>) -> Result<bool, String> {
        match value {
            Value::Bool(truth) => Ok(truth),
            Value::Int(0) => Ok(false),
            Value::Int(1) => Ok(true),
            other => mismatch("a boolean", other),
        }
    }
}

impl Field for f64 {
    fn value(&self) -> Value<'_> {
        Value::Real(*self)
    }
}

impl FromField for f64 {
    fn from_field(value: Value<'_>) -> Result<f64, String> {
        match value {
            Value::Real(number) => Ok(number),
            Value::Int(number) => Ok(number as f64),
            other => mismatch("a real number", other),
        }
    }
}

impl Field for str {
    fn value(&self) -> Value<'_> {
        Value::Text(self)
    }
}

impl Field for String {
    fn value(&self) -> Value<'_> {
        Value::Text(self)
    }
}

impl FromField for String {
    fn from_field(value: Value<'_>) -> Result<String, String> {
        match value {
            Value::Text(text) => Ok(text.to_owned()),
            other => mismatch("text", other),
        }
    }
}

impl Field for [u8] {
    fn value(&self) -> Value<'_> {
        Value::Bytes(self)
    }
}

impl Field for Vec<u8> {
    fn value(&self) -> Value<'_> {
        Value::Bytes(self)
    }
}

impl<const N: usize> Field for [u8; N] {
    fn value(&self) -> Value<'_> {
        Value::Bytes(self)
    }
}

impl FromField for Vec<u8> {
    fn from_field(value: Value<'_>) -> Result<Vec<u8>, String> {
        match value {
            Value::Bytes(bytes) => Ok(bytes.to_vec()),
            other => mismatch("bytes", other),
        }
    }
}

impl<const N: usize> FromField for [u8; N] {
    fn from_field(value: Value<'_>) -> Result<[u8; N], String> {
        match value {
            Value::Bytes(bytes) => bytes.try_into().map_err(|_| format!("expected {N} bytes, found {}", bytes.len())),
            other => mismatch("bytes", other),
        }
    }
}

impl<T: Field> Field for Option<T> {
    fn value(&self) -> Value<'_> {
        self.as_ref().map_or(Value::Null, Field::value)
    }
}

impl<T: FromField> FromField for Option<T> {
    fn from_field(value: Value<'_>) -> Result<Option<T>, String> {
        match value {
            Value::Null => Ok(None),
            other => T::from_field(other).map(Some),
        }
    }
}

impl<T: Field + ?Sized> Field for &T {
    fn value(&self) -> Value<'_> {
        (**self).value()
    }
}

/// Takes one row after the other.
pub(crate) type RowWriter<'a> = dyn FnMut(&[Value<'_>]) -> Result<(), crate::DbError> + 'a;

/// Refuses what one engine would take and the other not, so that both answer alike.
pub(crate) fn storable(value: Value<'_>) -> Result<Value<'_>, crate::DbError> {
    match value {
        Value::Text(text) if text.contains('\0') => Err(crate::DbError::Unstorable("U+0000 in a text".into())),
        Value::Real(number) if number.is_nan() => Err(crate::DbError::Unstorable("not a number".into())),
        other => Ok(other),
    }
}
