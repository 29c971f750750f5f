//! Events that are not listed: found by who has the link, and by nobody who counts.

use domain::Currency;
use rstest_reuse::apply;

use crate::support::{Engine, TestApp, TestEvent, both_engines, shown};

#[apply(both_engines)]
async fn the_types_of_an_unlisted_event_are_found_by_nobody_who_counts(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    let mut types = Vec::new();
    for number in 1..=3 {
        let event = TestEvent::new(number, owner).with(|row| row.is_public = number != 2);
        let event = app.store(event.ticket("Entrée", 25, Currency::Usd)).await;
        types.push(shown(&app, event).await["id"].as_i64().unwrap());
    }
    let (listed, secret) = (types[0], types[1]);
    let quote =
        async |id: i64| app.get(&format!("/api/payments/quote/?ticket_type_id={id}&quantity=1&currency=USD")).await;
    quote(secret).await.expect(200);
    for near in (listed - 5..=listed + 5).filter(|id| *id != listed) {
        let answer = quote(near).await;
        assert_eq!(answer.status, 400, "{near}: {}", answer.text);
    }
    for id in types {
        assert!((100_000_000_000_000..1 << 53).contains(&id), "{id}");
    }
}
