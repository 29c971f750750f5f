//! What the server writes down about who did what.

use std::path::Path;

use database::{Database, Options};
use domain::{Clock, SystemClock, Town, today_in};
use platform::mail::ReadableMail;
use reqwest::{Client, Method, RequestBuilder};
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Engine, RunFolder, Server, both_engines};

/// Speaks to a server.
struct Talk<'a> {
    server: &'a Server,
    client: Client,
}

impl Talk<'_> {
    fn request(&self, method: Method, path: &str, bearer: Option<&str>) -> RequestBuilder {
        let request = self.client.request(method, format!("http://{}{path}", self.server.address));
        // Answers that set a cookie are read by nobody here: each request is another browser's.
        bearer.into_iter().fold(request, RequestBuilder::bearer_auth)
    }

    async fn send(&self, request: RequestBuilder, expected: u16) -> Value {
        let answer = request.send().await.unwrap();
        let (status, text) = (answer.status().as_u16(), answer.text().await.unwrap());
        assert_eq!(status, expected, "{text}");
        serde_json::from_str(&text).unwrap_or(Value::Null)
    }

    async fn call(&self, method: Method, path: &str, bearer: Option<&str>, body: Value, expected: u16) -> Value {
        self.send(self.request(method, path, bearer).json(&body), expected).await
    }

    async fn post(&self, path: &str, body: Value, expected: u16) -> Value {
        self.call(Method::POST, path, None, body, expected).await
    }

    async fn form(&self, method: Method, path: &str, bearer: &str, fields: &[(&str, &str)], expected: u16) -> Value {
        let part = |(name, text): &(&str, &str)| {
            format!("--part\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n")
        };
        let body = fields.iter().map(part).collect::<String>() + "--part--\r\n";
        let request =
            self.request(method, path, Some(bearer)).header("content-type", "multipart/form-data; boundary=part");
        self.send(request.body(body), expected).await
    }

    async fn register(&self, name: &str, phone: &str) -> Value {
        let body =
            json!({ "username": name, "phone": phone, "password": "hunter2-first", "password2": "hunter2-first" });
        self.post("/api/register/", body, 201).await
    }

    async fn login(&self, query: &str, password: &str, expected: u16) -> Value {
        self.post("/api/login/", json!({ "query": query, "password": password }), expected).await
    }
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap()
}

/// The token in the latest mail that has one, once it was sent.
async fn token_in_mail(folder: &Path, subject: &str) -> String {
    let deadline = std::time::Instant::now() + crate::support::TEST_TIMEOUT;
    loop {
        let files = folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
        let mut mails: Vec<_> = files.filter(|file| file.extension().is_some_and(|name| name == "eml")).collect();
        mails.sort();
        let read = mails.iter().rev().filter_map(|file| std::fs::read(file).ok()).map(|raw| ReadableMail::parse(&raw));
        let found = read.into_iter().find(|mail| mail.subject.contains(subject));
        if let Some((_, rest)) = found.as_ref().and_then(|mail| mail.text.split_once("?token=")) {
            return rest.split_whitespace().next().unwrap().to_owned();
        }
        assert!(std::time::Instant::now() < deadline, "no mail about {subject}");
        tokio::task::yield_now().await;
    }
}

#[apply(both_engines)]
async fn what_concerns_security_is_written_down_without_secrets(engine: Engine) {
    let folder = RunFolder::on(engine).await.with("TUKIO_LOG_FORMAT", "json");
    let mut server = folder.serve();
    let talk = Talk { server: &server, client: Client::new() };
    let mut secrets = vec!["hunter2".to_owned(), "hunter3".to_owned(), "hunter4".to_owned(), "hunter5".to_owned()];
    let mut expected: Vec<(&str, &str, Option<&str>, &str)> = Vec::new();

    let amani = talk.register("Amani", "0991234567").await;
    let neema = talk.register("Neema", "0991234568").await;
    expected.push(("register", "done", Some("Amani"), ""));
    let one = talk.login("Amani", "hunter2-first", 200).await;
    expected.push(("sign_in", "done", Some("Amani"), ""));
    talk.login("Amani", "hunter3-wrong", 401).await;
    expected.push(("sign_in", "wrong", Some("Amani"), ""));
    // Somebody typed a password into the wrong field.
    talk.login("hunter4-as-a-name", "hunter2-first", 401).await;
    expected.push(("sign_in", "wrong", None, ""));

    let change = [("email", "amani@tukio.example"), ("phone", "0991234599")];
    talk.form(Method::PUT, "/api/profile/", text(&amani, "access"), &change, 200).await;
    expected.push(("change_email", "done", Some("Amani"), ""));
    expected.push(("change_phone", "done", Some("Amani"), ""));
    let mails = folder.path("data/mail");
    let proof = token_in_mail(&mails, "adresse").await;
    talk.post("/api/email/verify/", json!({ "token": proof }), 200).await;
    expected.push(("prove_email", "done", Some("Amani"), ""));
    secrets.push(proof);

    let passwords = |old: &str| json!({ "old_password": old, "password": "hunter5-new", "password2": "hunter5-new" });
    talk.call(Method::PUT, "/api/password/", Some(text(&amani, "access")), passwords("hunter3-wrong"), 400).await;
    expected.push(("change_password", "wrong", Some("Amani"), ""));
    talk.call(Method::PUT, "/api/password/", Some(text(&amani, "access")), passwords("hunter2-first"), 204).await;
    expected.push(("change_password", "done", Some("Amani"), ""));
    talk.post("/api/password/forgotten/", json!({ "query": "Amani" }), 200).await;
    expected.push(("ask_for_reset", "done", Some("Amani"), ""));
    let reset = token_in_mail(&mails, "mot de passe").await;
    let chosen = json!({ "token": reset, "password": "hunter2-again", "password2": "hunter2-again" });
    talk.post("/api/password/reset/", chosen.clone(), 204).await;
    expected.push(("reset_password", "done", Some("Amani"), ""));
    talk.post("/api/password/reset/", chosen, 400).await;
    expected.push(("reset_password", "wrong", None, ""));
    secrets.push(reset);

    let (first, second) =
        (talk.login("Amani", "hunter2-again", 200).await, talk.login("Amani", "hunter2-again", 200).await);
    let access = text(&first, "access");
    talk.post("/api/logout/", json!({ "refresh": second["refresh"] }), 204).await;
    expected.push(("sign_out", "done", Some("Amani"), ""));
    talk.call(Method::DELETE, "/api/sessions/", Some(access), json!({}), 204).await;
    expected.push(("end_other_sessions", "done", Some("Amani"), ""));

    talk.post("/api/payments/webhooks/sandbox/", json!({ "reference": "x" }), 401).await;
    expected.push(("send_webhook", "forged", None, "sandbox"));

    let day = today_in(Town::Lubumbashi, SystemClock.now()).plus_days(30).to_string();
    let event = [
        ("name", "Concert"),
        ("category", "Concerts"),
        ("town", "Lubumbashi"),
        ("started_at", &*day),
        ("hour", "19:30"),
        ("address", "Avenue Kasaï 12"),
        ("is_public", "true"),
        ("ttype", r#"[{"label":"Standard","price":25,"nbr_max":10,"devise":"USD"}]"#),
    ];
    let event = talk.form(Method::POST, "/api/events/", access, &event, 201).await;
    let (id, kind) = (event["id"].to_string(), &event["ttype"][0]["id"]);
    let path = format!("/api/events/{id}/");
    let dearer = json!([{ "id": kind, "label": "Standard", "price": 30, "nbr_max": 10, "devise": "USD" }]);
    talk.call(Method::POST, &format!("{path}tickets/"), Some(access), dearer.clone(), 200).await;
    let change = format!("event {id}, type {kind}, 25 USD to 30 USD");
    expected.push(("change_price", "done", Some("Amani"), &change));
    talk.call(Method::POST, &format!("{path}tickets/"), Some(access), dearer, 200).await;
    let stranger = text(&neema, "access");
    talk.call(Method::POST, &format!("{path}cancel/"), Some(stranger), json!({}), 403).await;
    expected.push(("use_role", "forbidden", Some("Neema"), "POST /api/events/{id}/cancel/"));
    talk.call(Method::POST, &format!("{path}cancel/"), Some(access), json!({}), 200).await;
    expected.push(("cancel_event", "done", Some("Amani"), &id));
    talk.call(Method::POST, "/api/account/delete/", Some(stranger), json!({ "password": "hunter2-first" }), 204).await;
    expected.push(("close_account", "done", Some("Neema"), ""));

    for person in [&amani, &neema, &one, &first, &second] {
        secrets.extend(["access", "refresh"].map(|name| text(person, name).to_owned()));
    }
    server.ask_to_stop();
    server.wait();
    let log = server.log();
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let lines: Vec<&Value> =
        lines.iter().filter(|line| line["target"] == "security").map(|line| &line["fields"]).collect();
    for (deed, outcome, name, object) in &expected {
        // Names are written in quotes.
        let name = name.map_or(Value::Null, |name| json!(format!("{name:?}")));
        let object = if object.is_empty() { Value::Null } else { json!(object) };
        let found = lines.iter().find(|line| {
            line["deed"] == *deed && line["outcome"] == *outcome && line["username"] == name && line["object"] == object
        });
        let found = found.unwrap_or_else(|| panic!("no {deed} {outcome} of {name} with {object} in\n{log}"));
        assert_eq!(found["address"], "127.0.0.1", "{found}");
        assert_eq!(found["user_id"].is_i64(), !name.is_null(), "{found}");
    }
    let prices = lines.iter().filter(|line| line["deed"] == "change_price").count();
    assert_eq!(prices, 1, "a price that stays is no change");
    for secret in secrets {
        assert!(!log.contains(&secret), "{secret} is in\n{log}");
    }
}

/// The code in the latest message to a telephone, once it was written.
async fn code_in_message(folder: &Path) -> String {
    let deadline = std::time::Instant::now() + crate::support::TEST_TIMEOUT;
    loop {
        let files = folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
        let latest = files.filter(|file| file.extension().is_some_and(|name| name == "txt")).max();
        if let Some(message) = latest.and_then(|file| std::fs::read_to_string(file).ok()) {
            let (_, content) = message.split_once("\n\n").unwrap();
            return content.split_whitespace().next().unwrap().to_owned();
        }
        assert!(std::time::Instant::now() < deadline, "no message");
        tokio::task::yield_now().await;
    }
}

#[apply(both_engines)]
async fn proofs_of_identity_and_single_sessions_are_written_down_too(engine: Engine) {
    let folder = RunFolder::on(engine).await.with("TUKIO_LOG_FORMAT", "json");
    let mut server = folder.serve();
    let talk = Talk { server: &server, client: Client::new() };
    let amani = talk.register("Amani", "0991234567").await;
    let access = Some(text(&amani, "access"));
    let post =
        async |path: &str, body: Value, expected: u16| talk.call(Method::POST, path, access, body, expected).await;

    post("/api/phone/send-code/", json!({}), 200).await;
    let code = code_in_message(&folder.path("data/sms")).await;
    post("/api/phone/verify/", json!({ "code": code }), 204).await;
    let other = talk.login("Amani", "hunter2-first", 200).await;
    let sessions = talk.call(Method::GET, "/api/sessions/", Some(text(&other, "access")), Value::Null, 200).await;
    let here = sessions.as_array().unwrap().iter().find(|session| session["is_current"] == true).unwrap();
    talk.call(Method::DELETE, &format!("/api/sessions/{}/", here["id"]), access, Value::Null, 204).await;

    let password = json!({ "password": "hunter2-first" });
    post("/api/second-factor/begin/", password.clone(), 200).await;
    post("/api/second-factor/confirm/", json!({ "code": "none" }), 400).await;
    // What an authenticator app would have done.
    let db = Database::open(&Options::new(folder.database_url())).unwrap();
    db.write(|c| c.execute("UPDATE second_factors SET confirmed_at = 1", &[])).await.unwrap();
    db.close();
    talk.login("Amani", "hunter2-first", 202).await;
    post("/api/second-factor/recovery-codes/", password.clone(), 200).await;
    post("/api/second-factor/disable/", password, 204).await;

    server.ask_to_stop();
    server.wait();
    let log = server.log();
    for (deed, outcome) in [
        ("prove_phone", "done"),
        ("end_session", "done"),
        ("turn_on_second_factor", "wrong"),
        ("give_password", "done"),
        ("renew_recovery_codes", "done"),
        ("turn_off_second_factor", "done"),
    ] {
        let mut lines = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["fields"].clone());
        let found = lines.find(|line| line["deed"] == deed && line["outcome"] == outcome);
        let found = found.unwrap_or_else(|| panic!("no {deed} {outcome} in\n{log}"));
        assert_eq!((&found["username"], &found["address"]), (&json!("\"Amani\""), &json!("127.0.0.1")), "{found}");
    }
    assert!(!log.contains("hunter2") && !log.contains(&code), "{log}");
}
