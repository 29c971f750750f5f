//! `/api/docs`: the contract to read and try, with Swagger UI served by us.

use axum::Router;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use utoipa_swagger_ui::{Config, serve};

const PAGE: &str = r#"<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tukio · API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/swagger-ui-standalone-preset.js"></script>
<script src="/api/docs/swagger-initializer.js"></script>
</body>
</html>
"#;

/// Swagger UI writes style attributes; its scripts are files of ours.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
    connect-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

pub fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route("/api/docs/", get(page)).route("/api/docs/{file}", get(file))
}

async fn page() -> Response {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_SECURITY_POLICY, POLICY)], PAGE)
        .into_response()
}

async fn file(Path(file): Path<String>) -> Response {
    let config = Config::from("/api/openapi.json").into();
    match serve(&file, config) {
        Ok(Some(found)) => {
            let headers =
                [(header::CONTENT_TYPE, found.content_type), (header::CACHE_CONTROL, "max-age=86400".to_owned())];
            (headers, found.bytes.into_owned()).into_response()
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}
