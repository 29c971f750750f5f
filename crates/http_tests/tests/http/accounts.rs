//! Register → login → session check → refresh → logout.

use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Engine, Form, TestApp, both_engines};

fn claims(access: &str) -> Value {
    use base64::Engine as _;
    let payload = access.split('.').nth(1).unwrap();
    serde_json::from_slice(&base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(payload).unwrap()).unwrap()
}

#[apply(both_engines)]
async fn registering_signs_in(engine: Engine) {
    let app = TestApp::start(engine).await;
    let answer = app.register("Amani", "0991234567").await;
    let user = &answer["user"];
    assert_eq!(user["username"], "Amani");
    assert_eq!(user["phone"], "0991234567");
    assert_eq!(user["events_count"], 0);
    let claims = claims(answer["access"].as_str().unwrap());
    assert_eq!(&claims["user"], user);
    let lifetime = claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap();
    assert!((1..=900).contains(&lifetime), "{lifetime}");
    let session = app.get_as(answer["access"].as_str().unwrap(), "/api/session/").await.expect(200);
    assert_eq!(&session.json()["user"], user);
    assert_eq!(session.header("cache-control"), "no-store");
}

#[apply(both_engines)]
async fn every_registration_rule_speaks_at_once(engine: Engine) {
    let app = TestApp::start(engine).await;
    let errors = app.post("/api/register/", &json!({})).await.expect(400).json();
    assert_eq!(
        errors,
        json!({
            "username": ["Le nom d'utilisateur doit contenir au moins 3 caractères"],
            "phone": ["Le numéro de téléphone doit être valide (au moins 10 chiffres)"],
            "password": ["Le mot de passe doit contenir au moins 6 caractères"],
            "password2": ["Le mot de passe de confirmation est requis"],
        })
    );
    let body = json!({ "username": "Amani", "phone": "0991234567", "password": "secret1", "password2": "secret2" });
    let errors = app.post("/api/register/", &body).await.expect(400).json();
    assert_eq!(errors, json!({ "password2": ["Les mots de passe ne correspondent pas"] }));
}

#[apply(both_engines)]
async fn names_and_numbers_belong_to_one_person(engine: Engine) {
    let app = TestApp::start(engine).await;
    app.register("Amani", "0991234567").await;
    let again = |username: &str, phone: &str| json!({ "username": username, "phone": phone, "password": "secret1", "password2": "secret1" });
    let errors = app.post("/api/register/", &again("ÂMANI", "0991234568")).await.expect(400).json();
    assert_eq!(errors, json!({ "username": ["Ce nom d'utilisateur est déjà utilisé"] }));
    let errors = app.post("/api/register/", &again("Neema", "243991234567")).await.expect(400).json();
    assert_eq!(errors, json!({ "phone": ["Ce numéro de téléphone est déjà utilisé"] }));
}

#[apply(both_engines)]
async fn nobody_takes_a_name_that_looks_like_anothers(engine: Engine) {
    let app = TestApp::start(engine).await;
    app.register("Amani Ilunga", "0991234567").await;
    let body = |username: &str| json!({ "username": username, "phone": "0991234568", "password": "secret1", "password2": "secret1" });
    let alphabets = "Le nom d'utilisateur mélange plusieurs alphabets : n'en gardez qu'un";
    let lookalike = "Ce nom ressemble trop à celui d'un autre compte : choisissez-en un autre";
    for (username, message) in [
        ("Аmani Ilunga", alphabets),
        ("Amani llunga", lookalike),
        ("Arnani Ilunga", lookalike),
        ("amani ilunga", "Ce nom d'utilisateur est déjà utilisé"),
    ] {
        let errors = app.post("/api/register/", &body(username)).await.expect(400).json();
        assert_eq!(errors, json!({ "username": [message] }), "{username}");
    }
    app.register("раура", "0991234569").await;
    let whole = app.post("/api/register/", &body("paypa")).await.expect(400).json();
    assert_eq!(whole, json!({ "username": [lookalike] }), "a name of one alphabet may look like one of another");
    let neema = app.post("/api/register/", &body("Neema")).await.expect(201).json();
    let access = neema["access"].as_str().unwrap();
    let rename = async |name: &str| {
        app.send_form(Method::PUT, access, "/api/profile/", Form::default().text("username", name)).await
    };
    assert_eq!(rename("Amani llunga").await.expect(400).json(), json!({ "username": [lookalike] }));
    rename("Neerna").await.expect(200);
    rename("NEEMA").await.expect(200);
    // Names from before are looked at as well.
    let forget = "UPDATE users SET username_look = NULL WHERE username = 'Amani Ilunga'";
    app.db.write(move |c| c.execute(forget, &[])).await.unwrap();
    let started_later = app.beside(&[]).await;
    let errors = started_later.post("/api/register/", &body("Arnani Ilunga")).await.expect(400).json();
    assert_eq!(errors, json!({ "username": [lookalike] }));
}

#[apply(both_engines)]
async fn signing_in_takes_a_name_or_a_number(engine: Engine) {
    let app = TestApp::start(engine).await;
    app.register("Amani", "0991234567").await;
    for query in ["Amani", "amani", "0991234567", "+243 99 123 45 67"] {
        let answer =
            app.post("/api/login/", &json!({ "query": query, "password": "secret1" })).await.expect(200).json();
        assert_eq!(answer["user"]["username"], "Amani", "{query}");
    }
}

#[apply(both_engines)]
async fn a_wrong_password_and_an_unknown_person_get_the_same_answer(engine: Engine) {
    let app = TestApp::start(engine).await;
    app.register("Amani", "0991234567").await;
    let wrong = app.post("/api/login/", &json!({ "query": "Amani", "password": "secret2" })).await.expect(401);
    let unknown = app.post("/api/login/", &json!({ "query": "Neema", "password": "secret1" })).await.expect(401);
    assert_eq!(wrong.json(), json!({ "detail": "Nom d'utilisateur ou mot de passe incorrect." }));
    assert_eq!(wrong.text, unknown.text);
    let short = app.post("/api/login/", &json!({ "query": "ab", "password": "abc" })).await.expect(400).json();
    assert_eq!(
        short,
        json!({
            "query": ["Le nom d'utilisateur doit contenir au moins 3 caractères"],
            "password": ["Le mot de passe est requis"],
        })
    );
}

/// Any signs in any mixture, up to 128 of them, and each counts.
#[apply(both_engines)]
async fn a_password_is_compared_as_it_was_typed(engine: Engine) {
    let app = TestApp::start(engine).await;
    let long = "Tukio ".repeat(21) + "é!";
    for (number, password) in
        ["aaaaaa", "123456", "une phrase de passe", "  espaces  ", "ÉÀÇ🎫şß", &long].iter().enumerate()
    {
        let (name, phone) = (format!("Amani {number}"), format!("099123456{number}"));
        let body = json!({ "username": name, "phone": phone, "password": password, "password2": password });
        app.post("/api/register/", &body).await.expect(201);
        let login = async |tried: &str| app.post("/api/login/", &json!({ "query": name, "password": tried })).await;
        login(password).await.expect(200);
        let cut: String = password.chars().take(password.chars().count() - 1).collect();
        for other in [cut, format!("{password} "), format!(" {password}"), swapped_case(password)] {
            if other != *password {
                login(&other).await.expect(401);
            }
        }
    }
}

#[apply(both_engines)]
async fn a_password_stays_good_for_years(engine: Engine) {
    let app = TestApp::start(engine).await;
    app.register("Amani", "0991234567").await;
    app.clock.advance_seconds(5 * 365 * 24 * 3600);
    app.login("Amani", "secret1", None).await.expect(200);
}

fn swapped_case(text: &str) -> String {
    if text.chars().any(char::is_lowercase) { text.to_uppercase() } else { text.to_lowercase() }
}

#[apply(both_engines)]
async fn an_expired_access_token_is_refreshed(engine: Engine) {
    let app = TestApp::start(engine).await;
    let answer = app.register("Amani", "0991234567").await;
    let access = answer["access"].as_str().unwrap();
    app.clock.advance_seconds(15 * 60);
    app.get_as(access, "/api/session/").await.expect(401);
    // A public address says so too, so that the client refreshes and repeats.
    app.get_as(access, "/api/events/").await.expect(401);
    let request = app.request(Method::POST, "/api/refresh/").bearer_auth(access);
    let refreshed = app.send(request.json(&json!({ "refresh": answer["refresh"] }))).await.expect(200).json();
    assert_eq!(refreshed["user"], answer["user"]);
    app.get_as(refreshed["access"].as_str().unwrap(), "/api/session/").await.expect(200);
}

#[apply(both_engines)]
async fn a_session_lives_a_day_or_thirty(engine: Engine) {
    let app = TestApp::start(engine).await;
    app.register("Amani", "0991234567").await;
    let login = |remember: bool| json!({ "query": "Amani", "password": "secret1", "remember": remember });
    let short = app.post("/api/login/", &login(false)).await.expect(200).json();
    let long = app.post("/api/login/", &login(true)).await.expect(200).json();
    app.clock.advance_seconds(24 * 3600);
    app.post("/api/refresh/", &json!({ "refresh": short["refresh"] })).await.expect(401);
    app.post("/api/refresh/", &json!({ "refresh": long["refresh"] })).await.expect(200);
    app.clock.advance_seconds(29 * 24 * 3600);
    app.post("/api/refresh/", &json!({ "refresh": long["refresh"] })).await.expect(401);
}

#[apply(both_engines)]
async fn logging_out_ends_the_session_at_once(engine: Engine) {
    let app = TestApp::start(engine).await;
    let here = app.register("Amani", "0991234567").await;
    let there = app.post("/api/login/", &json!({ "query": "Amani", "password": "secret1" })).await.expect(200).json();
    let request = app.request(Method::POST, "/api/logout/").bearer_auth(here["access"].as_str().unwrap());
    app.send(request).await.expect(204);
    app.get_as(here["access"].as_str().unwrap(), "/api/session/").await.expect(401);
    app.post("/api/refresh/", &json!({ "refresh": here["refresh"] })).await.expect(401);
    app.get_as(there["access"].as_str().unwrap(), "/api/session/").await.expect(200);
    // With its access token expired, a device logs out by its refresh token.
    app.clock.advance_seconds(3600);
    app.post("/api/logout/", &json!({ "refresh": there["refresh"] })).await.expect(204);
    app.post("/api/refresh/", &json!({ "refresh": there["refresh"] })).await.expect(401);
    app.post("/api/logout/", &json!({})).await.expect(401);
}

#[apply(both_engines)]
async fn signing_keys_rotate_without_ending_sessions(engine: Engine) {
    let app = TestApp::start(engine).await;
    let answer = app.register("Amani", "0991234567").await;
    app.clock.advance_seconds(23 * 3600);
    let login = json!({ "query": "Amani", "password": "secret1", "remember": true });
    let kept = app.post("/api/login/", &login).await.expect(200).json();
    app.clock.advance_seconds(29 * 24 * 3600 + 3600);
    let fresh = app.post("/api/refresh/", &json!({ "refresh": kept["refresh"] })).await.expect(200).json();
    let key = |answer: &Value| answer["access"].as_str().unwrap().split('.').next().unwrap().to_owned();
    assert_ne!(key(&answer), key(&fresh), "the same key still signs after a month");
    app.get_as(fresh["access"].as_str().unwrap(), "/api/session/").await.expect(200);
}

#[apply(both_engines)]
async fn tokens_that_are_not_ours_are_refused(engine: Engine) {
    let app = TestApp::start(engine).await;
    let answer = app.register("Amani", "0991234567").await;
    let access = answer["access"].as_str().unwrap();
    let other = app.register("Neema", "0991234568").await;
    let payload = other["access"].as_str().unwrap().split('.').nth(1).unwrap();
    let parts: Vec<&str> = access.split('.').collect();
    let forged = format!("{}.{payload}.{}", parts[0], parts[2]);
    for token in ["x", "a.b.c", "", &forged] {
        app.get_as(token, "/api/session/").await.expect(401);
    }
    // The same person, session and key number, in another installation.
    let elsewhere = TestApp::start(engine).await;
    let foreign = elsewhere.register("Amani", "0991234567").await;
    elsewhere.get_as(foreign["access"].as_str().unwrap(), "/api/session/").await.expect(200);
    app.get_as(foreign["access"].as_str().unwrap(), "/api/session/").await.expect(401);
    let basic = app.request(Method::GET, "/api/session/").basic_auth("Amani", Some("secret1"));
    app.send(basic).await.expect(401);
    app.get("/api/session/").await.expect(401);
}
