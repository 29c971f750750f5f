//! Forms with files: read as they arrive, each part bounded.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::HttpBody;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{DefaultBodyLimit, FromRef, FromRequest, FromRequestParts, Multipart, Request};
use axum::middleware;
use domain::{FieldErrors, UserId};
use serde::de::DeserializeOwned;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use utoipa_axum::router::OpenApiRouter;

use crate::body::has_type;
use crate::form_body::{FORM_LIMIT, ReceiveError, receive_form};
use crate::form_fields::{self, FormPart};
use crate::{Error, Services, Sessions, SignedIn};

const MOST_PARTS: usize = 40;
const LONGEST_TEXT: usize = 64 * 1024;

/// One byte beyond what a picture may weigh: whoever checks it sees that it is over, and the rest is not kept.
const FILE_KEPT: usize = pictures::MOST_BYTES + 1;

/// Forms held in memory at once.
const MOST_FORMS: usize = 32;

/// Forms of one person held at once, so that many slow ones of theirs keep nobody else waiting.
const MOST_OF_ONE: usize = 2;

/// What somebody is told to wait whose other forms are still arriving.
const TRY_AGAIN_SECONDS: u64 = 5;

/// Lets the handlers of these routes take forms: their bodies are bounded here instead of by axum's own limit.
pub fn accept_forms<S: Clone + Send + Sync + 'static>(routes: OpenApiRouter<S>) -> OpenApiRouter<S> {
    routes.layer(DefaultBodyLimit::disable()).layer(middleware::from_fn(receive_form))
}

pub fn is_form(request: &Request) -> bool {
    has_type(request.headers(), "multipart/form-data")
}

/// A form sent as `multipart/form-data`, read into the struct that the contract describes it by. Of a name that comes
/// twice the last part counts.
pub struct Form<T> {
    pub fields: T,
    _permit: FormPermit,
}

/// Bounds the forms held in memory, all together and for each person. A cheap handle.
#[derive(Clone)]
pub struct FormPermits {
    all: Arc<Semaphore>,
    by_person: Arc<Mutex<HashMap<UserId, usize>>>,
}

struct FormPermit {
    permits: FormPermits,
    person: UserId,
    _one_of_all: OwnedSemaphorePermit,
}

impl Default for FormPermits {
    fn default() -> FormPermits {
        FormPermits { all: Arc::new(Semaphore::new(MOST_FORMS)), by_person: Arc::default() }
    }
}

impl FormPermits {
    fn acquire(&self, person: UserId) -> Result<FormPermit, Error> {
        let mut by_person = self.by_person();
        let held = by_person.get(&person).copied().unwrap_or_default();
        if held >= MOST_OF_ONE {
            return Err(Error::TooMany(TRY_AGAIN_SECONDS));
        }
        let one_of_all = self.all.clone().try_acquire_owned().map_err(|_| Error::Busy)?;
        by_person.insert(person, held + 1);
        Ok(FormPermit { permits: self.clone(), person, _one_of_all: one_of_all })
    }

    fn by_person(&self) -> MutexGuard<'_, HashMap<UserId, usize>> {
        self.by_person.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for FormPermit {
    fn drop(&mut self) {
        let mut by_person = self.permits.by_person();
        if let Some(held) = by_person.get_mut(&self.person) {
            *held -= 1;
            if *held == 0 {
                by_person.remove(&self.person);
            }
        }
    }
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

/// The field's bytes, the first `kept` of them: the rest arrives and is let go.
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
