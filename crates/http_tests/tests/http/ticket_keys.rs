//! The keys that sign tickets, and what becomes of codes when another one is made.

use domain::Clock;
use rstest_reuse::apply;
use serde_json::Value;

use crate::support::{Buyer, Engine, TestApp, both_engines, buyer, keys, on_sale};

async fn qr(app: &TestApp, who: &Buyer) -> String {
    let tickets: Vec<Value> = who.tickets(app).await;
    tickets[0]["qr"].as_str().unwrap().to_owned()
}

#[apply(both_engines)]
async fn another_key_signs_within_a_minute_and_old_codes_stay_good(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 10).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    grace.buy(&app, &kind, 1).await;
    let before = qr(&app, &grace).await;
    let beside = app.beside(&[]).await;
    assert_eq!(qr(&beside, &grace).await, before, "one key for all processes");

    // By another process, which tells nobody; of a clock that is behind, too.
    box_office::rotate_key(&app.db, &app.services.sealer, domain::Instant::from_millis(1)).await.unwrap();
    assert_eq!(qr(&app, &grace).await, before, "read a moment ago");
    for process in [&app, &beside] {
        process.clock.advance_seconds(60);
    }
    let after = qr(&app, &grace).await;
    assert_ne!(after, before);
    assert_eq!(qr(&beside, &grace).await, after);
    let keys = keys(&app).await;
    for code in [&before, &after] {
        assert_eq!(keys.read(code).unwrap().event(), event);
    }
}

#[apply(both_engines)]
async fn there_are_as_many_keys_as_a_code_can_name(engine: Engine) {
    let app = TestApp::start(engine).await;
    for _ in 0..=u8::MAX {
        box_office::rotate_key(&app.db, &app.services.sealer, app.clock.now()).await.unwrap();
    }
    box_office::rotate_key(&app.db, &app.services.sealer, app.clock.now()).await.unwrap_err();
}
