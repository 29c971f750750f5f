//! The second factor: turned on with an authenticator app, asked for after the password, and turned off.

use domain::{Clock, Instant};
use reqwest::Method;
use ring::hmac;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Answer, Engine, TestApp, both_engines, device_cookie};

const WRONG: &str = "Ce code est faux ou a déjà servi. Attendez le suivant dans votre application.";
const STEP: i64 = 30;

/// An authenticator app, as RFC 6238 has it, by another hand than the server's.
pub struct App(Vec<u8>);

impl App {
    pub fn read(secret: &str) -> App {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
        let bits: String =
            secret.chars().map(|c| format!("{:05b}", alphabet.find(c).expect("base 32"))).collect::<Vec<_>>().join("");
        let bytes = bits.as_bytes().chunks_exact(8);
        App(bytes.map(|byte| u8::from_str_radix(std::str::from_utf8(byte).unwrap(), 2).unwrap()).collect())
    }

    pub fn code(&self, now: Instant) -> String {
        let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &self.0);
        let counter = u64::try_from(now.millis() / 1000 / STEP).unwrap();
        let tag = hmac::sign(&key, &counter.to_be_bytes());
        let offset = usize::from(tag.as_ref()[19] % 16);
        let number = u32::from_be_bytes(tag.as_ref()[offset..offset + 4].try_into().unwrap()) % (1 << 31);
        format!("{:06}", number % 1_000_000)
    }

    /// Six digits that it does not show, nor will in a while.
    pub fn wrong(&self, now: Instant) -> String {
        let near = (-2..=2).map(|step: i64| self.code(Instant::from_millis(now.millis() + step * STEP * 1000)));
        let near: Vec<String> = near.collect();
        (0..).map(|number| format!("{number:06}")).find(|code| !near.contains(code)).unwrap()
    }
}

struct Member {
    access: String,
    app: App,
    recovery: Vec<String>,
}

async fn call(app: &TestApp, access: &str, path: &str, body: Value) -> Answer {
    app.call_as(access, Method::POST, &format!("/api/second-factor/{path}/"), Some(&body)).await
}

fn codes(answer: &Value) -> Vec<String> {
    answer["recovery_codes"].as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned()).collect()
}

/// Somebody who has turned it on.
async fn member(app: &TestApp) -> Member {
    let amani = app.register("Amani", "0991234567").await;
    app.set_email(&amani["user"], "amani@tukio.example").await;
    let access = amani["access"].as_str().unwrap().to_owned();
    let begun = call(app, &access, "begin", json!({ "password": "secret1" })).await.expect(200).json();
    let authenticator = App::read(begun["secret"].as_str().unwrap());
    let code = json!({ "code": authenticator.code(app.clock.now()) });
    let recovery = codes(&call(app, &access, "confirm", code).await.expect(200).json());
    app.clock.advance_seconds(STEP);
    Member { access, app: authenticator, recovery }
}

async fn first_step(app: &TestApp) -> String {
    let answer = app.login("Amani", "secret1", None).await.expect(202).json();
    answer["step"].as_str().unwrap().to_owned()
}

async fn second_step(app: &TestApp, step: &str, code: &str) -> Answer {
    app.post("/api/login/second-step/", &json!({ "step": step, "code": code })).await
}

#[apply(both_engines)]
async fn an_app_is_set_up_with_the_password_and_a_first_code(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani Élie", "0991234567").await;
    let access = amani["access"].as_str().unwrap();
    let state = async || app.get_as(access, "/api/second-factor/").await.expect(200).json();
    assert_eq!(state().await, json!({ "is_on": false, "recovery_codes_left": 0 }));
    let refused = call(&app, access, "confirm", json!({ "code": "123456" })).await.expect(400).json();
    assert_eq!(refused["detail"], "Commencez par ajouter Tukio à votre application d'authentification.");
    let wrong = call(&app, access, "begin", json!({ "password": "secret2" })).await.expect(400).json();
    assert_eq!(wrong, json!({ "password": ["Le mot de passe est incorrect"] }));
    let begun = call(&app, access, "begin", json!({ "password": "secret1" })).await.expect(200).json();
    let secret = begun["secret"].as_str().unwrap();
    assert_eq!(begun["uri"], format!("otpauth://totp/Tukio:Amani%20%C3%89lie?secret={secret}&issuer=Tukio"));
    let authenticator = App::read(secret);
    // It counts once a code was typed: who gives up half-way signs in as before.
    app.login("Amani Élie", "secret1", None).await.expect(200);
    let refused = call(&app, access, "confirm", json!({ "code": authenticator.wrong(app.clock.now()) })).await;
    assert_eq!(refused.expect(400).json(), json!({ "code": [WRONG] }));
    let code = authenticator.code(app.clock.now());
    let spaced = format!("{} {}", &code[..3], &code[3..]);
    let recovery = codes(&call(&app, access, "confirm", json!({ "code": spaced })).await.expect(200).json());
    assert_eq!(recovery.len(), 10);
    assert_eq!(state().await, json!({ "is_on": true, "recovery_codes_left": 10 }));
    call(&app, access, "begin", json!({ "password": "secret1" })).await.expect(409);
    call(&app, access, "confirm", json!({ "code": code })).await.expect(409);
    let export = app.get_as(access, "/api/account/export/").await.expect(200);
    assert_eq!(export.json()["second_factor"], true);
    assert!(!export.text.contains(secret) && !export.text.contains(&recovery[0]));
    let stored = "SELECT count(*) FROM recovery_codes WHERE length(code_hash) = 32";
    let stored: i64 = app.db.read(move |c| c.query_one(stored, &[], |row| row.get(0))).await.unwrap();
    assert_eq!(stored, 10);
}

#[apply(both_engines)]
async fn signing_in_asks_for_a_code_that_works_once(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = member(&app).await;
    app.login("Amani", "secret2", None).await.expect(401);
    let step = first_step(&app).await;
    let wrong = second_step(&app, &step, &amani.app.wrong(app.clock.now())).await.expect(400).json();
    assert_eq!(wrong, json!({ "code": [WRONG] }));
    let code = amani.app.code(app.clock.now());
    let signed_in = second_step(&app, &step, &code).await.expect(200).json();
    app.get_as(signed_in["access"].as_str().unwrap(), "/api/session/").await.expect(200);
    // Neither the sign-in nor the code can be used again, nor the code before it.
    assert!(second_step(&app, &step, &code).await.expect(400).json()["detail"].is_string());
    let again = first_step(&app).await;
    assert_eq!(second_step(&app, &again, &code).await.expect(400).json(), json!({ "code": [WRONG] }));
    let before = amani.app.code(Instant::from_millis(app.clock.now().millis() - STEP * 1000));
    second_step(&app, &again, &before).await.expect(400);
    app.clock.advance_seconds(STEP);
    second_step(&app, &again, &amani.app.code(app.clock.now())).await.expect(200);
}

#[apply(both_engines)]
async fn remembering_passes_through_the_second_step(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = member(&app).await;
    let body = json!({ "query": "Amani", "password": "secret1", "remember": true });
    let step = app.post("/api/login/", &body).await.expect(202).json()["step"].as_str().unwrap().to_owned();
    let signed_in = second_step(&app, &step, &amani.app.code(app.clock.now())).await.expect(200).json();
    app.clock.advance_seconds(29 * 24 * 3600);
    app.post("/api/refresh/", &json!({ "refresh": signed_in["refresh"] })).await.expect(200);
}

#[apply(both_engines)]
async fn a_sign_in_waits_ten_minutes_for_its_code(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = member(&app).await;
    let step = first_step(&app).await;
    app.clock.advance_seconds(600);
    let over = second_step(&app, &step, &amani.app.code(app.clock.now())).await.expect(400).json();
    assert_eq!(over, json!({ "detail": "Cette connexion a expiré. Saisissez à nouveau votre mot de passe." }));
    for step in ["", "x"] {
        second_step(&app, step, "123456").await.expect(400);
    }
}

#[apply(both_engines)]
async fn recovery_codes_open_once_each(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = member(&app).await;
    let typed = amani.recovery[3].to_lowercase().replace('-', " ");
    second_step(&app, &first_step(&app).await, &typed).await.expect(200);
    let step = first_step(&app).await;
    assert_eq!(second_step(&app, &step, &amani.recovery[3]).await.expect(400).json(), json!({ "code": [WRONG] }));
    second_step(&app, &step, &amani.recovery[4]).await.expect(200);
    let state = app.get_as(&amani.access, "/api/second-factor/").await.expect(200).json();
    assert_eq!(state, json!({ "is_on": true, "recovery_codes_left": 8 }));
    let renewed = call(&app, &amani.access, "recovery-codes", json!({ "password": "secret1" })).await.expect(200);
    second_step(&app, &first_step(&app).await, &amani.recovery[5]).await.expect(400);
    second_step(&app, &first_step(&app).await, &codes(&renewed.json())[0]).await.expect(200);
    assert!(app.mails().await.iter().any(|mail| mail.subject == "Nouveaux codes de secours"), "the owner is told");
}

#[apply(both_engines)]
async fn wrong_codes_are_limited_and_the_owner_is_not_locked_out(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = member(&app).await;
    let code = amani.app.code(app.clock.now());
    let body = json!({ "step": first_step(&app).await, "code": code });
    let known = device_cookie(&app.post("/api/login/second-step/", &body).await.expect(200));
    app.clock.advance_seconds(STEP);
    for _ in 0..5 {
        // Beginning anew helps nobody.
        second_step(&app, &first_step(&app).await, &amani.app.wrong(app.clock.now())).await.expect(400);
    }
    let right = amani.app.code(app.clock.now());
    let step = first_step(&app).await;
    assert_eq!(second_step(&app, &step, &right).await.expect(429).header("retry-after"), "300");
    let body = json!({ "step": step, "code": right });
    let request = app.request(Method::POST, "/api/login/second-step/").header("cookie", known).json(&body);
    app.send(request).await.expect(200);
}

#[apply(both_engines)]
async fn it_is_turned_off_by_the_password_or_a_code(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = member(&app).await;
    let disable = async |proof: Value| call(&app, &amani.access, "disable", proof).await;
    let wrong = disable(json!({ "password": "secret2" })).await.expect(400).json();
    assert_eq!(wrong, json!({ "password": ["Le mot de passe est incorrect"] }));
    disable(json!({})).await.expect(400);
    let wrong = disable(json!({ "code": amani.app.wrong(app.clock.now()) })).await.expect(400).json();
    assert_eq!(wrong, json!({ "code": [WRONG] }));
    disable(json!({ "code": amani.app.code(app.clock.now()) })).await.expect(204);
    app.login("Amani", "secret1", None).await.expect(200);
    let off = disable(json!({ "password": "secret1" })).await.expect(409).json();
    assert_eq!(off["detail"], "La double authentification n'est pas activée.");
    let subjects: Vec<String> = app.mails().await.into_iter().map(|mail| mail.subject).collect();
    assert_eq!(subjects, ["Double authentification activée", "Double authentification désactivée"]);
    let left = "SELECT (SELECT count(*) FROM second_factors) + (SELECT count(*) FROM recovery_codes)";
    let left: i64 = app.db.read(move |c| c.query_one(left, &[], |row| row.get(0))).await.unwrap();
    assert_eq!(left, 0);
}

#[apply(both_engines)]
async fn another_password_ends_a_sign_in_that_waits(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = member(&app).await;
    let step = first_step(&app).await;
    let change = json!({ "old_password": "secret1", "password": "nouveau1", "password2": "nouveau1" });
    app.call_as(&amani.access, Method::PUT, "/api/password/", Some(&change)).await.expect(204);
    let over = second_step(&app, &step, &amani.app.code(app.clock.now())).await.expect(400).json();
    assert!(over["detail"].is_string(), "{over}");
}
