//! Request bodies: bounded in size and time, and read into types that can't be wrong.

use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use domain::FieldErrors;
use http_body_util::BodyExt;
use serde::de::DeserializeOwned;

use crate::Error;

/// Far above any form of the product; pictures have a limit of their own.
const JSON_LIMIT: usize = 64 * 1024;

/// How long a small body may take to arrive on a slow network.
const RECEIVE_TIMEOUT: Duration = Duration::from_secs(15);

/// How much of a refused body is read and thrown away. A browser that is still sending when the connection closes
/// shows a network error instead of our 413, so the rest is drained, within bounds.
const DRAIN_LIMIT: usize = 32 * 1024 * 1024;
const DRAIN_TIMEOUT: Duration = Duration::from_secs(20);

/// The whole body, up to [`JSON_LIMIT`].
async fn read_body(body: Body) -> Result<Bytes, Error> {
    match tokio::time::timeout(RECEIVE_TIMEOUT, collect(body, JSON_LIMIT)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(CollectError::TooLarge(rest))) => {
            drain(rest).await;
            Err(Error::TooLarge)
        }
        Ok(Err(CollectError::Broken)) => Err(Error::Refused("La requête est incomplète.".to_owned())),
        Err(_) => Err(Error::TooSlow),
    }
}

enum CollectError {
    TooLarge(Body),
    Broken,
}

async fn collect(mut body: Body, limit: usize) -> Result<Bytes, CollectError> {
    let announced = HttpBody::size_hint(&body);
    if announced.lower() > limit as u64 {
        return Err(CollectError::TooLarge(body));
    }
    let mut bytes = Vec::with_capacity(announced.lower() as usize);
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|_| CollectError::Broken)?.into_data() else { continue };
        if bytes.len() + data.len() > limit {
            return Err(CollectError::TooLarge(body));
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes.into())
}

pub(crate) async fn drain(mut body: Body) {
    let reading = async {
        let mut read = 0;
        while let Some(Ok(frame)) = body.frame().await {
            read += frame.data_ref().map_or(0, Bytes::len);
            if read > DRAIN_LIMIT {
                break;
            }
        }
    };
    // Whether everything was read or the time is up, the answer goes out now.
    let _ = tokio::time::timeout(DRAIN_TIMEOUT, reading).await;
}

/// Whether the body is announced as of this type.
pub(crate) fn has_type(headers: &HeaderMap, wanted: &str) -> bool {
    let announced = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    announced.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case(wanted))
}

/// A JSON body. What can't be read is a 400 in the envelope: under its field when the fault lies in one.
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Error;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Error> {
        let is_json = has_type(request.headers(), "application/json");
        let bytes = read_body(request.into_body()).await?;
        // A strict content type also keeps foreign HTML forms from posting here.
        if !is_json {
            return Err(Error::Refused("Le corps de la requête doit être du JSON (application/json).".to_owned()));
        }
        parse(&bytes).map(JsonBody)
    }
}

/// A JSON body that may be absent; what is there is read as a [`JsonBody`].
pub struct OptionalJson<T>(pub Option<T>);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for OptionalJson<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        if HttpBody::size_hint(request.body()).exact() == Some(0) {
            return Ok(OptionalJson(None));
        }
        let JsonBody(value) = JsonBody::<Option<T>>::from_request(request, state).await?;
        Ok(OptionalJson(value))
    }
}

/// What is said of a value that is of the wrong kind. serde_json tells the kind in its message only.
fn words_for(error: &serde_json::Error) -> &'static str {
    if error.to_string().contains("expected i64") { "Un nombre entier est attendu." } else { "Valeur invalide." }
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let field = error.path().iter().find_map(|segment| match segment {
            serde_path_to_error::Segment::Map { key } => Some(key.clone()),
            _ => None,
        });
        match field {
            Some(field) if error.inner().is_data() => Error::Invalid(FieldErrors::of(&field, words_for(error.inner()))),
            _ => Error::Refused("Le corps de la requête n'est pas un JSON valide.".to_owned()),
        }
    })?;
    reader.end().map_err(|_| Error::Refused("Le corps de la requête n'est pas un JSON valide.".to_owned()))?;
    Ok(value)
}
