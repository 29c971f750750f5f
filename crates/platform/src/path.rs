//! Ids in addresses: what is no id of ours is simply not found.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;

use crate::Error;

pub struct IdPath<T>(pub T);

impl<T: std::str::FromStr + Send, S: Send + Sync> FromRequestParts<S> for IdPath<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let missing = || Error::NotFound("Introuvable.");
        let Path(text) = Path::<String>::from_request_parts(parts, state).await.map_err(|_| missing())?;
        text.parse().map(IdPath).map_err(|_| missing())
    }
}
