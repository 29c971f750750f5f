//! How people prove that a number is theirs.

use serde_json::json;

use super::stage::Stage;

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
