//! Copying an event to another day.

use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Engine, Form, TestApp, both_engines, photo, sell_to};

async fn join(app: &TestApp, name: &str, phone: &str) -> (Value, String) {
    let answer = app.register(name, phone).await;
    (answer["user"].clone(), answer["access"].as_str().unwrap().to_owned())
}

/// An event of two days with a picture and two types, one of which is not sold any more.
async fn original(app: &TestApp, access: &str) -> Value {
    let types = json!([
        { "label": "Standard", "price": 25, "nbr_max": 10, "devise": "USD" },
        { "label": "VIP", "price": 70_000, "nbr_max": 5, "devise": "CDF", "closed": true },
    ]);
    let form = Form::default()
        .text("name", "Katanga Jazz")
        .text("category", "Concerts")
        .text("town", "Lubumbashi")
        .text("started_at", "2026-11-20")
        .text("ended_at", "2026-11-21")
        .text("hour", "19:30")
        .text("address", "Avenue Kasaï 12")
        .text("description", "Deux soirs.")
        .text("location", "-11.66,27.48")
        .text("ttype", &types.to_string())
        .file("img", "poster.jpg", &photo(640, 360));
    app.send_form(Method::POST, access, "/api/events/", form).await.expect(201).json()
}

async fn copy(app: &TestApp, access: &str, event: &Value, body: Value) -> crate::support::Answer {
    app.call_as(access, Method::POST, &format!("/api/events/{}/copy/", event["id"]), Some(&body)).await
}

#[apply(both_engines)]
async fn a_copy_has_all_but_what_was_sold(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (amani, owner) = join(&app, "Amani", "0990000001").await;
    let event = original(&app, &owner).await;
    sell_to(&app, domain::UserId::new(amani["id"].as_i64().unwrap()), &event["ttype"][0]["id"], 2).await;
    let made = copy(&app, &owner, &event, json!({ "started_at": "2026-12-04" })).await.expect(201).json();
    for field in ["name", "category", "town", "hour", "address", "description", "location", "is_public"] {
        assert_eq!(made[field], event[field], "{field}");
    }
    assert_eq!(
        (&made["started_at"], &made["ended_at"], &made["draft"]),
        (&json!("2026-12-04"), &json!("2026-12-05"), &json!(true))
    );
    let types: Vec<_> = made["ttype"].as_array().unwrap().iter().collect();
    let shown =
        |kind: &Value| (kind["label"].clone(), kind["price"].clone(), kind["devise"].clone(), kind["nbr_max"].clone());
    let before: Vec<_> = event["ttype"].as_array().unwrap().iter().map(shown).collect();
    assert_eq!(types.iter().map(|kind| shown(kind)).collect::<Vec<_>>(), before);
    assert!(types.iter().all(|kind| kind["sold_tickets"] == 0 && kind["closed"] == false), "{types:?}");
    assert_ne!(types[0]["id"], event["ttype"][0]["id"]);
    let named = json!({ "started_at": "2026-12-11", "hour": "21:00", "name": "Blues" });
    let named = copy(&app, &owner, &event, named).await.expect(201).json();
    assert_eq!((&named["name"], &named["hour"]), (&json!("Blues"), &json!("21:00")));
    copy(&app, &owner, &event, json!({ "started_at": "2026-11-13" })).await.expect(400);
}

#[apply(both_engines)]
async fn each_event_has_its_own_picture(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, owner) = join(&app, "Amani", "0990000001").await;
    let event = original(&app, &owner).await;
    let made = copy(&app, &owner, &event, json!({ "started_at": "2026-12-04" })).await.expect(201).json();
    assert_ne!(made["pictures"]["w480"], event["pictures"]["w480"]);
    app.call_as(&owner, Method::DELETE, &format!("/api/events/{}/", event["id"]), None).await.expect(204);
    app.get(made["pictures"]["w960"].as_str().unwrap()).await.expect(200);
    app.get(event["pictures"]["w960"].as_str().unwrap()).await.expect(404);
    app.call_as(&owner, Method::DELETE, &format!("/api/events/{}/", made["id"]), None).await.expect(204);
    assert_eq!(app.stored(), [""; 0]);
}

#[apply(both_engines)]
async fn collaborators_copy_into_their_own(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, owner) = join(&app, "Amani", "0990000001").await;
    let (neema, helper) = join(&app, "Neema", "0990000002").await;
    let (_, stranger) = join(&app, "Kito", "0990000003").await;
    let event = original(&app, &owner).await;
    app.call_as(&owner, Method::POST, &format!("/api/users/{}/follow/", neema["id"]), None).await.expect(200);
    let member = json!({ "user_id": neema["id"], "role": "collaborator", "trusted": true });
    let team = format!("/api/events/{}/team/", event["id"]);
    app.call_as(&owner, Method::POST, &team, Some(&member)).await.expect(201);
    let day = json!({ "started_at": "2026-12-04" });
    copy(&app, &stranger, &event, day.clone()).await.expect(403);
    let theirs = copy(&app, &helper, &event, day).await.expect(201).json();
    assert_eq!((&theirs["role"], &theirs["owner"]["id"]), (&json!("owner"), &neema["id"]));
    assert_eq!(theirs["collaborators"], json!([]));
    app.get_as(&owner, &format!("/api/my-events/?id={}", theirs["id"])).await.expect(404);
    let with_team = json!({ "started_at": "2026-12-04", "with_team": true });
    copy(&app, &helper, &event, with_team.clone()).await.expect(400);
    let together = copy(&app, &owner, &event, with_team).await.expect(201).json();
    let member = &together["collaborators"][0];
    assert_eq!((&member["id"], &member["trusted"]), (&neema["id"], &json!(true)));
}
