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

/// Two ids in one address.
pub struct IdPaths<A, B>(pub A, pub B);

impl<A, B, S> FromRequestParts<S> for IdPaths<A, B>
where
    A: std::str::FromStr + Send,
    B: std::str::FromStr + Send,
    S: Send + Sync,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let missing = || Error::NotFound("Introuvable.");
        let path = Path::<(String, String)>::from_request_parts(parts, state).await;
        let Path((first, second)) = path.map_err(|_| missing())?;
        Ok(IdPaths(first.parse().map_err(|_| missing())?, second.parse().map_err(|_| missing())?))
    }
}
