//! Newsletter, probes, documentation.

use serde_json::json;

use crate::on_both_engines;
use crate::support::{Engine, TestApp};

on_both_engines! {
    async fn subscribing_twice_is_no_error(app: TestApp) {
        for email in ["amani@tukio.example", "Amani@Tukio.example"] {
            let answer = app.post("/api/newsletter/", &json!({ "email": email })).await.expect(201).json();
            assert_eq!(answer["detail"], "Merci ! Vous êtes inscrit à la newsletter.");
        }
        let errors = app.post("/api/newsletter/", &json!({ "email": "amani" })).await.expect(400).json();
        assert_eq!(errors, json!({ "email": ["L'email doit être valide"] }));
    }

    async fn probes_answer(app: TestApp) {
        app.get("/healthz").await.expect(200);
        app.get("/readyz").await.expect(200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_documentation_is_served_without_a_redirect() {
    let app = TestApp::start(Engine::Sqlite).await;
    for path in ["/api/docs", "/api/docs/"] {
        assert!(app.get(path).await.expect(200).text.contains("swagger-ui"));
    }
    let script = app.get("/api/docs/swagger-initializer.js").await.expect(200);
    assert!(script.text.contains("/api/openapi.json"));
    app.get("/api/docs/nothing.js").await.expect(404);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_carries_the_security_headers() {
    let app = TestApp::start(Engine::Sqlite).await;
    for path in ["/", "/api/events/", "/api/none/", "/healthz", "/pictures/bands/concerts/1.svg", "/dash"] {
        let answer = app.get(path).await;
        assert!(answer.header("content-security-policy").starts_with("default-src 'none'"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin-allow-popups", "{path}");
        assert!(!answer.header("x-request-id").is_empty(), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_configured_origins_may_call_from_elsewhere() {
    let app = TestApp::start_with(Engine::Sqlite, &[("TUKIO_ALLOWED_ORIGINS", "https://app.tukio.example")]).await;
    let from = async |origin: &str| {
        let request = app.request(reqwest::Method::GET, "/api/events/").header("origin", origin);
        app.send(request).await.header("access-control-allow-origin").to_owned()
    };
    assert_eq!(from("https://app.tukio.example").await, "https://app.tukio.example");
    assert_eq!(from("https://evil.example").await, "");
}
