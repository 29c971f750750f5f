//! Keys that are sealed with a file: what was signed before goes on being good.

use rstest_reuse::apply;
use serde_json::Value;

use crate::support::{Engine, TestApp, both_engines, buyer, on_sale};

#[apply(both_engines)]
async fn sessions_and_tickets_outlive_the_sealing(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, kind) = on_sale(&app, 10).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    grace.buy(&app, &kind, 1).await;
    let codes = |tickets: Vec<Value>| tickets.iter().map(|ticket| ticket["qr"].clone()).collect::<Vec<_>>();
    let before = codes(grace.tickets(&app).await);

    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("one.key");
    std::fs::write(&file, "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n").unwrap();
    let sealed = app.beside(&[("TUKIO_KEY_FILE", file.to_str().unwrap())]).await;
    for sql in ["SELECT min(length(secret)) FROM signing_keys", "SELECT min(length(seed)) FROM ticket_keys"] {
        assert_eq!(sealed.wait_for(sql).await, 61, "{sql}");
    }
    let after = grace.tickets(&sealed).await;
    assert_eq!(codes(after), before, "the same session and the same code");
    grace.buy(&sealed, &kind, 1).await;
}
