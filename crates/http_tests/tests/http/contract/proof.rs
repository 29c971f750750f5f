//! How people prove that a number is theirs, and that they are who they say.

use domain::Clock;
use serde_json::json;

use super::stage::{Person, Stage};
use crate::second_factor::App as Authenticator;

pub async fn phone_proof(stage: &Stage) {
    let person = stage.person().await;
    stage.app.get("/api/phone/channels/").await.expect(200);
    for status in [200, 429] {
        stage.call(&person, "POST /api/phone/send-code/", Some(json!({}))).await.expect(status);
    }
    let code = json!({ "code": stage.app.last_code().await });
    stage.call(&person, "POST /api/phone/verify/", Some(code)).await.expect(204);
    let profile = stage.call(&person, "GET /api/profile/", None).await.expect(200).json();
    let phone = json!({ "phone": profile["phone"] });
    for path in ["/api/phone/claim/", "/api/password/forgotten/phone/"] {
        for status in [200, 429] {
            stage.app.post(path, &phone).await.expect(status);
        }
    }
    let code = stage.app.last_code().await;
    let new = json!({ "phone": profile["phone"], "code": code, "password": "secret2", "password2": "secret2" });
    stage.app.post("/api/password/reset/phone/", &new).await.expect(204);
}

pub async fn second_factor(stage: &Stage) {
    let person = stage.person().await;
    let at = |path: &str| format!("POST /api/second-factor/{path}/");
    let password = || Some(json!({ "password": "secret1" }));
    for path in ["disable", "recovery-codes"] {
        stage.call(&person, &at(path), password()).await.expect(409);
    }
    let begun = stage.call(&person, &at("begin"), password()).await.expect(200).json();
    let app = Authenticator::read(begun["secret"].as_str().unwrap());
    let wrong = || json!({ "code": app.wrong(stage.app.clock.now()) });
    while stage.call(&person, &at("confirm"), Some(wrong())).await.status != 429 {}
    stage.app.clock.advance_seconds(600);
    let access = stage.sign_in(&person).await;
    let person = Person { access, ..person };
    let code = json!({ "code": app.code(stage.app.clock.now()) });
    stage.call(&person, &at("confirm"), Some(code)).await.expect(200);
    for path in ["begin", "confirm"] {
        let body = json!({ "password": "secret1", "code": "123456" });
        stage.call(&person, &at(path), Some(body)).await.expect(409);
    }
    stage.call(&person, "GET /api/second-factor/", None).await.expect(200);
    stage.call(&person, &at("recovery-codes"), password()).await.expect(200);
    stage.app.clock.advance_seconds(30);
    let step = stage.app.login(&person.name, "secret1", None).await.expect(202).json()["step"].clone();
    let code = json!({ "step": step, "code": app.code(stage.app.clock.now()) });
    stage.app.post("/api/login/second-step/", &code).await.expect(200);
    for path in ["disable", "recovery-codes"] {
        while stage.call(&person, &at(path), Some(wrong())).await.status != 429 {}
    }
    let step = stage.app.login(&person.name, "secret1", None).await.expect(202).json()["step"].clone();
    let code = json!({ "step": step, "code": app.wrong(stage.app.clock.now()) });
    stage.app.post("/api/login/second-step/", &code).await.expect(429);
    stage.call(&person, &at("disable"), password()).await.expect(204);
}
