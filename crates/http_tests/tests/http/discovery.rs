//! The calendar, the map, feeds, what is trending and alike, and what search engines are told.

use box_office::{self, PastSale};
use database::DbError;
use domain::{Clock, Currency, EventId, Money, Town};
use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Engine, Form, TestApp, TestEvent, both_engines, day};

fn names(answer: &Value) -> Vec<&str> {
    answer["results"].as_array().unwrap().iter().map(|event| event["name"].as_str().unwrap()).collect()
}

/// A buyer of somebody's tickets so many days ago.
async fn sold(app: &TestApp, event: EventId, quantity: i64, days_ago: i64) {
    let number = event.get() % 1000;
    let buyer = app.provider(&format!("Acheteur {number}"), &format!("0991000{number:03}"), "Traiteur").await;
    let at = app.clock.now().plus_seconds(-days_ago * 24 * 3600);
    app.db
        .write(move |c| {
            let of_event = "SELECT id FROM ticket_types WHERE event_id = $1";
            let ticket_type = c.query_one(of_event, &[&event], |row| row.get(0))?;
            let price = Money::from_minor(500, Currency::Usd);
            box_office::record_past_sale(c, &PastSale { buyer, ticket_type, quantity, price, promo_code: None, at })?;
            Ok::<_, platform::Error>(())
        })
        .await
        .unwrap();
}

#[apply(both_engines)]
async fn the_calendar_counts_each_day(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    for number in 1..=5 {
        app.store(TestEvent::new(number, owner)).await;
    }
    app.store(TestEvent::new(6, owner).with(|row| {
        row.first_day = day("2026-10-30");
        row.ended_day = Some(day("2026-11-02"));
        row.town = Town::Goma;
    }))
    .await;
    app.store(TestEvent::new(7, owner).with(|row| row.is_public = false)).await;
    let month = app.get("/api/calendar/?month=2026-11").await.expect(200).json();
    assert_eq!((&month["month"], &month["today"]), (&json!("2026-11"), &json!("2026-11-14")));
    let days: Vec<(&str, i64)> = month["days"]
        .as_array()
        .unwrap()
        .iter()
        .map(|day| (day["day"].as_str().unwrap(), day["count"].as_i64().unwrap()))
        .collect();
    assert_eq!(days, [("2026-11-01", 1), ("2026-11-02", 1), ("2026-11-14", 5)]);
    assert_eq!(month["days"][2]["events"].as_array().unwrap().len(), 3);
    assert_eq!(month["days"][0]["events"][0]["town"], "Goma");
    let goma = app.get("/api/calendar/?town=Goma").await.expect(200).json();
    assert_eq!(goma["days"].as_array().unwrap().len(), 2);
    let whole = app.get("/api/events/?day=2026-11-14").await.expect(200).json();
    assert_eq!(names(&whole).len(), 5);
    app.get("/api/calendar/?month=2026-13").await.expect(400);
    app.get("/api/calendar/?town=Paris").await.expect(400);
}

#[apply(both_engines)]
async fn a_day_runs_from_morning_to_evening_though_it_is_past(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    for (number, hour) in [(1, "20:00"), (2, "09:00"), (3, "15:00"), (4, "23:00"), (5, "12:00")] {
        app.store(TestEvent::new(number, owner).with(|row| {
            row.first_day = day("2026-11-05");
            row.hour = hour.parse().unwrap();
        }))
        .await;
    }
    app.store(TestEvent::new(6, owner).with(|row| {
        row.first_day = day("2026-11-03");
        row.ended_day = Some(day("2026-11-05"));
    }))
    .await;
    app.store(TestEvent::new(7, owner).with(|row| {
        row.first_day = day("2026-11-05");
        row.town = Town::Goma;
    }))
    .await;
    let hours = async |query: &str| -> Vec<String> {
        let month = app.get(&format!("/api/calendar/?month=2026-11{query}")).await.expect(200).json();
        let days = month["days"].as_array().unwrap();
        let past = days.iter().find(|one| one["day"] == "2026-11-05").unwrap();
        past["events"].as_array().unwrap().iter().map(|event| event["hour"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(hours("").await, ["19:30", "09:00", "12:00"], "what began before, then the morning");
    assert_eq!(hours("&town=Goma").await, ["19:30"]);
    assert_eq!(hours("&town=Lubumbashi&category=Concerts").await, ["19:30", "09:00", "12:00"]);
}

#[apply(both_engines)]
async fn the_map_shows_what_is_to_come(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    app.store(TestEvent::new(1, owner).with(|row| row.place = Some("-11.6,27.4".parse().unwrap()))).await;
    app.store(TestEvent::new(2, owner).with(|row| row.town = Town::Goma)).await;
    app.store(TestEvent::new(3, owner).with(|row| row.first_day = day("2026-11-01"))).await;
    app.store(TestEvent::new(4, owner).with(|row| row.place = Some("-1.7,29.2".parse().unwrap()))).await;
    let map = app.get("/api/map/").await.expect(200).json();
    assert_eq!(names(&map), ["Concert 1", "Concert 2", "Concert 4"]);
    assert_eq!((&map["results"][0]["latitude"], &map["results"][0]["exact"]), (&json!(-11.6), &json!(true)));
    assert_eq!((&map["results"][1]["exact"], &map["more"]), (&json!(false), &json!(false)));
    let goma = app.get("/api/map/?town=Goma").await.expect(200).json();
    assert_eq!(names(&goma), ["Concert 2"]);
    let around = app.get("/api/map/?near=-1.68,29.22").await.expect(200).json();
    assert_eq!(names(&around), ["Concert 4", "Concert 1", "Concert 2"], "the nearest first, without a place last");
    app.get("/api/map/?near=ici").await.expect(400);
}

#[apply(both_engines)]
async fn a_map_shows_so_many_and_a_feed_all_of_the_year(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    app.db
        .write(move |c| {
            for number in 1..=502 {
                let TestEvent { row, created, .. } = TestEvent::new(number, owner);
                events::insert_event(c, &events::NewEvent { event: row, created })?;
            }
            Ok::<_, DbError>(())
        })
        .await
        .unwrap();
    app.store(TestEvent::new(600, owner).with(|row| row.first_day = day("2027-11-13"))).await;
    app.store(TestEvent::new(601, owner).with(|row| row.first_day = day("2027-11-30"))).await;
    let map = app.get("/api/map/").await.expect(200).json();
    assert_eq!((names(&map).len(), &map["more"]), (500, &json!(true)));
    let feed = app.get("/calendar.ics").await.expect(200).text;
    assert_eq!(feed.matches("BEGIN:VEVENT\r\n").count(), 503, "what lies more than a year ahead can wait");
}

#[apply(both_engines)]
async fn other_calendars_can_subscribe(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    let id =
        app.store(TestEvent::new(1, owner).with(|row| row.name = "Jazz, cuivre; \\ fête\nEND:VEVENT".to_owned())).await;
    app.store(TestEvent::new(2, owner).with(|row| row.ended_day = Some(day("2026-11-16")))).await;
    app.store(TestEvent::new(3, owner).with(|row| row.is_public = false)).await;
    let feed = app.get("/calendar.ics").await.expect(200);
    assert_eq!(feed.header("content-type"), "text/calendar; charset=utf-8");
    assert_eq!(feed.text.matches("BEGIN:VEVENT\r\n").count(), 2);
    assert_eq!(feed.text.matches("\r\nEND:VEVENT\r\n").count(), 2);
    assert!(feed.text.contains("SUMMARY:Jazz\\, cuivre\\; \\\\ fête\\nEND:VEVENT\r\n"), "{}", feed.text);
    assert!(feed.text.contains("DTSTART:20261114T173000Z\r\n"), "{}", feed.text);
    assert!(feed.text.contains("DTEND;VALUE=DATE:20261117\r\n"), "{}", feed.text);
    let file = app.get(&format!("/events/{id}/calendar.ics")).await.expect(200);
    assert_eq!(file.text.matches("BEGIN:VEVENT").count(), 1);
    app.get("/events/1/calendar.ics").await.expect(404);
    app.get("/calendar.ics?town=Paris").await.expect(400);
}

#[apply(both_engines)]
async fn a_feed_stands_still_until_something_changes(engine: Engine) {
    let app = TestApp::start(engine).await;
    let access = app.register("Amani", "0990000001").await["access"].as_str().unwrap().to_owned();
    let form =
        [("name", "Jazz"), ("category", "Concerts"), ("town", "Goma"), ("started_at", "2026-11-20"), ("hour", "19:30")];
    let form = form.into_iter().fold(Form::default(), |form, (name, value)| form.text(name, value));
    let event = app.send_form(Method::POST, &access, "/api/events/", form).await.expect(201).json();
    let feed = app.get("/calendar.ics?town=Goma").await.expect(200);
    assert!(feed.text.contains("\r\nDTSTAMP:20261114T100000Z\r\n"), "{}", feed.text);
    let again = async || {
        // Forgets what is cached, as time does.
        app.services.freshness.event_changed(domain::EventId::new(1));
        let request = app.request(Method::GET, "/calendar.ics?town=Goma").header("if-none-match", feed.header("etag"));
        app.send(request).await
    };
    app.clock.advance_seconds(60);
    again().await.expect(304);
    let edit = Form::default().text("description", "Avec les cuivres");
    app.send_form(Method::PUT, &access, &format!("/api/events/{}/", event["id"]), edit).await.expect(200);
    assert!(again().await.expect(200).text.contains("\r\nDTSTAMP:20261114T100100Z\r\n"));
    // Nobody makes a feed of their own with what the calendar can't be narrowed by.
    let feed = app.get("/calendar.ics?town=Kinshasa").await.expect(200).text;
    assert_eq!(
        app.get("/calendar.ics?town=Kinshasa&name=jazz&price=free&near=1,2&recent=true").await.expect(200).text,
        feed
    );
    assert!(app.get("/calendar.ics?name=nothing").await.expect(200).text.contains("SUMMARY:Jazz"));
}

#[apply(both_engines)]
async fn nowhere_said_exactly_is_the_town(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    app.store(TestEvent::new(1, owner).with(|row| {
        row.address = String::new();
        row.town = Town::Goma;
    }))
    .await;
    let feed = app.get("/calendar.ics").await.expect(200).text;
    assert!(feed.contains("\r\nLOCATION:Goma\r\n"), "{feed}");
}

#[apply(both_engines)]
async fn what_people_look_at_is_trending(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    let mut ids = Vec::new();
    for number in 1..=3 {
        ids.push(app.store(TestEvent::new(number, owner).with(|row| row.first_day = day("2026-11-20"))).await);
    }
    // What is fetched ahead is not opened.
    app.get(&format!("/api/events/{}/", ids[0])).await.expect(200);
    let ahead =
        app.request(reqwest::Method::GET, &format!("/events/{}", ids[0])).header("sec-purpose", "prefetch;prerender");
    app.send(ahead).await.expect(200);
    app.get("/api/events/999/similar/").await.expect(404);
    app.clock.advance_seconds(60);
    app.get(&format!("/api/events/{}/similar/", ids[2])).await.expect(200);
    app.clock.advance_seconds(60);
    // Again by the same browser is no other view.
    app.get(&format!("/events/{}", ids[2])).await.expect(200);
    let other = app.request(reqwest::Method::GET, &format!("/events/{}", ids[2])).header("user-agent", "Autre");
    app.send(other).await.expect(200);
    // Views are stored beside the answer: what was counted shows as soon as it is there.
    app.wait_for("SELECT count(*) FROM event_views WHERE event_id = 100000000003 AND views = 2").await;
    assert_eq!(app.wait_for("SELECT count(*) FROM event_views").await, 1);
    app.clock.advance_seconds(60);
    let trending = app.get("/api/events/trending/").await.expect(200).json();
    assert_eq!(names(&trending), ["Concert 3", "Concert 1", "Concert 2"]);
}

#[apply(both_engines)]
async fn nobody_makes_an_event_trend_by_asking_again_and_again(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    let mut ids = Vec::new();
    for number in 1..=3 {
        ids.push(app.store(TestEvent::new(number, owner).with(|row| row.first_day = day("2026-11-20"))).await);
    }
    let look = async |event: EventId, browser: &str| {
        let similar = format!("/api/events/{event}/similar/");
        app.send(app.request(reqwest::Method::GET, &similar).header("user-agent", browser)).await.expect(200);
        app.clock.advance_seconds(11);
    };
    for _ in 0..50 {
        look(ids[1], "curl").await;
    }
    for browser in ["a", "b", "c", "d"] {
        look(ids[2], browser).await;
    }
    app.wait_for("SELECT count(*) FROM event_views WHERE event_id = 100000000003 AND views = 4").await;
    app.wait_for("SELECT count(*) FROM event_views WHERE event_id = 100000000002 AND views = 3").await;
    let trending = app.get("/api/events/trending/").await.expect(200).json();
    assert_eq!(names(&trending), ["Concert 3", "Concert 2", "Concert 1"]);
    // However many browsers one address says it has, it is one address.
    for number in 0..80 {
        look(ids[1], &format!("curl {number}")).await;
    }
    app.wait_for("SELECT count(*) FROM event_views WHERE event_id = 100000000002 AND views = 60").await;
    look(ids[1], "curl").await;
    app.clock.advance_seconds(24 * 3600);
    look(ids[1], "curl").await;
    assert_eq!(app.wait_for("SELECT count(*) FROM event_views WHERE event_id = 100000000002 AND views = 1").await, 1);
}

#[apply(both_engines)]
async fn the_later_a_day_the_more_its_views_count(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    let mut ids = Vec::new();
    for number in 1..=4 {
        ids.push(app.store(TestEvent::new(number, owner).with(|row| row.first_day = day("2026-11-20"))).await);
    }
    ids.push(app.store(TestEvent::new(5, owner).with(|row| row.first_day = day("2026-11-12"))).await);
    let views = [(0, 2, 30), (0, 1, 2), (1, 1, 5), (2, 2, 0), (2, 6, 6), (3, 100, 7), (4, 100, 0)];
    let rows = views.map(|(event, views, days_ago)| (ids[event], views, day("2026-11-14").plus_days(-days_ago)));
    app.db
        .write(move |c| {
            rows.iter().try_for_each(|(event, views, day)| {
                events::add_views(c, &std::collections::HashMap::from([(*event, *views)]), *day)
            })
        })
        .await
        .unwrap();
    let trending = app.get("/api/events/trending/").await.expect(200).json();
    // Weights 5, 2 and 20; what is older than a week or over counts for nothing.
    assert_eq!(names(&trending), ["Concert 3", "Concert 1", "Concert 2", "Concert 4"]);
}

#[apply(both_engines)]
async fn sales_of_these_days_are_trending_and_older_ones_are_not(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    let mut ids = Vec::new();
    for number in 1..=4 {
        let event = TestEvent::new(number, owner).with(|row| row.first_day = day("2026-11-20"));
        ids.push(app.store(event.ticket("Entrée", 5, Currency::Usd)).await);
    }
    sold(&app, ids[0], 9, 30).await;
    sold(&app, ids[1], 2, 0).await;
    sold(&app, ids[2], 3, 6).await;
    let trending = app.get("/api/events/trending/").await.expect(200).json();
    assert_eq!(names(&trending), ["Concert 2", "Concert 3", "Concert 1", "Concert 4"], "the newer count for more");
}

#[apply(both_engines)]
async fn what_is_alike_is_found(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    let id = app.store(TestEvent::new(1, owner)).await;
    app.store(TestEvent::new(2, owner).with(|row| row.town = Town::Goma)).await;
    app.store(TestEvent::new(3, owner).with(|row| row.category = "Mode".parse().unwrap())).await;
    app.store(TestEvent::new(4, owner)).await;
    app.store(TestEvent::new(5, owner).with(|row| row.first_day = day("2026-11-01"))).await;
    let similar = app.get(&format!("/api/events/{id}/similar/")).await.expect(200).json();
    assert_eq!(names(&similar), ["Concert 4", "Concert 2", "Concert 3"]);
    app.get("/api/events/999/similar/").await.expect(404);
}

#[apply(both_engines)]
async fn search_engines_are_told_of_public_events_only(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    let listed = app.store(TestEvent::new(1, owner)).await;
    let unlisted = app.store(TestEvent::new(2, owner).with(|row| row.is_public = false)).await;
    let robots = app.get("/robots.txt").await.expect(200).text;
    assert!(robots.contains(&format!("Sitemap: {}", app.url("/sitemap.xml"))), "{robots}");
    let index = app.get("/sitemap.xml").await.expect(200).text;
    assert!(index.contains(&app.url("/sitemaps/events-1.xml")) && !index.contains("events-2"), "{index}");
    let events = app.get("/sitemaps/events-1.xml").await.expect(200).text;
    assert!(events.contains(&app.url(&format!("/events/{listed}"))), "{events}");
    assert!(!events.contains(&unlisted.to_string()), "{events}");
    let pages = app.get("/sitemaps/pages.xml").await.expect(200).text;
    assert!(pages.contains(&app.url("/calendar")));
    for missing in ["events-2.xml", "events-0.xml", "events-99999999999.xml", "x.xml", "pages"] {
        app.get(&format!("/sitemaps/{missing}")).await.expect(404);
    }
}
