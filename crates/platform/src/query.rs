//! The query of an address, read into the struct that the contract describes it by.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::Deserializer;
use serde::de::value::{Error as ReadError, MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer, Visitor};
use url::form_urlencoded;

use crate::Error;

/// What the query of a request asks for.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Error> {
        read(parts.uri.query().unwrap_or_default()).map(Query)
    }
}

/// Reads a query into a struct of texts and lists of texts; what these say is for their reader to judge. Empty values
/// mean "not set", as a plain HTML form sends them. Of a value that can stand once, the first counts.
pub fn read<T: DeserializeOwned>(query: &str) -> Result<T, Error> {
    let mut values: Vec<(String, Values)> = Vec::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let value = value.trim();
        if value.is_empty() {
            continue;
        }
        match values.iter_mut().find(|(known, _)| *known == name) {
            Some((_, Values(values))) => values.push(value.to_owned()),
            None => values.push((name.into_owned(), Values(vec![value.to_owned()]))),
        }
    }
    let read = T::deserialize(MapDeserializer::new(values.into_iter()));
    read.map_err(|_: ReadError| Error::Refused("L'adresse demandée est illisible.".to_owned()))
}

/// The values that stand under one name.
struct Values(Vec<String>);

impl<'de> IntoDeserializer<'de, ReadError> for Values {
    type Deserializer = Values;

    fn into_deserializer(self) -> Values {
        self
    }
}

impl<'de> Deserializer<'de> for Values {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_string(self.0.into_iter().next().unwrap_or_default())
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_some(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_seq(SeqDeserializer::new(self.0.into_iter()))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct newtype_struct tuple
        tuple_struct map struct enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Asked {
        page: Option<String>,
        #[serde(default)]
        town: Vec<String>,
    }

    #[test]
    fn lists_hold_all_values_and_texts_the_first() {
        let asked: Asked = read("page=&page=+2&page=3&town=Goma&town=&town=Mbuji-mayi&x=1").unwrap();
        let town = vec!["Goma".to_owned(), "Mbuji-mayi".to_owned()];
        assert_eq!(asked, Asked { page: Some("2".to_owned()), town });
        assert_eq!(read::<Asked>("").unwrap(), Asked { page: None, town: Vec::new() });
    }
}
