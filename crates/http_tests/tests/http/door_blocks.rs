//! Selling for cash without network, from places that are set aside for a phone.

use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{
    Doors, Engine, TestApp, audited, both_engines, door_audited, doors, doors_with, left, shown, words, work,
};

/// Every figure of the box office and of the door adds up.
async fn all_audited(app: &TestApp) {
    audited(app).await;
    door_audited(app).await;
}

/// The sale of a place, as the phone names it.
fn sale(app: &TestApp, id: &str, place: &Value) -> Value {
    use domain::Clock as _;
    json!({ "id": id, "payment_id": place["payment_id"], "currency": "USD", "at": app.clock.now().millis() })
}

async fn release(app: &TestApp, door: &Doors, block: &Value) -> Value {
    let path = door.path(&format!("door-blocks/{}/", block["block_id"].as_str().unwrap()));
    app.call_as(door.amani.access(), reqwest::Method::DELETE, &path, None).await.expect(200).json()
}

#[apply(both_engines)]
async fn a_phone_gets_its_places_again_and_more_of_the_same_price(engine: Engine) {
    let app = TestApp::start_with(engine, &[("TUKIO_RATE_USD_CDF", "2850")]).await;
    let (door, _) = doors(&app, 0).await;
    let block = door.set_aside(&app, 3).await.expect(201).json();
    let price = json!([{ "amount": "25.00", "currency": "USD" }, { "amount": "71250", "currency": "CDF" }]);
    assert_eq!((&block["price"], left(&app, door.event).await), (&price, 97));
    let places = block["places"].as_array().unwrap();
    app.clock.advance_seconds(1);
    // The organiser asks for more, but this phone has told its buyers a price.
    app.db.write(|c| c.execute("UPDATE ticket_types SET price = 4000", &[])).await.unwrap();
    let more = door.set_aside(&app, 5).await.expect(201).json();
    assert_eq!((&more["block_id"], &more["price"]), (&block["block_id"], &price));
    assert_eq!((&more["places"].as_array().unwrap()[..3], left(&app, door.event).await), (&places[..], 95));
    let open = door.amani.get(&app, &door.path("door-blocks/")).await.expect(200).json();
    let open = &open["results"][0];
    assert_eq!((&open["size"], &open["sold"], &open["left"]), (&json!(5), &json!(0), &json!(5)));
    assert_eq!((&open["device"], &open["person"]), (&json!("Tecno"), &json!("Amani")));
    assert_eq!(release(&app, &door, &block).await["released"], 5);
    assert_eq!(left(&app, door.event).await, 100);
    let new = door.set_aside(&app, 1).await.expect(201).json();
    assert_eq!(new["price"][0]["amount"], "40.00");
    assert_eq!(door.overview(&app).await["counters"]["expected"], 0, "what is not sold is not expected");
    all_audited(&app).await;
}

#[apply(both_engines)]
async fn sales_arrive_in_any_order_and_twice(engine: Engine) {
    let app = TestApp::start_with(engine, &[("TUKIO_RATE_USD_CDF", "2850")]).await;
    let (door, _) = doors(&app, 0).await;
    let block = door.set_aside(&app, 4).await.expect(201).json();
    let places = block["places"].as_array().unwrap();
    let receipt = places[2]["receipt_url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let receipt = format!("/api/receipts/{receipt}/");
    app.get(&receipt).await.expect(404);
    app.clock.advance_seconds(60);
    let mut francs = sale(&app, "c", &places[2]);
    francs["currency"] = json!("CDF");
    let sent = json!([francs, sale(&app, "a", &places[0]), sale(&app, "c", &places[2])]);
    let synced = door.sync_sales(&app, sent.clone()).await;
    assert_eq!(words(&synced, "fate"), ["sold", "sold", "sold"]);
    assert_eq!(synced.iter().map(|sale| sale["known"] == true).collect::<Vec<_>>(), [false, false, true]);
    assert!(door.sync_sales(&app, sent).await.iter().all(|sale| sale["known"] == true && sale["fate"] == "sold"));
    let wrong = json!([{ "id": "x" }, sale(&app, "d", &json!({ "payment_id": "AAAAAAAAAAAAAAAAAAAAAA" })),
        sale(&app, "e", &places[0])]);
    assert_eq!(words(&door.sync_sales(&app, wrong).await, "fate"), ["refused", "refused", "refused"]);
    let bought = app.get(&receipt).await.expect(200).json();
    assert_eq!((&bought["amount"], &bought["currency"]), (&json!("71250"), &json!("CDF")));
    assert_eq!(bought["tickets"][0]["content"], places[2]["content"]);
    assert_eq!((&shown(&app, door.event).await["sold_tickets"], left(&app, door.event).await), (&json!(2), 96));
    let open = door.amani.get(&app, &door.path("door-blocks/")).await.expect(200).json();
    assert_eq!((&open["results"][0]["sold"], &open["results"][0]["left"]), (&json!(2), &json!(2)));
    let totals = json!([{ "amount": "25.00", "currency": "USD" }, { "amount": "71250", "currency": "CDF" }]);
    assert_eq!(door.takings(&app).await["totals"], totals);
    let again = door.set_aside(&app, 2).await.expect(201).json();
    let left: Vec<&Value> = again["places"].as_array().unwrap().iter().map(|place| &place["payment_id"]).collect();
    assert_eq!(left, [&places[1]["payment_id"], &places[3]["payment_id"]]);
    all_audited(&app).await;
}

#[apply(both_engines)]
async fn a_place_that_was_released_is_sold_if_one_is_left(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, _) = doors_with(&app, 3).await;
    let block = door.set_aside(&app, 3).await.expect(201).json();
    let places = block["places"].as_array().unwrap();
    assert_eq!(release(&app, &door, &block).await["released"], 3);
    door.sell(&app, door.sale(2)).await.expect(201);
    let sent = json!([sale(&app, "a", &places[0]), sale(&app, "b", &places[1])]);
    let synced = door.sync_sales(&app, sent.clone()).await;
    assert_eq!(words(&synced, "fate"), ["sold", "review"]);
    assert!(door.sync_sales(&app, sent).await.iter().all(|sale| sale["known"] == true));
    door.scan(&app, &places[0]["content"]).await.expect(200);
    assert_eq!(door.scan(&app, &places[1]["content"]).await.expect(400).json()["verdict"], "cancelled");
    // The seller has the notes of both, and somebody has to look at one of them.
    assert_eq!(door.takings(&app).await["totals"], json!([{ "amount": "100.00", "currency": "USD" }]));
    let waiting = box_office::audit::unfinished(&app.db).await.unwrap();
    let payment = places[1]["payment_id"].as_str().unwrap();
    assert_eq!(waiting, [format!("payment {payment}: cash was taken at the door for a place that was gone")]);
    all_audited(&app).await;
}

#[apply(both_engines)]
async fn a_gate_admits_a_place_before_its_sale_has_arrived(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, _) = doors(&app, 0).await;
    let block = door.set_aside(&app, 2).await.expect(201).json();
    let places = block["places"].as_array().unwrap();
    door.scan(&app, &places[0]["content"]).await.expect(200);
    door.scan(&app, &places[0]["content"]).await.expect(400);
    assert_eq!(shown(&app, door.event).await["scanned_tickets"], 0, "not known to be sold");
    all_audited(&app).await;
    assert_eq!(release(&app, &door, &block).await["released"], 1, "somebody came in with the other");
    assert_eq!(words(&door.sync_sales(&app, json!([sale(&app, "a", &places[0])])).await, "fate"), ["sold"]);
    assert_eq!(shown(&app, door.event).await["scanned_tickets"], 1);
    all_audited(&app).await;
}

#[apply(both_engines)]
async fn a_day_after_the_event_its_blocks_end(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (mut door, _) = doors(&app, 0).await;
    let block = door.set_aside(&app, 3).await.expect(201).json();
    let places = block["places"].as_array().unwrap();
    door.scan(&app, &places[0]["content"]).await.expect(200);
    app.clock.advance_seconds(20 * 3600);
    app.door.release_due_blocks().await.unwrap();
    assert_eq!(left(&app, door.event).await, 97, "a phone may still find network");
    app.clock.advance_seconds(24 * 3600);
    app.door.release_due_blocks().await.unwrap();
    app.box_office.run_cashier_once().await.unwrap();
    assert_eq!(left(&app, door.event).await, 100);
    let used = places[0]["payment_id"].as_str().unwrap();
    let why = "somebody came in with this place of the door, and its sale was never reported";
    assert_eq!(box_office::audit::unfinished(&app.db).await.unwrap(), [format!("payment {used}: {why}")]);
    all_audited(&app).await;
    // What arrives after all is taken in.
    door.amani = door.amani.later(&app).await;
    let sent = json!([sale(&app, "a", &places[0]), sale(&app, "b", &places[1])]);
    assert_eq!(words(&door.sync_sales(&app, sent).await, "fate"), ["sold", "sold"]);
    assert_eq!(box_office::audit::unfinished(&app.db).await.unwrap(), Vec::<String>::new());
    all_audited(&app).await;
}

#[apply(both_engines)]
async fn money_for_a_cancelled_event_waits_for_somebody(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, _) = doors(&app, 0).await;
    let block = door.set_aside(&app, 2).await.expect(201).json();
    door.amani.post(&app, &door.path("cancel/"), json!({})).await.expect(200);
    work(&app, 1).await;
    assert_eq!(left(&app, door.event).await, 100);
    let synced = door.sync_sales(&app, json!([sale(&app, "a", &block["places"][0])])).await;
    assert_eq!(words(&synced, "fate"), ["review"]);
    all_audited(&app).await;
}

#[apply(both_engines)]
async fn places_are_set_aside_once_and_never_more_than_there_are(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, _) = doors_with(&app, 5).await;
    let at_once = crate::support::join_all((0..4).map(|_| door.set_aside(&app, 3))).await;
    let blocks: Vec<Value> = at_once.into_iter().map(|answer| answer.expect(201).json()).collect();
    assert!(blocks.iter().all(|block| *block == blocks[0]), "one block for one phone");
    assert_eq!(left(&app, door.event).await, 2);
    let refused = door.set_aside(&app, 6).await.expect(409).json();
    assert_eq!(refused["detail"], "Il ne reste plus que 2 billets.");
    door.set_aside(&app, 5).await.expect(201);
    assert_eq!(door.sell(&app, door.sale(1)).await.expect(409).json()["detail"], "Ce billet est épuisé.");
    all_audited(&app).await;
}
