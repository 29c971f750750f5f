//! Figures as they change, for few and for many who watch.

use std::time::{Duration, Instant};

use domain::UserId;
use events::Role;
use reqwest::Method;
use rstest_reuse::apply;
use serde_json::json;

use crate::support::{Doors, Engine, LiveStream, TestApp, both_engines, doors, join_all, signed_in, work};

/// Takes Joel into the team.
async fn joel(app: &TestApp, doors: &Doors, role: Role) -> (UserId, String) {
    let joel = app.register("Joel", "0990000014").await;
    let (event, user) = (doors.event, UserId::new(joel["user"]["id"].as_i64().unwrap()));
    let now = domain::Instant::from_millis(0);
    app.db.write(move |c| events::add_to_team(c, event, user, role, now)).await.unwrap();
    (user, joel["access"].as_str().unwrap().to_owned())
}

#[apply(both_engines)]
async fn figures_come_at_once_and_at_each_change(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (doors, _) = doors(&app, 2).await;
    let (_, joel) = joel(&app, &doors, Role::Door).await;
    let mut amani = LiveStream::open(&app, doors.amani.access(), &doors.path("live/")).await;
    let mut at_door = LiveStream::open(&app, &joel, &doors.path("live/")).await;
    let first = amani.next().await.unwrap();
    let stats = doors.amani.get(&app, &doors.path("stats/")).await.expect(200).json();
    assert_eq!(first, stats, "the same as asked for once");
    assert_eq!((&first["sold_tickets"], &first["revenue"]), (&json!(2), &json!(50.0)));
    for figure in [
        "sold_tickets",
        "scanned_tickets",
        "total_tickets",
        "available_tickets",
        "total_revenue",
        "revenue",
        "collaborators_count",
        "progress",
        "scan_progress",
    ] {
        assert!(first[figure].is_number(), "{figure}");
    }
    let counts = at_door.next().await.unwrap();
    assert_eq!((&counts["sold_tickets"], &counts["revenue"]), (&json!(2), &json!(0.0)), "the door is told no money");

    let grace = signed_in(&app, "Grace").await;
    grace.buy(&app, &doors.kind, 3).await;
    let sold = amani.until(|figures| figures["sold_tickets"] == 5).await;
    assert_eq!((&sold["revenue"], &sold["progress"]), (&json!(125.0), &json!(5.0)));
    at_door.until(|figures| figures["sold_tickets"] == 5).await;
    let held = grace.tickets(&app).await;
    doors.scan(&app, &held[0]["qr"]).await.expect(200);
    amani.until(|figures| figures["scanned_tickets"] == 1).await;
    // Another process on the same database sells.
    let other = app.beside(&[]).await;
    grace.buy(&other, &doors.kind, 1).await;
    amani.until(|figures| figures["sold_tickets"] == 6).await;
    doors.amani.post(&app, &doors.path("cancel/"), json!({})).await.expect(200);
    work(&app, 1).await;
    amani.until(|figures| figures["revenue"] == 0.0).await;
}

#[apply(both_engines)]
async fn watching_ends_with_ones_part_in_the_event(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (doors, _) = doors(&app, 0).await;
    let (user, joel) = joel(&app, &doors, Role::Collaborator).await;
    let mut watched = LiveStream::open(&app, &joel, &doors.path("live/")).await;
    watched.next().await.unwrap();
    app.call_as(&joel, Method::POST, &doors.path("leave/"), None).await.expect(204);
    assert!(watched.next().await.is_none(), "who leaves the team is told nothing more");
    app.get_as(&joel, &doors.path("live/")).await.expect(403);

    let (event, now) = (doors.event, domain::Instant::from_millis(0));
    app.db.write(move |c| events::add_to_team(c, event, user, Role::Collaborator, now)).await.unwrap();
    let mut watched = LiveStream::open(&app, &joel, &doors.path("live/")).await;
    watched.next().await.unwrap();
    app.call_as(&joel, Method::POST, "/api/logout/", Some(&json!({}))).await.expect(204);
    assert!(watched.next().await.is_none(), "who signs out is told nothing more");
    let mut amani = LiveStream::open(&app, doors.amani.access(), &doors.path("live/")).await;
    assert!(amani.next().await.is_some(), "others go on");
}

#[apply(both_engines)]
async fn watching_keeps_no_server_from_stopping(engine: Engine) {
    let mut app = TestApp::start(engine).await;
    let (doors, _) = doors(&app, 0).await;
    let mut watched = LiveStream::open(&app, doors.amani.access(), &doors.path("live/")).await;
    watched.next().await.unwrap();
    let started = Instant::now();
    let stopping = app.begin_stop();
    assert!(watched.next().await.is_none());
    stopping.await.unwrap();
    assert!(started.elapsed() < Duration::from_secs(15), "{:?}", started.elapsed());
}

const WATCHERS: usize = 1_000;
const CHANGES: i64 = 5;

/// However many watch, an event is read once a second at most.
#[apply(both_engines)]
async fn a_thousand_watchers_cost_one_reader(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (doors, _) = doors(&app, 0).await;
    let mut watchers = Vec::new();
    while watchers.len() < WATCHERS {
        let path = doors.path("live/");
        let some = (0..50).map(|_| LiveStream::open(&app, doors.amani.access(), &path));
        watchers.extend(join_all(some).await);
    }
    join_all(watchers.iter_mut().map(LiveStream::next)).await;

    let (started, before) = (Instant::now(), app.db.stats().reads);
    let mut slowest = Duration::ZERO;
    for change in 1..=CHANGES {
        let changed = Instant::now();
        let places = 100 + change;
        app.db.write(move |c| c.execute("UPDATE ticket_types SET nbr_max = $1", &[&places])).await.unwrap();
        let told = watchers.iter_mut().map(|watcher| watcher.until(|figures| figures["total_tickets"] == places));
        join_all(told).await;
        slowest = slowest.max(changed.elapsed());
    }
    let (reads, seconds) = (app.db.stats().reads - before, started.elapsed().as_secs_f64());
    eprintln!(
        "{WATCHERS} watchers: {CHANGES} changes told to all in {seconds:.1} s with {reads} reads, \
         the slowest after {:.2} s",
        slowest.as_secs_f64()
    );
    assert!(reads as f64 <= seconds + 1.0, "{reads} reads in {seconds} s");

    // When nobody watches any more, nobody reads.
    drop(watchers);
    let mut quiet = Instant::now();
    let mut known = app.db.stats().reads;
    while quiet.elapsed() < Duration::from_millis(2_500) {
        tokio::task::yield_now().await;
        let reads = app.db.stats().reads;
        if reads > known {
            (known, quiet) = (reads, Instant::now());
        }
        assert!(started.elapsed() < Duration::from_secs(120), "the reader does not end");
    }
}
