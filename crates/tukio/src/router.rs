//! The one list of every route.

use axum::extract::{Request, State};
use axum::http::{StatusCode, Uri, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use metrics_exporter_prometheus::PrometheusHandle;
use tower::util::MapRequest;
use utoipa::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;

use platform::{Error, contract, docs, edge, mail_pages, media, security, text_pages};

use crate::app::App;

#[derive(OpenApi)]
#[openapi(info(title = "Tukio", description = "Évènements et billets en République démocratique du Congo."))]
struct ApiDocument;

/// The contract, as committed in `openapi.json`: what the features say of themselves, which needs no database.
pub fn openapi() -> utoipa::openapi::OpenApi {
    let mut document = ApiDocument::openapi();
    document.merge(accounts::router().into_openapi());
    document.merge(leaving::router().into_openapi());
    document.merge(people::router().into_openapi());
    document.merge(events::router().into_openapi());
    document.merge(box_office::router().into_openapi());
    document.merge(door::router().into_openapi());
    document.merge(organiser::router().into_openapi());
    document.merge(site::router().into_openapi());
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
    let components = document.components.get_or_insert_default();
    components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
    document.info.license = None;
    contract::complete(&mut document);
    document
}

/// The API: each feature's routes over its own state.
fn api(app: &App) -> Router {
    let (routes, _) = OpenApiRouter::new()
        .merge(accounts::router().with_state(app.accounts.clone()))
        .merge(leaving::router().with_state(app.leaving.clone()))
        .merge(people::router().with_state(app.people.clone()))
        .merge(events::router().with_state(app.events.clone()))
        .merge(box_office::router().with_state(app.box_office.clone()))
        .merge(door::router().with_state(app.door.clone()))
        .merge(organiser::router().with_state(app.organiser.clone()))
        .merge(site::router().with_state(app.site.clone()))
        .split_for_parts();
    routes
}

/// The routes, behind what completes their addresses.
pub type Routes = MapRequest<Router, fn(Request) -> Request>;

pub fn router(app: App) -> Routes {
    let document = Json(openapi());
    let mut api = api(&app)
        .route("/api/openapi.json", get(move || std::future::ready(document)))
        .merge(docs::router())
        .method_not_allowed_fallback(method_not_allowed);
    if let Some(cors) = security::cors(&app.allowed_origins) {
        api = api.layer(cors);
    }
    let services = app.services.clone();
    let probes =
        Router::new().route("/healthz", get(|| async { "ok" })).route("/readyz", get(ready)).with_state(app.clone());
    let routed = api
        .merge(probes)
        .merge(events::feeds().with_state(app.events))
        .merge(box_office::pages().with_state(app.box_office))
        .merge(door::pages().with_state(app.door))
        .merge(site::files().with_state(app.site))
        .merge(mail_pages::router().with_state(app.services.clone()))
        .merge(text_pages::router().with_state(app.services.clone()))
        .route("/media/{*path}", get(media::serve).with_state(app.services))
        .merge(pages::router().with_state(app.pages))
        .layer(middleware::from_fn_with_state(services, edge::handle_request));
    // The slash must be there before routes are matched, so this wraps the router instead of being one of its layers.
    MapRequest::new(routed, with_trailing_slash)
}

/// What is told at the address for metrics, which is not the one that everybody reaches.
pub fn metrics_router(app: App, handle: PrometheusHandle) -> Router {
    Router::new().route("/metrics", get(metrics)).with_state((app, handle))
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

/// Ready means that the database answers. Why it does not is for the log: anybody may ask.
async fn ready(State(app): State<App>) -> Response {
    let answer = app.services.db.read(|c| c.query_one("SELECT 1", &[], |row| row.get::<i32>(0))).await;
    match answer {
        Ok(_) => "ok".into_response(),
        Err(error) => {
            tracing::warn!(%error, "not ready: the database does not answer");
            (StatusCode::SERVICE_UNAVAILABLE, "unavailable").into_response()
        }
    }
}

async fn metrics(State((app, handle)): State<(App, PrometheusHandle)>) -> Response {
    let stats = app.services.db.stats();
    metrics::gauge!("database_queue_depth").set(stats.queued as f64);
    metrics::counter!("database_commits_total").absolute(stats.commits);
    metrics::counter!("database_writes_total").absolute(stats.writes);
    metrics::counter!("database_busy_total").absolute(stats.busy);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], handle.render()).into_response()
}
