//! The one list of every route.

use axum::extract::{Request, State};
use axum::http::{StatusCode, Uri, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use tower::util::MapRequest;
use utoipa::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;

use crate::app::AppState;
use crate::platform::{Error, docs, edge, mail, media, security};
use crate::{accounts, box_office, events, pages, people, site};

#[derive(OpenApi)]
#[openapi(info(title = "Tukio", description = "Évènements et billets en République démocratique du Congo."))]
struct ApiDocument;

fn api() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(ApiDocument::openapi())
        .merge(accounts::routes::router())
        .merge(people::routes::router())
        .merge(events::routes::router())
        .merge(box_office::routes::router())
        .merge(site::routes::router())
}

/// The contract, as committed in `openapi.json`.
pub fn openapi() -> utoipa::openapi::OpenApi {
    let mut document = api().into_openapi();
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
    let components = document.components.get_or_insert_default();
    components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
    document.info.license = None;
    document
}

/// The routes, behind what completes their addresses.
pub type App = MapRequest<Router, fn(Request) -> Request>;

pub fn router(state: AppState) -> App {
    let (api, _) = api().split_for_parts();
    let document = Json(openapi());
    let mut api = api
        .route("/api/openapi.json", get(move || std::future::ready(document)))
        .merge(docs::router())
        .method_not_allowed_fallback(method_not_allowed);
    if let Some(cors) = security::cors(&state.services.config.allowed_origins) {
        api = api.layer(cors);
    }
    let probes = Router::new()
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics));
    let routed = api
        .merge(probes)
        .merge(events::agenda::routes::feeds())
        .merge(box_office::routes::pages())
        .merge(site::routes::files())
        .merge(mail::router())
        .route("/media/{*path}", get(media::serve))
        .merge(pages::routes::router())
        .layer(middleware::from_fn(edge::around))
        .with_state(state);
    // The slash must be there before routes are matched, so this wraps the router instead of being one of its layers.
    MapRequest::new(routed, with_trailing_slash)
}

/// API addresses are answered with and without their trailing slash, without a redirect.
fn with_trailing_slash(mut request: Request) -> Request {
    let uri = request.uri();
    let path = uri.path();
    let is_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    if path.starts_with("/api/") && !path.ends_with('/') && !is_file {
        let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        if let Ok(slashed) = format!("{path}/{query}").parse::<Uri>() {
            *request.uri_mut() = slashed;
        }
    }
    request
}

async fn method_not_allowed() -> Error {
    Error::MethodNotAllowed
}

/// Ready means that the database answers.
async fn ready(State(state): State<AppState>) -> Response {
    let answer = state.services.db.read(|c| c.query_one("SELECT 1", &[], |row| row.get::<i32>(0))).await;
    match answer {
        Ok(_) => "ok".into_response(),
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, format!("database: {error}")).into_response(),
    }
}

async fn metrics(State(state): State<AppState>) -> Response {
    let Some(handle) = &state.metrics else { return StatusCode::NOT_FOUND.into_response() };
    let stats = state.services.db.stats();
    state.box_office.note_health().await;
    metrics::gauge!("database_queue_depth").set(stats.queued as f64);
    metrics::counter!("database_commits_total").absolute(stats.commits);
    metrics::counter!("database_writes_total").absolute(stats.writes);
    metrics::counter!("database_busy_total").absolute(stats.busy);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], handle.render()).into_response()
}
