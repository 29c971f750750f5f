//! Who tries again while the money of the first try is on its way: it buys the places, once.

use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{
    Buyer, Engine, TestApp, audited, both_engines, buyer, left, money_arrives, on_sale, page_of, pay, wish, work,
};

/// Succeeds after two minutes, when the dialog has given up.
const PAYS_LATE: &str = "0970000159";

async fn tries_again(app: &TestApp, person: &Buyer, kind: &str, quantity: i64, earlier: &Value) -> Value {
    let mut again = wish(kind, quantity);
    again["retry_of"] = earlier["payment_id"].clone();
    person.post(app, "/api/payments/init/", again).await.expect(200).json()
}

async fn worth_paying(app: &TestApp, person: &Buyer, payment: &Value) -> bool {
    let reported = person.payment(app, payment).await;
    assert_eq!(reported["replaced"].as_bool(), Some(reported["payment_url"].is_null()), "{reported}");
    reported["payment_url"].is_string()
}

#[apply(both_engines)]
async fn the_first_trys_late_money_buys_the_places_that_the_second_held(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 2).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let first = grace.init(&app, &kind, 2).await.expect(200).json();
    pay(&app, &first, PAYS_LATE).await;
    work(&app, 125).await;
    let second = tries_again(&app, &grace, &kind, 2, &first).await;
    assert!(!worth_paying(&app, &grace, &first).await && worth_paying(&app, &grace, &second).await);
    work(&app, 10).await;
    assert_eq!(
        (grace.status(&app, &first).await["status"].clone(), grace.tickets(&app).await.len()),
        (json!("success"), 2)
    );
    assert_eq!(left(&app, event).await, 0);
    // Nobody is led to pay for them again.
    assert!(!worth_paying(&app, &grace, &second).await);
    app.get(&page_of(&app, &second)).await.expect(410);
    audited(&app).await;
    // Who does all the same has the money back.
    money_arrives(&app, &second).await;
    work(&app, 1).await;
    work(&app, 1).await;
    assert_eq!(
        (grace.payment(&app, &second).await["refund"].clone(), grace.tickets(&app).await.len()),
        (json!("done"), 2)
    );
    audited(&app).await;
}

#[apply(both_engines)]
async fn a_try_in_between_changes_nothing_of_it(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 3).await;
    let (grace, amani) = (buyer(&app, "Grace", "0990000001").await, buyer(&app, "Amani", "0990000002").await);
    let first = grace.init(&app, &kind, 2).await.expect(200).json();
    pay(&app, &first, PAYS_LATE).await;
    let second = tries_again(&app, &grace, &kind, 2, &first).await;
    let third = tries_again(&app, &grace, &kind, 3, &second).await;
    work(&app, 135).await;
    assert_eq!(grace.tickets(&app).await.len(), 2);
    assert_eq!(left(&app, event).await, 1, "the third try wanted one more");
    assert!(!worth_paying(&app, &grace, &third).await);
    amani.init(&app, &kind, 1).await.expect(200);
    audited(&app).await;
}

#[apply(both_engines)]
async fn a_smaller_second_try_keeps_its_places_if_the_first_finds_none(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 2).await;
    let (grace, amani) = (buyer(&app, "Grace", "0990000001").await, buyer(&app, "Amani", "0990000002").await);
    let first = grace.init(&app, &kind, 2).await.expect(200).json();
    pay(&app, &first, PAYS_LATE).await;
    let second = tries_again(&app, &grace, &kind, 1, &first).await;
    amani.buy(&app, &kind, 1).await;
    work(&app, 132).await;
    work(&app, 1).await;
    assert_eq!(grace.payment(&app, &first).await["refund"], "done");
    assert_eq!(left(&app, event).await, 0);
    money_arrives(&app, &second).await;
    work(&app, 1).await;
    assert_eq!(grace.tickets(&app).await.len(), 1);
    audited(&app).await;
}
