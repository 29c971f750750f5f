//! The outbox and its sender: a mail leaves once, later if it must, and its words are kept nowhere.

use std::time::Duration;

use platform::MailSender;
use rstest_reuse::apply;
use serde_json::json;
use tokio::sync::oneshot;

use crate::support::{Engine, SmtpServer, TestApp, both_engines};

const HOUR: i64 = 3600;

/// The application with somebody in it who has a mail address.
async fn with_smtp(engine: Engine, server: &SmtpServer) -> TestApp {
    let app = TestApp::start_with(engine, &[("TUKIO_SMTP_URL", &server.url())]).await;
    let amani = app.register("Amani", "0991234567").await;
    app.prove_email(&amani["user"], "amani@tukio.example").await;
    app
}

/// Has a mail put into the outbox.
async fn ask(app: &TestApp) {
    app.post("/api/password/forgotten/", &json!({ "query": "Amani" })).await.expect(200);
}

/// Mails that wait, were sent, were given up; and the bytes kept of all of them.
async fn outbox(app: &TestApp) -> (i64, i64, i64, i64) {
    let counts = "SELECT count(next_attempt_at), count(sent_at), count(failed_at),
        CAST(COALESCE(sum(length(content)), 0) AS BIGINT) FROM mails";
    app.db
        .read(move |c| c.query_one(counts, &[], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))))
        .await
        .unwrap()
}

#[apply(both_engines)]
async fn a_mail_without_a_server_is_a_file(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    app.prove_email(&amani["user"], "amani@tukio.example").await;
    ask(&app).await;
    let (waiting, .., bytes) = outbox(&app).await;
    assert!(waiting == 1 && bytes > 0);
    let mails = app.mails().await;
    assert_eq!(mails.len(), 1);
    assert_eq!(
        (mails[0].to.as_str(), mails[0].subject.as_str()),
        ("amani@tukio.example", "Choisissez un nouveau mot de passe")
    );
    assert!(mails[0].text.starts_with("Bonjour Amani,"), "{}", mails[0].text);
    assert_eq!(mails[0].date, "Sat, 14 Nov 2026 10:00:00 +0000");
    // Nothing of what it said stays behind: it held a way into the account.
    assert_eq!(outbox(&app).await, (0, 1, 0, 0));
    app.clock.advance_seconds(91 * 24 * HOUR);
    assert_eq!(app.mails().await.len(), 1, "sent once");
    assert_eq!(outbox(&app).await, (0, 0, 0, 0), "after three months even the fact is forgotten");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_for_now_is_tried_again_later() {
    let server = SmtpServer::start().await;
    let app = with_smtp(Engine::Sqlite, &server).await;
    ask(&app).await;
    server.refuse_next("451 try again later");
    server.refuse_next("451 try again later");
    for (wait, taken) in [(0, 0), (29, 0), (1, 0), (59, 0), (1, 1), (24 * HOUR, 1)] {
        app.clock.advance_seconds(wait);
        app.mail_sender.send_due().await.unwrap();
        assert_eq!(server.taken().len(), taken, "after {wait} s more");
    }
    assert_eq!(server.taken()[0].to, "amani@tukio.example");
    assert_eq!(outbox(&app).await, (0, 1, 0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mailbox_that_does_not_exist_is_given_up_at_once() {
    let server = SmtpServer::start().await;
    let app = with_smtp(Engine::Sqlite, &server).await;
    ask(&app).await;
    server.refuse_next("550 no such mailbox");
    app.mail_sender.send_due().await.unwrap();
    assert_eq!(outbox(&app).await, (0, 0, 1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_away_is_given_a_day() {
    // Bound and given back: nobody listens there.
    let away = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let app = TestApp::start_with(Engine::Sqlite, &[("TUKIO_SMTP_URL", &format!("smtp://{away}"))]).await;
    let amani = app.register("Amani", "0991234567").await;
    app.prove_email(&amani["user"], "amani@tukio.example").await;
    ask(&app).await;
    for _ in 0..24 {
        app.mail_sender.send_due().await.unwrap();
        let (waiting, sent, given_up, _) = outbox(&app).await;
        assert_eq!((waiting, sent, given_up), (1, 0, 0));
        app.clock.advance_seconds(HOUR);
    }
    app.mail_sender.send_due().await.unwrap();
    assert_eq!(outbox(&app).await, (0, 0, 1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_senders_send_each_mail_once() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let server = SmtpServer::start().await;
        let app = with_smtp(engine, &server).await;
        // Six hours' worth of asking: three each hour are answered.
        for _ in 0..6 {
            for _ in 0..3 {
                ask(&app).await;
            }
            app.clock.advance_seconds(HOUR + 1);
        }
        let other = MailSender::clone(&app.mail_sender);
        let (first, second) = tokio::join!(app.mail_sender.send_due(), other.send_due());
        first.unwrap();
        second.unwrap();
        let mut texts: Vec<String> = server.taken().into_iter().map(|mail| mail.text).collect();
        assert_eq!(texts.len(), 18);
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), 18, "each with its own link");
        assert_eq!(outbox(&app).await, (0, 18, 0, 0));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sender_is_woken_and_stops_when_told() {
    let server = SmtpServer::start().await;
    let app = with_smtp(Engine::Sqlite, &server).await;
    // The sender deletes this old mail at the end of its first round; then it has nothing to do until it is woken.
    let old = "INSERT INTO mails (recipient, subject, content, created_at, sent_at) VALUES ('', '', '', 0, 0)";
    app.db.write(move |c| c.execute(old, &[])).await.unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let sender = tokio::spawn(app.mail_sender.clone().run(async {
        let _ = stopped.await;
    }));
    while outbox(&app).await != (0, 0, 0, 0) {}
    ask(&app).await;
    // Far less than its pause between two rounds.
    tokio::time::timeout(Duration::from_secs(20), server.arrival()).await.expect("a mail arrives at once");
    drop(stop);
    tokio::time::timeout(Duration::from_secs(20), sender).await.expect("it stops").unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn mails_of_a_demo_are_read_in_the_browser() {
    let app = TestApp::start_with(Engine::Sqlite, &[("TUKIO_DEMO", "1")]).await;
    assert!(app.get("/dev/mail").await.expect(200).text.contains("Aucun e-mail"));
    let amani = app.register("<b>Amani</b>", "0991234567").await;
    app.prove_email(&amani["user"], "amani@tukio.example").await;
    app.post("/api/password/forgotten/", &json!({ "query": "<b>Amani</b>" })).await.expect(200);
    app.mails().await;
    let list = app.get("/dev/mail").await.expect(200);
    assert!(list.header("content-security-policy").starts_with("default-src 'none'"));
    let (_, rest) = list.text.split_once("href=\"/dev/mail/").unwrap();
    let file = rest.split('"').next().unwrap();
    let mail = app.get(&format!("/dev/mail/{file}")).await.expect(200).text;
    assert!(mail.contains("Bonjour &lt;b&gt;Amani&lt;/b&gt;,"), "{mail}");
    let link = format!("<a href=\"{}/reset-password?token=", app.url(""));
    assert!(mail.contains(&link), "{mail}");
    for path in ["nothing.eml", "..%2Ftukio.db", "%2e%2e%2ftukio.db", "."] {
        app.get(&format!("/dev/mail/{path}")).await.expect(404);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn mails_of_people_are_not_for_the_browser() {
    for settings in [vec![], vec![("TUKIO_DEMO", "1"), ("TUKIO_SMTP_URL", "smtp://127.0.0.1:1")]] {
        let app = TestApp::start_with(Engine::Sqlite, &settings).await;
        app.get("/dev/mail").await.expect(404);
        app.get("/dev/mail/x.eml").await.expect(404);
    }
}
