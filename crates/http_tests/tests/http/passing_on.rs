//! Giving a ticket away: the number's owner is named before it is final, and nobody finds out who has which number.

use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Answer, Buyer, Engine, TestApp, both_engines, buyer, on_sale};

struct Gift {
    giver: Buyer,
    path: String,
}

impl Gift {
    async fn of_grace(app: &TestApp) -> Gift {
        let (_, kind) = on_sale(app, 5).await;
        let giver = buyer(app, "Grace", "0990000001").await;
        giver.buy(app, &kind, 1).await;
        let path = format!("/api/my-tickets/{}/", giver.tickets(app).await[0]["id"].as_str().unwrap());
        Gift { giver, path }
    }

    async fn ask(&self, app: &TestApp, who: &Buyer, phone: &str) -> Answer {
        who.post(app, &format!("{}receiver/", self.path), json!({ "phone": phone })).await
    }

    async fn give(&self, app: &TestApp, to: Value) -> Answer {
        self.giver.post(app, &format!("{}transfer/", self.path), to).await
    }
}

#[apply(both_engines)]
async fn the_receiver_is_named_before_it_is_final(engine: Engine) {
    let app = TestApp::start(engine).await;
    let gift = Gift::of_grace(&app).await;
    let amani = buyer(&app, "Amani", "0990000002").await;
    let named = gift.ask(&app, &gift.giver, "243990000002").await.expect(200).json();
    assert_eq!(named, json!({ "username": "Amani" }));
    for (phone, message) in [
        ("0999999999", "Aucun compte Tukio n'a ce numéro."),
        ("12", "Aucun compte Tukio n'a ce numéro."),
        ("0990000001", "Ce billet est déjà à vous."),
    ] {
        assert_eq!(
            gift.ask(&app, &gift.giver, phone).await.expect(400).json(),
            json!({ "phone": [message] }),
            "{phone}"
        );
    }
    // Somebody else's by now: nothing is given.
    app.db.write(|c| c.execute("UPDATE users SET username = 'Rehema' WHERE username = 'Amani'", &[])).await.unwrap();
    let refused = gift.give(&app, json!({ "phone": "0990000002", "receiver": "Amani" })).await.expect(400).json();
    let message = "Ce numéro n'appartient plus à Amani : vérifiez à qui vous transmettez le billet.";
    assert_eq!(refused, json!({ "phone": [message] }));
    assert_eq!((gift.giver.tickets(&app).await.len(), amani.tickets(&app).await.len()), (1, 0));
    let done = gift.give(&app, json!({ "phone": "0990000002", "receiver": "Rehema" })).await.expect(200).json();
    assert_eq!(done, json!({ "message": "Le billet est maintenant à Rehema." }));
    // Who has nothing to give any more learns nothing.
    gift.ask(&app, &gift.giver, "0990000002").await.expect(404);
}

#[apply(both_engines)]
async fn a_number_is_named_to_who_has_a_ticket_to_give_only(engine: Engine) {
    let app = TestApp::start(engine).await;
    let gift = Gift::of_grace(&app).await;
    let amani = buyer(&app, "Amani", "0990000002").await;
    app.post(&format!("{}receiver/", gift.path), &json!({ "phone": "0990000002" })).await.expect(401);
    gift.ask(&app, &amani, "0990000001").await.expect(404);
    app.db.write(|c| c.execute("UPDATE tickets SET status = 'scanned'", &[])).await.unwrap();
    for phone in ["0990000002", "0999999999"] {
        let scanned = gift.ask(&app, &gift.giver, phone).await.expect(400).json();
        assert_eq!(scanned, json!({ "non_field_errors": ["Un billet déjà scanné ne peut plus être transmis."] }));
    }
}

#[apply(both_engines)]
async fn numbers_can_not_be_tried_one_after_the_other(engine: Engine) {
    let app = TestApp::start(engine).await;
    let gift = Gift::of_grace(&app).await;
    buyer(&app, "Amani", "0990000002").await;
    for number in 0..15 {
        gift.ask(&app, &gift.giver, &format!("09980000{number:02}")).await.expect(400);
        gift.give(&app, json!({ "phone": format!("09970000{number:02}") })).await.expect(400);
    }
    assert_ne!(gift.ask(&app, &gift.giver, "0990000002").await.expect(429).header("retry-after"), "");
    // A number that exists is answered as one that does not, whatever name is confirmed with it.
    for phone in ["0997000099", "0990000002"] {
        gift.give(&app, json!({ "phone": phone })).await.expect(429);
        gift.give(&app, json!({ "phone": phone, "receiver": "Rehema" })).await.expect(429);
    }
    assert_eq!(gift.giver.tickets(&app).await.len(), 1);
    app.clock.advance_seconds(5 * 60);
    gift.give(&app, json!({ "phone": "0990000002" })).await.expect(200);
}

#[apply(both_engines)]
async fn a_confirmed_name_that_is_wrong_is_a_guess_and_a_transfer_is_none(engine: Engine) {
    let app = TestApp::start(engine).await;
    let gift = Gift::of_grace(&app).await;
    let amani = buyer(&app, "Amani", "0990000002").await;
    for _ in 0..29 {
        gift.give(&app, json!({ "phone": "0990000002", "receiver": "Rehema" })).await.expect(400);
    }
    // What was refused whatever the number tells nothing of one.
    gift.give(&app, json!({ "phone": "0990000001" })).await.expect(400);
    amani.post(&app, &format!("{}transfer/", gift.path), json!({ "phone": "0990000001" })).await.expect(404);
    gift.give(&app, json!({ "phone": "0990000002" })).await.expect(200);
    amani.post(&app, &format!("{}transfer/", gift.path), json!({ "phone": "0990000001" })).await.expect(200);
    gift.give(&app, json!({ "phone": "0999999999" })).await.expect(400);
    gift.give(&app, json!({ "phone": "0990000002" })).await.expect(429);
}
