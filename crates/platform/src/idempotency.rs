//! The header `Idempotency-Key`: a request that is sent again carries the key it had before, so that it is done once.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::Error;

const LONGEST: usize = 100;

/// What the header `Idempotency-Key` says, if it is there.
pub struct IdempotencyKey(pub Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        let Some(value) = parts.headers.get("idempotency-key") else { return Ok(IdempotencyKey(None)) };
        match value.to_str() {
            Ok(text) if is_key(text) => Ok(IdempotencyKey(Some(text.to_owned()))),
            _ => Err(Error::Refused("L'en-tête Idempotency-Key est illisible.".to_owned())),
        }
    }
}

fn is_key(text: &str) -> bool {
    !text.is_empty() && text.len() <= LONGEST && text.bytes().all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_short_and_plain() {
        assert!(is_key("0f5e7a1c-3b2d-4c6e-9f10-aabbccddeeff"));
        assert!(!is_key("") && !is_key("a b") && !is_key("é") && !is_key(&"x".repeat(101)));
    }
}
