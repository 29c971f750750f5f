//! Where somebody is signed in, and the password that lets them in.

use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Engine, TestApp, both_engines, token_in};

const CHROME: &str =
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";

async fn sign_in_with(app: &TestApp, user_agent: &str) -> Value {
    let body = json!({ "query": "Amani", "password": "secret1", "remember": true });
    let request = app.request(Method::POST, "/api/login/").header("user-agent", user_agent).json(&body);
    app.send(request).await.expect(200).json()
}

fn access(person: &Value) -> &str {
    person["access"].as_str().unwrap()
}

async fn sessions(app: &TestApp, person: &Value) -> Vec<Value> {
    app.get_as(access(person), "/api/sessions/").await.expect(200).json().as_array().unwrap().clone()
}

#[apply(both_engines)]
async fn sessions_are_listed_with_their_device(engine: Engine) {
    let app = TestApp::start(engine).await;
    let first = app.register("Amani", "0991234567").await;
    app.clock.advance_seconds(60);
    let phone = sign_in_with(&app, CHROME).await;
    let listed = sessions(&app, &phone).await;
    let shown: Vec<_> = listed
        .iter()
        .map(|session| (session["device"].as_str().unwrap(), session["is_current"].as_bool().unwrap()))
        .collect();
    assert_eq!(shown, [("Chrome sur Android", true), ("Appareil inconnu", false)]);
    assert_eq!(listed[0]["created_at"].as_i64().unwrap() - listed[1]["created_at"].as_i64().unwrap(), 60_000);
    assert_eq!(
        listed[0]["expires_at"].as_i64().unwrap() - listed[0]["created_at"].as_i64().unwrap(),
        30 * 24 * 3_600_000
    );
    // A refresh shows that somebody is there; right after another it writes nothing.
    app.clock.advance_seconds(3600);
    app.post("/api/refresh/", &json!({ "refresh": first["refresh"] })).await.expect(200);
    let commits = app.db.stats().commits;
    let fresh = app.post("/api/refresh/", &json!({ "refresh": first["refresh"] })).await.expect(200).json();
    assert_eq!(app.db.stats().commits, commits);
    let seen = &sessions(&app, &fresh).await[1];
    assert_eq!(seen["last_seen_at"].as_i64().unwrap() - seen["created_at"].as_i64().unwrap(), 3_660_000);
}

#[apply(both_engines)]
async fn a_session_is_ended_from_elsewhere(engine: Engine) {
    let app = TestApp::start(engine).await;
    let here = app.register("Amani", "0991234567").await;
    let there = sign_in_with(&app, CHROME).await;
    let id = sessions(&app, &there).await[0]["id"].clone();
    let path = format!("/api/sessions/{id}/");
    let neema = app.register("Neema", "0991234568").await;
    app.call_as(access(&neema), Method::DELETE, &path, None).await.expect(404);
    app.get_as(access(&there), "/api/session/").await.expect(200);
    app.call_as(access(&here), Method::DELETE, &path, None).await.expect(204);
    app.get_as(access(&there), "/api/session/").await.expect(401);
    app.post("/api/refresh/", &json!({ "refresh": there["refresh"] })).await.expect(401);
    app.call_as(access(&here), Method::DELETE, &path, None).await.expect(404);
    assert_eq!(sessions(&app, &here).await.len(), 1);
    for id in ["0", "abc", "9223372036854775807"] {
        app.call_as(access(&here), Method::DELETE, &format!("/api/sessions/{id}/"), None).await.expect(404);
    }
}

#[apply(both_engines)]
async fn as_many_devices_as_somebody_has_are_signed_in_at_once(engine: Engine) {
    let app = TestApp::start(engine).await;
    let first = app.register("Amani", "0991234567").await;
    for _ in 0..24 {
        sign_in_with(&app, CHROME).await;
    }
    app.get_as(access(&first), "/api/session/").await.expect(200);
    assert_eq!(sessions(&app, &first).await.len(), 25, "each is listed, so each can be ended");
}

#[apply(both_engines)]
async fn every_other_session_ends_at_once(engine: Engine) {
    let app = TestApp::start(engine).await;
    let here = app.register("Amani", "0991234567").await;
    let others = [sign_in_with(&app, CHROME).await, sign_in_with(&app, "").await];
    let neema = app.register("Neema", "0991234568").await;
    app.call_as(access(&here), Method::DELETE, "/api/sessions/", None).await.expect(204);
    for other in &others {
        app.get_as(access(other), "/api/session/").await.expect(401);
    }
    app.get_as(access(&here), "/api/session/").await.expect(200);
    app.get_as(access(&neema), "/api/session/").await.expect(200);
}

#[apply(both_engines)]
async fn a_new_password_ends_every_other_session(engine: Engine) {
    let app = TestApp::start(engine).await;
    let here = app.register("Amani", "0991234567").await;
    app.set_email(&here["user"], "amani@tukio.example").await;
    let there = sign_in_with(&app, CHROME).await;
    let change = async |old: &str, new: &str, again: &str| {
        let body = json!({ "old_password": old, "password": new, "password2": again });
        app.call_as(access(&here), Method::PUT, "/api/password/", Some(&body)).await
    };
    let wrong = change("secret2", "nouveau1", "nouveau1").await.expect(400).json();
    assert_eq!(wrong, json!({ "old_password": ["Le mot de passe actuel est incorrect"] }));
    let rules = change("secret1", "abc", "abcdefg").await.expect(400).json();
    assert_eq!(
        rules,
        json!({
            "password": ["Le mot de passe doit contenir au moins 6 caractères"],
            "password2": ["Les mots de passe ne correspondent pas"],
        })
    );
    app.get_as(access(&there), "/api/session/").await.expect(200);
    change("secret1", "nouveau1", "nouveau1").await.expect(204);
    app.get_as(access(&there), "/api/session/").await.expect(401);
    app.get_as(access(&here), "/api/session/").await.expect(200);
    app.login("Amani", "secret1", None).await.expect(401);
    app.login("Amani", "nouveau1", None).await.expect(200);
    assert_eq!(app.mails().await[0].subject, "Votre mot de passe a été changé");
}

#[apply(both_engines)]
async fn of_a_change_and_a_reset_at_once_only_one_is_made(engine: Engine) {
    let app = TestApp::start(engine).await;
    app.register("Amani", "0991234567").await;
    let mut password = "secret1".to_owned();
    for round in 0..6 {
        let person = app.login("Amani", &password, None).await.expect(200).json();
        app.prove_email(&person["user"], "amani@tukio.example").await;
        app.post("/api/password/forgotten/", &json!({ "query": "Amani" })).await.expect(200);
        let token = token_in(app.mails().await.iter().rfind(|mail| mail.text.contains("?token=")).unwrap());
        let (changed, chosen) = (format!("changed-{round}"), format!("chosen-{round}"));
        let change = json!({ "old_password": password, "password": changed, "password2": changed });
        let reset = json!({ "token": token, "password": chosen, "password2": chosen });
        let (change, reset) = tokio::join!(
            app.call_as(access(&person), Method::PUT, "/api/password/", Some(&change)),
            app.post("/api/password/reset/", &reset),
        );
        let (change, reset) = (change.status.is_success(), reset.status.is_success());
        assert!(change != reset, "the other one must be told that it came too late: {change} {reset}");
        password = if change { changed } else { chosen };
        app.clock.advance_seconds(3600);
    }
    app.login("Amani", &password, None).await.expect(200);
}
