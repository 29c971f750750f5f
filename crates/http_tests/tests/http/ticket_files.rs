//! Tickets as files: the PDF, and what mails carry of it.

use std::pin::Pin;
use std::sync::Arc;

use domain::UserId;
use platform::mail::{Attachment, AttachmentMaker, ReadableFile, ReadableMail};
use platform::{Error, MailSender};
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{
    Answer, Buyer, Engine, SmtpServer, TestApp, both_engines, buyer, on_sale, pay, signed_in, wish, work,
};

/// Buys so many tickets that are sent to this address.
async fn buy_by_mail(app: &TestApp, person: &Buyer, kind: &str, quantity: i64, email: &str) -> Value {
    let mut with_mail = wish(kind, quantity);
    with_mail["email"] = json!(email);
    let payment = person.post(app, "/api/payments/init/", with_mail).await.expect(200).json();
    pay(app, &payment, "0970000789").await;
    work(app, 3).await;
    payment
}

async fn pdf(app: &TestApp, person: &Buyer, ticket: &Value, query: &str) -> Answer {
    person.get(app, &format!("/api/my-tickets/{}/ticket.pdf{query}", ticket["id"].as_str().unwrap())).await
}

async fn calendar(app: &TestApp, person: &Buyer, ticket: &Value) -> String {
    let path = format!("/api/my-tickets/{}/calendar.ics", ticket["id"].as_str().unwrap());
    person.get(app, &path).await.expect(200).text
}

fn names(mail: &ReadableMail) -> Vec<&str> {
    mail.files.iter().map(|file| file.name.as_str()).collect()
}

/// Somebody who makes no files now, or never.
struct NoFiles {
    ever: bool,
}

impl AttachmentMaker for NoFiles {
    fn make_attachments<'a>(
        &'a self,
        _: Option<UserId>,
        _: &'a str,
    ) -> Pin<Box<dyn Future<Output = Result<Vec<Attachment>, Error>> + Send + 'a>> {
        let error = if self.ever { Error::Busy } else { Error::Internal("no printer".to_owned()) };
        Box::pin(std::future::ready(Err(error)))
    }
}

/// Pages of a document: their number is written in the open.
fn pages(pdf: &str) -> usize {
    let (_, rest) = pdf.split_once("/Count ").expect("a document with pages");
    rest.split(|sign: char| !sign.is_ascii_digit()).next().unwrap().parse().unwrap()
}

fn text(file: &ReadableFile) -> String {
    String::from_utf8_lossy(&file.bytes).into_owned()
}

#[apply(both_engines)]
async fn a_mail_waits_for_files_that_can_only_not_be_made_now(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, kind) = on_sale(&app, 5).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let round = async |ever| MailSender::new(&app.services, Arc::new(NoFiles { ever })).send_due().await.unwrap();
    buy_by_mail(&app, &grace, &kind, 1, "grace@tukio.example").await;
    round(true).await;
    assert_eq!(app.mails().await.len(), 0, "the PDF pool is busy");
    app.clock.advance_seconds(30);
    let mails = app.mails().await;
    assert_eq!((mails.len(), names(&mails[0]).len()), (1, 2));
    let files = async || app.mails().await.iter().map(|mail| mail.files.len()).collect::<Vec<_>>();
    // Where they can't be made at all, the letter alone is better than none; and so it is after a day.
    buy_by_mail(&app, &grace, &kind, 1, "grace@tukio.example").await;
    round(false).await;
    assert_eq!(files().await, [2, 0]);
    buy_by_mail(&app, &grace, &kind, 1, "grace@tukio.example").await;
    round(true).await;
    app.clock.advance_seconds(24 * 3600);
    round(true).await;
    assert_eq!(files().await, [2, 0, 0]);
}

#[apply(both_engines)]
async fn a_ticket_is_printed_for_its_holder(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 5).await;
    let (grace, amani) = (buyer(&app, "Grace", "0990000001").await, buyer(&app, "Amani", "0990000002").await);
    grace.buy(&app, &kind, 2).await;
    let ticket = grace.tickets(&app).await[0].clone();
    for (query, size) in [("", "595.28 841.89"), ("?format=a4", "595.28 841.89"), ("?format=phone", "360 720")] {
        let answer = pdf(&app, &grace, &ticket, query).await.expect(200);
        let name = format!("attachment; filename=\"billet-{}.pdf\"", ticket["code"].as_str().unwrap());
        assert_eq!(
            (answer.header("content-type"), answer.header("content-disposition")),
            ("application/pdf", name.as_str())
        );
        assert_eq!(answer.header("cache-control"), "no-store", "in no cache at all");
        assert!(answer.text.starts_with("%PDF-1.7") && answer.text.contains(&format!("/MediaBox [0 0 {size}]")));
        let title: String = "Billet pour « Concert 1 »".encode_utf16().map(|unit| format!("{unit:04X}")).collect();
        assert!(answer.text.contains("/Lang (fr)") && answer.text.contains(&title));
        assert_eq!(pages(&answer.text), 1);
    }
    let again = async || pdf(&app, &grace, &ticket, "?format=phone").await.expect(200).text;
    assert_eq!(again().await, again().await, "the same ticket at the same moment");
    let refused = pdf(&app, &grace, &ticket, "?format=a5").await.expect(400).json();
    assert_eq!(refused, json!({ "format": ["Choisissez a4 ou phone."] }));
    pdf(&app, &amani, &ticket, "").await.expect(404);
    // Its price has changed since: what was paid stands in the document, so its bytes stay the same.
    let before = again().await;
    app.db
        .write(move |c| c.execute("UPDATE ticket_types SET price = 9900 WHERE event_id = $1", &[&event]))
        .await
        .unwrap();
    assert_eq!(again().await, before);
    for (status, detail) in [
        ("cancelled", "Ce billet est annulé : il n'ouvre plus l'entrée."),
        ("refunded", "Ce billet est remboursé : il n'ouvre plus l'entrée."),
    ] {
        app.db.write(move |c| c.execute("UPDATE tickets SET status = $1", &[&status])).await.unwrap();
        assert_eq!(pdf(&app, &grace, &ticket, "").await.expect(409).json(), json!({ "detail": detail }));
    }
    app.db.write(|c| c.execute("UPDATE tickets SET status = 'scanned', scanned_at = 1", &[])).await.unwrap();
    pdf(&app, &grace, &ticket, "").await.expect(200);
}

#[apply(both_engines)]
async fn who_passes_a_ticket_on_and_who_gets_it_are_told(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, kind) = on_sale(&app, 5).await;
    let (grace, amani) = (app.register("Grace", "0990000001").await, app.register("Amani", "0990000002").await);
    app.set_email(&grace["user"], "grace@tukio.example").await;
    app.set_email(&amani["user"], "amani@tukio.example").await;
    let (grace, amani) = (signed_in(&app, "Grace").await, signed_in(&app, "Amani").await);
    grace.buy(&app, &kind, 1).await;
    assert_eq!(names(&app.mails().await[0]).len(), 2, "her own ticket and its calendar");
    let ticket = grace.tickets(&app).await[0].clone();
    let path = format!("/api/my-tickets/{}/transfer/", ticket["id"].as_str().unwrap());
    app.clock.advance_seconds(1);
    grace.post(&app, &path, json!({ "phone": "0990000002" })).await.expect(200);
    let mails = app.mails().await;
    let to = |address: &str| mails[1..].iter().find(|mail| mail.to == address).unwrap();
    let (received, given) = (to("amani@tukio.example"), to("grace@tukio.example"));
    let new = amani.tickets(&app).await[0].clone();
    let code = new["code"].as_str().unwrap();
    assert_eq!(received.subject, "Un billet pour « Concert 1 » est à vous");
    assert!(
        received.text.contains("Grace vous a transmis un billet") && received.text.contains(code),
        "{}",
        received.text
    );
    assert_eq!(received.files[0].name, format!("billet-{code}.pdf"));
    assert_eq!(text(&received.files[1]), calendar(&app, &amani, &new).await);
    assert_eq!(given.subject, "Billet transmis : « Concert 1 »");
    assert!(given.text.contains("est maintenant à Amani.") && !given.text.contains(code), "{}", given.text);
    assert_eq!(given.files, []);
}

#[apply(both_engines)]
async fn a_mail_encloses_only_what_its_reader_still_holds(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, kind) = on_sale(&app, 5).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    buyer(&app, "Amani", "0990000002").await;
    buy_by_mail(&app, &grace, &kind, 2, "grace@tukio.example").await;
    let tickets = grace.tickets(&app).await;
    let path = format!("/api/my-tickets/{}/transfer/", tickets[0]["id"].as_str().unwrap());
    grace.post(&app, &path, json!({ "phone": "0990000002" })).await.expect(200);
    let mails = app.mails().await;
    let kept = tickets[1]["code"].as_str().unwrap();
    assert_eq!(mails[0].files[0].name, format!("billet-{kept}.pdf"), "one of two");
}

#[apply(both_engines)]
async fn a_mail_whose_files_cant_be_made_goes_without_them(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, kind) = on_sale(&app, 5).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    buy_by_mail(&app, &grace, &kind, 2, "grace@tukio.example").await;
    app.db.write(|c| c.execute("UPDATE mails SET attachments = 'nothing we know'", &[])).await.unwrap();
    let mails = app.mails().await;
    assert_eq!((mails.len(), names(&mails[0])), (1, vec![]));
    assert!(mails[0].text.contains("a réussi"), "{}", mails[0].text);
}

/// Somebody's own mail server takes the tickets.
#[apply(both_engines)]
async fn tickets_arrive_by_smtp(engine: Engine) {
    let server = SmtpServer::start().await;
    let app = TestApp::start_with(engine, &[("TUKIO_SMTP_URL", &server.url())]).await;
    let (_, kind) = on_sale(&app, 5).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    buy_by_mail(&app, &grace, &kind, 3, "grace@tukio.example").await;
    server.refuse_next("451 try again later");
    app.mail_sender.send_due().await.unwrap();
    app.clock.advance_seconds(30);
    app.mail_sender.send_due().await.unwrap();
    let mails = server.taken();
    let mail = &mails[0];
    assert_eq!((mails.len(), mail.to.as_str()), (1, "grace@tukio.example"));
    assert!(mail.text.contains("samedi 14 novembre 2026 à 19:30"), "{}", mail.text);
    let event = grace.tickets(&app).await[0]["event"]["id"].to_string();
    assert_eq!(names(mail), ["billets.pdf", &format!("evenement-{event}.ics")]);
    assert_eq!(mail.files[0].content_type, "application/pdf");
    assert_eq!(pages(&text(&mail.files[0])), 3);
    assert_eq!(mail.files[1].content_type, "text/calendar; charset=utf-8");
    assert_eq!(text(&mail.files[1]), calendar(&app, &grace, &grace.tickets(&app).await[0]).await);
    let kept = app.db.read(|c| {
        c.query_one("SELECT count(*) FROM mails WHERE attachments IS NOT NULL", &[], |row| row.get::<i64>(0))
    });
    assert_eq!(kept.await.unwrap(), 0, "nothing of it stays behind");
}
