//! Macros that make a type of another crate's vocabulary a field: an id is stored as its integer, a word of a fixed
//! list as its text.

/// `field_as_i64!(UserId)` stores `id.get()` and reads by `UserId::new`;
/// `field_as_i64!(Day, number, Day::from_number)` names both, the second answering an `Option`.
#[macro_export]
macro_rules! field_as_i64 {
    ($type:ty) => {
        $crate::field_as_i64!($type, get, |number| Some(<$type>::new(number)));
    };
    ($type:ty, $get:ident, $make:expr) => {
        impl $crate::Field for $type {
            fn value(&self) -> $crate::Value<'_> {
                $crate::Value::Int(self.$get().into())
            }
        }

        impl $crate::FromField for $type {
            fn from_field(value: $crate::Value<'_>) -> Result<$type, String> {
                let number = $crate::FromField::from_field(value)?;
                ($make)(number).ok_or_else(|| format!("{number} is no {}", stringify!($type)))
            }
        }
    };
}

/// `field_as_text!(Town, name)` stores `town.name()` and reads by `FromStr`; `as_str` when no method is named.
#[macro_export]
macro_rules! field_as_text {
    ($type:ty) => {
        $crate::field_as_text!($type, as_str);
    };
    ($type:ty, $get:ident) => {
        impl $crate::Field for $type {
            fn value(&self) -> $crate::Value<'_> {
                $crate::Value::Text(self.$get())
            }
        }

        impl $crate::FromField for $type {
            fn from_field(value: $crate::Value<'_>) -> Result<$type, String> {
                match value {
                    $crate::Value::Text(text) => {
                        text.parse().map_err(|_| format!("this text is no {}", stringify!($type)))
                    }
                    other => Err(format!("expected text, found {}", other.kind())),
                }
            }
        }
    };
}
