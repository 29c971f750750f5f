//! News of the organisers that somebody follows: one mail a week, and a way out with one click.

use reqwest::Method;
use rstest_reuse::apply;
use serde_json::Value;

use crate::support::{Engine, Form, TestApp, both_engines};

const A_WEEK: i64 = 7 * 24 * 3600;

/// Amani, who organises, and Grace, who follows him.
struct Followed {
    amani: Value,
    grace: Value,
}

impl Followed {
    async fn open(app: &TestApp) -> Followed {
        let amani = app.register("Amani", "0990000001").await;
        let grace = app.register("Grace", "0990000002").await;
        let follow = format!("/api/users/{}/follow/", amani["user"]["id"]);
        app.call_as(grace["access"].as_str().unwrap(), Method::POST, &follow, None).await.expect(200);
        app.prove_email(&grace["user"], "grace@tukio.example").await;
        Followed { amani: amani["user"].clone(), grace: grace["user"].clone() }
    }
}

async fn sign_in(app: &TestApp, name: &str) -> String {
    app.login(name, "secret1", None).await.expect(200).json()["access"].as_str().unwrap().to_owned()
}

async fn make(app: &TestApp, name: &str, fields: &[(&str, &str)]) -> Value {
    let form = Form::default()
        .text("name", name)
        .text("category", "Concerts")
        .text("town", "Lubumbashi")
        .text("started_at", "2026-12-20")
        .text("hour", "19:30");
    let form = fields.iter().fold(form, |form, (field, value)| form.text(field, value));
    app.send_form(Method::POST, &sign_in(app, "Amani").await, "/api/events/", form).await.expect(201).json()
}

/// Without those about her own sign-ins.
async fn subjects(app: &TestApp) -> Vec<String> {
    let mails = app.written_to("grace@tukio.example").await.into_iter().map(|mail| mail.subject);
    mails.filter(|subject| subject != "Connexion depuis un nouvel appareil").collect()
}

/// The address behind the one-click header of the newest mail.
async fn way_out(app: &TestApp) -> String {
    let raw = String::from_utf8(app.raw_mails().await.pop().unwrap()).unwrap();
    assert!(raw.contains("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"), "{raw}");
    let (_, rest) = raw.split_once("\r\nList-Unsubscribe: <").unwrap();
    let address = rest.split('>').next().unwrap();
    address[address.find("/api/").unwrap()..].to_owned()
}

#[apply(both_engines)]
async fn what_is_new_in_a_week_is_one_mail(engine: Engine) {
    let app = TestApp::start(engine).await;
    Followed::open(&app).await;
    assert!(subjects(&app).await.is_empty());
    make(&app, "Jazz", &[]).await;
    assert_eq!(subjects(&app).await, ["Nouveau : « Jazz »"]);
    make(&app, "Blues", &[]).await;
    make(&app, "Soul", &[]).await;
    let gone = make(&app, "Funk", &[]).await;
    make(&app, "Entre nous", &[("is_public", "false")]).await;
    assert_eq!(subjects(&app).await.len(), 1, "one a week");
    let cancel = format!("/api/events/{}/cancel/", gone["id"]);
    app.call_as(&sign_in(&app, "Amani").await, Method::POST, &cancel, None).await.expect(200);
    app.clock.advance_seconds(A_WEEK - 1);
    assert_eq!(subjects(&app).await.len(), 1);
    app.clock.advance_seconds(1);
    let mails = app.written_to("grace@tukio.example").await;
    assert_eq!(mails.len(), 2);
    assert_eq!(mails[1].subject, "2 nouveaux évènements");
    assert!(mails[1].text.contains("Amani : « Blues »") && mails[1].text.contains("« Soul »"), "{}", mails[1].text);
    assert!(!mails[1].text.contains("Funk") && !mails[1].text.contains("Entre nous"), "{}", mails[1].text);
    app.clock.advance_seconds(A_WEEK);
    assert_eq!(subjects(&app).await.len(), 2, "nothing is new");
}

#[apply(both_engines)]
async fn a_draft_is_news_once_it_is_published(engine: Engine) {
    let app = TestApp::start(engine).await;
    Followed::open(&app).await;
    let draft = make(&app, "Jazz", &[("draft", "true")]).await;
    assert!(subjects(&app).await.is_empty());
    let amani = sign_in(&app, "Amani").await;
    app.call_as(&amani, Method::POST, &format!("/api/events/{}/publish/", draft["id"]), None).await.expect(200);
    assert_eq!(subjects(&app).await, ["Nouveau : « Jazz »"]);
    // Hiding it and showing it again is nothing new.
    let path = format!("/api/events/{}/", draft["id"]);
    for listed in ["false", "true"] {
        app.send_form(Method::PUT, &amani, &path, Form::default().text("is_public", listed)).await.expect(200);
    }
    app.clock.advance_seconds(A_WEEK);
    assert_eq!(subjects(&app).await.len(), 1);
}

#[apply(both_engines)]
async fn one_click_ends_the_news(engine: Engine) {
    let app = TestApp::start(engine).await;
    let followed = Followed::open(&app).await;
    make(&app, "Jazz", &[]).await;
    assert_eq!(subjects(&app).await.len(), 1);
    let way_out = way_out(&app).await;
    let page = app.get(&way_out).await.expect(200);
    assert!(page.text.contains("<form method=\"post\">"), "{}", page.text);
    let profile = async || app.get_as(&sign_in(&app, "Grace").await, "/api/profile/").await.expect(200).json();
    assert_eq!(profile().await["news"], true, "looking at the page changes nothing");
    let click = app.request(Method::POST, &way_out).header("content-type", "application/x-www-form-urlencoded");
    app.send(click.body("List-Unsubscribe=One-Click")).await.expect(200);
    assert_eq!(profile().await["news"], false);
    app.send(app.request(Method::POST, &way_out)).await.expect(200);
    app.send(app.request(Method::POST, "/api/unsubscribe/unknown/")).await.expect(404);
    make(&app, "Blues", &[]).await;
    app.clock.advance_seconds(A_WEEK);
    assert_eq!(subjects(&app).await.len(), 1);
    // The switch in the settings brings them back.
    let form = Form::default().text("news", "true");
    let grace = sign_in(&app, "Grace").await;
    let changed = app.send_form(Method::PUT, &grace, "/api/profile/", form).await.expect(200).json();
    assert_eq!((&changed["news"], &changed["id"]), (&Value::Bool(true), &followed.grace["id"]));
    make(&app, "Soul", &[]).await;
    assert_eq!(subjects(&app).await.last().unwrap(), "Nouveau : « Soul »");
}

#[apply(both_engines)]
async fn only_proved_addresses_of_followers_get_news(engine: Engine) {
    let app = TestApp::start(engine).await;
    let followed = Followed::open(&app).await;
    let kito = app.register("Kito", "0990000003").await;
    app.set_email(&kito["user"], "kito@tukio.example").await;
    let lea = app.register("Lea", "0990000004").await;
    app.prove_email(&lea["user"], "lea@tukio.example").await;
    let follow = format!("/api/users/{}/follow/", followed.amani["id"]);
    app.call_as(kito["access"].as_str().unwrap(), Method::POST, &follow, None).await.expect(200);
    make(&app, "Jazz", &[]).await;
    let to: Vec<String> = app.written_to("@tukio.example").await.into_iter().map(|mail| mail.to).collect();
    assert!(to.len() == 1 && to[0].contains("grace@"), "{to:?}");
}
