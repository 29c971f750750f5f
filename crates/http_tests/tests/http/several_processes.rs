//! Two processes on one database.

use rstest_reuse::apply;

use crate::support::{Engine, TestApp, audited, both_engines, buyer, on_sale, pay};

#[apply(both_engines)]
async fn what_one_process_signs_the_other_believes(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, kind) = on_sale(&app, 5).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let payment = grace.init(&app, &kind, 2).await.expect(200).json();
    pay(&app, &payment, "0970000789").await;
    // The other one's sandbox settles, and tells the process where the payment was begun.
    let other = app.beside(&[]).await;
    other.clock.advance_seconds(3);
    other.box_office.run_cashier_once().await.unwrap();
    let verdicts: Vec<String> =
        app.db.read(|c| c.query("SELECT verdict FROM webhooks", &[], |row| row.get(0))).await.unwrap();
    assert_eq!(verdicts, ["verified"]);
    let owed = "SELECT count(*) FROM sandbox_orders WHERE deliver_at IS NOT NULL";
    assert_eq!(app.db.read(move |c| c.query_one(owed, &[], |row| row.get::<i64>(0))).await.unwrap(), 0);
    assert_eq!(grace.tickets(&app).await.len(), 2);
    audited(&app).await;
}
