//! People who buy.

use reqwest::Method;
use serde_json::{Value, json};

use super::answers::Answer;
use super::app::TestApp;
use super::box_office::work;
use super::sandbox::pay;

/// Somebody who buys.
pub struct Buyer {
    name: String,
    access: String,
}

pub async fn buyer(app: &TestApp, name: &str, phone: &str) -> Buyer {
    let access = app.register(name, phone).await["access"].as_str().unwrap().to_owned();
    Buyer { name: name.to_owned(), access }
}

pub async fn signed_in(app: &TestApp, name: &str) -> Buyer {
    let answer = app.login(name, "secret1", None).await.expect(200).json();
    Buyer { name: name.to_owned(), access: answer["access"].as_str().unwrap().to_owned() }
}

impl Buyer {
    pub fn access(&self) -> &str {
        &self.access
    }

    /// Signs in again: a quarter of an hour is longer than an access token lives.
    pub async fn later(self, app: &TestApp) -> Buyer {
        signed_in(app, &self.name).await
    }

    pub async fn get(&self, app: &TestApp, path: &str) -> Answer {
        app.get_as(&self.access, path).await
    }

    pub async fn post(&self, app: &TestApp, path: &str, body: Value) -> Answer {
        app.call_as(&self.access, Method::POST, path, Some(&body)).await
    }

    pub async fn init(&self, app: &TestApp, kind: &str, quantity: i64) -> Answer {
        self.post(app, "/api/payments/init/", wish(kind, quantity)).await
    }

    pub async fn init_with_key(&self, app: &TestApp, key: &str, body: &Value) -> Answer {
        let request = app.request(Method::POST, "/api/payments/init/").bearer_auth(&self.access);
        app.send(request.header("idempotency-key", key).json(body)).await
    }

    pub async fn status(&self, app: &TestApp, payment: &Value) -> Value {
        let question = json!({ "payment_id": payment["payment_id"] });
        self.post(app, "/api/payments/check-status/", question).await.expect(200).json()
    }

    pub async fn payment(&self, app: &TestApp, payment: &Value) -> Value {
        self.get(app, &format!("/api/payments/{}/", payment["payment_id"].as_str().unwrap())).await.expect(200).json()
    }

    pub async fn tickets(&self, app: &TestApp) -> Vec<Value> {
        let page = self.get(app, "/api/my-tickets/").await.expect(200).json();
        page["results"].as_array().unwrap().clone()
    }

    /// Buys and has paid, a little later where five holds were taken within the minute.
    pub async fn buy(&self, app: &TestApp, kind: &str, quantity: i64) -> Value {
        let mut answer = self.init(app, kind, quantity).await;
        if answer.status == 429 {
            app.clock.advance_seconds(answer.header("retry-after").parse().unwrap());
            answer = self.init(app, kind, quantity).await;
        }
        let payment = answer.expect(200).json();
        pay(app, &payment, "0970000789").await;
        work(app, 3).await;
        assert_eq!(self.status(app, &payment).await["status"], "success");
        payment
    }
}

pub fn wish(kind: &str, quantity: i64) -> Value {
    json!({ "ticket_type_id": kind, "quantity": quantity, "currency": "USD" })
}
