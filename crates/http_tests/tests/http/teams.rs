//! Teams: who is in one, what the owner allows them, and invitations that only the right person can take.

use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Answer, Engine, Form, TestApp, both_engines, invitation_in};

/// An event of Amani's, who is signed in.
struct Owned {
    access: String,
    id: Value,
    kind: Value,
}

impl Owned {
    async fn open(app: &TestApp) -> Owned {
        let access = join(app, "Amani", "0990000001").await.1;
        let types = json!([{ "label": "Standard", "price": 25, "nbr_max": 10, "devise": "USD" }]);
        let form = Form::default()
            .text("name", "Katanga Jazz")
            .text("category", "Concerts")
            .text("town", "Lubumbashi")
            .text("started_at", "2026-12-20")
            .text("hour", "19:30")
            .text("ttype", &types.to_string());
        let event = app.send_form(Method::POST, &access, "/api/events/", form).await.expect(201).json();
        Owned { access, id: event["id"].clone(), kind: event["ttype"][0].clone() }
    }

    fn at(&self, path: &str) -> String {
        format!("/api/events/{}/{path}", self.id)
    }

    async fn add(&self, app: &TestApp, body: Value) -> Answer {
        app.call_as(&self.access, Method::POST, &self.at("team/"), Some(&body)).await
    }

    /// Takes in somebody, whom the owner follows first.
    async fn pick(&self, app: &TestApp, person: &Value, role: &str, trusted: bool) -> Value {
        let id = &person["id"];
        app.call_as(&self.access, Method::POST, &format!("/api/users/{id}/follow/"), None).await.expect(200);
        self.add(app, json!({ "user_id": id, "role": role, "trusted": trusted })).await.expect(201).json()
    }
}

async fn join(app: &TestApp, name: &str, phone: &str) -> (Value, String) {
    let answer = app.register(name, phone).await;
    (answer["user"].clone(), answer["access"].as_str().unwrap().to_owned())
}

/// The link in the newest invitation to an address.
async fn invited(app: &TestApp, email: &str) -> String {
    let mails = app.mails().await;
    let mail = mails.iter().rfind(|mail| mail.to.contains(email)).unwrap();
    format!("/api/invitations/{}/", invitation_in(mail))
}

#[apply(both_engines)]
async fn the_team_is_told_to_those_who_organise(engine: Engine) {
    let app = TestApp::start(engine).await;
    let event = Owned::open(&app).await;
    let (neema, neema_access) = join(&app, "Neema", "0990000002").await;
    let (kito, kito_access) = join(&app, "Kito", "0990000003").await;
    let refused = event.add(&app, json!({ "user_id": neema["id"], "role": "door" })).await.expect(400).json();
    assert_eq!(refused["user_id"], json!(["Choisissez parmi les personnes que vous suivez, ou invitez par e-mail"]));
    event.pick(&app, &neema, "collaborator", true).await;
    event.pick(&app, &kito, "door", true).await;
    event.add(&app, json!({ "user_id": kito["id"], "role": "door" })).await.expect(400);
    let team = event.add(&app, json!({ "email": "lea@tukio.example", "role": "door" })).await.expect(201).json();
    let roles: Vec<_> = team["members"].as_array().unwrap().iter().map(|one| (&one["role"], &one["trusted"])).collect();
    let (yes, no) = (&json!(true), &json!(false));
    assert_eq!(roles, [(&json!("owner"), yes), (&json!("collaborator"), yes), (&json!("door"), no)]);
    assert_eq!(team["members"][0]["added_at"], Value::Null);
    assert_eq!(team["invitations"][0]["email"], "lea@tukio.example");
    let lasts =
        team["invitations"][0]["expires_at"].as_i64().unwrap() - team["invitations"][0]["created_at"].as_i64().unwrap();
    assert_eq!(lasts, 14 * 24 * 3600 * 1000);
    let seen = app.get_as(&neema_access, &event.at("team/")).await.expect(200).json();
    assert_eq!((&seen["invitations"][0]["role"], &seen["invitations"][0]["email"]), (&json!("door"), &Value::Null));
    app.get_as(&kito_access, &event.at("team/")).await.expect(403);
    event.add(&app, json!({ "email": "lea@tukio.example", "role": "door" })).await.expect(400);
    for (method, path) in [(Method::DELETE, "team/1/"), (Method::DELETE, "team/invitations/1/")] {
        app.call_as(&neema_access, method, &event.at(path), None).await.expect(403);
    }
}

#[apply(both_engines)]
async fn everybody_sees_who_organises_and_they_see_their_figures(engine: Engine) {
    let app = TestApp::start(engine).await;
    let event = Owned::open(&app).await;
    let (neema, neema_access) = join(&app, "Neema", "0990000002").await;
    let (kito, kito_access) = join(&app, "Kito", "0990000003").await;
    event.pick(&app, &neema, "collaborator", false).await;
    event.pick(&app, &kito, "door", false).await;
    let (lea, lea_access) = join(&app, "Lea", "0990000004").await;
    app.prove_email(&lea, "lea@tukio.example").await;
    event.add(&app, json!({ "email": "lea@tukio.example", "role": "collaborator" })).await.expect(201);

    let public = app.get(&event.at("")).await.expect(200).json();
    let person = json!({ "id": neema["id"], "username": "Neema", "profile": { "img_url": null, "activity": null } });
    assert_eq!(public["collaborators"], json!([person]), "neither the door nor who was only invited");
    assert_eq!(public.get("stats"), None);
    for access in [&event.access, &neema_access] {
        let shown = app.get_as(access, &event.at("")).await.expect(200).json();
        assert_eq!((&shown["stats"]["total_tickets"], &shown["stats"]["revenue"]), (&json!(10), &json!(0.0)));
        assert_eq!(shown["collaborators"], public["collaborators"]);
    }
    for access in [&kito_access, &lea_access] {
        assert_eq!(app.get_as(access, &event.at("")).await.expect(200).json(), public);
    }
    let link = invited(&app, "lea@tukio.example").await;
    app.call_as(&lea_access, Method::POST, &format!("{link}accept/"), None).await.expect(200);
    let public = app.get(&event.at("")).await.expect(200).json();
    assert_eq!(public["collaborators"][1]["username"], "Lea");
}

#[apply(both_engines)]
async fn the_owner_changes_and_removes_members(engine: Engine) {
    let app = TestApp::start(engine).await;
    let event = Owned::open(&app).await;
    let (neema, access) = join(&app, "Neema", "0990000002").await;
    event.pick(&app, &neema, "collaborator", false).await;
    let at = event.at(&format!("team/{}/", neema["id"]));
    let change = async |body: Value| app.call_as(&event.access, Method::PUT, &at, Some(&body)).await.expect(200).json();
    let shown = |team: &Value| (team["members"][1]["role"].clone(), team["members"][1]["trusted"].clone());
    assert_eq!(shown(&change(json!({ "trusted": true })).await), (json!("collaborator"), json!(true)));
    assert_eq!(shown(&change(json!({ "role": "door" })).await), (json!("door"), json!(false)));
    app.get_as(&access, &event.at("scans/")).await.expect(200);
    app.call_as(&event.access, Method::DELETE, &at, None).await.expect(204);
    app.call_as(&event.access, Method::DELETE, &at, None).await.expect(404);
    app.get_as(&access, &event.at("scans/")).await.expect(403);
    let audit = app.get_as(&event.access, &event.at("audit/")).await.expect(200).json();
    let done: Vec<&str> =
        audit["results"].as_array().unwrap().iter().map(|line| line["action"].as_str().unwrap()).collect();
    assert_eq!(done, ["team.remove", "team.update", "team.update", "team.add", "event.create"]);
}

#[apply(both_engines)]
async fn prices_are_for_those_whom_the_owner_trusts(engine: Engine) {
    let app = TestApp::start(engine).await;
    let event = Owned::open(&app).await;
    let (neema, access) = join(&app, "Neema", "0990000002").await;
    event.pick(&app, &neema, "collaborator", false).await;
    let mine = app.get_as(&access, &format!("/api/my-events/?id={}", event.id)).await.expect(200).json();
    assert_eq!((&mine["role"], &mine["trusted"]), (&json!("collaborator"), &json!(false)));
    let edit = async |types: Value| {
        let form = Form::default().text("address", "Avenue Kasaï 12").text("ttype", &types.to_string());
        app.send_form(Method::PUT, &access, &event.at(""), form).await
    };
    let changed = |field: &str, value: Value| {
        let mut kind = event.kind.clone();
        kind[field] = value;
        json!([kind])
    };
    let kept = edit(json!([event.kind])).await.expect(200).json();
    assert_eq!(kept["address"], "Avenue Kasaï 12");
    for types in [changed("price", json!(30)), changed("nbr_max", json!(20)), changed("closed", json!(true)), json!([])]
    {
        edit(types).await.expect(403);
    }
    let added = json!([{ "label": "VIP", "price": 50, "nbr_max": 5, "devise": "USD" }]);
    app.call_as(&access, Method::POST, &event.at("tickets/"), Some(&added)).await.expect(403);
    let after = app.get(&event.at("")).await.expect(200).json();
    assert_eq!((&after["ttype"], &after["address"]), (&json!([event.kind]), &json!("Avenue Kasaï 12")));
    let at = event.at(&format!("team/{}/", neema["id"]));
    app.call_as(&event.access, Method::PUT, &at, Some(&json!({ "trusted": true }))).await.expect(200);
    assert_eq!(edit(changed("price", json!(30))).await.expect(200).json()["ttype"][0]["price"], 30.0);
}

#[apply(both_engines)]
async fn an_invitation_is_taken_with_its_proved_address_only(engine: Engine) {
    let app = TestApp::start(engine).await;
    let event = Owned::open(&app).await;
    let (grace, access) = join(&app, "Grace", "0990000002").await;
    let body = json!({ "email": "Grace.K@tukio.example", "role": "collaborator", "trusted": true });
    event.add(&app, body).await.expect(201);
    let link = invited(&app, "Grace.K@tukio.example").await;
    let shown = app.get(&link).await.expect(200).json();
    assert_eq!((&shown["email"], &shown["inviter"]), (&json!("G…@tukio.example"), &json!("Amani")));
    let accept = async || app.call_as(&access, Method::POST, &format!("{link}accept/"), None).await;
    let refused = accept().await.expect(403).json();
    assert!(refused["detail"].as_str().unwrap().contains("G…@tukio.example"), "{refused}");
    app.set_email(&grace, "grace.k@tukio.example").await;
    accept().await.expect(403);
    app.prove_email(&grace, "other@tukio.example").await;
    accept().await.expect(403);
    app.prove_email(&grace, "grace.k@tukio.example").await;
    let joined = accept().await.expect(200).json();
    assert_eq!((&joined["role"], &joined["trusted"]), (&json!("collaborator"), &json!(true)));
    accept().await.expect(404);
    app.get(&link).await.expect(404);
    // The form that names the address again keeps who joined by it.
    let form = Form::default().text("collaborators", "[\"grace.k@tukio.example\"]");
    let kept = app.send_form(Method::PUT, &event.access, &event.at(""), form).await.expect(200).json();
    assert_eq!(kept["collaborators"][0]["id"], grace["id"]);
    assert_eq!(kept["collaborators"].as_array().unwrap().len(), 1);
}

#[apply(both_engines)]
async fn nothing_tells_whether_an_address_has_an_account(engine: Engine) {
    let app = TestApp::start(engine).await;
    let event = Owned::open(&app).await;
    let (grace, _) = join(&app, "Grace", "0990000002").await;
    app.prove_email(&grace, "grace@tukio.example").await;
    let invite = async |email: &str| {
        let body = json!({ "email": email, "role": "door" });
        let team = event.add(&app, body).await.expect(201).json();
        let invitation = team["invitations"].as_array().unwrap().last().unwrap().clone();
        (team["members"].as_array().unwrap().len(), invitation["role"].clone(), invitation["trusted"].clone())
    };
    assert_eq!(invite("grace@tukio.example").await, invite("nobody@tukio.example").await);
    let form = Form::default().text("collaborators", "[\"grace@tukio.example\", \"kito@tukio.example\"]");
    let named = app.send_form(Method::PUT, &event.access, &event.at(""), form).await.expect(200).json();
    let statuses: Vec<_> = named["collaborators"].as_array().unwrap().iter().map(|one| &one["status"]).collect();
    assert_eq!(statuses, ["invited", "invited"]);
    let texts: Vec<String> = app.mails().await.into_iter().map(|mail| mail.text).collect();
    let begins = |text: &String| text.split("/invitations/").next().unwrap().to_owned();
    assert_eq!(begins(&texts[0]), begins(&texts[1]));
}

#[apply(both_engines)]
async fn an_invitation_lasts_two_weeks_and_can_be_sent_again(engine: Engine) {
    let app = TestApp::start(engine).await;
    let event = Owned::open(&app).await;
    let (kito, _) = join(&app, "Kito", "0990000002").await;
    app.prove_email(&kito, "kito@tukio.example").await;
    let body = json!({ "email": "kito@tukio.example", "role": "door" });
    let team = event.add(&app, body).await.expect(201).json();
    let old = invited(&app, "kito@tukio.example").await;
    app.clock.advance_seconds(14 * 24 * 3600);
    let sign_in = async |name: &str| {
        app.login(name, "secret1", None).await.expect(200).json()["access"].as_str().unwrap().to_owned()
    };
    let (owner, access) = (sign_in("Amani").await, sign_in("Kito").await);
    app.get(&old).await.expect(404);
    app.call_as(&access, Method::POST, &format!("{old}accept/"), None).await.expect(404);
    assert_eq!(app.get_as(&access, "/api/my-space/").await.expect(200).json()["invitations"], json!([]));
    let invitation = event.at(&format!("team/invitations/{}/", team["invitations"][0]["id"]));
    app.call_as(&owner, Method::POST, &format!("{invitation}send/"), None).await.expect(204);
    let link = invited(&app, "kito@tukio.example").await;
    assert_ne!(link, old);
    app.get(&link).await.expect(200);
    app.get(&old).await.expect(404);
    app.call_as(&owner, Method::DELETE, &invitation, None).await.expect(204);
    app.call_as(&owner, Method::DELETE, &invitation, None).await.expect(404);
    app.get(&link).await.expect(404);
}

#[apply(both_engines)]
async fn invitations_wait_in_ones_own_space(engine: Engine) {
    let app = TestApp::start(engine).await;
    let event = Owned::open(&app).await;
    let (kito, access) = join(&app, "Kito", "0990000002").await;
    let (lea, other) = join(&app, "Lea", "0990000003").await;
    let body = json!({ "email": "kito@tukio.example", "role": "collaborator" });
    event.add(&app, body.clone()).await.expect(201);
    app.set_email(&kito, "kito@tukio.example").await;
    let waiting = async || app.get_as(&access, "/api/my-space/").await.expect(200).json();
    assert_eq!(waiting().await["invitations"], json!([]), "the address is not proved");
    app.prove_email(&kito, "kito@tukio.example").await;
    app.prove_email(&lea, "lea@tukio.example").await;
    let space = waiting().await;
    let invitation = &space["invitations"][0];
    assert_eq!((&invitation["inviter"], &invitation["event"]["id"]), (&json!("Amani"), &event.id));
    assert_eq!(space["attention"][0]["kind"], "invitation_open");
    let at = format!("/api/my-space/invitations/{}/", invitation["id"]);
    for verb in ["accept", "decline"] {
        app.call_as(&other, Method::POST, &format!("{at}{verb}/"), None).await.expect(404);
    }
    app.call_as(&access, Method::POST, &format!("{at}decline/"), None).await.expect(204);
    assert_eq!(waiting().await["invitations"], json!([]));
    event.add(&app, body).await.expect(201);
    let at = format!("/api/my-space/invitations/{}/accept/", waiting().await["invitations"][0]["id"]);
    let joined = app.call_as(&access, Method::POST, &at, None).await.expect(200).json();
    assert_eq!((&joined["id"], &joined["role"]), (&event.id, &json!("collaborator")));
    assert_eq!(waiting().await["is_organiser"], true);
}
