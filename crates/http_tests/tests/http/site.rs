//! Newsletter, probes, documentation.

use platform::mail::ReadableMail;
use rstest_reuse::apply;
use serde_json::json;

use crate::support::{Engine, TestApp, both_engines};

#[apply(both_engines)]
async fn subscribing_twice_is_no_error(engine: Engine) {
    let app = TestApp::start(engine).await;
    for email in ["amani@tukio.example", "Amani@Tukio.example"] {
        let answer = app.post("/api/newsletter/", &json!({ "email": email })).await.expect(201).json();
        let asked = "Merci ! Ouvrez le lien que nous vous avons envoyé par e-mail pour confirmer votre inscription.";
        assert_eq!(answer["detail"], asked);
    }
    let errors = app.post("/api/newsletter/", &json!({ "email": "amani" })).await.expect(400).json();
    assert_eq!(errors, json!({ "email": ["L'email doit être valide"] }));
}

/// The address of a link in a mail, behind this beginning.
#[track_caller]
fn link_in(mail: &ReadableMail, beginning: &str) -> String {
    let (_, rest) = mail.text.split_once(beginning).unwrap_or_else(|| panic!("no {beginning} in {mail:?}"));
    format!("{beginning}{}", rest.split_whitespace().next().unwrap())
}

#[apply(both_engines)]
async fn only_the_reader_of_an_address_puts_it_on_the_list(engine: Engine) {
    let app = TestApp::start(engine).await;
    let subscribe = async || app.post("/api/newsletter/", &json!({ "email": "amani@tukio.example" })).await.expect(201);
    let readers = async || -> i64 {
        let sql = "SELECT count(*) FROM newsletter_subscribers WHERE confirmed_at IS NOT NULL";
        app.db.read(move |c| c.query_one(sql, &[], |row| row.get(0))).await.unwrap()
    };
    let press = async |path: &str| app.send(app.request(reqwest::Method::POST, path)).await;
    subscribe().await;
    let first = app.mails().await;
    assert_eq!(first[0].subject, "Confirmez votre inscription à la newsletter");
    let old = link_in(&first[0], "/newsletter/confirm/");
    // Programs that look into links change nothing.
    let page = app.get(&old).await.expect(200);
    assert!(page.text.contains("Confirmer mon inscription"), "{}", page.text);
    assert_eq!((page.header("referrer-policy"), readers().await), ("no-referrer", 0));
    // Nobody is asked twice on one day, and a link is good for fourteen.
    subscribe().await;
    assert_eq!(app.mails().await.len(), 1);
    app.clock.advance_seconds(14 * 24 * 3600);
    let late = press(&old).await.expect(410);
    assert!(late.text.contains("Ce lien n'est plus valable"), "{}", late.text);
    subscribe().await;
    let link = link_in(&app.mails().await[1], "/newsletter/confirm/");
    assert_ne!(link, old);
    for _ in 0..2 {
        let done = press(&link).await.expect(200);
        assert!(done.text.contains("Vous êtes inscrit à la newsletter"), "{}", done.text);
        assert_eq!(readers().await, 1);
    }
    // Who is on the list stays there, and is not written to whatever is typed.
    app.clock.advance_seconds(30 * 24 * 3600);
    subscribe().await;
    assert_eq!((readers().await, app.mails().await.len()), (1, 2));
    press("/newsletter/confirm/x").await.expect(410);
}

#[apply(both_engines)]
async fn every_mail_of_the_newsletter_has_its_way_out(engine: Engine) {
    let app = TestApp::start(engine).await;
    let subscribe = async || app.post("/api/newsletter/", &json!({ "email": "amani@tukio.example" })).await.expect(201);
    let readers = async || -> i64 {
        let sql = "SELECT count(*) FROM newsletter_subscribers";
        app.db.read(move |c| c.query_one(sql, &[], |row| row.get(0))).await.unwrap()
    };
    subscribe().await;
    subscribe().await;
    let mails = app.mails().await;
    assert_eq!((mails.len(), &*mails[0].subject), (1, "Confirmez votre inscription à la newsletter"));
    let raw = String::from_utf8(app.raw_mails().await.remove(0)).unwrap();
    let (_, rest) = raw.split_once("List-Unsubscribe: <").unwrap();
    let path = rest.split('>').next().unwrap().strip_prefix(&app.url("")).unwrap().to_owned();
    // Programs that look into links change nothing.
    let page = app.get(&path).await.expect(200);
    assert!(
        page.header("content-type").starts_with("text/html") && page.text.contains("Me désinscrire"),
        "{}",
        page.text
    );
    assert_eq!((page.header("referrer-policy"), page.header("cache-control")), ("no-referrer", "no-store"));
    assert!(page.header("content-security-policy").contains("form-action 'self'"));
    assert_eq!(readers().await, 1);
    let one_click =
        || app.request(reqwest::Method::POST, &path).header("content-type", "application/x-www-form-urlencoded");
    for _ in 0..2 {
        let done = app.send(one_click().body("List-Unsubscribe=One-Click")).await.expect(200);
        assert!(done.text.contains("Vous êtes désinscrit"), "{}", done.text);
        assert_eq!(readers().await, 0);
    }
    app.send(app.request(reqwest::Method::POST, "/newsletter/unsubscribe/x")).await.expect(200);
    subscribe().await;
    assert_eq!((readers().await, app.mails().await.len()), (1, 2));
}

#[apply(both_engines)]
async fn the_newsletter_is_no_way_to_mail_strangers(engine: Engine) {
    let app = TestApp::start(engine).await;
    let subscribe = async |email: &str| app.post("/api/newsletter/", &json!({ "email": email })).await;
    for _ in 0..490 {
        subscribe("neema@tukio.example").await.expect(201);
    }
    for number in 0..10 {
        subscribe(&format!("n{number}@tukio.example")).await.expect(201);
    }
    subscribe("another@tukio.example").await.expect(429);
    assert_eq!(app.mails().await.len(), 11, "nobody twice");
    app.clock.advance_seconds(2);
    subscribe("another@tukio.example").await.expect(201);
}

/// A name that looks like an encoded word reaches a subject as it was typed, not as what it stands for.
#[apply(both_engines)]
async fn a_name_in_disguise_is_read_as_it_was_typed(engine: Engine) {
    let app = TestApp::start(engine).await;
    let name = "=?utf-8?b?R2FnbmV6IGljaQ==?=";
    let asked = json!({
        "name": name, "phone": "0991234567", "email": "", "day": "2026-11-20", "hour": "10:00",
        "message": "Comment vendre mes billets ?",
    });
    app.post("/api/contact/", &asked).await.expect(201);
    assert_eq!(app.mails().await[0].subject, format!("Rendez-vous : {name}"));
    let raw = String::from_utf8(app.raw_mails().await.remove(0)).unwrap();
    let head = raw.split("\r\n\r\n").next().unwrap();
    assert!(!head.contains("R2FnbmV6IGljaQ=="), "{head}");
}

#[apply(both_engines)]
async fn the_contact_form_is_no_way_to_mail_strangers(engine: Engine) {
    let app = TestApp::start(engine).await;
    let ask = async |email: &str| {
        let asked = json!({
            "name": "Gagnez tout de suite", "phone": "0991234567", "email": email, "day": "2026-11-20",
            "hour": "10:00", "message": "Cliquez ici, vite : https://piege.example",
        });
        app.post("/api/contact/", &asked).await
    };
    for email in ["neema@tukio.example", "Neema@tukio.example", "NEEMA@tukio.example"] {
        ask(email).await.expect(201);
    }
    let refused = ask("neema@tukio.example").await.expect(429);
    assert_eq!(refused.json()["detail"], "Trop de tentatives. Réessayez dans 20 minutes.");
    assert_eq!(refused.header("retry-after"), "1200");
    let kept: i64 =
        app.db.read(|c| c.query_one("SELECT count(*) FROM appointments", &[], |row| row.get(0))).await.unwrap();
    assert_eq!(kept, 3, "what is refused is not kept");
    let mails = app.mails().await;
    let copies: Vec<_> = mails.iter().filter(|mail| mail.to.to_lowercase().contains("neema")).collect();
    assert_eq!((copies.len(), mails.len()), (3, 6));
    assert!(
        copies.iter().all(|mail| !mail.text.contains("piege") && !mail.text.contains("Gagnez")),
        "{}",
        copies[0].text
    );

    for number in 3..30 {
        ask(&format!("n{number}@tukio.example")).await.expect(201);
    }
    ask("another@tukio.example").await.expect(429);
    app.clock.advance_seconds(60);
    ask("another@tukio.example").await.expect(201);
    ask("neema@tukio.example").await.expect(429);
    app.clock.advance_seconds(20 * 60);
    ask("neema@tukio.example").await.expect(201);
}

#[apply(both_engines)]
async fn probes_answer(engine: Engine) {
    let app = TestApp::start(engine).await;
    app.get("/healthz").await.expect(200);
    app.get("/readyz").await.expect(200);
    let db = app.db.clone();
    tokio::task::spawn_blocking(move || db.close()).await.unwrap();
    assert_eq!(app.get("/readyz").await.expect(503).text, "unavailable", "why is for the log");
    app.get("/healthz").await.expect(200);
    app.get("/metrics").await.expect(404);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_documentation_is_served_without_a_redirect() {
    let app = TestApp::start(Engine::Sqlite).await;
    for path in ["/api/docs", "/api/docs/"] {
        assert!(app.get(path).await.expect(200).text.contains("swagger-ui"));
    }
    let script = app.get("/api/docs/swagger-initializer.js").await.expect(200);
    assert!(script.text.contains("/api/openapi.json"));
    app.get("/api/docs/nothing.js").await.expect(404);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_carries_the_security_headers() {
    let app = TestApp::start(Engine::Sqlite).await;
    for path in ["/", "/api/events/", "/api/none/", "/healthz", "/pictures/bands/concerts/1.svg", "/dash"] {
        let answer = app.get(path).await;
        assert!(answer.header("content-security-policy").starts_with("default-src 'none'"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin-allow-popups", "{path}");
        assert!(!answer.header("x-request-id").is_empty(), "{path}");
    }
    // What the payment popup shows of ours: with another policy than the provider's page it would lose its opener.
    for path in ["/payments/return?payment_id=x", "/pay/x", "/sandbox/pay/x"] {
        assert_eq!(app.get(path).await.header("cross-origin-opener-policy"), "unsafe-none", "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_say_how_they_are_written() {
    let app = TestApp::start(Engine::Sqlite).await;
    for path in ["/", "/events", "/none", "/calendar.ics", "/sitemap.xml", "/robots.txt", "/healthz", "/api/docs"] {
        let answer = app.get(path).await;
        assert!(answer.header("content-type").ends_with("; charset=utf-8"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_people_come_by_https_they_come_by_nothing_else() {
    for (public_url, expected) in [("https://tukio.example", "max-age=31536000"), ("http://tukio.example", "")] {
        let settings = [("TUKIO_PUBLIC_URL", public_url), ("TUKIO_ALLOW_SANDBOX", "1")];
        let app = TestApp::start_with(Engine::Sqlite, &settings).await;
        for path in ["/", "/api/events/", "/api/none/", "/healthz", "/pictures/bands/concerts/1.svg", "/dash"] {
            let answer = app.get(path).await;
            assert_eq!(answer.header("strict-transport-security"), expected, "{public_url} {path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_configured_origins_may_call_from_elsewhere() {
    let app = TestApp::start_with(Engine::Sqlite, &[("TUKIO_ALLOWED_ORIGINS", "https://app.tukio.example")]).await;
    let from = async |origin: &str| {
        let request = app.request(reqwest::Method::GET, "/api/events/").header("origin", origin);
        app.send(request).await.header("access-control-allow-origin").to_owned()
    };
    assert_eq!(from("https://app.tukio.example").await, "https://app.tukio.example");
    assert_eq!(from("https://evil.example").await, "");
}
