//! Links by mail: back in after a forgotten password, and the proof of an address.

use std::time::Duration;

use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Answer, Engine, Form, TestApp, both_engines, cost_of, device_cookie, median, token_in};

const ASKED: &str =
    "Si ce compte a une adresse e-mail vérifiée, un lien vient d'y être envoyé. Sinon, contactez le support.";
const DEAD: &str = "Ce lien n'est plus valable. Demandez-en un nouveau.";

async fn join(app: &TestApp) -> Value {
    let amani = app.register("Amani", "0991234567").await;
    app.prove_email(&amani["user"], "amani@tukio.example").await;
    amani
}

async fn forgotten(app: &TestApp, query: &str) -> Answer {
    app.post("/api/password/forgotten/", &json!({ "query": query })).await
}

async fn reset(app: &TestApp, token: &str, password: &str) -> Answer {
    app.post("/api/password/reset/", &json!({ "token": token, "password": password, "password2": password })).await
}

async fn is_verified(app: &TestApp, person: &Value) -> bool {
    let export = app.get_as(person["access"].as_str().unwrap(), "/api/account/export/").await.expect(200).json();
    export["account"]["email_verified"].as_bool().unwrap()
}

async fn ask_to_verify(app: &TestApp, person: &Value) -> Answer {
    app.call_as(person["access"].as_str().unwrap(), Method::POST, "/api/email/send-verification/", None).await
}

async fn verify(app: &TestApp, token: &str) -> Answer {
    app.post("/api/email/verify/", &json!({ "token": token })).await
}

#[apply(both_engines)]
async fn a_forgotten_password_is_chosen_anew(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = join(&app).await;
    assert_eq!(forgotten(&app, "+243 99 123 45 67").await.expect(200).json(), json!({ "detail": ASKED }));
    let token = token_in(&app.mails().await[0]);
    let rules =
        app.post("/api/password/reset/", &json!({ "token": token, "password": "abc" })).await.expect(400).json();
    assert_eq!(rules["password"], json!(["Le mot de passe doit contenir au moins 6 caractères"]));
    reset(&app, &token, "nouveau1").await.expect(204);
    // Whoever was signed in is out; only the new password opens.
    app.get_as(amani["access"].as_str().unwrap(), "/api/session/").await.expect(401);
    app.post("/api/refresh/", &json!({ "refresh": amani["refresh"] })).await.expect(401);
    app.login("Amani", "secret1", None).await.expect(401);
    assert_eq!(app.mails().await.last().unwrap().subject, "Votre mot de passe a été changé");
    app.login("Amani", "nouveau1", None).await.expect(200);
    let again = reset(&app, &token, "nouveau2").await.expect(400).json();
    assert_eq!(again, json!({ "detail": DEAD }));
}

#[apply(both_engines)]
async fn using_one_link_kills_the_others(engine: Engine) {
    let app = TestApp::start(engine).await;
    join(&app).await;
    forgotten(&app, "Amani").await.expect(200);
    forgotten(&app, "amani@tukio.example").await.expect(200);
    let mails = app.mails().await;
    reset(&app, &token_in(&mails[0]), "nouveau1").await.expect(204);
    reset(&app, &token_in(&mails[1]), "nouveau2").await.expect(400);
}

#[apply(both_engines)]
async fn a_link_dies_after_an_hour_and_with_its_address(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = join(&app).await;
    forgotten(&app, "Amani").await.expect(200);
    let token = token_in(&app.mails().await[0]);
    app.clock.advance_seconds(3600);
    assert_eq!(reset(&app, &token, "nouveau1").await.expect(400).json(), json!({ "detail": DEAD }));
    forgotten(&app, "Amani").await.expect(200);
    let token = token_in(&app.mails().await[1]);
    app.prove_email(&amani["user"], "other@tukio.example").await;
    reset(&app, &token, "nouveau1").await.expect(400);
    for token in ["", "x", &token[1..], "é"] {
        assert_eq!(reset(&app, token, "nouveau1").await.expect(400).json(), json!({ "detail": DEAD }));
    }
    app.login("Amani", "secret1", None).await.expect(200);
}

#[apply(both_engines)]
async fn nobody_learns_who_has_an_account(engine: Engine) {
    let app = TestApp::start(engine).await;
    join(&app).await;
    app.register("Neema", "0991234568").await;
    for query in ["nobody", "0990000000", "nobody@tukio.example", "Neema", "nul\u{0}l"] {
        assert_eq!(forgotten(&app, query).await.expect(200).json(), json!({ "detail": ASKED }), "{query}");
    }
    assert_eq!(app.mails().await.len(), 0);
    assert!(forgotten(&app, "ab").await.expect(400).json()["query"].is_array());
}

#[apply(both_engines)]
async fn three_mails_an_hour_are_enough(engine: Engine) {
    let app = TestApp::start(engine).await;
    join(&app).await;
    for _ in 0..5 {
        assert_eq!(forgotten(&app, "Amani").await.expect(200).json(), json!({ "detail": ASKED }));
    }
    assert_eq!(app.mails().await.len(), 3);
    app.clock.advance_seconds(3600);
    forgotten(&app, "Amani").await.expect(200);
    assert_eq!(app.mails().await.len(), 4);
}

#[apply(both_engines)]
async fn an_address_is_verified_by_its_link(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    let without = ask_to_verify(&app, &amani).await.expect(400).json();
    assert_eq!(without["detail"], "Ajoutez d'abord une adresse e-mail à votre profil.");
    app.set_email(&amani["user"], "amani@tukio.example").await;
    assert!(!is_verified(&app, &amani).await);
    ask_to_verify(&app, &amani).await.expect(204);
    let token = token_in(&app.mails().await[0]);
    reset(&app, &token, "nouveau1").await.expect(400);
    assert_eq!(
        verify(&app, &token).await.expect(200).json(),
        json!({ "detail": "Votre adresse e-mail est vérifiée." })
    );
    assert!(is_verified(&app, &amani).await);
    assert_eq!(verify(&app, &token).await.expect(400).json(), json!({ "detail": DEAD }));
    ask_to_verify(&app, &amani).await.expect(204);
    assert_eq!(app.mails().await.len(), 1, "what is verified needs no mail");
}

#[apply(both_engines)]
async fn a_verification_lasts_two_days_and_for_one_address(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    app.set_email(&amani["user"], "amani@tukio.example").await;
    ask_to_verify(&app, &amani).await.expect(204);
    let token = token_in(&app.mails().await[0]);
    app.set_email(&amani["user"], "other@tukio.example").await;
    verify(&app, &token).await.expect(400);
    assert!(!is_verified(&app, &amani).await);
    for _ in 0..2 {
        ask_to_verify(&app, &amani).await.expect(204);
    }
    let waiting = ask_to_verify(&app, &amani).await.expect(429);
    assert_eq!(waiting.header("retry-after"), "3600");
    let token = token_in(app.mails().await.last().unwrap());
    app.clock.advance_seconds(48 * 3600);
    verify(&app, &token).await.expect(400);
}

#[apply(both_engines)]
async fn an_address_belongs_to_whoever_proves_it_first(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (amani, neema) = (app.register("Amani", "0991234567").await, app.register("Neema", "0991234568").await);
    let mut links = Vec::new();
    for person in [&amani, &neema] {
        let form = Form::default().text("email", "neema@tukio.example");
        let access = person["access"].as_str().unwrap();
        app.send_form(Method::PUT, access, "/api/profile/", form).await.expect(200);
        links.push(token_in(app.mails().await.last().unwrap()));
    }
    verify(&app, &links[1]).await.expect(200);
    let second = verify(&app, &links[0]).await.expect(409).json();
    assert_eq!(second, json!({ "detail": "Cette adresse e-mail est déjà celle d'un autre compte." }));
    assert!(!is_verified(&app, &amani).await && is_verified(&app, &neema).await);
    let found = app.login("neema@tukio.example", "secret1", None).await.expect(200).json();
    assert_eq!(found["user"]["username"], "Neema");
    let mails = app.mails().await.len();
    forgotten(&app, "Amani").await.expect(200);
    assert_eq!(app.mails().await.len(), mails, "the mailbox is known to be another's");
    // A stranger who types it learns nothing: it is answered as any other.
    let stranger = app.register("Grace", "0991234569").await;
    let typed = Form::default().text("email", "Neema@tukio.example");
    let profile = app.send_form(Method::PUT, stranger["access"].as_str().unwrap(), "/api/profile/", typed).await;
    assert_eq!(profile.expect(200).json()["email_verified"], false);
}

#[apply(both_engines)]
async fn a_mistyped_address_opens_nothing_to_its_real_owner(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    app.set_email(&amani["user"], "stranger@tukio.example").await;
    for query in ["Amani", "0991234567", "stranger@tukio.example"] {
        assert_eq!(forgotten(&app, query).await.expect(200).json(), json!({ "detail": ASKED }), "{query}");
    }
    assert_eq!(app.mails().await.len(), 0, "a link is only for an address that was proved");
    app.login("stranger@tukio.example", "secret1", None).await.expect(401);
    app.login("Amani", "secret1", None).await.expect(200);
    app.prove_email(&amani["user"], "amani@tukio.example").await;
    forgotten(&app, "Amani").await.expect(200);
    assert_eq!(app.mails().await.last().unwrap().to, "amani@tukio.example");
}

#[apply(both_engines)]
async fn accounts_that_typed_an_address_leave_its_owner_alone(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    app.set_email(&amani["user"], "amani@tukio.example").await;
    for number in 0..3 {
        let other = app.register(&format!("Other{number}"), &format!("099200000{number}")).await;
        app.set_email(&other["user"], "amani@tukio.example").await;
    }
    app.login("amani@tukio.example", "secret1", None).await.expect(401);
    ask_to_verify(&app, &amani).await.expect(204);
    verify(&app, &token_in(&app.mails().await[0])).await.expect(200);
    let owner = app.login("Amani@tukio.example", "secret1", None).await.expect(200).json();
    assert_eq!(owner["user"]["username"], "Amani");
    let before = app.mails().await.len();
    forgotten(&app, "amani@tukio.example").await.expect(200);
    let mails = app.mails().await.split_off(before);
    assert_eq!(mails.len(), 1);
    assert!(mails[0].text.starts_with("Bonjour Amani,"), "{}", mails[0].text);
}

#[apply(both_engines)]
async fn the_owner_comes_back_in_past_somebody_who_goes_on_guessing(engine: Engine) {
    let app = TestApp::start(engine).await;
    join(&app).await;
    for _ in 0..20 {
        app.login("Amani", "guess", None).await;
    }
    forgotten(&app, "Amani").await.expect(200);
    let token = token_in(&app.mails().await[0]);
    let device = device_cookie(&reset(&app, &token, "nouveau1").await.expect(204));
    app.login("Amani", "nouveau1", None).await.expect(429);
    app.login("Amani", "nouveau1", Some(&device)).await.expect(200);
}

#[apply(both_engines)]
async fn asking_takes_the_same_time_for_everybody(engine: Engine) {
    let app = TestApp::start(engine).await;
    join(&app).await;
    let mut costs: [Vec<Duration>; 2] = Default::default();
    for _ in 0..20 {
        for (query, costs) in ["Amani", "nobody"].into_iter().zip(&mut costs) {
            let commits = app.db.stats().commits;
            costs.push(cost_of(async { forgotten(&app, query).await.expect(200) }).await);
            assert_eq!(app.db.stats().commits - commits, 1, "{query}: the disk is what takes time");
        }
        app.clock.advance_seconds(1201);
    }
    let [known, unknown] = costs.map(median);
    assert!(known < unknown * 3 && unknown < known * 3, "known {known:?}, unknown {unknown:?}");
}
