//! One's own profile: what can be changed, what others then see, and what professionals say of their work.

use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Answer, Engine, Form, TestApp, TestEvent, both_engines, photo, token_in};

async fn join(app: &TestApp, username: &str, phone: &str) -> (i64, String) {
    let answer = app.register(username, phone).await;
    (answer["user"]["id"].as_i64().unwrap(), answer["access"].as_str().unwrap().to_owned())
}

async fn update(app: &TestApp, access: &str, form: Form) -> Answer {
    app.send_form(Method::PUT, access, "/api/profile/", form).await
}

async fn add_picture(app: &TestApp, access: &str) -> Answer {
    let form = Form::default().file("img", "work.jpg", &photo(64, 48));
    app.send_form(Method::POST, access, "/api/profile/portfolio/", form).await
}

async fn delete_picture(app: &TestApp, access: &str, id: &Value) -> Answer {
    let path = format!("/api/profile/portfolio/{id}/");
    app.send(app.request(Method::DELETE, &path).bearer_auth(access)).await
}

#[apply(both_engines)]
async fn a_new_profile_is_empty_and_ones_own(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (id, access) = join(&app, "Amani", "0990000001").await;
    let profile = app.get_as(&access, "/api/profile/").await.expect(200).json();
    assert_eq!(
        (&profile["id"], &profile["username"], &profile["phone"]),
        (&json!(id), &json!("Amani"), &json!("0990000001"))
    );
    assert_eq!(profile["profile"], json!({ "img_url": null, "img": null, "activity": null, "email": null }));
    assert_eq!(profile["email_verified"], false);
    assert_eq!(
        profile["provider"],
        json!({ "presentation": null, "town": null, "price": null, "links": [], "portfolio": [] })
    );
    app.get("/api/profile/").await.expect(401);
    app.send(Form::default().text("username", "Nobody").fill(app.request(Method::PUT, "/api/profile/")))
        .await
        .expect(401);
}

#[apply(both_engines)]
async fn what_is_sent_changes_and_the_rest_stays(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (id, access) = join(&app, "Amani", "0990000001").await;
    let form = Form::default()
        .text("username", "Amani Kabongo")
        .text("email", "amani@tukio.example")
        .text("activity", "Traiteur")
        .text("presentation", "Cuisine du Katanga.\r\nPour cent personnes.")
        .text("town", "Lubumbashi")
        .text("price", "à partir de 150 USD")
        .text("links", r#"["https://saveurs.example/menu"]"#);
    let profile = update(&app, &access, form).await.expect(200).json();
    assert_eq!((&profile["username"], &profile["phone"]), (&json!("Amani Kabongo"), &json!("0990000001")));
    assert_eq!(profile["profile"]["email"], "amani@tukio.example");
    assert_eq!(
        profile["provider"],
        json!({
            "presentation": "Cuisine du Katanga.\nPour cent personnes.",
            "town": "Lubumbashi",
            "price": "à partir de 150 USD",
            "links": ["https://saveurs.example/menu"],
            "portfolio": [],
        })
    );
    let other =
        update(&app, &access, Form::default().text("phone", "0990000009").text("price", "")).await.expect(200).json();
    assert_eq!((&other["phone"], &other["username"]), (&json!("0990000009"), &json!("Amani Kabongo")));
    assert_eq!((&other["provider"]["price"], &other["provider"]["town"]), (&Value::Null, &json!("Lubumbashi")));
    let seen = app.get(&format!("/api/users/{id}/")).await.expect(200).json();
    assert_eq!(seen["profile"]["email"], Value::Null, "an address is its owner's business");
    assert_eq!(seen["provider"], other["provider"]);
    let link = token_in(&app.mails().await[0]);
    app.post("/api/email/verify/", &json!({ "token": link })).await.expect(200);
    app.post("/api/login/", &json!({ "query": "AMANI@tukio.example", "password": "secret1" })).await.expect(200);
    let gone = update(&app, &access, Form::default().text("activity", "").text("email", "")).await.expect(200).json();
    assert_eq!((&gone["profile"]["activity"], &gone["profile"]["email"]), (&Value::Null, &Value::Null));
    assert_eq!(gone["provider"]["town"], "Lubumbashi", "what was said is kept for oneself");
    assert_eq!(app.get(&format!("/api/users/{id}/")).await.expect(200).json()["provider"], Value::Null);
}

#[apply(both_engines)]
async fn every_wrong_field_speaks_and_nothing_changes(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, access) = join(&app, "Amani", "0990000001").await;
    let before = app.get_as(&access, "/api/profile/").await.expect(200).json();
    let form = Form::default()
        .text("username", "ab")
        .text("phone", "12")
        .text("email", "nobody")
        .text("activity", "Magicien")
        .text("presentation", &"x".repeat(2001))
        .text("town", "Matadi")
        .text("price", &"x".repeat(81))
        .text("links", "not a list")
        .file("img", "photo.jpg", b"not a picture");
    let errors = update(&app, &access, form).await.expect(400).json();
    assert_eq!(errors["username"], json!(["Le nom d'utilisateur doit contenir au moins 3 caractères"]));
    assert_eq!(errors["phone"], json!(["Le numéro de téléphone doit être valide (au moins 10 chiffres)"]));
    assert_eq!(errors["email"], json!(["L'email doit être valide"]));
    assert_eq!(errors.as_object().unwrap().len(), 8, "a picture is looked at once the texts are right: {errors}");
    let form = Form::default().file("img", "photo.jpg", b"not a picture");
    let errors = update(&app, &access, form).await.expect(400).json();
    assert_eq!(errors, json!({ "img": ["Le fichier doit être une image (PNG, JPEG, etc.)"] }));
    assert_eq!(app.get_as(&access, "/api/profile/").await.expect(200).json(), before);
}

#[apply(both_engines)]
async fn what_a_professional_says_reads_as_it_is_written(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, access) = join(&app, "Amani", "0990000001").await;
    let form =
        Form::default().text("presentation", "\u{202e}DJ\r\n\u{2066}à Goma").text("price", "150\u{200b} USD\u{2800}");
    let said = update(&app, &access, form).await.expect(200).json()["provider"].clone();
    assert_eq!((&said["presentation"], &said["price"]), (&json!("DJ\nà Goma"), &json!("150 USD")));
    let nothing = Form::default().text("presentation", "\u{202e}\u{2800}").text("price", " \u{3164} ");
    let said = update(&app, &access, nothing).await.expect(200).json()["provider"].clone();
    assert_eq!((&said["presentation"], &said["price"]), (&Value::Null, &Value::Null));
}

#[apply(both_engines)]
async fn names_and_numbers_belong_to_one_person(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, neema) = join(&app, "Neema", "0990000002").await;
    let (_, access) = join(&app, "Amani", "0990000001").await;
    for (field, value, message) in [
        ("username", "NÉEMA", "Ce nom d'utilisateur est déjà utilisé"),
        ("phone", "243990000002", "Ce numéro de téléphone est déjà utilisé"),
    ] {
        let form = Form::default().text(field, value).text("presentation", "lost").file("img", "a.jpg", &photo(40, 40));
        let errors = update(&app, &access, form).await.expect(400).json();
        assert_eq!(errors, json!({ field: [message] }));
    }
    let profile = app.get_as(&access, "/api/profile/").await.expect(200).json();
    assert_eq!((&profile["provider"]["presentation"], &profile["profile"]["img"]), (&Value::Null, &Value::Null));
    assert_eq!(app.stored(), [""; 0], "the picture went with the rest");
    update(&app, &neema, Form::default().text("username", "neema")).await.expect(200);
}

#[apply(both_engines)]
async fn a_change_is_seen_everywhere_at_once(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (id, access) = join(&app, "Amani", "0990000001").await;
    let event = app.store(TestEvent::new(1, domain::UserId::new(id))).await;
    let pages = [format!("/events/{event}"), "/events".to_owned(), "/users".to_owned(), format!("/users/{id}")];
    for page in &pages {
        assert!(!app.get(page).await.expect(200).text.contains("Kilima"), "{page}");
    }
    let form = Form::default().text("username", "Kilima").text("activity", "DJ").text("presentation", "Trois platines");
    update(&app, &access, form.file("img", "me.jpg", &photo(80, 80))).await.expect(200);
    for page in &pages {
        assert!(app.get(page).await.expect(200).text.contains("Kilima"), "{page}");
    }
    assert!(app.get(&pages[3]).await.expect(200).text.contains("Trois platines"));
    let owner = app.get(&format!("/api/events/{event}/")).await.expect(200).json()["owner"].clone();
    assert_eq!((&owner["username"], &owner["profile"]["activity"]), (&json!("Kilima"), &json!("DJ")));
    assert!(owner["profile"]["img_url"].as_str().unwrap().ends_with("-256.webp"));
    for (search, count) in [("amani", 0), ("kilima", 1), ("dj", 1)] {
        let found = app.get(&format!("/api/users/?search={search}")).await.expect(200).json();
        assert_eq!(found["count"], count, "{search}");
    }
    assert_eq!(app.get("/api/users/?activity=DJ").await.expect(200).json()["count"], 1);
}

#[apply(both_engines)]
async fn what_nobody_else_sees_makes_no_page_anew(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, access) = join(&app, "Amani", "0990000001").await;
    let version = || app.services.freshness.people();
    let before = version();
    let unseen = Form::default()
        .text("email", "amani@tukio.example")
        .text("username", "Amani")
        .text("phone", "0990000001")
        .text("presentation", "Sans activité, cela ne se voit pas");
    update(&app, &access, unseen).await.expect(200);
    assert_eq!(version(), before);
    for (field, value) in
        [("activity", "DJ"), ("presentation", "Trois platines"), ("phone", "0990000009"), ("username", "Amani K")]
    {
        let before = version();
        update(&app, &access, Form::default().text(field, value)).await.expect(200);
        assert!(version() > before, "{field}");
    }
}

#[apply(both_engines)]
async fn nobody_changes_their_profile_without_end(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, access) = join(&app, "Amani", "0990000001").await;
    let change = async || update(&app, &access, Form::default().text("price", "150 USD")).await;
    for _ in 0..100 {
        change().await.expect(200);
    }
    change().await.expect(429);
    add_picture(&app, &access).await.expect(429);
    app.clock.advance_seconds(10);
    change().await.expect(200);
}

#[apply(both_engines)]
async fn a_portfolio_takes_six_pictures(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (id, access) = join(&app, "Amani", "0990000001").await;
    let (_, neema) = join(&app, "Neema", "0990000002").await;
    update(&app, &access, Form::default().text("activity", "Photographe")).await.expect(200);
    let mut added = Vec::new();
    for _ in 0..6 {
        added.push(add_picture(&app, &access).await.expect(201).json());
    }
    let full = add_picture(&app, &access).await.expect(400).json();
    assert_eq!(full, json!({ "img": ["Six images au plus : supprimez-en une d'abord"] }));
    assert_eq!(app.stored().len(), 12);
    let portfolio =
        async || app.get(&format!("/api/users/{id}/")).await.expect(200).json()["provider"]["portfolio"].clone();
    assert_eq!(portfolio().await, json!(added));
    delete_picture(&app, &neema, &added[2]["id"]).await.expect(404);
    delete_picture(&app, &access, &added[2]["id"]).await.expect(204);
    delete_picture(&app, &access, &added[2]["id"]).await.expect(404);
    app.get(added[2]["img_url"].as_str().unwrap()).await.expect(404);
    added.remove(2);
    added.push(add_picture(&app, &access).await.expect(201).json());
    assert_eq!(portfolio().await, json!(added), "a new one stands behind the others");
    app.send(app.request(Method::DELETE, "/api/profile/portfolio/1/")).await.expect(401);
    app.send_form(Method::POST, &access, "/api/profile/portfolio/", Form::default()).await.expect(400);
}

#[apply(both_engines)]
async fn somebody_who_leaves_takes_their_pictures_along(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (id, access) = join(&app, "Amani", "0990000001").await;
    let form = Form::default().text("activity", "DJ").text("presentation", "Trois platines").file(
        "img",
        "me.jpg",
        &photo(80, 80),
    );
    update(&app, &access, form).await.expect(200);
    add_picture(&app, &access).await.expect(201);
    let export = app.get_as(&access, "/api/account/export/").await.expect(200).json();
    assert_eq!(export["provider"]["presentation"], "Trois platines");
    assert_eq!(app.stored().len(), 5);
    let goodbye =
        app.request(Method::POST, "/api/account/delete/").bearer_auth(&access).json(&json!({ "password": "secret1" }));
    app.send(goodbye).await.expect(204);
    assert_eq!(app.stored(), [""; 0]);
    app.get(&format!("/api/users/{id}/")).await.expect(404);
}

#[apply(both_engines)]
async fn another_address_is_verified_by_its_link(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, access) = join(&app, "Amani", "0990000001").await;
    let profile = update(&app, &access, Form::default().text("email", "amani@tukio.example")).await.expect(200).json();
    assert_eq!(profile["email_verified"], false);
    let token = token_in(&app.mails().await[0]);
    app.post("/api/email/verify/", &json!({ "token": token })).await.expect(200);
    let verified = async || app.get_as(&access, "/api/profile/").await.expect(200).json()["email_verified"].clone();
    assert_eq!(verified().await, true);
    update(&app, &access, Form::default().text("email", "amani@tukio.example")).await.expect(200);
    assert_eq!(verified().await, true, "the same address stays verified");
    update(&app, &access, Form::default().text("email", "other@tukio.example")).await.expect(200);
    assert_eq!(verified().await, false);
}

#[apply(both_engines)]
async fn an_address_is_told_that_it_was_replaced(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, access) = join(&app, "Amani", "0990000001").await;
    let give = async |email: &str| update(&app, &access, Form::default().text("email", email)).await.expect(200);
    let reported = async || {
        let mails = app.mails().await.into_iter().filter(|mail| mail.subject == "Votre adresse e-mail a été changée");
        mails.map(|mail| mail.to).collect::<Vec<_>>()
    };
    give("typed@tukio.example").await;
    assert_eq!(reported().await, [""; 0]);
    give("amani@tukio.example").await;
    assert_eq!(reported().await, ["typed@tukio.example"], "proved or not: a thief may have replaced it");
    let link = token_in(app.mails().await.iter().rfind(|mail| mail.to == "amani@tukio.example").unwrap());
    app.post("/api/email/verify/", &json!({ "token": link })).await.expect(200);
    give("amani@tukio.example").await;
    assert_eq!(reported().await.len(), 1);
    give("other@tukio.example").await;
    assert_eq!(reported().await, ["typed@tukio.example", "amani@tukio.example"]);
    let link = token_in(app.mails().await.iter().rfind(|mail| mail.to == "other@tukio.example").unwrap());
    app.post("/api/email/verify/", &json!({ "token": link })).await.expect(200);
    give("").await;
    assert_eq!(reported().await, ["typed@tukio.example", "amani@tukio.example", "other@tukio.example"]);
}

#[apply(both_engines)]
async fn nobody_goes_through_a_list_of_addresses(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, access) = join(&app, "Amani", "0990000001").await;
    let give = async |email: &str| update(&app, &access, Form::default().text("email", email)).await;
    for number in 0..5 {
        give(&format!("a{number}@tukio.example")).await.expect(200);
    }
    let refused = give("a5@tukio.example").await.expect(429);
    assert_eq!(refused.json()["detail"], "Trop de tentatives. Réessayez dans 60 minutes.");
    give("a4@tukio.example").await.expect(200);
    give("").await.expect(200);
    update(&app, &access, Form::default().text("presentation", "DJ")).await.expect(200);
    app.clock.advance_seconds(3600);
    let again = app.login("Amani", "secret1", None).await.expect(200).json();
    let form = Form::default().text("email", "a5@tukio.example");
    update(&app, again["access"].as_str().unwrap(), form).await.expect(200);
}
