//! Making events: the form and its rules, editing, cancelling, deleting, and organising with others.

use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Answer, Engine, Form, TestApp, both_engines, invitation_in, photo};

async fn join(app: &TestApp, username: &str, phone: &str) -> String {
    app.register(username, phone).await["access"].as_str().unwrap().to_owned()
}

fn event_form() -> Form {
    Form::default()
        .text("name", "Katanga Jazz")
        .text("category", "Concerts")
        .text("town", "Lubumbashi")
        .text("started_at", "2026-11-20")
        .text("hour", "19:30:00")
        .text("address", "Avenue Kasaï 12")
}

async fn create(app: &TestApp, access: &str, form: Form) -> Answer {
    app.send_form(Method::POST, access, "/api/events/", form).await
}

async fn create_with(app: &TestApp, access: &str, key: &str, form: Form) -> Answer {
    let request = form.fill(app.request(Method::POST, "/api/events/"));
    app.send(request.bearer_auth(access).header("idempotency-key", key)).await
}

async fn edit(app: &TestApp, access: &str, event: &Value, form: Form) -> Answer {
    app.send_form(Method::PUT, access, &format!("/api/events/{}/", event["id"]), form).await
}

async fn act(app: &TestApp, method: Method, access: &str, path: &str) -> Answer {
    app.send(app.request(method, path).bearer_auth(access)).await
}

fn names(answer: &Value) -> Vec<&str> {
    answer["results"].as_array().unwrap().iter().map(|event| event["name"].as_str().unwrap()).collect()
}

#[apply(both_engines)]
async fn an_event_is_made_and_seen_everywhere(engine: Engine) {
    let app = TestApp::start(engine).await;
    let access = join(&app, "Amani", "0990000001").await;
    let types = json!([
        { "label": "Standard", "price": 25, "nbr_max": 100, "devise": "USD" },
        { "label": "VIP", "price": "70000", "nbr_max": 10, "devise": "CDF" },
    ]);
    let form = event_form()
        .text("ended_at", "2026-11-21")
        .text("description", "Deux soirs.\r\nEntrée libre dès minuit.")
        .text("location", "-11.66,27.48")
        .text("ttype", &types.to_string())
        .file("img", "poster.jpg", &photo(1200, 800));
    let event = create(&app, &access, form).await.expect(201).json();
    assert_eq!(
        (&event["name"], &event["hour"], &event["role"]),
        (&json!("Katanga Jazz"), &json!("19:30"), &json!("owner"))
    );
    assert_eq!((&event["is_free"], &event["is_public"]), (&json!(false), &json!(true)));
    assert_eq!(event["ttype"][1]["price"], 70_000.0);
    assert_eq!(event["stats"]["total_tickets"], 110);
    assert_eq!(event["description"], "Deux soirs.\nEntrée libre dès minuit.");
    let picture = app.get(event["pictures"]["w480"].as_str().unwrap()).await.expect(200);
    assert_eq!(picture.header("content-type"), "image/webp");
    let shown = app.get(&format!("/api/events/{}/", event["id"])).await.expect(200).json();
    assert_eq!(shown["img_url"], event["pictures"]["w960"]);
    assert_eq!(shown["img"], event["pictures"]["w1600"]);
    assert_eq!(names(&app.get("/api/events/?name=jazz").await.expect(200).json()), ["Katanga Jazz"]);
    assert_eq!(names(&app.get("/api/map/").await.expect(200).json()), ["Katanga Jazz"]);
    assert!(app.get("/calendar.ics").await.expect(200).text.contains("SUMMARY:Katanga Jazz"));
    let month = app.get("/api/calendar/?month=2026-11").await.expect(200).json();
    assert_eq!(month["days"].as_array().unwrap().len(), 2);
}

#[apply(both_engines)]
async fn messengers_show_the_organisers_picture(engine: Engine) {
    let app = TestApp::start(engine).await;
    let access = join(&app, "Amani", "0990000001").await;
    let form = event_form().file("img", "poster.jpg", &photo(1200, 800));
    let event = create(&app, &access, form).await.expect(201).json();
    let social = format!("/pictures/social/{}.jpg", event["id"]);
    let own = app.get(&social).await.expect(200);
    assert_eq!(own.header("content-type"), "image/jpeg");
    let path = format!("/api/events/{}/", event["id"]);
    app.send_form(Method::PUT, &access, &path, Form::default().text("remove_img", "true")).await.expect(200);
    let drawn = app.get(&social).await.expect(200);
    assert_ne!(own.text, drawn.text, "without a picture the event is drawn");
}

#[apply(both_engines)]
async fn every_rule_of_the_form_speaks_at_once(engine: Engine) {
    let app = TestApp::start(engine).await;
    let access = join(&app, "Amani", "0990000001").await;
    let errors = create(&app, &access, Form::default().text("name", "J")).await.expect(400).json();
    assert_eq!(
        errors,
        json!({
            "name": ["Le nom de l'évènement doit contenir au moins 2 caractères"],
            "category": ["Veuillez sélectionner une catégorie !"],
            "town": ["Veuillez fournir une ville"],
            "started_at": ["La date de début doit être une date"],
            "hour": ["L'heure doit être au format HH:mm ou HH:mm:ss (ex: 14:30 ou 14:30:00)."],
        })
    );
    let wrong = Form::default().text("name", "J").text("started_at", "2026-11-13").text("ended_at", "2026-11-12");
    let errors = create(&app, &access, wrong.text("refund_policy", "until").text("refund_until", "2026-11-20")).await;
    let errors = errors.expect(400).json();
    let fields: Vec<_> = errors.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["category", "ended_at", "hour", "name", "refund_until", "started_at", "town"]);
    assert_eq!(errors["started_at"], json!(["La date de début ne peut pas être dans le passé"]));
    let form = event_form()
        .text("started_at", "2026-11-13")
        .text("ended_at", "2026-11-12")
        .text("ttype", r#"[{"label":"","price":"x","nbr_max":0}]"#)
        .text("collaborators", r#"["nobody"]"#)
        .file("img", "notes.png", b"a text");
    let errors = create(&app, &access, form).await.expect(400).json();
    assert_eq!(errors["started_at"], json!(["La date de début ne peut pas être dans le passé"]));
    assert_eq!(errors["ended_at"], json!(["La date de fin doit être supérieure ou égale à la date de début"]));
    assert_eq!(
        errors["ttype"],
        json!(["Le nom est requis", "Le prix doit être un nombre", "Au moins un billet doit être disponible"])
    );
    assert_eq!(errors["collaborators"], json!(["L'email doit être valide"]));
    assert_eq!(errors["img"], Value::Null, "a picture is looked at once the texts are right");
    let form = event_form().file("img", "notes.png", b"a text");
    let errors = create(&app, &access, form).await.expect(400).json();
    assert_eq!(errors, json!({ "img": ["Le fichier doit être une image (PNG, JPEG, etc.)"] }));
    assert_eq!(app.get_as(&access, "/api/my-events/").await.expect(200).json()["count"], 0);
    assert_eq!(app.stored(), [""; 0]);
}

#[apply(both_engines)]
async fn hostile_texts_are_refused_or_harmless(engine: Engine) {
    let app = TestApp::start(engine).await;
    let access = join(&app, "Amani", "0990000001").await;
    let nothing = [
        "\u{200b}\u{200b}\u{200b}",
        "\u{202e}",
        "\u{3164}\u{3164}",
        "\u{2800}\u{2800}\u{2800}",
        "\u{fe0f}\u{fe0f}",
        "\u{e0041}\u{e0042}",
    ];
    for name in nothing.map(str::to_owned).into_iter().chain(["x".repeat(10_000)]) {
        create(&app, &access, event_form().text("name", &name)).await.expect(400);
    }
    create(&app, &access, event_form().text("description", &"x".repeat(10_001))).await.expect(400);
    create(&app, &access, event_form().text("started_at", "12026-11-20")).await.expect(400);
    create(&app, &access, event_form().text("ended_at", "2027-12-31")).await.expect(400);
    create(&app, &access, event_form().file("img", "big.jpg", &vec![0; 6 * 1024 * 1024])).await.expect(400);
    let event = create(&app, &access, event_form().text("name", "<script>alert(1)</script>\u{202e} مهرجان"))
        .await
        .expect(201)
        .json();
    assert_eq!(event["name"], "<script>alert(1)</script> مهرجان");
    let page = app.get(&format!("/events/{}", event["id"])).await.expect(200);
    assert!(!page.text.contains("<script>alert"));
}

#[apply(both_engines)]
async fn only_those_who_make_an_event_change_it(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = join(&app, "Amani", "0990000001").await;
    let stranger = join(&app, "Neema", "0990000002").await;
    let event = create(&app, &owner, event_form()).await.expect(201).json();
    let path = format!("/api/events/{}/", event["id"]);
    edit(&app, &stranger, &event, Form::default().text("name", "Volé")).await.expect(403);
    act(&app, Method::DELETE, &stranger, &path).await.expect(403);
    act(&app, Method::POST, &stranger, &format!("{path}cancel/")).await.expect(403);
    let refused = app.get_as(&stranger, &format!("/api/my-events/?id={}", event["id"])).await.expect(403).json();
    assert_eq!(refused["detail"], "Accès interdit. Vous n'avez pas les permissions nécessaires.");
    app.get_as(&stranger, "/api/my-events/?id=1").await.expect(404);
    edit(&app, &owner, &json!({ "id": 1 }), event_form()).await.expect(404);
    let changed = edit(&app, &owner, &event, Form::default().text("name", "Katanga Blues").text("is_public", "false"))
        .await
        .expect(200)
        .json();
    assert_eq!(
        (&changed["name"], &changed["town"], &changed["is_public"]),
        (&json!("Katanga Blues"), &json!("Lubumbashi"), &json!(false))
    );
    assert!(names(&app.get("/api/events/").await.expect(200).json()).is_empty());
    assert!(names(&app.get("/api/events/?name=katanga").await.expect(200).json()).is_empty());
    edit(&app, &owner, &event, Form::default().text("is_public", "true")).await.expect(200);
    assert_eq!(names(&app.get("/api/events/?name=blues").await.expect(200).json()), ["Katanga Blues"]);
    assert!(names(&app.get("/api/events/?name=jazz").await.expect(200).json()).is_empty());
}

#[apply(both_engines)]
async fn a_cancelled_event_leaves_the_lists_and_says_so(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = join(&app, "Amani", "0990000001").await;
    let event = create(&app, &owner, event_form().text("ended_at", "2026-11-22")).await.expect(201).json();
    let path = format!("/api/events/{}/", event["id"]);
    for _ in 0..2 {
        let cancelled = act(&app, Method::POST, &owner, &format!("{path}cancel/")).await.expect(200).json();
        assert_eq!(cancelled["cancelled"], true);
    }
    assert!(names(&app.get("/api/events/").await.expect(200).json()).is_empty());
    assert_eq!(app.get(&path).await.expect(200).json()["cancelled"], true);
    act(&app, Method::DELETE, &owner, &path).await.expect(204);
    app.get(&path).await.expect(404);
}

#[apply(both_engines)]
async fn what_has_taken_place_is_not_cancelled(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = join(&app, "Amani", "0990000001").await;
    let event = create(&app, &owner, event_form().text("ended_at", "2026-11-21")).await.expect(201).json();
    let called_off = create(&app, &owner, event_form()).await.expect(201).json();
    let cancel = async |event: &Value, access: &str| {
        act(&app, Method::POST, access, &format!("/api/events/{}/cancel/", event["id"])).await
    };
    cancel(&called_off, &owner).await.expect(200);
    // The morning after its last day.
    app.clock.advance_seconds(8 * 24 * 3600);
    let owner = app.login("Amani", "secret1", None).await.expect(200).json()["access"].as_str().unwrap().to_owned();
    let refused = cancel(&event, &owner).await.expect(409).json();
    assert_eq!(refused, json!({ "detail": "Cet évènement est passé : il ne peut plus être annulé." }));
    assert_eq!(app.get(&format!("/api/events/{}/", event["id"])).await.expect(200).json()["cancelled"], false);
    cancel(&called_off, &owner).await.expect(200);
}

#[apply(both_engines)]
async fn sold_tickets_bind_the_organiser(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = join(&app, "Amani", "0990000001").await;
    let types = json!([{ "label": "Standard", "price": 25, "nbr_max": 100, "devise": "USD" }]);
    let event = create(&app, &owner, event_form().text("ttype", &types.to_string())).await.expect(201).json();
    let id = event["ttype"][0]["id"].as_i64().unwrap();
    app.db.write(move |c| c.execute("UPDATE ticket_types SET sold = 40 WHERE id = $1", &[&id])).await.unwrap();
    let change =
        async |types: Value| edit(&app, &owner, &event, Form::default().text("ttype", &types.to_string())).await;
    change(json!([])).await.expect(400);
    change(json!([{ "id": id, "label": "Standard", "price": 25, "nbr_max": 39, "devise": "USD" }])).await.expect(400);
    change(json!([{ "id": id, "label": "Standard", "price": 25, "nbr_max": 100, "devise": "CDF" }])).await.expect(400);
    let grown = json!([{ "label": "VIP", "price": 50, "nbr_max": 5, "devise": "USD" }, { "id": id, "label": "Normal", "price": 30, "nbr_max": 40, "devise": "USD" }]);
    let changed = change(grown).await.expect(200).json();
    assert_eq!((&changed["ttype"][0]["label"], &changed["ttype"][1]["label"]), (&json!("VIP"), &json!("Normal")));
    assert_eq!((&changed["stats"]["sold_tickets"], &changed["stats"]["available_tickets"]), (&json!(40), &json!(5)));
    let path = format!("/api/events/{}/", event["id"]);
    act(&app, Method::DELETE, &owner, &path).await.expect(409);
}

#[apply(both_engines)]
async fn others_are_brought_in_by_id_or_by_mail(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = join(&app, "Amani", "0990000001").await;
    let picked = app.register("Neema", "0990000002").await;
    let kito = app.register("Kito", "0990000003").await;
    let invited = kito["access"].as_str().unwrap().to_owned();
    let named = json!([picked["user"]["id"], "kito@tukio.example"]).to_string();
    let strangers = create(&app, &owner, event_form().text("collaborators", &named)).await.expect(400).json();
    assert_eq!(
        strangers["collaborators"],
        json!(["Choisissez parmi les personnes que vous suivez, ou invitez par e-mail"])
    );
    let person = format!("/api/users/{}/", picked["user"]["id"]);
    act(&app, Method::POST, &owner, &format!("{person}follow/")).await.expect(200);
    let event = create(&app, &owner, event_form().text("collaborators", &named)).await.expect(201).json();
    act(&app, Method::POST, &owner, &format!("{person}unfollow/")).await.expect(200);
    edit(&app, &owner, &event, Form::default().text("collaborators", &named)).await.expect(200);
    let statuses: Vec<&str> =
        event["collaborators"].as_array().unwrap().iter().map(|one| one["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["member", "invited"]);
    let picked_access = picked["access"].as_str().unwrap();
    let mine = app.get_as(picked_access, "/api/my-events/").await.expect(200).json();
    assert_eq!((&mine["count"], &mine["results"][0]["role"]), (&json!(1), &json!("collaborator")));
    let seen_by_team =
        |event: &Value| (event["collaborators"][1]["status"].clone(), event["collaborators"][1]["email"].clone());
    assert_eq!(seen_by_team(&event), (json!("invited"), json!("kito@tukio.example")));
    assert_eq!(seen_by_team(&mine["results"][0]), (json!("invited"), Value::Null), "the address was told to the owner");
    let edited =
        edit(&app, picked_access, &event, Form::default().text("address", "Ailleurs")).await.expect(200).json();
    assert_eq!(seen_by_team(&edited), (json!("invited"), Value::Null));
    edit(&app, picked_access, &event, Form::default().text("collaborators", "[]")).await.expect(400);
    let mails = app.mails().await;
    let mail = mails.iter().find(|mail| mail.to.contains("kito@tukio.example")).unwrap();
    let token = invitation_in(mail);
    let invitation = app.get(&format!("/api/invitations/{token}/")).await.expect(200).json();
    assert_eq!((&invitation["inviter"], &invitation["event"]["name"]), (&json!("Amani"), &json!("Katanga Jazz")));
    act(&app, Method::POST, &invited, &format!("/api/invitations/{token}/accept/")).await.expect(403);
    app.prove_email(&kito["user"], "kito@tukio.example").await;
    let accepted =
        act(&app, Method::POST, &invited, &format!("/api/invitations/{token}/accept/")).await.expect(200).json();
    assert_eq!(accepted["role"], "collaborator");
    act(&app, Method::POST, &invited, &format!("/api/invitations/{token}/accept/")).await.expect(404);
    edit(&app, &owner, &event, Form::default().text("collaborators", "[]")).await.expect(200);
    edit(&app, &invited, &event, Form::default().text("name", "Encore")).await.expect(403);
}

#[apply(both_engines)]
async fn who_helps_may_leave(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = join(&app, "Amani", "0990000001").await;
    let helper = app.register("Neema", "0990000002").await;
    let access = helper["access"].as_str().unwrap();
    let id = &helper["user"]["id"];
    act(&app, Method::POST, &owner, &format!("/api/users/{id}/follow/")).await.expect(200);
    let named = event_form().text("collaborators", &json!([id]).to_string());
    let event = create(&app, &owner, named).await.expect(201).json();
    let leave = format!("/api/events/{}/leave/", event["id"]);
    let own = act(&app, Method::POST, &owner, &leave).await.expect(409).json();
    assert_eq!(own["detail"], "Cet évènement est le vôtre : vous pouvez l'annuler ou le supprimer.");
    act(&app, Method::POST, access, "/api/events/1/leave/").await.expect(404);
    act(&app, Method::POST, access, &leave).await.expect(204);
    act(&app, Method::POST, access, &leave).await.expect(403);
    assert_eq!(act(&app, Method::GET, access, "/api/my-events/").await.expect(200).json()["count"], 0);
    edit(&app, access, &event, Form::default().text("name", "Encore")).await.expect(403);
    let mine = act(&app, Method::GET, &owner, &format!("/api/my-events/?id={}", event["id"])).await.expect(200).json();
    assert_eq!(mine["collaborators"], json!([]));
}

#[apply(both_engines)]
async fn nobody_fills_the_calendar_alone(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = join(&app, "Amani", "0990000001").await;
    create(&app, &owner, event_form().text("name", "x")).await.expect(400);
    for _ in 0..299 {
        create(&app, &owner, event_form()).await.expect(201);
    }
    let last = create_with(&app, &owner, "k-1", event_form()).await.expect(201).json();
    let refused = create(&app, &owner, event_form()).await.expect(429);
    assert_eq!(refused.json()["detail"], "Trop de tentatives. Réessayez dans 1 minute.");
    assert_eq!(create_with(&app, &owner, "k-1", event_form()).await.expect(200).json()["id"], last["id"]);
    edit(&app, &owner, &last, Form::default().text("name", "Autre nom")).await.expect(200);
    let other = join(&app, "Neema", "0990000002").await;
    create(&app, &other, event_form()).await.expect(201);
    app.clock.advance_seconds(60);
    create(&app, &owner, event_form()).await.expect(201);
}

#[apply(both_engines)]
async fn nobody_invites_half_the_town(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = join(&app, "Amani", "0990000001").await;
    let named = |event: usize| {
        let addresses: Vec<String> = (0..25).map(|number| format!("n{event}-{number}@tukio.example")).collect();
        event_form().text("collaborators", &json!(addresses).to_string())
    };
    let first = create(&app, &owner, named(1)).await.expect(201).json();
    create(&app, &owner, named(2)).await.expect(201);
    let refused = create(&app, &owner, named(3)).await.expect(429);
    assert_eq!(refused.json()["detail"], "Trop de tentatives. Réessayez dans 6 heures.");
    assert_eq!(act(&app, Method::GET, &owner, "/api/my-events/").await.expect(200).json()["count"], 2);
    let same = json!(["n1-3@tukio.example"]).to_string();
    edit(&app, &owner, &first, Form::default().text("collaborators", &same)).await.expect(200);
    assert_eq!(app.mails().await.iter().filter(|mail| mail.text.contains("/invitations/")).count(), 50);
    app.clock.advance_seconds(6 * 3600);
    let again = app.login("Amani", "secret1", None).await.expect(200).json();
    create(&app, again["access"].as_str().unwrap(), named(3)).await.expect(201);
}

#[apply(both_engines)]
async fn a_form_sent_again_with_its_key_makes_no_second_event(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = join(&app, "Amani", "0990000001").await;
    let other = join(&app, "Marie", "0990000002").await;
    let first =
        create_with(&app, &owner, "k-1", event_form().file("img", "a.jpg", &photo(640, 360))).await.expect(201).json();
    let files = app.stored();
    let changed = event_form().text("name", "Autre nom").file("img", "a.jpg", &photo(640, 360));
    let again = create_with(&app, &owner, "k-1", changed).await.expect(200).json();
    assert_eq!((&again["id"], &again["name"], &again["role"]), (&first["id"], &first["name"], &json!("owner")));
    assert_eq!(app.stored(), files);

    // Another key, or another person's, is another event.
    let second = create_with(&app, &owner, "k-2", event_form()).await.expect(201).json();
    let theirs = create_with(&app, &other, "k-1", event_form()).await.expect(201).json();
    assert!(second["id"] != first["id"] && theirs["id"] != first["id"]);
    assert_eq!(act(&app, Method::GET, &owner, "/api/my-events/").await.expect(200).json()["count"], 2);

    // A form that was refused has used nothing up; what is no key is refused.
    create_with(&app, &owner, "k-3", Form::default().text("name", "J")).await.expect(400);
    create_with(&app, &owner, "k-3", event_form()).await.expect(201);
    create_with(&app, &owner, &"x".repeat(101), event_form()).await.expect(400);
}

#[apply(both_engines)]
async fn tries_at_once_with_one_key_make_one_event(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = join(&app, "Amani", "0990000001").await;
    let form = || event_form().file("img", "a.jpg", &photo(640, 360));
    let send = || create_with(&app, &owner, "k-1", form());
    let (a, b) = tokio::join!(send(), send());
    let made = [a, b].map(|answer| answer.json()["id"].clone());
    assert!(made.iter().all(|id| id.is_number() && id == &made[0]), "{made:?}");
    let mine = act(&app, Method::GET, &owner, "/api/my-events/").await.expect(200).json();
    assert_eq!(mine["count"], 1);
    // Pictures of the tries that came too late are gone.
    let sizes = mine["results"][0]["pictures"].as_object().unwrap().len();
    assert_eq!(app.stored().len(), sizes, "{:?}", app.stored());
}

#[apply(both_engines)]
async fn an_appointment_reaches_support_and_is_confirmed(engine: Engine) {
    let app = TestApp::start(engine).await;
    let asked = json!({ "name": "Neema", "phone": "0991234567", "email": "neema@tukio.example", "day": "2026-11-16", "hour": "10:00", "message": "Comment vendre des billets ?" });
    app.post("/api/contact/", &asked).await.expect(201);
    let to: Vec<String> = app.mails().await.into_iter().map(|mail| mail.to).collect();
    assert!(
        to.iter().any(|to| to.contains("support@tukio.example"))
            && to.iter().any(|to| to.contains("neema@tukio.example")),
        "{to:?}"
    );
    let errors = app.post("/api/contact/", &json!({})).await.expect(400).json();
    assert_eq!(errors["message"], json!(["Veuillez écrire votre message (au moins 10 caractères)"]));
}
