//! People with things of their own, for requests that need them.

use std::sync::atomic::{AtomicI64, Ordering};

use domain::{Currency, EventId, UserId};
use reqwest::{Method, RequestBuilder};

use crate::support::{Answer, Engine, Operation, TestApp, TestEvent, shown, signed_in};

/// Everybody has an address of their own, and may guess for ever: limits are not what is looked at.
const WITHOUT_LIMITS: &[(&str, &str)] = &[
    ("TUKIO_TRUST_PROXY", "1"),
    ("TUKIO_LOGIN_TRIES", "1000000"),
    ("TUKIO_LOGIN_ADDRESS_TRIES", "1000000"),
    ("TUKIO_LOGIN_ADDRESS_PER_SECOND", "1000"),
    ("TUKIO_CODES_PER_ADDRESS", "1000000"),
];

pub struct Stage {
    pub app: TestApp,
    people: AtomicI64,
    requests: AtomicI64,
}

pub struct Person {
    pub name: String,
    pub access: String,
    pub id: UserId,
    pub event: EventId,
}

/// An address with this id, the sandbox for a provider, and `other` wherever another name stands.
pub fn filled(path: &str, id: &str, other: &str) -> String {
    let fill = |part: &str| match part {
        "{id}" => id.to_owned(),
        "{provider}" => "sandbox".to_owned(),
        name if name.starts_with('{') => other.to_owned(),
        part => part.to_owned(),
    };
    path.split('/').map(fill).collect::<Vec<_>>().join("/")
}

impl Stage {
    pub async fn open(engine: Engine) -> Stage {
        let app = TestApp::start_with(engine, WITHOUT_LIMITS).await;
        Stage { app, people: AtomicI64::new(0), requests: AtomicI64::new(0) }
    }

    /// Somebody new, who has an event on sale.
    pub async fn person(&self) -> Person {
        let number = self.people.fetch_add(1, Ordering::Relaxed);
        let name = format!("Personne {number}");
        let answer = self.app.register(&name, &format!("08{number:08}")).await;
        let id = UserId::new(answer["user"]["id"].as_i64().unwrap());
        let event = TestEvent::new(number, id).ticket("Standard", 25, Currency::Usd);
        let event = self.app.store(event).await;
        let text = |field: &str| answer[field].as_str().unwrap().to_owned();
        Person { name, access: text("access"), id, event }
    }

    /// The id of a ticket of that person's, for their own event, or of the payment that bought it.
    async fn bought(&self, person: &Person, id: &str) -> String {
        let buyer = signed_in(&self.app, &person.name).await;
        let kind = shown(&self.app, person.event).await["id"].to_string();
        buyer.buy(&self.app, &kind, 1).await;
        buyer.tickets(&self.app).await[0][id].as_str().unwrap().to_owned()
    }

    /// The address of an operation on things of that person.
    pub async fn path(&self, operation: &Operation, person: &Person) -> String {
        let path = &operation.path;
        let id = match path.split('/').nth(2).unwrap() {
            "events" => person.event.to_string(),
            "users" => person.id.to_string(),
            "my-tickets" if path.contains('{') => self.bought(person, "id").await,
            "payments" if path.ends_with("/refund/") => self.bought(person, "payment_id").await,
            _ => "7".to_owned(),
        };
        filled(path, &id, "7")
    }

    /// A request from an address that nobody has asked from yet.
    pub fn request(&self, method: &Method, path: &str, access: Option<&str>) -> RequestBuilder {
        let number = self.requests.fetch_add(1, Ordering::Relaxed);
        let address = format!("10.{}.{}.{}", number >> 16 & 255, number >> 8 & 255, number & 255);
        let request = self.app.request(method.clone(), path).header("x-forwarded-for", address);
        access.into_iter().fold(request, |request, access| request.bearer_auth(access))
    }

    pub async fn send(&self, request: RequestBuilder) -> Answer {
        self.app.send(request).await
    }
}
