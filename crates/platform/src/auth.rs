//! Who sends a request. Handlers take [`SignedIn`] where somebody must be signed in, and [`MaybeSignedIn`] where not.

use std::pin::Pin;
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use domain::{SessionId, UserId};

use crate::Error;
use crate::asking::Sender;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignedIn {
    pub user: UserId,
    pub session: SessionId,
}

pub struct MaybeSignedIn(pub Option<SignedIn>);

/// Checks access tokens. The feature that owns sessions implements it.
pub trait SessionCheck: Send + Sync {
    fn check<'a>(&'a self, access: &'a str) -> Pin<Box<dyn Future<Output = Result<SignedIn, Error>> + Send + 'a>>;
}

/// The session check as a part of each feature's state, so that its handlers can take [`SignedIn`].
#[derive(Clone)]
pub struct Sessions(Arc<dyn SessionCheck>);

impl Sessions {
    pub fn new(check: impl SessionCheck + 'static) -> Sessions {
        Sessions(Arc::new(check))
    }
}

const MISSING: &str = "Connectez-vous pour continuer.";

impl<S> FromRequestParts<S> for MaybeSignedIn
where
    S: Send + Sync,
    Sessions: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        // Checked once for each request, however many of its extractors ask.
        if let Some(known) = parts.extensions.get::<SignedIn>() {
            return Ok(MaybeSignedIn(Some(*known)));
        }
        let Some(access) = bearer(&parts.headers)? else { return Ok(MaybeSignedIn(None)) };
        let signed_in = Sessions::from_ref(state).0.check(access).await?;
        parts.extensions.insert(signed_in);
        Sender::is_person(signed_in.user);
        Ok(MaybeSignedIn(Some(signed_in)))
    }
}

impl<S> FromRequestParts<S> for SignedIn
where
    S: Send + Sync,
    Sessions: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let MaybeSignedIn(person) = MaybeSignedIn::from_request_parts(parts, state).await?;
        person.ok_or(Error::Unauthorised(MISSING))
    }
}

/// The bearer token, if one is sent. Another scheme is a token that is not good, not a visitor.
fn bearer(headers: &HeaderMap) -> Result<Option<&str>, Error> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let (scheme, token) = value.to_str().ok().and_then(|text| text.split_once(' ')).unwrap_or_default();
    let token = token.trim();
    if scheme.eq_ignore_ascii_case("bearer") && !token.is_empty() {
        Ok(Some(token))
    } else {
        Err(Error::Unauthorised(MISSING))
    }
}
