//! One's own space, and the list of one's own events narrowed.

use domain::{Currency, UserId};
use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Engine, TestApp, TestEvent, both_engines, cost_of, day, median, sell_to, shown, wish, work};

async fn join(app: &TestApp, name: &str, phone: &str) -> (UserId, String) {
    let answer = app.register(name, phone).await;
    (UserId::new(answer["user"]["id"].as_i64().unwrap()), answer["access"].as_str().unwrap().to_owned())
}

async fn space(app: &TestApp, access: &str) -> Value {
    app.get_as(access, "/api/my-space/").await.expect(200).json()
}

fn kinds(space: &Value) -> Vec<&str> {
    space["attention"].as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap()).collect()
}

#[apply(both_engines)]
async fn an_empty_space_asks_for_nothing(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, access) = join(&app, "Amani", "0990000001").await;
    let money = json!({ "month": "2026-11", "USD": 0.0, "CDF": 0.0 });
    assert_eq!(
        space(&app, &access).await,
        json!({
            "tickets": [], "events": [], "money": money, "followers": 0, "following": 0, "invitations": [],
            "attention": [], "is_organiser": false,
        })
    );
}

#[apply(both_engines)]
async fn what_comes_next_is_shown_with_its_figures(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (amani, access) = join(&app, "Amani", "0990000001").await;
    let (neema, neema_access) = join(&app, "Neema", "0990000002").await;
    let days = ["2026-11-10", "2026-11-15", "2026-11-20", "2026-11-21", "2026-11-22"];
    for (number, on) in (1..).zip(days) {
        let event = TestEvent::new(number, amani).places("Standard", 25, Currency::Usd, 11);
        app.store(event.with(|row| row.first_day = day(on))).await;
    }
    let tomorrow = domain::EventId::new(100_000_000_002);
    let kind = shown(&app, tomorrow).await["id"].clone();
    sell_to(&app, neema, &kind, 9).await;
    sell_to(&app, amani, &kind, 1).await;
    app.call_as(&neema_access, Method::POST, &format!("/api/users/{amani}/follow/"), None).await.expect(200);
    let own = space(&app, &access).await;
    let names: Vec<&str> = own["events"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Concert 2", "Concert 3", "Concert 4"]);
    assert_eq!(own["events"][0]["stats"]["sold_tickets"], 10);
    assert_eq!(own["money"], json!({ "month": "2026-11", "USD": 250.0, "CDF": 0.0 }));
    assert_eq!((&own["followers"], &own["following"], &own["is_organiser"]), (&json!(1), &json!(0), &json!(true)));
    assert_eq!(kinds(&own), ["event_tomorrow", "nearly_sold_out"]);
    assert_eq!(own["attention"][0]["link"], format!("/dash/events/{tomorrow}"));
    assert_eq!(own["attention"][1]["count"], 1);
    for later in [100_000_000_003, 100_000_000_004, 100_000_000_005] {
        let kind = shown(&app, domain::EventId::new(later)).await["id"].clone();
        sell_to(&app, neema, &kind, 1).await;
    }
    let hers = space(&app, &neema_access).await;
    assert_eq!(kinds(&hers), ["event_tomorrow"]);
    let tickets = hers["tickets"].as_array().unwrap().iter();
    let mut names: Vec<&str> = tickets.map(|ticket| ticket["event"]["name"].as_str().unwrap()).collect();
    assert_eq!(names.len(), 11, "all nine of tomorrow, and one each of the two after it");
    names.dedup();
    assert_eq!(names, ["Concert 2", "Concert 3", "Concert 4"]);
    assert_eq!(hers["attention"][0]["link"], "/dash/tickets");
    // Another month has other sums.
    app.clock.advance_seconds(20 * 24 * 3600);
    let access = app.login("Amani", "secret1", None).await.expect(200).json()["access"].as_str().unwrap().to_owned();
    assert_eq!(space(&app, &access).await["money"], json!({ "month": "2026-12", "USD": 0.0, "CDF": 0.0 }));
}

#[apply(both_engines)]
async fn what_goes_back_is_taken_off_the_month_it_goes_back_in(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (amani, _) = join(&app, "Amani", "0990000001").await;
    let event = TestEvent::new(1, amani).ticket("Standard", 25, Currency::Usd);
    let event = app.store(event.with(|row| row.first_day = day("2026-12-20"))).await;
    sell_to(&app, amani, &shown(&app, event).await["id"], 3).await;
    app.clock.advance_seconds(20 * 24 * 3600);
    let access = app.login("Amani", "secret1", None).await.expect(200).json()["access"].as_str().unwrap().to_owned();
    app.call_as(&access, Method::POST, &format!("/api/events/{event}/cancel/"), None).await.expect(200);
    work(&app, 1).await;
    assert_eq!(space(&app, &access).await["money"], json!({ "month": "2026-12", "USD": -75.0, "CDF": 0.0 }));
}

/// The processor's time of PostgreSQL is not ours to measure.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_sold_in_other_years_costs_nothing() {
    let app = TestApp::start(Engine::Sqlite).await;
    let (amani, access) = join(&app, "Amani", "0990000001").await;
    let (neema, _) = join(&app, "Neema", "0990000002").await;
    let event = app.store(TestEvent::new(1, amani).ticket("Standard", 25, Currency::Usd)).await;
    sell_to(&app, neema, &shown(&app, event).await["id"], 1).await;
    let old = "UPDATE events SET starts_at = 0, over_at = 1 WHERE id = $1";
    app.db.write(move |c| c.execute(old, &[&event])).await.unwrap();
    let look = async || {
        let mut costs = Vec::new();
        for _ in 0..15 {
            costs.push(cost_of(space(&app, &access)).await);
        }
        median(costs)
    };
    let young = look().await;
    let grow = |c: &mut database::Connection<'_>| {
        c.execute(
            "WITH RECURSIVE years (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM years WHERE n < 60000)
             INSERT INTO payments (id, user_id, event_id, ticket_type_id, quantity, price, devise, amount, currency, state,
                holds, hold_until, provider, reference, created_at)
             SELECT 'old-' || n, user_id, event_id, ticket_type_id, quantity, price, devise, amount, currency, state, holds,
                0, provider, 'old-' || n, 0 FROM payments CROSS JOIN years",
            &[],
        )?;
        c.execute(
            "INSERT INTO money_facts (payment_id, event_id, kind, account, amount, currency, at)
             SELECT payments.id, payments.event_id, kind, account, money_facts.amount, money_facts.currency, 0
             FROM money_facts CROSS JOIN payments WHERE payments.created_at = 0",
            &[],
        )
    };
    app.db.write(grow).await.unwrap();
    let grown = look().await;
    assert_eq!(space(&app, &access).await["money"]["USD"], 25.0);
    assert!(grown < young * 3, "young {young:?}, grown {grown:?}");
}

#[apply(both_engines)]
async fn what_is_unfinished_waits(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (amani, access) = join(&app, "Amani", "0990000001").await;
    let event = TestEvent::new(1, amani).ticket("Standard", 25, Currency::Usd);
    let event = app.store(event.with(|row| row.first_day = day("2026-11-20"))).await;
    app.store(TestEvent::new(2, amani).with(|row| (row.first_day, row.draft) = (day("2026-11-21"), true))).await;
    let kind = shown(&app, event).await["id"].to_string();
    app.call_as(&access, Method::POST, "/api/payments/init/", Some(&wish(&kind, 1))).await.expect(200);
    let waiting = space(&app, &access).await;
    assert_eq!(kinds(&waiting), ["payment_waiting", "draft_open"]);
    let first = &waiting["attention"][0];
    assert_eq!((&first["link"], &first["event"]["id"]), (&json!("/dash/tickets"), &json!(event)));
    assert!(first["at"].as_i64().unwrap() > 0);
}

#[apply(both_engines)]
async fn ones_own_events_are_searched(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (amani, access) = join(&app, "Amani", "0990000001").await;
    let (neema, _) = join(&app, "Neema", "0990000002").await;
    let events = [
        (amani, "Été du Jazz 100%", "2026-11-20"),
        (amani, "Jazz de l'an passé", "2026-10-20"),
        (amani, "Rumba", "2026-11-21"),
        (neema, "Nuit du jazz", "2026-12-21"),
        (neema, "Jazz d'une autre", "2026-12-22"),
    ];
    for (number, (owner, name, on)) in (1..).zip(events) {
        let event = TestEvent::new(number, owner).with(|row| (row.name, row.first_day) = (name.to_owned(), day(on)));
        let event = app.store(event).await;
        if number == 4 {
            let join = "INSERT INTO event_collaborators (event_id, user_id, added_at) VALUES ($1, $2, 0)";
            app.db.write(move |c| c.execute(join, &[&event, &amani])).await.unwrap();
        }
    }
    let found = async |query: &str| {
        let page = app.get_as(&access, &format!("/api/my-events/?{query}")).await.expect(200).json();
        let names = page["results"].as_array().unwrap().iter().map(|event| event["name"].as_str().unwrap().to_owned());
        (page["count"].as_i64().unwrap(), names.collect::<Vec<_>>(), page["next"].clone())
    };
    let names =
        |names: &[&str]| (names.len() as i64, names.iter().map(|name| (*name).to_owned()).collect(), Value::Null);
    assert_eq!(found("search=jazz").await, names(&["Été du Jazz 100%", "Nuit du jazz", "Jazz de l'an passé"]));
    assert_eq!(found("search=jazz+ete").await, names(&["Été du Jazz 100%"]));
    assert_eq!(found("search=0%25").await, names(&["Été du Jazz 100%"]));
    assert_eq!(found("search=_").await, names(&[]));
    assert_eq!(found("when=past").await, names(&["Jazz de l'an passé"]));
    assert_eq!(found("when=upcoming").await.0, 3);
    let (count, first, next) = found("search=jazz&when=upcoming&limit=1").await;
    assert_eq!((count, first), (2, vec!["Été du Jazz 100%".to_owned()]));
    let next = next.as_str().unwrap().to_owned();
    let (_, second, _) = found(next.split_once('?').unwrap().1).await;
    assert_eq!(second, ["Nuit du jazz"]);
    app.get_as(&access, "/api/my-events/?when=now").await.expect(400);
    app.get_as(&access, &format!("/api/my-events/?search={}", "x".repeat(101))).await.expect(400);
}
