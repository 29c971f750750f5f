//! The page of the demo with codes to scan.

use rstest_reuse::apply;

use crate::support::{Engine, TestApp, both_engines, doors};

#[apply(both_engines)]
async fn the_demo_shows_codes_for_each_verdict(engine: Engine) {
    let app = TestApp::start_with(engine, &[("TUKIO_DEMO", "1")]).await;
    app.get("/dev/door").await.expect(404);
    let (door, tickets) = doors(&app, 3).await;
    door.scan(&app, &tickets[0]["qr"]).await.expect(200);
    let page = app.get("/dev/door").await.expect(200);
    for (verdict, count) in [("Valable", 2), ("Déjà entré", 1), ("Faux", 1)] {
        assert_eq!(page.text.matches(verdict).count(), count, "{verdict}");
    }
    assert!(page.text.contains(tickets[1]["code"].as_str().unwrap()) && page.text.contains("noindex"));
}

/// These codes open the door.
#[apply(both_engines)]
async fn elsewhere_nobody_sees_codes(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 1).await;
    door.scan(&app, &tickets[0]["qr"]).await.expect(200);
    app.get("/dev/door").await.expect(404);
}
