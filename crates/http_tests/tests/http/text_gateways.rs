//! Messages to telephones: how each gateway is spoken to, and what happens when one does not answer.

use reqwest::Method;
use rstest_reuse::apply;
use serde_json::json;

use crate::support::{Accepted, Engine, Gateway, TestApp, both_engines, code_in};

/// Somebody asks for a code for their number.
async fn ask(app: &TestApp, channel: &str) -> String {
    let amani = app.register("Amani", "0991234567").await;
    let access = amani["access"].as_str().unwrap().to_owned();
    let body = json!({ "channel": channel });
    app.call_as(&access, Method::POST, "/api/phone/send-code/", Some(&body)).await.expect(200);
    access
}

async fn prove(app: &TestApp, access: &str, code: &str) {
    app.call_as(access, Method::POST, "/api/phone/verify/", Some(&json!({ "code": code }))).await.expect(204);
}

/// How many wait, were sent, were given up, and still hold a text or a code.
async fn outbox(app: &TestApp) -> (i64, i64, i64, i64) {
    let count = "SELECT count(next_attempt_at) AS waiting, count(sent_at) AS sent, count(failed_at) AS failed,
                        count(CASE WHEN content <> '' OR code <> '' THEN 1 END) AS legible FROM texts";
    let row =
        |row: &database::Row<'_>| Ok((row.get("waiting")?, row.get("sent")?, row.get("failed")?, row.get("legible")?));
    app.db.read(move |c| c.query_one(count, &[], row)).await.unwrap()
}

#[apply(both_engines)]
async fn a_code_goes_by_africas_talking(engine: Engine) {
    let gateway = Gateway::start().await;
    let app = TestApp::with_gateway(engine, gateway.africas_talking()).await;
    let access = ask(&app, "").await;
    assert_eq!(gateway.asked(), 0, "no request of a person waits for a gateway");
    app.text_sender.send_due().await.unwrap();
    let [Accepted { to, from, text }] = &gateway.accepted()[..] else { panic!("one message") };
    assert_eq!((to.as_str(), from.as_str()), ("+243991234567", "Tukio"));
    let words = " est votre code Tukio pour confirmer votre mobile, valable 10 minutes. Ne le donnez jamais.";
    assert_eq!(&text[6..], words);
    assert_eq!(outbox(&app).await, (0, 1, 0, 0));
    prove(&app, &access, &code_in(text)).await;
}

#[apply(both_engines)]
async fn a_code_goes_by_a_gateway_before_smpp(engine: Engine) {
    for style in ["get", "post"] {
        let gateway = Gateway::start().await;
        let app = TestApp::with_gateway(engine, gateway.kannel(style)).await;
        let access = ask(&app, "sms").await;
        app.text_sender.send_due().await.unwrap();
        let [Accepted { to, from, text }] = &gateway.accepted()[..] else { panic!("one message by {style}") };
        assert_eq!((to.as_str(), from.as_str()), ("243991234567", "Tukio"));
        prove(&app, &access, &code_in(text)).await;
    }
}

#[apply(both_engines)]
async fn a_code_goes_by_whatsapp(engine: Engine) {
    let (sms, whatsapp) = (Gateway::start().await, Gateway::start().await);
    let app = TestApp::with_gateway(engine, [sms.kannel("get"), whatsapp.whatsapp()].concat()).await;
    let channels = app.get("/api/phone/channels/").await.expect(200).json();
    assert_eq!(channels, json!({ "channels": ["sms", "whatsapp"] }));
    let access = ask(&app, "whatsapp").await;
    app.text_sender.send_due().await.unwrap();
    let [Accepted { to, text, .. }] = &whatsapp.accepted()[..] else { panic!("one message") };
    assert_eq!((to.as_str(), text.len(), sms.asked()), ("243991234567", 6, 0));
    prove(&app, &access, text).await;
}

#[apply(both_engines)]
async fn a_gateway_that_fails_is_asked_again_while_the_code_works(engine: Engine) {
    let gateway = Gateway::start().await;
    let app = TestApp::with_gateway(engine, gateway.africas_talking()).await;
    gateway.refuse_next(503, "Service Unavailable");
    gateway
        .refuse_next(201, json!({ "SMSMessageData": { "Message": "InvalidSenderId", "Recipients": [] } }).to_string());
    // More than anybody reads.
    gateway.refuse_next(200, "x".repeat(1 << 20));
    ask(&app, "").await;
    for (seconds, accepted) in [(0, 0), (5, 0), (10, 0), (20, 1)] {
        app.clock.advance_seconds(seconds);
        app.text_sender.send_due().await.unwrap();
        assert_eq!(gateway.accepted().len(), accepted, "after {seconds} more seconds");
    }
    assert_eq!((gateway.asked(), outbox(&app).await), (4, (0, 1, 0, 0)));
}

#[apply(both_engines)]
async fn what_no_telephone_will_take_is_given_up(engine: Engine) {
    let (sms, whatsapp) = (Gateway::start().await, Gateway::start().await);
    let app = TestApp::with_gateway(engine, [sms.africas_talking(), whatsapp.whatsapp()].concat()).await;
    let unknown = json!({ "statusCode": 403, "number": "+243991234567", "status": "InvalidPhoneNumber" });
    sms.refuse_next(
        201,
        json!({ "SMSMessageData": { "Message": "Sent to 0/1", "Recipients": [unknown] } }).to_string(),
    );
    whatsapp.refuse_next(400, json!({ "error": { "message": "Message undeliverable", "code": 131_026 } }).to_string());
    let access = ask(&app, "sms").await;
    app.text_sender.send_due().await.unwrap();
    assert_eq!(outbox(&app).await, (0, 0, 1, 0));
    app.clock.advance_seconds(60);
    let body = json!({ "channel": "whatsapp" });
    app.call_as(&access, Method::POST, "/api/phone/send-code/", Some(&body)).await.expect(200);
    app.text_sender.send_due().await.unwrap();
    assert_eq!(outbox(&app).await, (0, 0, 2, 0));
}

#[apply(both_engines)]
async fn a_code_that_has_expired_is_not_sent(engine: Engine) {
    let gateway = Gateway::start().await;
    let app = TestApp::with_gateway(engine, gateway.kannel("get")).await;
    ask(&app, "").await;
    app.clock.advance_seconds(600);
    app.text_sender.send_due().await.unwrap();
    assert_eq!((gateway.asked(), outbox(&app).await), (0, (0, 0, 1, 0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_of_a_demo_are_read_in_the_browser() {
    let app = TestApp::start_with(Engine::Sqlite, &[("TUKIO_DEMO", "1")]).await;
    assert!(app.get("/dev/sms").await.expect(200).text.contains("Aucun SMS"));
    let access = ask(&app, "").await;
    let code = app.last_code().await;
    let page = app.get("/dev/sms").await.expect(200).text;
    assert!(page.contains("To: +243991234567") && page.contains(&code), "{page}");
    prove(&app, &access, &code).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_of_people_are_not_for_the_browser() {
    let gateway = Gateway::start().await;
    let demo = vec![("TUKIO_DEMO", "1".to_owned())];
    for settings in [vec![], [demo, gateway.kannel("get")].concat()] {
        TestApp::with_gateway(Engine::Sqlite, settings).await.get("/dev/sms").await.expect(404);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn in_production_nothing_is_written_that_nobody_reads() {
    let settings = [("TUKIO_ENV", "production"), ("TUKIO_ALLOW_SANDBOX", "1")];
    let app = TestApp::start_with(Engine::Sqlite, &settings).await;
    assert_eq!(app.get("/api/phone/channels/").await.expect(200).json(), json!({ "channels": [] }));
    let body = json!({ "phone": "0991234567" });
    let refused = app.post("/api/phone/claim/", &body).await.expect(400).json();
    assert_eq!(refused, json!({ "detail": "Les numéros ne peuvent pas être vérifiés pour le moment." }));
}
