//! The sandbox's page: plain HTML that works without scripts.

use axum::Router;
use axum::extract::{Form, Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use payment_providers::sandbox::{PageError, PageForm, notice_page, page, page_with_problem};

use crate::app::AppState;
use crate::box_office::BoxOffice;

pub fn router() -> Router<AppState> {
    Router::new().route("/sandbox/pay/{reference}", get(show).post(pay))
}

async fn show(State(office): State<BoxOffice>, Path(reference): Path<String>) -> Response {
    match office.sandbox.sandbox.order(&reference).await {
        Ok(order) => html(StatusCode::OK, page(&order)),
        Err(error) => problem(&error, &PageForm::default()),
    }
}

async fn pay(
    State(office): State<BoxOffice>,
    Path(reference): Path<String>,
    Form(form): Form<PageForm>,
) -> Response {
    match office.sandbox.sandbox.pay(&reference, &form).await {
        Ok(paid) => {
            office.wake();
            Redirect::to(&paid.return_url).into_response()
        }
        Err(error) => problem(&error, &form),
    }
}

fn problem(error: &PageError, form: &PageForm) -> Response {
    match error {
        PageError::AlreadyDecided(order) => html(StatusCode::OK, page(order)),
        PageError::Field(order, problem) => html(StatusCode::BAD_REQUEST, page_with_problem(order, form, problem)),
        PageError::NotFound => html(StatusCode::NOT_FOUND, notice_page(&error.to_string())),
        PageError::Expired => html(StatusCode::GONE, notice_page(&error.to_string())),
        PageError::Unavailable(_) => html(StatusCode::SERVICE_UNAVAILABLE, notice_page(&error.to_string())),
    }
}

/// A page of its own, with its own style and nothing else; the form may lead to it and to where the buyer came from.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

fn html(status: StatusCode, page: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (status, headers, page).into_response()
}
