//! People: those who register as everybody does, and those who are stored directly.

use domain::{Activity, UserId};
use reqwest::Method;
use serde_json::Value;
use tukio::facts::PeopleFacts;

use super::answers::Answer;
use super::app::TestApp;

impl TestApp {
    /// Registers somebody and returns the whole answer.
    pub async fn register(&self, username: &str, phone: &str) -> Value {
        let body =
            serde_json::json!({ "username": username, "phone": phone, "password": "secret1", "password2": "secret1" });
        self.post("/api/register/", &body).await.expect(201).json()
    }

    /// Signs in from a browser that is not known, or from one with this device cookie.
    pub async fn login(&self, query: &str, password: &str, device: Option<&str>) -> Answer {
        let body = serde_json::json!({ "query": query, "password": password });
        let request = self.request(Method::POST, "/api/login/").json(&body);
        self.send(device.into_iter().fold(request, |request, device| request.header("cookie", device))).await
    }

    /// Gives somebody a mail address that nobody has verified.
    pub async fn set_email(&self, user: &Value, email: &'static str) {
        let user = UserId::new(user["id"].as_i64().unwrap());
        self.db
            .write(move |c| {
                c.execute(
                    "UPDATE users SET email = $2, email_folded = $2, email_verified_at = NULL WHERE id = $1",
                    &[&user, &email],
                )
            })
            .await
            .unwrap();
    }

    /// Gives somebody a mail address that they have proved.
    pub async fn prove_email(&self, user: &Value, email: &'static str) {
        self.set_email(user, email).await;
        let user = UserId::new(user["id"].as_i64().unwrap());
        let prove = "UPDATE users SET email_verified_at = 0 WHERE id = $1";
        self.db.write(move |c| c.execute(prove, &[&user])).await.unwrap();
    }

    /// An organiser for events stored directly.
    pub async fn organiser(&self) -> UserId {
        self.add_person("Kilima", "0970000000", None).await
    }

    /// A professional who never signs in.
    pub async fn provider(&self, username: &str, phone: &str, activity: &str) -> UserId {
        self.add_person(username, phone, Some(activity.parse().unwrap())).await
    }

    async fn add_person(&self, username: &str, phone: &str, activity: Option<Activity>) -> UserId {
        let registration = accounts::Registration::check(username, phone, "secret1", "secret1").unwrap();
        self.db
            .write(move |c| {
                let now = domain::Instant::from_millis(0);
                accounts::insert_account(c, &PeopleFacts, &registration, "no password", activity, now)
            })
            .await
            .unwrap()
    }
}
