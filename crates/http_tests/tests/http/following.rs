//! How long a payment is followed, and what is made of a provider that can't be asked.

use box_office::audit;
use domain::{Currency, EventId};
use rstest_reuse::apply;
use serde_json::json;

use crate::support::{
    Engine, TODAY, TestApp, TestEvent, audited, both_engines, buyer, day, falls_silent, left, pay, shown, signed_in,
    speaks, work,
};

const A_DAY: i64 = 24 * 3600;

/// Answers, and never says whether it was paid.
const NEVER_ANSWERED: &str = "0970000129";

/// An event that is not over when a payment has been followed for days, and its type.
async fn on_sale_next_month(app: &TestApp, places: i64) -> (EventId, String) {
    let owner = app.organiser().await;
    let event = TestEvent::new(1, owner).places("Standard", 25, Currency::Usd, places);
    let event = app.store(event.with(|row| row.first_day = day(TODAY).plus_days(30))).await;
    (event, shown(app, event).await["id"].to_string())
}

#[apply(both_engines)]
async fn who_paid_while_nobody_could_be_asked_has_not_failed(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, kind) = on_sale_next_month(&app, 5).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let payment = grace.init(&app, &kind, 2).await.expect(200).json();
    pay(&app, &payment, "0970000789").await;
    falls_silent(&app).await;
    work(&app, A_DAY).await;
    work(&app, A_DAY).await;
    let grace = grace.later(&app).await;
    assert_eq!(grace.status(&app, &payment).await, json!({ "status": "pending", "reason": null }));
    assert_eq!(audit::unfinished(&app.db).await.unwrap(), Vec::<String>::new(), "it is still asked about");
    speaks(&app).await;
    // Also without its letter, which nobody may ever send again.
    app.db.write(|c| c.execute("UPDATE sandbox_orders SET outcome = 'completed'", &[])).await.unwrap();
    work(&app, 301).await;
    assert_eq!(
        (grace.status(&app, &payment).await["status"].clone(), grace.tickets(&app).await.len()),
        (json!("success"), 2)
    );
    audited(&app).await;
}

#[apply(both_engines)]
async fn after_three_days_of_silence_a_person_is_told(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale_next_month(&app, 5).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let payment = grace.init(&app, &kind, 2).await.expect(200).json();
    pay(&app, &payment, "0970000789").await;
    falls_silent(&app).await;
    work(&app, 3 * A_DAY - 1).await;
    assert_eq!(audit::unfinished(&app.db).await.unwrap(), Vec::<String>::new());
    work(&app, 301).await;
    let grace = grace.later(&app).await;
    assert_eq!(grace.status(&app, &payment).await["status"], "pending");
    let reported = format!("payment {}: the provider never answered", payment["payment_id"].as_str().unwrap());
    assert_eq!(audit::unfinished(&app.db).await.unwrap(), [reported]);
    let asked = "SELECT count(*) FROM payments WHERE ask_at IS NOT NULL OR holds";
    assert_eq!(app.db.read(move |c| c.query_one(asked, &[], |row| row.get::<i64>(0))).await.unwrap(), 0);
    audited(&app).await;
    // News is heard all the same.
    speaks(&app).await;
    work(&app, 1).await;
    work(&app, 1).await;
    assert_eq!((left(&app, event).await, grace.tickets(&app).await.len()), (3, 2));
    assert_eq!(audit::unfinished(&app.db).await.unwrap(), Vec::<String>::new());
    audited(&app).await;
}

#[apply(both_engines)]
async fn a_payment_that_was_perhaps_never_opened_is_followed_for_three_days(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, kind) = on_sale_next_month(&app, 5).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let opened = grace.init(&app, &kind, 1).await.expect(200).json();
    let unsure = grace.init(&app, &kind, 1).await.expect(200).json();
    for payment in [&opened, &unsure] {
        pay(&app, payment, NEVER_ANSWERED).await;
    }
    // The provider's answer never reached us.
    let id = unsure["payment_id"].as_str().unwrap().to_owned();
    let forget = "UPDATE payments SET payment_url = NULL WHERE id = $1";
    app.db.write(move |c| c.execute(forget, &[&id])).await.unwrap();
    for (seconds, fates) in
        [(A_DAY - 1, ["pending", "pending"]), (301, ["failed", "pending"]), (2 * A_DAY, ["failed", "failed"])]
    {
        work(&app, seconds).await;
        let grace = signed_in(&app, "Grace").await;
        for (payment, fate) in [&opened, &unsure].into_iter().zip(fates) {
            assert_eq!(grace.status(&app, payment).await["status"], fate, "after {seconds} more seconds");
        }
    }
    audited(&app).await;
}

#[apply(both_engines)]
async fn what_the_provider_pays_back_by_itself_opens_no_door(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, kind) = on_sale_next_month(&app, 5).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let payment = grace.buy(&app, &kind, 2).await;
    app.db
        .write(|c| {
            c.execute("INSERT INTO sandbox_refunds SELECT 'of-its-own', reference, 5000 FROM sandbox_orders", &[])?;
            // It tells of it.
            c.execute("UPDATE payments SET ask_at = 0", &[])
        })
        .await
        .unwrap();
    work(&app, 1).await;
    let reported = grace.payment(&app, &payment).await;
    assert_eq!((&reported["status"], &reported["refund"]), (&json!("success"), &json!("done")));
    let tickets = grace.tickets(&app).await;
    assert!(tickets.iter().all(|ticket| ticket["status"] == "refunded"), "{tickets:?}");
    audited(&app).await;
}
