//! Nobody keeps places from others by beginning to pay again and again, and nobody who pays in time loses them.

use std::sync::Arc;

use domain::Currency;
use rstest_reuse::apply;
use serde_json::json;

use crate::support::{
    Engine, TestApp, TestEvent, audited, both_engines, buyer, falls_silent, left, on_sale, page_of, pay, shown, speaks,
    wish, work,
};

const FIFTEEN_MINUTES: i64 = 15 * 60;

#[apply(both_engines)]
async fn one_person_has_three_payments_under_way_at_most(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 100).await;
    let (grace, amani) = (buyer(&app, "Grace", "0990000001").await, buyer(&app, "Amani", "0990000002").await);
    let first = grace.init_with_key(&app, "key-1", &wish(&kind, 6)).await.expect(200).json();
    let second = grace.init(&app, &kind, 6).await.expect(200).json();
    grace.init(&app, &kind, 6).await.expect(200);
    let refusal = json!({ "non_field_errors": [
        "Vous avez déjà 3 paiements en cours pour cet évènement : terminez-les ou attendez leur échéance."
    ] });
    assert_eq!(grace.init(&app, &kind, 1).await.expect(400).json(), refusal);
    assert_eq!(left(&app, event).await, 82);
    // The same request again is no further one, others have theirs, and elsewhere she has none.
    assert_eq!(grace.init_with_key(&app, "key-1", &wish(&kind, 6)).await.expect(200).json(), first);
    amani.init(&app, &kind, 20).await.expect(200);
    let owner = app.provider("Kivu", "0970000009", "Organisateur").await;
    let elsewhere = app.store(TestEvent::new(2, owner).places("Standard", 25, Currency::Usd, 5)).await;
    grace.init(&app, &shown(&app, elsewhere).await["id"].to_string(), 1).await.expect(200);

    let mut again = wish(&kind, 6);
    again["retry_of"] = first["payment_id"].clone();
    grace.post(&app, "/api/payments/init/", again).await.expect(200);
    assert_eq!(grace.init(&app, &kind, 1).await.expect(400).json(), refusal);
    pay(&app, &second, "0970000789").await;
    work(&app, 60).await;
    grace.init(&app, &kind, 1).await.expect(200);
    assert_eq!(grace.init(&app, &kind, 1).await.expect(400).json(), refusal, "one is paid for, one was begun");
    work(&app, FIFTEEN_MINUTES).await;
    let grace = grace.later(&app).await;
    grace.init(&app, &kind, 1).await.expect(200);
    assert_eq!(left(&app, event).await, 93, "six are hers");
    audited(&app).await;
}

#[apply(both_engines)]
async fn coming_ten_times_at_once_is_no_way_round_it(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 100).await;
    let grace = Arc::new(buyer(&app, "Grace", "0990000001").await);
    let (app, kind) = (Arc::new(app), Arc::new(kind));
    let mut sending = tokio::task::JoinSet::new();
    for _ in 0..10 {
        let (app, grace, kind) = (app.clone(), grace.clone(), kind.clone());
        sending.spawn(async move { grace.init(&app, &kind, 1).await.status.as_u16() });
    }
    let mut answers = sending.join_all().await;
    answers.sort_unstable();
    assert_eq!(answers, [200, 200, 200, 400, 400, 400, 400, 400, 400, 400]);
    assert_eq!(left(&app, event).await, 97);
    audited(&app).await;
}

#[apply(both_engines)]
async fn the_page_is_over_before_the_hold_so_that_who_pays_in_time_has_the_places(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 2).await;
    let (grace, amani) = (buyer(&app, "Grace", "0990000001").await, buyer(&app, "Amani", "0990000002").await);
    let last = grace.init(&app, &kind, 1).await.expect(200).json();
    let too_late = amani.init(&app, &kind, 1).await.expect(200).json();
    app.clock.advance_seconds(12 * 60 - 1);
    // Whose operator takes two minutes and ten seconds.
    pay(&app, &last, "0970000159").await;
    app.clock.advance_seconds(1);
    app.get(&page_of(&app, &too_late)).await.expect(410);
    work(&app, 2 * 60 + 9).await;
    let grace = grace.later(&app).await;
    assert_eq!((grace.status(&app, &last).await["status"].clone(), left(&app, event).await), (json!("success"), 1));
    assert_eq!(grace.tickets(&app).await.len(), 1);
    audited(&app).await;
}

#[apply(both_engines)]
async fn who_paid_while_nobody_worked_has_the_places(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 2).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let paid = grace.init(&app, &kind, 2).await.expect(200).json();
    pay(&app, &paid, "0970000789").await;
    work(&app, 3600).await;
    let grace = grace.later(&app).await;
    assert_eq!((grace.tickets(&app).await.len(), left(&app, event).await), (2, 0));
    let given_back = "SELECT count(*) FROM stock_facts WHERE kind = 'expire'";
    let given_back = app.db.read(move |c| c.query_one(given_back, &[], |row| row.get::<i64>(0))).await.unwrap();
    assert_eq!(given_back, 0, "her places were anybody's for a moment");
    audited(&app).await;
}

#[apply(both_engines)]
async fn a_provider_that_says_nothing_keeps_no_places_for_ever(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 2).await;
    let (grace, amani) = (buyer(&app, "Grace", "0990000001").await, buyer(&app, "Amani", "0990000002").await);
    let paid = grace.init(&app, &kind, 2).await.expect(200).json();
    pay(&app, &paid, "0970000789").await;
    falls_silent(&app).await;
    work(&app, FIFTEEN_MINUTES).await;
    work(&app, 4 * 60).await;
    assert_eq!(left(&app, event).await, 0, "she may have paid");
    work(&app, 60).await;
    assert_eq!(left(&app, event).await, 2);
    let (grace, amani) = (grace.later(&app).await, amani.later(&app).await);
    // What comes then is late.
    amani.init(&app, &kind, 2).await.expect(200);
    speaks(&app).await;
    work(&app, 60).await;
    work(&app, 1).await;
    let reported = grace.payment(&app, &paid).await;
    assert_eq!((&reported["status"], &reported["refund"]), (&json!("success"), &json!("done")));
    audited(&app).await;
}

#[apply(both_engines)]
async fn who_waits_for_a_silent_provider_keeps_no_places_for_ever_either(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 2).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let paid = grace.init(&app, &kind, 2).await.expect(200).json();
    pay(&app, &paid, "0970000789").await;
    falls_silent(&app).await;
    work(&app, FIFTEEN_MINUTES).await;
    let grace = grace.later(&app).await;
    // The dialog stays open, and asks every five seconds.
    let mut rounds = 0;
    while left(&app, event).await == 0 && rounds < 80 {
        grace.status(&app, &paid).await;
        work(&app, 5).await;
        rounds += 1;
    }
    assert_eq!((left(&app, event).await, rounds), (2, 60), "five minutes");
    audited(&app).await;
}

#[apply(both_engines)]
async fn the_cashier_rests_while_it_can_do_nothing(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, kind) = on_sale(&app, 2).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    grace.init(&app, &kind, 2).await.expect(200);
    falls_silent(&app).await;
    work(&app, FIFTEEN_MINUTES).await;
    work(&app, 5 * 60 - 1).await;
    app.clock.advance_seconds(1);
    let now = domain::Clock::now(&*app.clock);
    let next = app.box_office.run_cashier_once().await.unwrap();
    assert!(next.is_some_and(|next| next > now), "{next:?} is no rest after {now:?}");
}

#[apply(both_engines)]
async fn the_places_of_a_crowd_are_given_back_many_at_once(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 50).await;
    for number in 0..14 {
        let person = buyer(&app, &format!("Buyer {number}"), &format!("09900000{number:02}")).await;
        for _ in 0..3 {
            person.init(&app, &kind, 1).await.expect(200);
        }
    }
    falls_silent(&app).await;
    work(&app, FIFTEEN_MINUTES).await;
    assert_eq!(left(&app, event).await, 8);
    // They are asked about at another time.
    app.db.write(|c| c.execute("UPDATE payments SET ask_at = ask_at + 600000", &[])).await.unwrap();
    let before = app.db.stats().writes;
    work(&app, 5 * 60).await;
    assert_eq!(left(&app, event).await, 50);
    let written = app.db.stats().writes - before;
    assert!(written < 10, "42 holds took {written} transactions");
    audited(&app).await;
}
