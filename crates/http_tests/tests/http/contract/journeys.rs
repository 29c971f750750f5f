//! What people do, until every operation has answered what it answers when all is well, and what it refuses.

use reqwest::Method;
use serde_json::{Value, json};

use super::money;
use super::organisers;
use super::proof;
use super::stage::{Person, Stage};
use crate::support::{
    Answer, Engine, Form, TestApp, TestEvent, buyer, day, invitation_in, pay, photo, shown, token_in, wish, work,
};

/// Every application that was asked.
pub async fn all(engine: Engine) -> Vec<TestApp> {
    let stage = Stage::open(engine).await;
    sessions(&stage).await;
    recovery(&stage).await;
    proof::phone_proof(&stage).await;
    proof::second_factor(&stage).await;
    profile(&stage).await;
    people(&stage).await;
    discovery(&stage).await;
    organising(&stage).await;
    organisers::teams(&stage).await;
    organisers::drafts(&stage).await;
    organisers::telling(&stage).await;
    buying(&stage).await;
    money::paying_back(&stage).await;
    steering(&stage).await;
    leaving(&stage).await;
    site(&stage.app).await;
    vec![stage.app]
}

impl Stage {
    pub async fn call(&self, person: &Person, request: &str, body: Option<Value>) -> Answer {
        let (method, path) = request.split_once(' ').unwrap();
        let request = self.request(&method.parse().unwrap(), path, Some(&person.access));
        self.send(body.iter().fold(request, reqwest::RequestBuilder::json)).await
    }

    /// Signs somebody in again, whose token has expired.
    pub async fn sign_in(&self, person: &Person) -> String {
        let answer = self.app.login(&person.name, "secret1", None).await.expect(200).json();
        answer["access"].as_str().unwrap().to_owned()
    }

    pub async fn send_form(&self, person: &Person, request: &str, form: Form) -> Answer {
        let (method, path) = request.split_once(' ').unwrap();
        self.send(form.fill(self.request(&method.parse().unwrap(), path, Some(&person.access)))).await
    }
}

async fn sessions(stage: &Stage) {
    let person = stage.person().await;
    let other = stage.app.login(&person.name, "secret1", None).await.expect(200).json();
    stage.app.login(&person.name, "secret2", None).await.expect(401);
    stage.app.post("/api/refresh/", &json!({ "refresh": other["refresh"] })).await.expect(200);
    stage.app.post("/api/refresh/", &json!({ "refresh": "x" })).await.expect(401);
    stage.call(&person, "GET /api/session/", None).await.expect(200);
    let seen = json!({ "until": 0 });
    stage.call(&person, "POST /api/session/changes-seen/", Some(seen)).await.expect(204);
    let sessions = stage.call(&person, "GET /api/sessions/", None).await.expect(200).json();
    let revoked = format!("DELETE /api/sessions/{}/", sessions[0]["id"]);
    stage.call(&person, &revoked, None).await.expect(204);
    stage.call(&person, "DELETE /api/sessions/", None).await.expect(204);
    stage.app.post("/api/password/check/", &json!({ "password": "secret2" })).await.expect(200);
    let new = json!({ "old_password": "secret1", "password": "secret2", "password2": "secret2" });
    stage.call(&person, "PUT /api/password/", Some(new)).await.expect(204);
    stage.app.post("/api/logout/", &json!({})).await.expect(401);
    stage.call(&person, "POST /api/logout/", None).await.expect(204);
}

async fn recovery(stage: &Stage) {
    let person = stage.person().await;
    let verify = "POST /api/email/send-verification/";
    stage.call(&person, verify, None).await.expect(400);
    stage.app.set_email(&json!({ "id": person.id }), "neema@tukio.example").await;
    for status in [204, 204, 204, 429] {
        stage.call(&person, verify, None).await.expect(status);
    }
    let token = token_in(stage.app.mails().await.last().unwrap());
    let late = link_of_another(stage, "neema@tukio.example").await;
    stage.app.post("/api/email/verify/", &json!({ "token": token })).await.expect(200);
    stage.app.post("/api/email/verify/", &json!({ "token": late })).await.expect(409);
    stage.app.post("/api/password/forgotten/", &json!({ "query": person.name })).await.expect(200);
    let mails = stage.app.mails().await;
    let reset = mails.iter().rfind(|mail| mail.text.contains("/reset-password?token="));
    let token = token_in(reset.unwrap_or_else(|| panic!("no link to a new password in {mails:?}")));
    let new = json!({ "token": token, "password": "secret2", "password2": "secret2" });
    stage.app.post("/api/password/reset/", &new).await.expect(204);
}

/// The link that somebody else got who typed the same address before anybody had proved it.
async fn link_of_another(stage: &Stage, email: &'static str) -> String {
    let other = stage.person().await;
    stage.app.set_email(&json!({ "id": other.id }), email).await;
    stage.call(&other, "POST /api/email/send-verification/", None).await.expect(204);
    token_in(stage.app.mails().await.last().unwrap())
}

async fn profile(stage: &Stage) {
    let person = stage.person().await;
    stage.call(&person, "GET /api/profile/", None).await.expect(200);
    let picture = || Form::default().file("img", "a.jpg", &photo(64, 64));
    let added = stage.send_form(&person, "POST /api/profile/portfolio/", picture()).await.expect(201).json();
    let removed = format!("DELETE /api/profile/portfolio/{}/", added["id"]);
    stage.call(&person, &removed, None).await.expect(204);
    stage.call(&person, &removed, None).await.expect(404);
    let change = Form::default().text("price", "150 USD").text("activity", "DJ");
    while stage.send_form(&person, "PUT /api/profile/", change.clone()).await.status != 429 {}
    stage.send_form(&person, "POST /api/profile/portfolio/", picture()).await.expect(429);
}

async fn people(stage: &Stage) {
    let (person, other) = (stage.person().await, stage.person().await);
    stage.call(&person, "GET /api/users/", None).await.expect(200);
    stage.call(&person, "GET /api/users/?page=0", None).await.expect(400);
    stage.call(&person, &format!("GET /api/users/{}/", other.id), None).await.expect(200);
    stage.call(&person, &format!("POST /api/users/{}/follow/", other.id), None).await.expect(200);
    stage.call(&person, &format!("POST /api/users/{}/follow/", person.id), None).await.expect(400);
    stage.call(&person, "GET /api/users/following/", None).await.expect(200);
    stage.call(&person, &format!("POST /api/users/{}/unfollow/", other.id), None).await.expect(200);
}

async fn discovery(stage: &Stage) {
    let event = stage.person().await.event;
    let lists = ["events/", "events/trending/", "calendar/", "map/"].map(|list| format!("/api/{list}"));
    let one = [format!("/api/events/{event}/"), format!("/api/events/{event}/similar/")];
    for path in lists.into_iter().chain(one) {
        let tag = stage.app.get(&path).await.expect(200).header("etag").to_owned();
        let again = stage.request(&Method::GET, &path, None).header("if-none-match", tag);
        stage.send(again).await.expect(304);
    }
    for path in ["events/?page=0", "calendar/?month=x", "map/?near=x"] {
        stage.app.get(&format!("/api/{path}")).await.expect(400);
    }
}

pub fn event_form() -> Form {
    let fields = [("name", "Jazz"), ("category", "Concerts"), ("town", "Goma"), ("started_at", "2026-11-20")];
    fields.iter().fold(Form::default(), |form, (name, text)| form.text(name, text)).text("hour", "19:30")
}

async fn organising(stage: &Stage) {
    let (owner, other) = (stage.person().await, stage.person().await);
    let create = async |form: Form| {
        let request = stage.request(&Method::POST, "/api/events/", Some(&owner.access));
        stage.send(form.fill(request.header("idempotency-key", "k"))).await
    };
    let invited = event_form().text("collaborators", "[\"kito@tukio.example\"]");
    let event = create(invited.clone()).await.expect(201).json();
    create(invited).await.expect(200);
    let at = format!("/api/events/{}/", event["id"]);
    stage.send_form(&owner, &format!("PUT {at}"), Form::default().text("name", "Blues")).await.expect(200);
    let types = json!([{ "label": "VIP", "price": 25, "nbr_max": 10, "devise": "USD" }]);
    stage.call(&owner, &format!("POST {at}tickets/"), Some(types.clone())).await.expect(200);
    stage.call(&owner, &format!("PUT {at}tickets/"), Some(types)).await.expect(200);
    for (query, status) in [("", 200), (&*format!("?id={}", event["id"]), 200), ("?id=1", 404), ("?page=0", 400)] {
        stage.call(&owner, &format!("GET /api/my-events/{query}"), None).await.expect(status);
    }
    stage.call(&other, &format!("GET /api/my-events/?id={}", event["id"]), None).await.expect(403);
    team(stage, &owner, &other, &at).await;
    for (query, status) in [("", 200), ("?page=0", 400)] {
        stage.call(&owner, &format!("GET {at}audit/{query}"), None).await.expect(status);
    }
    stage.call(&owner, &format!("POST {at}cancel/"), None).await.expect(200);
    stage.call(&owner, &format!("DELETE {at}"), None).await.expect(204);
    let past = TestEvent::new(900_000, owner.id).with(|event| event.first_day = day("2026-11-01"));
    let past = stage.app.store(past).await;
    stage.call(&owner, &format!("POST /api/events/{past}/cancel/"), None).await.expect(409);
    too_many_invitations(stage).await;
}

/// Kito, who was invited by mail, comes and goes.
async fn team(stage: &Stage, owner: &Person, kito: &Person, at: &str) {
    let mails = stage.app.mails().await;
    let mail = mails.iter().find(|mail| mail.to.contains("kito@tukio.example")).unwrap();
    let invitation = format!("/api/invitations/{}/", invitation_in(mail));
    stage.app.get(&invitation).await.expect(200);
    stage.call(kito, &format!("POST {invitation}accept/"), None).await.expect(403);
    stage.app.prove_email(&json!({ "id": kito.id }), "kito@tukio.example").await;
    stage.call(kito, &format!("POST {invitation}accept/"), None).await.expect(200);
    stage.call(kito, &format!("POST {at}leave/"), None).await.expect(204);
    stage.call(owner, &format!("POST {at}leave/"), None).await.expect(409);
}

async fn too_many_invitations(stage: &Stage) {
    let owner = stage.person().await;
    let named = |event: usize| {
        let addresses: Vec<String> = (0..25).map(|number| format!("n{event}-{number}@tukio.example")).collect();
        event_form().text("collaborators", &json!(addresses).to_string())
    };
    for (event, status) in [(1, 201), (2, 201), (3, 429)] {
        stage.send_form(&owner, "POST /api/events/", named(event)).await.expect(status);
    }
    stage.send_form(&owner, &format!("PUT /api/events/{}/", owner.event), named(4)).await.expect(429);
}

async fn buying(stage: &Stage) {
    let app = &stage.app;
    let owner = stage.person().await;
    let kind = shown(app, owner.event).await["id"].to_string();
    let grace = buyer(app, "Grace", "0990000001").await;
    buyer(app, "Amani", "0990000002").await;
    app.get(&format!("/api/payments/quote/?ticket_type_id={kind}&quantity=2&currency=USD")).await.expect(200);
    app.get("/api/payments/quote/").await.expect(400);
    let channels = format!("/api/payments/channels/?ticket_type_id={kind}&quantity=2&currency=USD");
    grace.get(app, &channels).await.expect(200);
    grace.get(app, "/api/payments/channels/").await.expect(400);
    let payment = grace.init_with_key(app, "k", &wish(&kind, 3)).await.expect(200).json();
    grace.init_with_key(app, "k", &wish(&kind, 1)).await.expect(409);
    grace.status(app, &payment).await;
    let unknown = json!({ "payment_id": "AAAAAAAAAAAAAAAAAAAAAA" });
    grace.post(app, "/api/payments/check-status/", unknown).await.expect(404);
    grace.payment(app, &payment).await;
    for (path, status) in [("payments/", 200), ("payments/?page=0", 400), ("my-tickets/?when=x", 400)] {
        grace.get(app, &format!("/api/{path}")).await.expect(status);
    }
    pay(app, &payment, "0970000789").await;
    work(app, 3).await;
    door(stage, &owner, &grace.tickets(app).await[0]).await;
    door_sales(stage, &owner, &kind).await;
    figures(stage, &owner, &payment).await;
    tickets(stage, &owner).await;
}

/// The owner reads all that is told of the event.
async fn figures(stage: &Stage, owner: &Person, payment: &Value) {
    let at = format!("/api/events/{}/", owner.event);
    let owner = Person { access: stage.sign_in(owner).await, name: owner.name.clone(), ..*owner };
    let story = format!("payments/{}/", payment["payment_id"].as_str().unwrap());
    for (path, status) in [
        ("audit/", 200),
        ("audit/?page=0", 400),
        ("stats/", 200),
        ("live/", 200),
        ("sales/", 200),
        ("sales/?by=x", 400),
        ("attendees/", 200),
        ("attendees/?status=x", 400),
        ("attendees.csv", 200),
        ("attendees.csv?status=x", 400),
        ("attendees.xlsx", 200),
        ("attendees.xlsx?status=x", 400),
        ("payments/", 200),
        ("payments/?state=x", 400),
        (&*story, 200),
        ("settlement/", 200),
        ("settlement.pdf", 200),
        ("settlement.xlsx", 200),
    ] {
        stage.call(&owner, &format!("GET {at}{path}"), None).await.expect(status);
    }
    stage.app.post(&format!("{at}selected/"), &json!({})).await.expect(204);
}

/// Promo codes, guests and the waiting list of an event, and guesses at a hidden type of it.
async fn steering(stage: &Stage) {
    let (owner, other) = (stage.person().await, stage.person().await);
    let at = format!("/api/events/{}/", owner.event);
    let call = async |person: &Person, request: &str, body: Option<Value>| {
        let (method, rest) = request.split_once(' ').unwrap();
        stage.call(person, &format!("{method} {at}{rest}"), body).await
    };
    let kind = shown(&stage.app, owner.event).await["id"].clone();
    for list in ["promo-codes/", "invitations/", "waiting-list/all/", "audit/"] {
        call(&owner, &format!("GET {list}"), None).await.expect(200);
        call(&owner, &format!("GET {list}?page=0"), None).await.expect(400);
    }
    let promo =
        call(&owner, "POST promo-codes/", Some(json!({ "code": "TOT", "percent": 10 }))).await.expect(201).json();
    let promo = format!("promo-codes/{}/", promo["id"]);
    call(&owner, &format!("PUT {promo}"), Some(json!({ "limit": 5 }))).await.expect(200);
    let mut order = wish(&kind.to_string(), 1);
    order["promo_code"] = json!("TOT");
    stage.call(&other, "POST /api/payments/init/", Some(order)).await.expect(200);
    call(&owner, &format!("DELETE {promo}"), None).await.expect(409);
    let unused =
        call(&owner, "POST promo-codes/", Some(json!({ "code": "RIEN", "percent": 5 }))).await.expect(201).json();
    call(&owner, &format!("DELETE promo-codes/{}/", unused["id"]), None).await.expect(204);
    guests(stage, &owner, &at, &kind).await;
    waiting(stage, (&owner, &other), &at, &kind).await;
}

async fn guests(stage: &Stage, owner: &Person, at: &str, kind: &Value) {
    let places = json!([{ "id": kind, "label": "Standard", "price": 25, "nbr_max": 400, "devise": "USD" }]);
    stage.call(owner, &format!("POST {at}tickets/"), Some(places)).await.expect(200);
    let send = async |key: &str, count: usize| {
        let guests = vec![json!({ "name": "Neema", "email": "neema@tukio.example" }); count];
        let request = stage.request(&Method::POST, &format!("{at}invitations/"), Some(&owner.access));
        let body = json!({ "ticket_type_id": kind, "guests": guests });
        stage.send(request.header("idempotency-key", key).json(&body)).await
    };
    let invited = send("k", 1).await.expect(201).json();
    send("k", 1).await.expect(200);
    send("k", 2).await.expect(409);
    let guest = format!("{at}invitations/{}/", invited["results"][0]["id"]);
    stage.call(owner, &format!("DELETE {guest}"), None).await.expect(204);
    let came = send("l", 1).await.expect(201).json()["results"][0].clone();
    stage.call(owner, &format!("POST {at}verify/"), Some(json!({ "content": came["code"] }))).await.expect(200);
    stage.call(owner, &format!("DELETE {at}invitations/{}/", came["id"]), None).await.expect(409);
    for (key, status) in [("1", 201), ("2", 201), ("3", 429)] {
        send(key, 100).await.expect(status);
    }
}

async fn waiting(stage: &Stage, (owner, other): (&Person, &Person), at: &str, kind: &Value) {
    // All but what is sold and held is gone, and then somebody waits.
    let hidden = json!([{ "id": kind, "label": "Standard", "price": 25, "nbr_max": 202, "devise": "USD",
        "hidden": true, "access_code": "AMIS" }]);
    stage.call(owner, &format!("PUT {at}tickets/"), Some(hidden)).await.expect(200);
    let wish = json!({ "ticket_type_id": kind, "quantity": 1, "access_code": "AMIS" });
    let join = async || stage.call(other, &format!("POST {at}waiting-list/"), Some(wish.clone())).await;
    let entry = join().await.expect(201).json();
    join().await.expect(200);
    stage.call(other, &format!("GET {at}waiting-list/"), None).await.expect(200);
    stage.call(other, &format!("DELETE {at}waiting-list/{}/", entry["id"]), None).await.expect(204);
    stage.app.get(&format!("{at}hidden-types/?code=AMIS")).await.expect(200);
    while stage.app.get(&format!("{at}hidden-types/?code=AMIE")).await.status != 429 {}
    let quote = format!("/api/payments/quote/?ticket_type_id={kind}&quantity=1&currency=USD&access_code=AMIE");
    stage.app.get(&quote).await.expect(429);
    let guess = json!({ "ticket_type_id": kind.to_string(), "quantity": 1, "currency": "USD", "access_code": "AMIE" });
    while stage.call(other, "POST /api/payments/init/", Some(guess.clone())).await.status != 429 {}
    let channels = quote.replace("/quote/", "/channels/");
    stage.call(other, &format!("GET {channels}"), None).await.expect(429);
}

/// The owner lets Grace in, takes it back, and guesses.
async fn door(stage: &Stage, owner: &Person, ticket: &Value) {
    let at = format!("/api/events/{}/", owner.event);
    let owner = Person { access: stage.sign_in(owner).await, name: owner.name.clone(), ..*owner };
    let verify = async |content: &Value| {
        stage.call(&owner, &format!("POST {at}verify/"), Some(json!({ "content": content }))).await
    };
    verify(&ticket["qr"]).await.expect(200);
    verify(&ticket["qr"]).await.expect(400);
    let undo = async || {
        let body = Some(json!({ "ticket_id": ticket["id"] }));
        stage.call(&owner, &format!("POST {at}verify/undo/"), body).await
    };
    undo().await.expect(200);
    undo().await.expect(409);
    let scans = json!({ "scans": [{ "id": "a", "content": ticket["qr"], "at": 1 }] });
    stage.call(&owner, &format!("POST {at}scans/"), Some(scans)).await.expect(200);
    for (path, status) in [
        ("scans/", 200),
        ("scans/?page=0", 400),
        ("roster/?since=x", 400),
        ("door/", 200),
        ("door/tickets/?search=gr", 200),
        ("door/tickets/?search=g", 400),
    ] {
        stage.call(&owner, &format!("GET {at}{path}"), None).await.expect(status);
    }
    stage.call(&owner, &format!("PUT {at}door/"), Some(json!({ "reentry": true }))).await.expect(200);
    let tag = stage.call(&owner, &format!("GET {at}roster/"), None).await.expect(200).header("etag").to_owned();
    let again = stage.request(&Method::GET, &format!("{at}roster/"), Some(&owner.access));
    stage.send(again.header("if-none-match", tag)).await.expect(304);
    let code = |number: u8| json!(ticket_code::TypedCode::from_random([number; 5]).to_string());
    let mut guessed = 0;
    while verify(&code(guessed)).await.status != 429 {
        guessed += 1;
    }
}

/// The owner sells at the door, sets places aside, sells one of them without network, and releases the others.
async fn door_sales(stage: &Stage, owner: &Person, kind: &str) {
    let at = format!("/api/events/{}/", owner.event);
    let owner = Person { access: stage.sign_in(owner).await, name: owner.name.clone(), ..*owner };
    let kind: i64 = kind.parse().unwrap();
    let sale = |quantity: i64| json!({ "ticket_type_id": kind, "quantity": quantity, "currency": "USD", "id": quantity.to_string() });
    let sell = async |quantity: i64| stage.call(&owner, &format!("POST {at}door-sales/"), Some(sale(quantity))).await;
    let receipt = sell(2).await.expect(201).json()["receipt"].clone();
    sell(2).await.expect(200);
    stage.app.get(&format!("/api/receipts/{}/", receipt.as_str().unwrap())).await.expect(200);
    let block = |quantity: i64| Some(json!({ "ticket_type_id": kind, "quantity": quantity, "device": "Tecno" }));
    let set_aside = async |quantity: i64| stage.call(&owner, &format!("POST {at}door-blocks/"), block(quantity)).await;
    let places = set_aside(50).await.expect(201).json();
    for number in 3..5 {
        sell(20 - number).await.expect(201);
    }
    sell(20).await.expect(409);
    let other = Some(json!({ "ticket_type_id": kind, "quantity": 50, "device": "Itel" }));
    stage.call(&owner, &format!("POST {at}door-blocks/"), other).await.expect(409);
    let sold = json!([{ "id": "a", "payment_id": places["places"][0]["payment_id"], "currency": "USD", "at": 1 }]);
    stage.call(&owner, &format!("POST {at}door-sales/sync/"), Some(json!({ "sales": sold }))).await.expect(200);
    for list in ["door-sales/", "door-blocks/"] {
        stage.call(&owner, &format!("GET {at}{list}"), None).await.expect(200);
    }
    let released = format!("DELETE {at}door-blocks/{}/", places["block_id"].as_str().unwrap());
    stage.call(&owner, &released, None).await.expect(200);
}

/// Grace has three tickets, one of them scanned: she looks at them, gives one away, guesses, and then nothing takes place.
async fn tickets(stage: &Stage, owner: &Person) {
    let app = &stage.app;
    let grace = crate::support::signed_in(app, "Grace").await;
    let tickets = grace.tickets(app).await;
    let at = |index: usize| format!("/api/my-tickets/{}/", tickets[index]["id"].as_str().unwrap());
    for (file, status) in [("", 200), ("calendar.ics", 200), ("ticket.pdf", 200), ("ticket.pdf?format=x", 400)] {
        grace.get(app, &format!("{}{file}", at(0))).await.expect(status);
    }
    let amani = json!({ "phone": "0990000002" });
    grace.post(app, &format!("{}receiver/", at(1)), amani.clone()).await.expect(200);
    grace.post(app, &format!("{}transfer/", at(1)), amani).await.expect(200);
    let nobody = json!({ "phone": "0999999999" });
    while grace.post(app, &format!("{}receiver/", at(2)), nobody.clone()).await.status != 429 {}
    grace.post(app, &format!("{}transfer/", at(2)), nobody).await.expect(429);
    let password = Some(json!({ "password": "secret1" }));
    stage.call(owner, "POST /api/account/delete/", password).await.expect(409);
    stage.call(owner, &format!("DELETE /api/events/{}/", owner.event), None).await.expect(409);
    stage.call(owner, &format!("POST /api/events/{}/cancel/", owner.event), None).await.expect(200);
    grace.get(app, &format!("{}ticket.pdf", at(0))).await.expect(409);
}

async fn leaving(stage: &Stage) {
    let person = stage.person().await;
    stage.call(&person, "GET /api/account/export/", None).await.expect(200);
    stage.call(&person, "GET /api/account/deletion/", None).await.expect(200);
    let password = json!({ "password": "secret1" });
    stage.call(&person, "POST /api/account/delete/", Some(password)).await.expect(204);
}

async fn site(app: &TestApp) {
    let subscribe = async || app.post("/api/newsletter/", &json!({ "email": "neema@tukio.example" })).await;
    subscribe().await.expect(201);
    while subscribe().await.status != 429 {}
    let asked = json!({
        "name": "Neema", "phone": "0991234567", "email": "neema@tukio.example", "day": "2026-11-20",
        "hour": "10:00", "message": "Comment vendre des billets ?",
    });
    for status in [201, 201, 201, 429] {
        app.post("/api/contact/", &asked).await.expect(status);
    }
}

/// Where everybody has one try, and every address few.
pub async fn too_many_guesses(app: &TestApp) {
    let access = app.register("Amani", "0991234567").await["access"].as_str().unwrap().to_owned();
    let wrong = json!({ "password": "secret2" });
    let delete = async || app.call_as(&access, Method::POST, "/api/account/delete/", Some(&wrong)).await;
    delete().await.expect(400);
    delete().await.expect(429);
    let change = json!({ "old_password": "secret2", "password": "secret3", "password2": "secret3" });
    app.call_as(&access, Method::PUT, "/api/password/", Some(&change)).await.expect(429);
    let begin = json!({ "password": "secret2" });
    app.call_as(&access, Method::POST, "/api/second-factor/begin/", Some(&begin)).await.expect(429);
    while app.login("nobody", "secret1", None).await.status != 429 {}
    let forgotten = async || app.post("/api/password/forgotten/", &json!({ "query": "nobody" })).await;
    while forgotten().await.status != 429 {}
    let person = json!({ "username": "Neema", "phone": "0991234568", "password": "secret1", "password2": "secret1" });
    while app.post("/api/register/", &person).await.status != 429 {}
}
