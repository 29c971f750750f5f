//! The one error envelope. Features answer with [`Error`]; what went wrong inside goes to the log only.
//!
//! Which error goes where: a wrong field is `Invalid`, a missing thing `NotFound`, a person without a good token
//! `Unauthorised`, one without the right `Forbidden`; whatever nobody could have prevented is `Internal`.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use database::DbError;
use domain::FieldErrors;
use serde::Serialize;
use utoipa::ToSchema;

use crate::LogRate;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("invalid input: {0:?}")]
    Invalid(FieldErrors),
    #[error("invalid input: {0}")]
    Refused(String),
    #[error("unauthorised: {0}")]
    Unauthorised(&'static str),
    #[error("forbidden")]
    Forbidden,
    /// Forbidden, with a sentence about whose it is.
    #[error("forbidden: {0}")]
    NotYours(String),
    #[error("not found: {0}")]
    NotFound(&'static str),
    #[error("method not allowed")]
    MethodNotAllowed,
    #[error("conflict: {0}")]
    Conflict(String),
    /// Holds the time until the next try may succeed.
    #[error("too many tries: wait {0:?}")]
    TooMany(Duration),
    #[error("request body too large")]
    TooLarge,
    #[error("request took too long to arrive")]
    TooSlow,
    #[error("busy")]
    Busy,
    #[error("database: {0}")]
    Database(DbError),
    #[error("internal: {0}")]
    Internal(String),
}

/// What is wrong, where no single field is to blame.
#[derive(Serialize, ToSchema)]
pub struct Detail<'a> {
    /// A sentence for the reader.
    detail: Cow<'a, str>,
}

impl Error {
    pub fn field(field: &str, message: impl Into<String>) -> Error {
        Error::Invalid(FieldErrors::of(field, message))
    }

    /// The database is the judge: a broken constraint becomes the message of its field.
    pub fn on_constraint(self, constraint: &str, field: &str, message: &str) -> Error {
        match &self {
            Error::Database(DbError::Constraint { name }) if name == constraint => Error::field(field, message),
            _ => self,
        }
    }

    /// Whether a write that failed may have been made all the same: what it refers to must stay.
    pub(crate) fn outcome_is_unknown(&self) -> bool {
        matches!(self, Error::Database(DbError::Unavailable(_)))
    }

    /// Whether the same may well succeed in a moment.
    pub(crate) fn is_passing(&self) -> bool {
        self.status() == StatusCode::SERVICE_UNAVAILABLE
    }

    /// What each of those who waited for the same attempt is answered when it failed.
    pub fn shared(error: Arc<Error>) -> Error {
        Arc::try_unwrap(error).unwrap_or_else(|error| match &*error {
            Error::NotFound(detail) => Error::NotFound(detail),
            passing if passing.is_passing() => Error::Busy,
            other => Error::Internal(other.to_string()),
        })
    }

    fn status(&self) -> StatusCode {
        match self {
            Error::Invalid(_) | Error::Refused(_) | Error::Database(DbError::Unstorable(_)) => StatusCode::BAD_REQUEST,
            Error::Unauthorised(_) => StatusCode::UNAUTHORIZED,
            Error::Forbidden | Error::NotYours(_) => StatusCode::FORBIDDEN,
            Error::NotFound(_) => StatusCode::NOT_FOUND,
            Error::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Error::Conflict(_) => StatusCode::CONFLICT,
            Error::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Error::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Error::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Error::Busy | Error::Database(DbError::Busy | DbError::Closed | DbError::Unavailable(_)) => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Error::Database(_) | Error::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn detail(&self) -> Cow<'_, str> {
        let fixed: &str = match self {
            Error::TooMany(wait) => return too_many(whole_seconds(*wait)).into(),
            Error::Unauthorised(detail) | Error::NotFound(detail) => detail,
            Error::Refused(detail) | Error::Conflict(detail) | Error::NotYours(detail) => detail,
            Error::Database(DbError::Unstorable(_)) => "Une valeur contient un caractère ou un nombre impossible.",
            Error::Forbidden => "Accès interdit. Vous n'avez pas les permissions nécessaires.",
            Error::MethodNotAllowed => "Cette action n'existe pas à cette adresse.",
            Error::TooLarge => "Fichier trop volumineux. Veuillez choisir un fichier plus léger.",
            Error::TooSlow => "La requête a mis trop de temps à arriver. Réessayez.",
            _ if self.status() == StatusCode::SERVICE_UNAVAILABLE => {
                "Le service est très sollicité. Réessayez dans un instant."
            }
            _ => "Erreur interne du serveur. Réessayez plus tard.",
        };
        fixed.into()
    }
}

/// Rounded up, so that nobody comes back too early.
fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs() + u64::from(wait.subsec_nanos() > 0)
}

fn too_many(seconds: u64) -> String {
    let (number, unit) = match seconds {
        0..60 => (seconds, "seconde"),
        60..7200 => (seconds.div_ceil(60), "minute"),
        _ => (seconds.div_ceil(3600), "heure"),
    };
    let plural = if number > 1 { "s" } else { "" };
    format!("Trop de tentatives. Réessayez dans {number} {unit}{plural}.")
}

impl From<DbError> for Error {
    fn from(error: DbError) -> Error {
        Error::Database(error)
    }
}

impl From<FieldErrors> for Error {
    fn from(errors: FieldErrors) -> Error {
        Error::Invalid(errors)
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let status = self.status();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            static BUSY: LogRate = LogRate::new();
            if let Some(left_out) = BUSY.next(Instant::now()) {
                tracing::error!(%status, error = %self, left_out, "request refused as busy");
            }
        } else if status.is_server_error() {
            tracing::error!(%status, error = %self, "request failed");
        }
        let mut response = match &self {
            Error::Invalid(errors) => (status, Json(errors)).into_response(),
            other => (status, Json(Detail { detail: other.detail() })).into_response(),
        };
        if let Error::TooMany(wait) = self {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(whole_seconds(wait)));
        }
        match status {
            StatusCode::SERVICE_UNAVAILABLE => {
                response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
            }
            StatusCode::UNAUTHORIZED => {
                response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            // What is left of the refused body must not be read as the next request.
            StatusCode::PAYLOAD_TOO_LARGE | StatusCode::REQUEST_TIMEOUT => {
                response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            _ => {}
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use super::*;

    #[test]
    fn a_wait_is_said_in_seconds_minutes_or_hours() {
        for (seconds, said) in [
            (1, "1 seconde."),
            (30, "30 secondes."),
            (60, "1 minute."),
            (61, "2 minutes."),
            (3600, "60 minutes."),
            (7200, "2 heures."),
            (7201, "3 heures."),
        ] {
            assert_eq!(too_many(seconds), format!("Trop de tentatives. Réessayez dans {said}"));
        }
    }

    #[tokio::test]
    async fn what_went_wrong_inside_is_told_to_nobody() {
        let secret = || "password=hunter2 at store.rs:7".to_owned();
        for error in [Error::Internal(secret()), Error::Database(DbError::Unavailable(secret()))] {
            let body = axum::body::to_bytes(error.into_response().into_body(), 10_000).await.unwrap();
            let text = String::from_utf8(body.to_vec()).unwrap();
            assert!(text.contains("Réessayez") && !text.contains("hunter2") && !text.contains("store.rs"), "{text}");
        }
    }

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_went_wrong_inside_is_logged() {
        let written = Written::default();
        let writer = written.clone();
        let log = tracing_subscriber::fmt().with_writer(move || writer.clone()).finish();
        tracing::subscriber::with_default(log, || {
            let _ = Error::Internal("the disk is on fire".to_owned()).into_response();
            let _ = Error::Forbidden.into_response();
        });
        let text = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
        assert!(text.contains("ERROR") && text.contains("the disk is on fire"), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }

    /// Fewer lines than requests on however slow a machine.
    #[test]
    fn a_flood_of_busy_answers_does_not_flood_the_log() {
        let written = Written::default();
        let writer = written.clone();
        let log = tracing_subscriber::fmt().with_writer(move || writer.clone()).finish();
        let begun = Instant::now();
        tracing::subscriber::with_default(log, || {
            for _ in 0..1000 {
                let _ = Error::Busy.into_response();
            }
        });
        let text = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
        let most = begun.elapsed().as_secs() as usize + 2;
        assert!(text.lines().count() <= most, "{text}");
    }

    #[test]
    fn a_wait_is_rounded_up_to_seconds() {
        assert_eq!([1, 999, 1000, 1001].map(|millis| whole_seconds(Duration::from_millis(millis))), [1, 1, 1, 2]);
    }
}
