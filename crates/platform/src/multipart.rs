//! Forms with files: read as they arrive, each part bounded.

use std::collections::HashMap;

use axum::body::HttpBody;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{DefaultBodyLimit, FromRef, FromRequest, FromRequestParts, Multipart, Request};
use axum::middleware;
use domain::FieldErrors;
use serde::de::DeserializeOwned;
use utoipa_axum::router::OpenApiRouter;

use crate::body::has_type;
use crate::form_body::{FORM_LIMIT, ReceiveError, receive_form};
use crate::form_fields::{self, FormPart};
use crate::form_permits::FormPermit;
use crate::{Error, Services, Sessions, SignedIn};

const MOST_PARTS: usize = 40;
const LONGEST_TEXT: usize = 64 * 1024;

/// One byte more than a picture may have: enough to see that it is too large, and the rest is not held in memory.
const FILE_KEPT: usize = pictures::MOST_BYTES + 1;

/// Lets the handlers of these routes take forms: their bodies are bounded here instead of by axum's own limit.
pub fn accept_forms<S: Clone + Send + Sync + 'static>(routes: OpenApiRouter<S>) -> OpenApiRouter<S> {
    routes.layer(DefaultBodyLimit::disable()).layer(middleware::from_fn(receive_form))
}

pub(crate) fn is_form(request: &Request) -> bool {
    has_type(request.headers(), "multipart/form-data")
}

/// A form sent as `multipart/form-data`, read into the struct that the contract describes it by. Of a name that comes
/// twice the last part counts.
pub struct Form<T> {
    pub fields: T,
    _permit: FormPermit,
}

async fn add_part(parts: &mut HashMap<String, FormPart>, mut field: Field<'_>) -> Result<(), Error> {
    let name = field.name().unwrap_or_default().to_owned();
    match field.file_name().map(str::to_owned) {
        Some(file_name) => {
            let bytes = collect(&mut field, FILE_KEPT).await?;
            // A file input in which nothing was chosen is sent without a name and without a byte.
            if !(file_name.is_empty() && bytes.is_empty()) {
                parts.entry(name).or_default().file = Some(bytes);
            }
        }
        None => {
            let bytes = collect(&mut field, LONGEST_TEXT + 1).await?;
            let fits = bytes.len() <= LONGEST_TEXT;
            let text = String::from_utf8(bytes).ok().filter(|_| fits);
            let text = text.ok_or_else(|| FieldErrors::of(&name, "Valeur invalide."))?;
            parts.entry(name).or_default().text = Some(text);
        }
    }
    Ok(())
}

impl<T: DeserializeOwned, S> FromRequest<S> for Form<T>
where
    S: Send + Sync,
    Services: FromRef<S>,
    Sessions: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Form<T>, Error> {
        if request.body().size_hint().lower() > FORM_LIMIT as u64 {
            return Err(Error::TooLarge);
        }
        let (mut parts, body) = request.into_parts();
        let person = SignedIn::from_request_parts(&mut parts, state).await?;
        let request = Request::from_parts(parts, body);
        let permit = Services::from_ref(state).form_permits.acquire(person.user)?;
        let not_a_form = |_| Error::Refused("Le formulaire doit être envoyé en multipart/form-data.".to_owned());
        let mut arriving = Multipart::from_request(request, state).await.map_err(not_a_form)?;
        let mut parts = HashMap::new();
        let mut count = 0;
        while let Some(field) = arriving.next_field().await.map_err(broken)? {
            count += 1;
            if count > MOST_PARTS {
                return Err(Error::Refused("Le formulaire compte trop de champs.".to_owned()));
            }
            add_part(&mut parts, field).await?;
        }
        Ok(Form { fields: form_fields::read(parts)?, _permit: permit })
    }
}

/// The first `kept` bytes of the field. The rest is read and dropped.
async fn collect(field: &mut Field<'_>, kept: usize) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(broken)? {
        let missing = kept - bytes.len();
        bytes.extend_from_slice(&chunk[..chunk.len().min(missing)]);
    }
    Ok(bytes)
}

fn broken(error: MultipartError) -> Error {
    match ReceiveError::find_in(&error) {
        Some(ReceiveError::TooLarge) => Error::TooLarge,
        Some(ReceiveError::TooSlow) => Error::TooSlow,
        Some(ReceiveError::Broken) | None => Error::Refused("La requête est incomplète.".to_owned()),
    }
}
