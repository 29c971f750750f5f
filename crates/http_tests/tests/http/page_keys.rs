//! The keys of the queries that a page's data block holds. `web/src/api/page-keys.json` says what they must be; a test of
//! the web app reads the same file. Where the two sides name an answer differently, the browser asks again for what it has.

use rstest_reuse::apply;
use serde_json::Value;

use crate::support::{Engine, TestApp, TestEvent, both_engines};

/// The ids that stand in the file.
const EVENT_IN_FILE: &str = "100000000001";
const PERSON_IN_FILE: &str = "100000000002";

/// The keys that the page's data block holds, in its order.
async fn keys_written(app: &TestApp, address: &str) -> Vec<Value> {
    let html = app.get(address).await.text;
    let (_, rest) = html.split_once(r#"id="page-data">"#).unwrap_or_else(|| panic!("{address} has no data block"));
    let mut data: Value = serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap();
    let queries = data["queries"].as_array_mut().unwrap().iter_mut();
    queries.map(|query| query["key"].take()).collect()
}

#[apply(both_engines)]
async fn pages_name_their_data_as_the_browser_does(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    let event = app.store(TestEvent::new(7, owner)).await;
    let agreed = include_str!("../../../../web/src/api/page-keys.json")
        .replace(EVENT_IN_FILE, &event.to_string())
        .replace(PERSON_IN_FILE, &owner.to_string());
    let agreed: Vec<Value> = serde_json::from_str(&agreed).unwrap();
    for named in [format!("/events/{event}"), format!("/users/{owner}")] {
        assert!(agreed.iter().any(|page| page["address"] == named), "{named} stands in the file");
    }
    for page in agreed {
        let address = page["address"].as_str().unwrap();
        assert_eq!(keys_written(&app, address).await, *page["keys"].as_array().unwrap(), "{address}");
    }
}
