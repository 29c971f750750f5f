//! What somebody began to pay for stays, and its organiser is told the truth about it: sold, held, or only begun.

use domain::{EventId, UserId};
use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{
    Answer, Engine, TestApp, audited, both_engines, buyer, left, on_sale_by, page_of, pay, signed_in, work,
};

struct Organiser {
    access: String,
    event: EventId,
    kind: i64,
}

async fn organiser(app: &TestApp) -> Organiser {
    let owner = app.register("Kilima", "0970000000").await;
    let (event, kind) = on_sale_by(app, UserId::new(owner["user"]["id"].as_i64().unwrap()), 10).await;
    Organiser { access: owner["access"].as_str().unwrap().to_owned(), event, kind: kind.parse().unwrap() }
}

impl Organiser {
    async fn delete(&self, app: &TestApp) -> Answer {
        app.call_as(&self.access, Method::DELETE, &format!("/api/events/{}/", self.event), None).await
    }

    async fn save(&self, app: &TestApp, list: Value) -> Answer {
        app.call_as(&self.access, Method::PUT, &format!("/api/events/{}/tickets/", self.event), Some(&list)).await
    }

    async fn begun(&self, app: &TestApp) -> Value {
        let path = format!("/api/my-events/?id={}", self.event);
        app.get_as(&self.access, &path).await.expect(200).json()["begun_types"].clone()
    }

    fn places(&self, places: i64, devise: &str) -> Value {
        json!([{ "id": self.kind, "label": "Standard", "price": 25, "nbr_max": places, "devise": devise }])
    }
}

fn refusal(message: &str) -> Value {
    json!({ "ttype": [message] })
}

#[apply(both_engines)]
async fn what_was_only_begun_is_not_called_sold(engine: Engine) {
    let app = TestApp::start(engine).await;
    let kilima = organiser(&app).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    assert_eq!(kilima.begun(&app).await, json!([]));
    let payment = grace.init(&app, &kilima.kind.to_string(), 1).await.expect(200).json();
    pay(&app, &payment, "0970000049").await;
    work(&app, 3).await;
    assert_eq!(grace.status(&app, &payment).await["status"], "failed");

    assert_eq!(kilima.begun(&app).await, json!([kilima.kind]));
    let begun = "Un paiement a été commencé pour « Standard » : fermez sa vente au lieu de le retirer";
    assert_eq!(kilima.save(&app, json!([])).await.expect(400).json(), refusal(begun));
    let stays = "Un paiement a été commencé pour cet évènement : annulez-le au lieu de le supprimer.";
    assert_eq!(kilima.delete(&app).await.expect(409).json(), json!({ "detail": stays }));
    // Nothing is sold nor held: it may become anything else.
    kilima.save(&app, kilima.places(1, "CDF")).await.expect(200);
    let cancel = format!("/api/events/{}/cancel/", kilima.event);
    app.call_as(&kilima.access, Method::POST, &cancel, None).await.expect(200);
    let stays = "Un paiement a été commencé pour cet évènement : il ne peut pas être supprimé.";
    assert_eq!(kilima.delete(&app).await.expect(409).json(), json!({ "detail": stays }));
    // Its buyer still finds it.
    assert_eq!(grace.payment(&app, &payment).await["event"]["name"], "Concert 1");
    audited(&app).await;
}

#[apply(both_engines)]
async fn held_places_are_not_called_sold(engine: Engine) {
    let app = TestApp::start(engine).await;
    let kilima = organiser(&app).await;
    let kind = kilima.kind.to_string();
    let grace = buyer(&app, "Grace", "0990000001").await;
    let few = async |places: i64| kilima.save(&app, kilima.places(places, "USD")).await.expect(400).json();
    let second = json!([{ "label": "VIP", "price": 90, "nbr_max": 4 }]);

    let first = grace.init(&app, &kind, 2).await.expect(200).json();
    assert_eq!(few(1).await, refusal("« Standard » : 2 billets sont déjà vendus ou réservés"));
    let currency = kilima.save(&app, kilima.places(10, "CDF")).await.expect(400).json();
    assert_eq!(currency, refusal("« Standard » est déjà réservé : sa devise ne peut plus changer"));
    let begun = "Un paiement a été commencé pour « Standard » : fermez sa vente au lieu de le retirer";
    assert_eq!(kilima.save(&app, second.clone()).await.expect(400).json(), refusal(begun));

    pay(&app, &first, "0970000789").await;
    work(&app, 3).await;
    assert_eq!(few(1).await, refusal("« Standard » : 2 billets sont déjà vendus"));
    let sold = "« Standard » est déjà vendu : ce billet ne peut pas être retiré";
    assert_eq!(kilima.save(&app, second).await.expect(400).json(), refusal(sold));
    let currency = kilima.save(&app, kilima.places(10, "CDF")).await.expect(400).json();
    assert_eq!(currency, refusal("« Standard » est déjà vendu : sa devise ne peut plus changer"));
    grace.init(&app, &kind, 1).await.expect(200);
    assert_eq!(few(2).await, refusal("« Standard » : 3 billets sont déjà vendus ou réservés"));
    let stays = "Des billets ont été vendus : annulez l'évènement au lieu de le supprimer.";
    assert_eq!(kilima.delete(&app).await.expect(409).json(), json!({ "detail": stays }));
}

#[apply(both_engines)]
async fn nobody_is_led_to_pay_for_what_does_not_take_place(engine: Engine) {
    let app = TestApp::start(engine).await;
    let kilima = organiser(&app).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let payment = grace.init(&app, &kilima.kind.to_string(), 2).await.expect(200).json();
    app.call_as(&kilima.access, Method::POST, &format!("/api/events/{}/cancel/", kilima.event), None).await.expect(200);
    assert_eq!(grace.payment(&app, &payment).await["payment_url"], Value::Null);
    work(&app, 1).await;
    app.get(&page_of(&app, &payment)).await.expect(410);
    work(&app, 61).await;
    let reported = grace.payment(&app, &payment).await;
    assert_eq!((&reported["status"], &reported["expires_at"]), (&json!("failed"), &Value::Null));
    audited(&app).await;
}

#[apply(both_engines)]
async fn nobody_pays_for_somebody_who_has_left(engine: Engine) {
    let app = TestApp::start(engine).await;
    let kilima = organiser(&app).await;
    let account = app.register("Grace", "0990000001").await;
    let grace = signed_in(&app, "Grace").await;
    let payment = grace.init(&app, &kilima.kind.to_string(), 2).await.expect(200).json();
    let password = json!({ "password": "secret1" });
    app.call_as(account["access"].as_str().unwrap(), Method::POST, "/api/account/delete/", Some(&password))
        .await
        .expect(204);
    work(&app, 1).await;
    app.get(&page_of(&app, &payment)).await.expect(410);
    assert_eq!(left(&app, kilima.event).await, 10);
    audited(&app).await;
}
