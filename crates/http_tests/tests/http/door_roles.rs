//! Who may do what at the door, and what the door's people may not do elsewhere.

use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Buyer, Doors, Engine, Form, TestApp, both_engines, doors, invitation_in, signed_in};

/// Kito, to whom Amani gives a role by the event's form.
async fn with_role(app: &TestApp, door: &Doors, role: &str) -> Buyer {
    let kito = app.register("Kito", "0990000014").await["user"]["id"].as_i64().unwrap();
    door.amani.post(app, &format!("/api/users/{kito}/follow/"), json!({})).await.expect(200);
    set_team(app, door, json!([{ "id": kito, "role": role }])).await;
    signed_in(app, "Kito").await
}

async fn set_team(app: &TestApp, door: &Doors, team: Value) -> Value {
    let form = Form::default().text("collaborators", &team.to_string());
    app.send_form(reqwest::Method::PUT, door.amani.access(), &door.path(""), form).await.expect(200).json()
}

/// Each request of the door, and of the rest of the event.
async fn statuses(app: &TestApp, door: &Doors, person: &Buyer, ticket: &Value) -> Vec<(String, u16)> {
    let put = reqwest::Method::PUT;
    let code = json!({ "content": ticket["qr"] });
    let mut all = vec![
        ("verify", person.post(app, &door.path("verify/"), code).await),
        ("undo", person.post(app, &door.path("verify/undo/"), json!({ "ticket_id": ticket["id"] })).await),
        ("roster", person.get(app, &door.path("roster/")).await),
        ("log", person.get(app, &door.path("scans/")).await),
        ("sync", person.post(app, &door.path("scans/"), json!({ "scans": [] })).await),
        ("door", person.get(app, &door.path("door/")).await),
        ("search", person.get(app, &door.path("door/tickets/?search=gr")).await),
    ];
    let reentry = Some(json!({ "reentry": false }));
    all.push(("reentry", app.call_as(person.access(), put.clone(), &door.path("door/"), reentry.as_ref()).await));
    let form = Form::default().text("name", "Concert de Kito");
    all.push(("edit", app.send_form(put, person.access(), &door.path(""), form).await));
    let types = json!([{ "label": "VIP", "price": 25, "nbr_max": 10, "devise": "USD" }]);
    all.push(("types", person.post(app, &door.path("tickets/"), types).await));
    all.push(("cancel", person.post(app, &door.path("cancel/"), json!({})).await));
    all.into_iter().map(|(name, answer)| (name.to_owned(), answer.status.as_u16())).collect()
}

#[track_caller]
fn assert_statuses(found: &[(String, u16)], expected: &[(&str, u16)]) {
    let found: Vec<(&str, u16)> = found.iter().map(|(name, status)| (name.as_str(), *status)).collect();
    assert_eq!(found, expected);
}

#[apply(both_engines)]
async fn each_role_has_its_part(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 1).await;
    let at_door = ["verify", "undo", "roster", "log", "sync", "door", "search"];
    let stranger = signed_in(&app, "Grace").await;
    for (name, status) in statuses(&app, &door, &stranger, &tickets[0]).await {
        assert_eq!(status, 403, "{name} of a stranger");
    }
    let kito = with_role(&app, &door, "door").await;
    let found = statuses(&app, &door, &kito, &tickets[0]).await;
    let expected: Vec<(&str, u16)> = at_door.iter().map(|name| (*name, 200)).collect();
    assert_statuses(
        &found,
        &[expected.clone(), vec![("reentry", 403), ("edit", 403), ("types", 403), ("cancel", 403)]].concat(),
    );
    let id = app.get_as(kito.access(), "/api/my-events/").await.json()["results"][0]["id"].clone();
    assert_eq!(id, door.event.get());
    let team = json!([{ "id": signed_in_id(&app, &kito).await, "role": "collaborator" }]);
    assert_eq!(set_team(&app, &door, team).await["collaborators"][0]["role"], "collaborator");
    let found = statuses(&app, &door, &kito, &tickets[0]).await;
    assert_statuses(
        &found,
        &[expected, vec![("reentry", 200), ("edit", 200), ("types", 403), ("cancel", 403)]].concat(),
    );
}

async fn signed_in_id(app: &TestApp, person: &Buyer) -> i64 {
    app.get_as(person.access(), "/api/session/").await.expect(200).json()["user"]["id"].as_i64().unwrap()
}

#[apply(both_engines)]
async fn the_doors_people_see_no_money_and_no_team(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, _) = doors(&app, 2).await;
    let kito = with_role(&app, &door, "door").await;
    let mine = kito.get(&app, &format!("/api/my-events/?id={}", door.event)).await.expect(200).json();
    assert_eq!((&mine["role"], &mine["collaborators"], &mine["begun_types"]), (&json!("door"), &json!([]), &json!([])));
    assert_eq!((&mine["stats"]["revenue"], &mine["stats"]["total_revenue"]), (&json!(0.0), &json!(0.0)));
    assert_eq!(mine["stats"]["revenue_by_currency"], json!({}));
    // Named again without a role, they keep theirs.
    let team = json!([signed_in_id(&app, &kito).await]);
    assert_eq!(set_team(&app, &door, team).await["collaborators"][0]["role"], "door");
    kito.post(&app, &door.path("leave/"), json!({})).await.expect(204);
    kito.get(&app, &door.path("door/")).await.expect(403);
}

#[apply(both_engines)]
async fn an_invitation_carries_the_role(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, _) = doors(&app, 1).await;
    let named = set_team(&app, &door, json!([{ "email": "kito@tukio.example", "role": "door" }])).await;
    assert_eq!(
        (&named["collaborators"][0]["status"], &named["collaborators"][0]["role"]),
        (&json!("invited"), &json!("door"))
    );
    let mails = app.mails().await;
    let mail = mails.iter().find(|mail| mail.to.contains("kito@tukio.example")).unwrap();
    assert!(mail.text.contains("contrôler les billets"), "{}", mail.text);
    let token = invitation_in(mail);
    assert_eq!(app.get(&format!("/api/invitations/{token}/")).await.expect(200).json()["role"], "door");
    let kito = app.register("Kito", "0990000014").await;
    app.prove_email(&kito["user"], "kito@tukio.example").await;
    let kito = signed_in(&app, "Kito").await;
    let accepted = kito.post(&app, &format!("/api/invitations/{token}/accept/"), json!({})).await.expect(200).json();
    assert_eq!(accepted["role"], "door");
    kito.get(&app, &door.path("door/")).await.expect(200);
}
