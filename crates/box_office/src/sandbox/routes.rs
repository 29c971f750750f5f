//! The sandbox's page: plain HTML that works without scripts.

use axum::Router;
use axum::body::Bytes;
use axum::extract::{FromRef, Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use payment_providers::sandbox::{PageError, PageForm, notice_page, page, page_with_problem};
use url::{Url, form_urlencoded};

use crate::sandbox::SandboxService;

pub fn router<S>() -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    SandboxService: FromRef<S>,
{
    Router::new().route("/sandbox/pay/{reference}", get(show).post(pay))
}

async fn show(State(service): State<SandboxService>, Path(reference): Path<String>) -> Response {
    match service.sandbox.order(&reference).await {
        Ok(order) => html(&service, StatusCode::OK, page(&order)),
        Err(error) => problem(&service, &error, &PageForm::default()),
    }
}

async fn pay(State(service): State<SandboxService>, Path(reference): Path<String>, body: Bytes) -> Response {
    let value = |wanted: &str| {
        let mut pairs = form_urlencoded::parse(&body);
        pairs.find(|(name, _)| name == wanted).map(|(_, value)| value.into_owned())
    };
    let form = PageForm { phone: value("phone"), card: value("card") };
    match service.sandbox.pay(&reference, &form).await {
        Ok(paid) => {
            service.duties_changed.send_replace(());
            Redirect::to(&paid.return_url).into_response()
        }
        Err(error) => problem(&service, &error, &form),
    }
}

fn problem(service: &SandboxService, error: &PageError, form: &PageForm) -> Response {
    let (status, page) = match error {
        PageError::AlreadyDecided(order) => (StatusCode::OK, page(order)),
        PageError::Field(order, problem) => (StatusCode::BAD_REQUEST, page_with_problem(order, form, problem)),
        PageError::NotFound => (StatusCode::NOT_FOUND, notice_page(&error.to_string())),
        PageError::Expired => (StatusCode::GONE, notice_page(&error.to_string())),
        PageError::Unavailable(_) => (StatusCode::SERVICE_UNAVAILABLE, notice_page(&error.to_string())),
    };
    html(service, status, page)
}

/// A page of its own, with its own style and nothing else. A form's rule also covers where its answer leads: to this
/// page again, or to our return page, which has the public address however this one was reached.
fn policy(public_url: &str) -> HeaderValue {
    let origin = Url::parse(public_url).map(|url| url.origin().ascii_serialization()).unwrap_or_default();
    let policy = format!(
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self' {origin}; base-uri 'none'; \
         frame-ancestors 'none'"
    );
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}

fn html(service: &SandboxService, status: StatusCode, page: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CONTENT_SECURITY_POLICY, policy(&service.public_url)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (status, headers, page).into_response()
}
