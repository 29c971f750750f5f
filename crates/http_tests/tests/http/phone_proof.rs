//! Codes to telephones: a number is proved, taken back from who only typed it, and opens the way to a new password.

use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Answer, Engine, Form, Gateway, TestApp, both_engines, buyer, on_sale, other_than};

const WRONG: &str = "Ce code est faux ou n'est plus valable. Vérifiez-le, ou demandez-en un nouveau.";
const MINUTE: i64 = 60;
const HOUR: i64 = 3600;

fn access(person: &Value) -> &str {
    person["access"].as_str().unwrap()
}

async fn ask(app: &TestApp, person: &Value) -> Answer {
    app.call_as(access(person), Method::POST, "/api/phone/send-code/", Some(&json!({}))).await
}

async fn verify(app: &TestApp, person: &Value, code: &str) -> Answer {
    app.call_as(access(person), Method::POST, "/api/phone/verify/", Some(&json!({ "code": code }))).await
}

async fn is_proved(app: &TestApp, person: &Value) -> bool {
    app.get_as(access(person), "/api/profile/").await.expect(200).json()["phone_verified"].as_bool().unwrap()
}

async fn prove(app: &TestApp, person: &Value) {
    ask(app, person).await.expect(200);
    verify(app, person, &app.last_code().await).await.expect(204);
}

async fn claim(app: &TestApp, phone: &str) -> Answer {
    app.post("/api/phone/claim/", &json!({ "phone": phone })).await
}

async fn register(app: &TestApp, name: &str, phone: &str, code: &str) -> Answer {
    let person =
        json!({ "username": name, "phone": phone, "password": "secret1", "password2": "secret1", "phone_code": code });
    app.post("/api/register/", &person).await
}

async fn forgotten(app: &TestApp, phone: &str) -> Answer {
    app.post("/api/password/forgotten/phone/", &json!({ "phone": phone })).await
}

async fn reset(app: &TestApp, phone: &str, code: &str, password: &str) -> Answer {
    let body = json!({ "phone": phone, "code": code, "password": password, "password2": password });
    app.post("/api/password/reset/phone/", &body).await
}

#[apply(both_engines)]
async fn a_number_is_proved_by_its_code(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    assert!(!is_proved(&app, &amani).await);
    let asked = ask(&app, &amani).await.expect(200).json();
    assert_eq!(asked, json!({ "detail": "Un code vient d'être envoyé à votre numéro.", "resend_after": 60 }));
    let texts = app.texts().await;
    assert_eq!((texts.len(), texts[0].0.as_str()), (1, "+243991234567"));
    let code = app.last_code().await;
    let wrong = verify(&app, &amani, &other_than(&code)).await.expect(400).json();
    assert_eq!(wrong, json!({ "code": [WRONG] }));
    // As telephones show it.
    verify(&app, &amani, &format!(" {} {}", &code[..3], &code[3..])).await.expect(204);
    assert!(is_proved(&app, &amani).await);
    verify(&app, &amani, &code).await.expect(400);
    app.clock.advance_seconds(MINUTE);
    ask(&app, &amani).await.expect(200);
    assert_eq!(app.texts().await.len(), 1, "what is proved needs no message");
    let export = app.get_as(access(&amani), "/api/account/export/").await.expect(200);
    assert_eq!(export.json()["account"]["phone_verified"], true);
    assert_eq!(export.json()["texts"][0]["recipient"], "243991234567");
    assert!(!export.text.contains(&code));
}

#[apply(both_engines)]
async fn only_hashes_of_codes_are_stored(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    ask(&app, &amani).await.expect(200);
    let code = app.last_code().await;
    let stored = "SELECT code_hash, salt FROM phone_codes";
    let row = |row: &database::Row<'_>| Ok((row.get::<Vec<u8>>("code_hash")?, row.get::<Vec<u8>>("salt")?));
    let (hash, salt) = app.db.read(move |c| c.query_one(stored, &[], row)).await.unwrap();
    assert_eq!((hash.len(), salt.len()), (32, 16));
    let legible = "SELECT count(*) FROM texts WHERE content <> '' OR code <> ''";
    let legible: i64 = app.db.read(move |c| c.query_one(legible, &[], |row| row.get(0))).await.unwrap();
    assert_eq!(legible, 0, "what was sent is forgotten");
    let plain = <sha2::Sha256 as sha2::Digest>::digest(code.as_bytes());
    assert_ne!(hash, plain.to_vec());
}

#[apply(both_engines)]
async fn a_code_takes_five_tries_and_lives_ten_minutes(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    ask(&app, &amani).await.expect(200);
    let code = app.last_code().await;
    for _ in 0..5 {
        verify(&app, &amani, &other_than(&code)).await.expect(400);
    }
    assert_eq!(verify(&app, &amani, &code).await.expect(400).json(), json!({ "code": [WRONG] }));
    app.clock.advance_seconds(MINUTE);
    ask(&app, &amani).await.expect(200);
    let second = app.last_code().await;
    app.clock.advance_seconds(10 * MINUTE);
    verify(&app, &amani, &second).await.expect(400);
    ask(&app, &amani).await.expect(200);
    let third = app.last_code().await;
    if second != third {
        verify(&app, &amani, &second).await.expect(400);
    }
    verify(&app, &amani, &third).await.expect(204);
}

#[apply(both_engines)]
async fn codes_are_limited_by_number_and_person(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    ask(&app, &amani).await.expect(200);
    assert_eq!(ask(&app, &amani).await.expect(429).header("retry-after"), "60");
    for _ in 0..3 {
        app.clock.advance_seconds(MINUTE);
        ask(&app, &amani).await.expect(200);
    }
    app.clock.advance_seconds(MINUTE);
    assert_eq!(ask(&app, &amani).await.expect(429).header("retry-after"), (HOUR - 4 * MINUTE).to_string());
    // Another number has its own count; the person has one, too.
    for (number, status) in [(1, 200), (2, 200), (3, 429)] {
        let form = Form::default().text("phone", &format!("09912345{number}0"));
        app.send_form(Method::PUT, access(&amani), "/api/profile/", form).await.expect(200);
        ask(&app, &amani).await.expect(status);
    }
    assert_eq!(app.texts().await.len(), 6);
}

#[apply(both_engines)]
async fn codes_are_limited_by_network_address(engine: Engine) {
    let app = TestApp::start_with(engine, &[("TUKIO_CODES_PER_ADDRESS", "3")]).await;
    for number in 0..3 {
        claim(&app, &format!("099000000{number}")).await.expect(200);
    }
    assert_eq!(claim(&app, "0990000003").await.expect(429).header("retry-after"), "1200");
    forgotten(&app, "0990000004").await.expect(429);
    app.clock.advance_seconds(20 * MINUTE);
    claim(&app, "0990000003").await.expect(200);
}

#[apply(both_engines)]
async fn another_number_is_not_proved(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    prove(&app, &amani).await;
    let change = async |phone: &str| {
        let form = Form::default().text("phone", phone);
        app.send_form(Method::PUT, access(&amani), "/api/profile/", form).await.expect(200).json()
    };
    assert_eq!(change("243991234567").await["phone_verified"], true, "the same number, written differently");
    assert_eq!(change("0991234568").await["phone_verified"], false);
    ask(&app, &amani).await.expect(200);
    let code = app.last_code().await;
    change("0991234569").await;
    verify(&app, &amani, &code).await.expect(400);
    assert!(!is_proved(&app, &amani).await);
}

#[apply(both_engines)]
async fn a_number_that_was_only_typed_is_taken_back(engine: Engine) {
    let app = TestApp::start(engine).await;
    let typist = app.register("Typist", "0991234567").await;
    app.set_email(&typist["user"], "typist@tukio.example").await;
    let taken = register(&app, "Amani", "0991234567", "").await.expect(400).json();
    assert_eq!(taken, json!({ "phone": ["Ce numéro de téléphone est déjà utilisé"] }));
    claim(&app, "243991234567").await.expect(200);
    let code = app.last_code().await;
    let wrong = register(&app, "Amani", "0991234567", &other_than(&code)).await.expect(400).json();
    assert_eq!(wrong, json!({ "phone_code": [WRONG] }));
    // A name that is taken does not cost the code.
    register(&app, "Typist", "0991234567", &code).await.expect(400);
    let amani = register(&app, "Amani", "0991234567", &code).await.expect(201).json();
    assert_eq!(amani["user"]["phone"], "0991234567");
    assert!(is_proved(&app, &amani).await);
    // The other has lost the number and nothing else.
    let session = app.get_as(access(&typist), "/api/session/").await.expect(200).json();
    assert_eq!((&session["user"]["phone"], &session["user"]["username"]), (&json!(""), &json!("Typist")));
    app.login("Typist", "secret1", None).await.expect(200);
    let signed_in = app.login("0991234567", "secret1", None).await.expect(200).json();
    assert_eq!(signed_in["user"]["username"], "Amani");
    let mail = app.mails().await.pop().unwrap();
    assert_eq!(mail.subject, "Votre numéro de téléphone n'est plus sur votre compte");
    assert!(mail.to.contains("typist@tukio.example") && mail.text.contains("0991234567"), "{mail:?}");
    let none = ask(&app, &typist).await.expect(400).json();
    assert_eq!(none, json!({ "detail": "Ajoutez d'abord un numéro de téléphone à votre profil." }));
    let form = Form::default().text("phone", "0991234560");
    app.send_form(Method::PUT, access(&typist), "/api/profile/", form).await.expect(200);
    register(&app, "Third", "0991234568", &code).await.expect(400);
}

#[apply(both_engines)]
async fn a_proved_number_stays(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    prove(&app, &amani).await;
    claim(&app, "0991234567").await.expect(200);
    let code = app.last_code().await;
    let kept = register(&app, "Neema", "0991234567", &code).await.expect(400).json();
    let message =
        "Ce numéro est déjà vérifié par un autre compte : connectez-vous, ou choisissez un nouveau mot de passe.";
    assert_eq!(kept, json!({ "phone": [message] }));
    assert!(is_proved(&app, &amani).await);
}

#[apply(both_engines)]
async fn every_number_is_answered_alike(engine: Engine) {
    let app = TestApp::start(engine).await;
    app.register("Amani", "0991234567").await;
    let neema = app.register("Neema", "0991234568").await;
    prove(&app, &neema).await;
    let sent = app.texts().await.len();
    let claimed =
        json!({ "detail": "Si un compte utilise ce numéro, un code vient d'y être envoyé.", "resend_after": 60 });
    let wished = json!({ "detail": "Si ce numéro est vérifié sur un compte, un code vient d'y être envoyé.", "resend_after": 60 });
    for phone in ["0991234567", "0991234568", "0991234569"] {
        assert_eq!(claim(&app, phone).await.expect(200).json(), claimed, "{phone}");
        assert_eq!(forgotten(&app, phone).await.expect(200).json(), wished, "{phone}");
        assert_eq!(claim(&app, phone).await.expect(429).header("retry-after"), "60");
        assert_eq!(forgotten(&app, phone).await.expect(429).header("retry-after"), "60");
        assert_eq!(reset(&app, phone, "12345", "nouveau1").await.expect(400).json(), json!({ "code": [WRONG] }));
    }
    let numbers: Vec<String> = app.texts().await.split_off(sent).into_iter().map(|(to, _)| to).collect();
    assert_eq!(numbers, ["+243991234567", "+243991234568", "+243991234568"], "to claim twice, to reset once");
}

#[apply(both_engines)]
async fn a_forgotten_password_is_chosen_anew_by_telephone(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    app.set_email(&amani["user"], "amani@tukio.example").await;
    prove(&app, &amani).await;
    app.clock.advance_seconds(MINUTE);
    forgotten(&app, "0991234567").await.expect(200);
    let code = app.last_code().await;
    let rules = reset(&app, "12", &code, "abc").await.expect(400).json();
    assert!(rules["phone"].is_array() && rules["password"].is_array(), "{rules}");
    // A code is good for one thing only.
    verify(&app, &amani, &code).await.expect(400);
    register(&app, "Neema", "0991234567", &code).await.expect(400);
    reset(&app, "+243991234567", &code, "nouveau1").await.expect(400);
    reset(&app, "243991234567", &code, "nouveau1").await.expect(204);
    app.get_as(access(&amani), "/api/session/").await.expect(401);
    app.login("Amani", "secret1", None).await.expect(401);
    app.login("Amani", "nouveau1", None).await.expect(200);
    assert_eq!(reset(&app, "0991234567", &code, "nouveau2").await.expect(400).json(), json!({ "code": [WRONG] }));
    assert_eq!(app.mails().await.last().unwrap().subject, "Votre mot de passe a été changé");
}

#[apply(both_engines)]
async fn a_code_dies_with_the_number_it_was_sent_to(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    prove(&app, &amani).await;
    forgotten(&app, "0991234567").await.expect(200);
    let code = app.last_code().await;
    let form = Form::default().text("phone", "0991234568");
    app.send_form(Method::PUT, access(&amani), "/api/profile/", form).await.expect(200);
    reset(&app, "0991234567", &code, "nouveau1").await.expect(400);
    app.login("Amani", "secret1", None).await.expect(200);
}

#[apply(both_engines)]
async fn with_a_gateway_tickets_go_to_proved_numbers_only(engine: Engine) {
    let gateway = Gateway::start().await;
    let app = TestApp::with_gateway(engine, gateway.kannel("get")).await;
    let (_, kind) = on_sale(&app, 5).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    grace.buy(&app, &kind, 1).await;
    let amani = app.register("Amani", "0990000002").await;
    let path = format!("/api/my-tickets/{}/", grace.tickets(&app).await[0]["id"].as_str().unwrap());
    let to_amani = || json!({ "phone": "0990000002" });
    let message = "Ce numéro n'est pas encore vérifié : demandez à cette personne de le faire dans ses paramètres, puis réessayez.";
    for verb in ["receiver/", "transfer/"] {
        let refused = grace.post(&app, &format!("{path}{verb}"), to_amani()).await.expect(400).json();
        assert_eq!(refused, json!({ "phone": [message] }));
    }
    ask(&app, &amani).await.expect(200);
    app.text_sender.send_due().await.unwrap();
    verify(&app, &amani, &gateway.accepted()[0].text[..6]).await.expect(204);
    let named = grace.post(&app, &format!("{path}receiver/"), to_amani()).await.expect(200).json();
    assert_eq!(named, json!({ "username": "Amani" }));
    grace.post(&app, &format!("{path}transfer/"), to_amani()).await.expect(200);
}
