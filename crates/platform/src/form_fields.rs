//! The parts of a form, read into the struct that the contract describes it by.

use std::collections::HashMap;

use domain::FieldErrors;
use serde::de::value::{Error as ReadError, MapDeserializer};
use serde::de::{DeserializeOwned, Error as _, IntoDeserializer, Visitor};
use serde::{Deserialize, Deserializer};
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};
use utoipa::{PartialSchema, ToSchema};

use crate::Error;

/// What arrived under one name of a form.
#[derive(Default)]
pub struct FormPart {
    pub text: Option<String>,
    pub file: Option<Vec<u8>>,
}

/// Reads the parts into a struct of texts and [`Upload`]s. A file where a text is expected is refused under its name.
pub fn read<T: DeserializeOwned>(parts: HashMap<String, FormPart>) -> Result<T, Error> {
    let parts = MapDeserializer::<_, ReadError>::new(parts.into_iter());
    serde_path_to_error::deserialize(parts).map_err(|error| {
        let field = error.path().to_string();
        Error::Invalid(FieldErrors::of(&field, "Valeur invalide."))
    })
}

/// A file of a form, if one was chosen. A text in its place is a file like any other: not a picture.
#[derive(Debug, Default)]
pub struct Upload(pub Option<Vec<u8>>);

impl<'de> Deserialize<'de> for Upload {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Upload, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = Upload;

            fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.write_str("a file")
            }

            fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Upload, E> {
                Ok(Upload(Some(bytes)))
            }

            fn visit_none<E>(self) -> Result<Upload, E> {
                Ok(Upload(None))
            }
        }
        from.deserialize_byte_buf(Bytes)
    }
}

impl PartialSchema for Upload {
    fn schema() -> RefOr<Schema> {
        let file = ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)))
            .description(Some("JPEG, PNG or WebP, 5 MB and 40 million pixels at most."));
        Schema::from(file).into()
    }
}

impl ToSchema for Upload {}

impl<'de> IntoDeserializer<'de, ReadError> for FormPart {
    type Deserializer = FormPart;

    fn into_deserializer(self) -> FormPart {
        self
    }
}

impl<'de> Deserializer<'de> for FormPart {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_string(self.text.ok_or_else(|| ReadError::custom("a text is expected"))?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_some(self)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let typed = self.text.map(String::into_bytes).filter(|bytes| !bytes.is_empty());
        match self.file.or(typed) {
            Some(bytes) => visitor.visit_byte_buf(bytes),
            None => visitor.visit_none(),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes unit unit_struct newtype_struct seq tuple
        tuple_struct map struct enum identifier
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    struct Fields {
        name: Option<String>,
        #[serde(default)]
        img: Upload,
    }

    fn text(text: &str) -> FormPart {
        FormPart { text: Some(text.to_owned()), file: None }
    }

    fn file(bytes: &[u8]) -> FormPart {
        FormPart { text: None, file: Some(bytes.to_vec()) }
    }

    fn form(parts: impl IntoIterator<Item = (&'static str, FormPart)>) -> HashMap<String, FormPart> {
        parts.into_iter().map(|(name, part)| (name.to_owned(), part)).collect()
    }

    #[test]
    fn texts_and_files_are_told_apart() {
        let read_both: Fields = read(form([("name", text("Jazz")), ("img", file(b"x"))])).unwrap();
        assert_eq!((read_both.name.as_deref(), read_both.img.0.as_deref()), (Some("Jazz"), Some(&b"x"[..])));
        let typed: Fields = read(form([("other", file(b"x")), ("img", text(""))])).unwrap();
        assert_eq!((typed.name, typed.img.0), (None, None));
        let refused = read::<Fields>(form([("name", file(b"x"))])).unwrap_err();
        assert!(matches!(refused, Error::Invalid(errors) if errors.has("name")));
    }
}
