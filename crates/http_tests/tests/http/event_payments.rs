//! The payments of an event, and the story of each.

use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Engine, TestApp, both_engines, buyer, doors, pay, signed_in, words, work};

#[apply(both_engines)]
async fn are_listed_found_and_told(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (doors, held) = doors(&app, 2).await;
    let neema = buyer(&app, "Neema", "0990000013").await;
    let refused = neema.init(&app, &doors.kind, 1).await.expect(200).json();
    pay(&app, &refused, "0970000049").await;
    work(&app, 5).await;
    let doors = crate::support::Doors { amani: signed_in(&app, "Amani").await, ..doors };
    doors.sell(&app, doors.sale(1)).await.expect(201);
    doors.set_aside(&app, 3).await.expect(201);
    doors.scan(&app, &held[0]["qr"]).await.expect(200);

    let list = async |query: &str| {
        let page = doors.amani.get(&app, &doors.path(&format!("payments/?{query}"))).await.expect(200).json();
        page["results"].as_array().unwrap().clone()
    };
    let all = list("").await;
    assert_eq!(words(&all, "state"), ["succeeded", "failed", "succeeded"], "places set aside are no payments");
    assert_eq!(words(&all, "buyer"), ["-", "Neema", "Grace"]);
    assert_eq!(words(&all, "channel"), ["door", "online", "online"]);
    assert_eq!((&all[2]["amount"], &all[2]["quantity"], &all[2]["refunds"]), (&json!(50.0), &json!(2), &Value::Null));
    assert_eq!(words(&list("state=failed").await, "buyer"), ["Neema"]);
    assert_eq!(words(&list("search=grac").await, "buyer"), ["Grace"]);
    assert_eq!(words(&list("search=0990000013").await, "buyer"), ["Neema"]);
    let id = all[2]["id"].as_str().unwrap();
    assert_eq!(words(&list(&format!("search={id}")).await, "buyer"), ["Grace"]);

    let story = async |id: &str| {
        let story = doors.amani.get(&app, &doors.path(&format!("payments/{id}/"))).await.expect(200).json();
        story["story"].as_array().unwrap().clone()
    };
    let told = story(id).await;
    let happened = words(&told, "what");
    let order: Vec<&str> = happened.iter().map(String::as_str).filter(|what| *what != "webhook").collect();
    assert_eq!(order, ["begun", "page_opened", "held", "asked", "paid", "issued", "issued", "scanned"]);
    assert!(told.is_sorted_by_key(|line| line["at"].as_i64().unwrap()));
    let said = words(&told, "text");
    assert!(said.contains(&"Paiement reçu : 50 USD.".to_owned()), "{said:?}");
    assert!(said.last().unwrap().ends_with("admis par Amani (Porte Nord)."), "{said:?}");
    let refused = story(refused["payment_id"].as_str().unwrap()).await;
    assert!(words(&refused, "what").contains(&"failed".to_owned()));

    doors.amani.post(&app, &doors.path("cancel/"), json!({})).await.expect(200);
    work(&app, 5).await;
    let after = story(id).await;
    let happened = words(&after, "what");
    for what in ["refund_requested", "void", "refund_done"] {
        assert!(happened.contains(&what.to_owned()), "{what}: {happened:?}");
    }
    let paid_back = list("search=grace").await;
    assert_eq!(paid_back[0]["refunds"], json!({ "count": 1, "done": 1, "amount": 50.0 }));
}

/// The id of another event's payment opens nothing.
#[apply(both_engines)]
async fn of_other_events_are_not_shown(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (doors, _) = doors(&app, 1).await;
    let payments = doors.amani.get(&app, &doors.path("payments/")).await.expect(200).json();
    let id = payments["results"][0]["id"].as_str().unwrap();
    let joel = app.register("Joel", "0990000014").await;
    let joel_id = domain::UserId::new(joel["user"]["id"].as_i64().unwrap());
    let other = app.store(crate::support::TestEvent::new(2, joel_id).ticket("A", 5, domain::Currency::Usd)).await;
    let access = joel["access"].as_str().unwrap();
    app.get_as(access, &format!("/api/events/{other}/payments/{id}/")).await.expect(404);
    app.get_as(access, &doors.path(&format!("payments/{id}/"))).await.expect(403);
}
