//! Curves, types, channels, entries and the funnel of an event.

use domain::{Currency, Instant, UserId};
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Engine, TestApp, TestEvent, both_engines, buyer, day, doors, pay, signed_in, work};

const HOUR: i64 = 3600;

/// The moment a clock in Lubumbashi shows this.
fn at(text: &str) -> i64 {
    let (date, hour) = text.split_once(' ').unwrap();
    day(date).at(hour.parse().unwrap(), domain::Town::Lubumbashi).millis()
}

#[apply(both_engines)]
async fn add_up_by_day_hour_type_and_channel(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (doors, held) = doors(&app, 3).await;
    // An hour later, and then in the evening, when Amani sells at the door and Grace is let in.
    app.clock.advance_seconds(HOUR);
    let grace = signed_in(&app, "Grace").await;
    grace.buy(&app, &doors.kind, 2).await;
    app.clock.set(Instant::from_millis(at("2026-11-14 20:00")));
    let doors = crate::support::Doors { amani: signed_in(&app, "Amani").await, ..doors };
    doors.sell(&app, doors.sale(4)).await.expect(201);
    doors.scan(&app, &held[0]["qr"]).await.expect(200);

    let sales =
        async |by: &str| doors.amani.get(&app, &doors.path(&format!("sales/?by={by}"))).await.expect(200).json();
    let hours = sales("hour").await;
    let points = json!([
        { "at": at("2026-11-14 12:00"), "sold": 3, "revenue": { "USD": 75.0 } },
        { "at": at("2026-11-14 13:00"), "sold": 2, "revenue": { "USD": 50.0 } },
        { "at": at("2026-11-14 20:00"), "sold": 4, "revenue": { "USD": 100.0 } },
    ]);
    assert_eq!(hours["points"], points);
    assert_eq!((&hours["from"], &hours["until"]), (&points[0]["at"], &json!(at("2026-11-14 21:00"))));
    let days = sales("day").await;
    assert_eq!(days["points"], json!([{ "at": at("2026-11-14 00:00"), "sold": 9, "revenue": { "USD": 225.0 } }]));
    let kind: i64 = doors.kind.parse().unwrap();
    let standard = json!({ "id": kind, "label": "Standard", "sold": 9, "nbr_max": 100, "revenue": { "USD": 225.0 } });
    assert_eq!(days["types"], json!([standard]));
    let channels = json!([
        { "channel": "online", "sold": 5, "revenue": { "USD": 125.0 } },
        { "channel": "door", "sold": 4, "revenue": { "USD": 100.0 } },
    ]);
    assert_eq!(days["channels"], channels);
    let entered = json!({ "at": at("2026-11-14 20:00"), "gate": "Porte Nord", "entered": 1 });
    assert_eq!(days["entries"], json!({ "gates": ["Porte Nord"], "points": [entered] }));
    doors.amani.get(&app, &doors.path("sales/?by=week")).await.expect(400);
}

/// Money that goes back lowers the day on which it is promised, not the day of the sale.
#[apply(both_engines)]
async fn follow_a_cancellation(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (doors, _) = doors(&app, 2).await;
    doors.amani.post(&app, &doors.path("cancel/"), json!({})).await.expect(200);
    work(&app, 5).await;
    let sales = doors.amani.get(&app, &doors.path("sales/")).await.expect(200).json();
    let stats = doors.amani.get(&app, &doors.path("stats/")).await.expect(200).json();
    assert_eq!(sales["points"][0]["revenue"], json!({ "USD": 0.0 }));
    assert_eq!((&stats["revenue"], &stats["total_revenue"]), (&json!(0.0), &json!(50.0)));
}

#[apply(both_engines)]
async fn tell_the_way_from_a_look_to_a_payment(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (doors, _) = doors(&app, 1).await;
    let funnel = async || doors.amani.get(&app, &doors.path("sales/")).await.expect(200).json()["funnel"].clone();
    let before = funnel().await;
    assert_eq!((&before["begun"], &before["paid"]), (&json!(1), &json!(1)));
    for _ in 0..5 {
        app.clock.advance_seconds(11);
        app.post(&doors.path("selected/"), &json!({})).await.expect(204);
    }
    app.post("/api/events/999999999/selected/", &json!({})).await.expect(404);
    let neema = buyer(&app, "Neema", "0990000015").await;
    let first = neema.init(&app, &doors.kind, 1).await.expect(200).json();
    pay(&app, &first, "0970000049").await;
    work(&app, 5).await;
    let mut again = crate::support::wish(&doors.kind, 1);
    again["retry_of"] = first["payment_id"].clone();
    neema.post(&app, "/api/payments/init/", again).await;
    let after = funnel().await;
    assert_eq!(after["selected"], 3, "a browser counts three times a day");
    assert_eq!((&after["begun"], &after["paid"]), (&json!(2), &json!(1)), "a second try is not another one");
    assert_eq!(after["views"], before["views"]);
}

/// An earlier concert of the same organiser was half full a day before, and full on its day.
#[apply(both_engines)]
async fn compare_with_earlier_events(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.register("Amani", "0990000011").await;
    let owner_id = UserId::new(owner["user"]["id"].as_i64().unwrap());
    let concert = |number, first: &'static str, places| {
        let event = TestEvent::new(number, owner_id).with(|event| event.first_day = day(first));
        event.places("Standard", 25, Currency::Usd, places)
    };
    let earlier = app.store(concert(1, "2026-11-15", 4)).await;
    let next = app.store(concert(2, "2026-11-20", 10)).await;
    let grace = buyer(&app, "Grace", "0990000012").await;
    let kind = |event| crate::support::shown(&app, event);
    let (old, new) = (kind(earlier).await["id"].to_string(), kind(next).await["id"].to_string());
    grace.buy(&app, &old, 2).await;
    app.clock.set(Instant::from_millis(at("2026-11-15 10:00")));
    let grace = grace.later(&app).await;
    grace.buy(&app, &old, 2).await;
    app.clock.set(Instant::from_millis(at("2026-11-19 10:00")));
    grace.later(&app).await.buy(&app, &new, 3).await;
    let amani = signed_in(&app, "Amani").await;
    let sales = amani.get(&app, &format!("/api/events/{next}/sales/")).await.expect(200).json();
    let pace = json!([
        { "days_before": 1, "sold_percent": 30.0, "previous_percent": 50.0 },
        { "days_before": 0, "sold_percent": Value::Null, "previous_percent": 100.0 },
    ]);
    assert_eq!(sales["pace"], pace);
}
