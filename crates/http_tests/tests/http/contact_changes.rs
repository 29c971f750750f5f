//! The address and the number of an account change by its owner's hand only, and never silently.

use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Answer, Engine, Form, TestApp, both_engines, on_sale, token_in, wish};

const ASKED: &str = "Tapez votre mot de passe pour confirmer ce changement";
const WRONG: &str = "Le mot de passe est incorrect";

/// Longer than a sign-in counts as proof, and shorter than an access token lives.
const LATER: i64 = 11 * 60;

fn access(person: &Value) -> &str {
    person["access"].as_str().unwrap()
}

async fn change(app: &TestApp, person: &Value, form: Form) -> Answer {
    app.send_form(Method::PUT, access(person), "/api/profile/", form).await
}

async fn changes(app: &TestApp, person: &Value) -> Value {
    app.get_as(access(person), "/api/session/").await.expect(200).json()["changes"].clone()
}

#[apply(both_engines)]
async fn a_stolen_token_does_not_become_the_account(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    let email = || Form::default().text("email", "amani@tukio.example");
    change(&app, &amani, email()).await.expect(200);
    app.clock.advance_seconds(LATER);
    for (field, value) in [("email", "thief@tukio.example"), ("email", ""), ("phone", "0997777777")] {
        let form = || Form::default().text(field, value).text("price", "150 USD");
        assert_eq!(change(&app, &amani, form()).await.expect(400).json(), json!({ "password": [ASKED] }));
        let guessed = change(&app, &amani, form().text("password", "guess1")).await.expect(400).json();
        assert_eq!(guessed, json!({ "password": [WRONG] }));
    }
    let profile = app.get_as(access(&amani), "/api/profile/").await.expect(200).json();
    assert_eq!(
        (&profile["profile"]["email"], &profile["phone"], &profile["provider"]["price"]),
        (&json!("amani@tukio.example"), &json!("0991234567"), &Value::Null)
    );
    // What stays the same asks for nothing, however it is written.
    let same = email().text("phone", "243991234567").text("price", "150 USD");
    change(&app, &amani, same).await.expect(200);
    let other = Form::default().text("email", "other@tukio.example").text("phone", "0997777777");
    let changed = change(&app, &amani, other.text("password", "secret1")).await.expect(200).json();
    assert_eq!(
        (&changed["profile"]["email"], &changed["phone"]),
        (&json!("other@tukio.example"), &json!("0997777777"))
    );
}

#[apply(both_engines)]
async fn registering_and_signing_in_count_for_ten_minutes(engine: Engine) {
    let app = TestApp::start(engine).await;
    let registered = app.register("Amani", "0991234567").await;
    app.clock.advance_seconds(599);
    change(&app, &registered, Form::default().text("phone", "0991234568")).await.expect(200);
    app.clock.advance_seconds(1);
    change(&app, &registered, Form::default().text("phone", "0991234569")).await.expect(400);
    let signed_in = app.login("Amani", "secret1", None).await.expect(200).json();
    change(&app, &signed_in, Form::default().text("phone", "0991234569")).await.expect(200);
    app.clock.advance_seconds(600);
    let renewed = app.post("/api/refresh/", &json!({ "refresh": signed_in["refresh"] })).await.expect(200).json();
    change(&app, &renewed, Form::default().text("phone", "0991234570")).await.expect(400);
}

#[apply(both_engines)]
async fn wrong_passwords_for_a_change_are_counted(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    app.clock.advance_seconds(LATER);
    let guess = || Form::default().text("phone", "0997777777").text("password", "guess1");
    for _ in 0..10 {
        change(&app, &amani, guess()).await.expect(400);
    }
    change(&app, &amani, guess()).await.expect(429);
}

#[apply(both_engines)]
async fn the_old_address_and_every_other_browser_hear_of_a_change(engine: Engine) {
    let app = TestApp::start(engine).await;
    let here = app.register("Amani", "0991234567").await;
    app.set_email(&here["user"], "typed@tukio.example").await;
    let there = app.login("Amani", "secret1", None).await.expect(200).json();
    let neema = app.register("Neema", "0991234568").await;
    assert_eq!(changes(&app, &there).await, json!([]));
    change(&app, &here, Form::default().text("email", "new@tukio.example")).await.expect(200);
    let mails = app.mails().await;
    let told: Vec<_> = mails.iter().map(|mail| (mail.to.as_str(), mail.subject.as_str())).collect();
    assert!(told.contains(&("typed@tukio.example", "Votre adresse e-mail a été changée")), "{told:?}");
    let first = changes(&app, &there).await;
    assert_eq!(first[0]["what"], "email");
    assert_eq!(changes(&app, &there).await, first, "until it was shown");
    assert_eq!((changes(&app, &here).await, changes(&app, &neema).await), (json!([]), json!([])));

    app.clock.advance_seconds(60);
    change(&app, &here, Form::default().text("phone", "0997777777")).await.expect(200);
    let last = app.mails().await.pop().unwrap();
    assert_eq!((&*last.to, &*last.subject), ("new@tukio.example", "Votre numéro de téléphone a été changé"));
    let seen = json!({ "until": first[0]["at"] });
    app.call_as(access(&there), Method::POST, "/api/session/changes-seen/", Some(&seen)).await.expect(204);
    let second = changes(&app, &there).await;
    assert_eq!((second.as_array().unwrap().len(), &second[0]["what"]), (1, &json!("phone")), "it came later");
    let seen = json!({ "until": second[0]["at"] });
    app.call_as(access(&there), Method::POST, "/api/session/changes-seen/", Some(&seen)).await.expect(204);
    assert_eq!(changes(&app, &there).await, json!([]));
}

#[apply(both_engines)]
async fn an_address_typed_while_paying_is_no_way_around(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, kind) = on_sale(&app, 10).await;
    let amani = app.register("Amani", "0991234567").await;
    app.clock.advance_seconds(LATER);
    let pay_with = async |email: &str| {
        let mut wish = wish(&kind, 1);
        wish["email"] = json!(email);
        wish["keep_email"] = json!(true);
        app.call_as(access(&amani), Method::POST, "/api/payments/init/", Some(&wish)).await.expect(200);
        app.get_as(access(&amani), "/api/profile/").await.expect(200).json()["profile"]["email"].clone()
    };
    assert_eq!(pay_with("first@tukio.example").await, "first@tukio.example");
    assert_eq!(
        pay_with("second@tukio.example").await,
        "first@tukio.example",
        "what is there is replaced in the profile"
    );
    app.call_as(access(&amani), Method::POST, "/api/email/send-verification/", None).await.expect(204);
    let links: Vec<_> =
        app.mails().await.iter().filter(|mail| mail.to == "first@tukio.example").map(token_in).collect();
    assert_eq!(links.len(), 2);
    for link in &links {
        let asked = app.post("/api/email/verify/", &json!({ "token": link })).await.expect(400).json();
        assert_eq!(asked, json!({ "password": [ASKED] }));
        let guess = json!({ "token": link, "password": "guess1" });
        let wrong = app.post("/api/email/verify/", &guess).await.expect(400).json();
        assert_eq!(wrong, json!({ "password": [WRONG] }));
    }
    let owner = json!({ "token": links[0], "password": "secret1" });
    app.post("/api/email/verify/", &owner).await.expect(200);
}
