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

/// Enums whose variants are stored as a word each: `stored_words! { State { Open = "open", } }`. The macro alone maps
/// variants to words; conditions inside SQL spell the same words.
#[macro_export]
macro_rules! stored_words {
    ($($(#[$about:meta])* $name:ident { $($(#[$note:meta])* $variant:ident = $word:literal,)+ })+) => { $(
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {
            $($(#[$note])* $variant,)+
        }

        impl $name {
            pub fn as_str(&self) -> &'static str {
                match self {
                    $($name::$variant => $word,)+
                }
            }
        }

        impl $crate::StoredWords for $name {
            const WORDS: &'static [&'static str] = &[$($word),+];
        }

        impl std::str::FromStr for $name {
            type Err = $crate::NotInList;

            fn from_str(word: &str) -> Result<$name, $crate::NotInList> {
                match word {
                    $($word => Ok($name::$variant),)+
                    _ => Err($crate::NotInList),
                }
            }
        }

        $crate::field_as_text!($name);
    )+ };
}
