//! `openapi.json` is the contract: it moves only together with the code, and on purpose.

mod examples;
mod journeys;
mod money;
mod organisers;
mod proof;
mod requests;
mod shapes;
mod stage;
mod statuses;

use crate::support::{Engine, TestApp};

#[test]
fn openapi_json_is_what_the_code_says() {
    let generated = tukio::router::openapi().to_pretty_json().unwrap();
    let committed = include_str!("../../../../../openapi.json");
    assert!(committed.trim_end() == generated, "openapi.json has moved: run `make contract` and commit it");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_publishes_its_contract() {
    let app = TestApp::start(Engine::Sqlite).await;
    let document = app.get("/api/openapi.json").await.expect(200).json();
    assert!(document["paths"]["/api/events/"]["get"].is_object());
}
