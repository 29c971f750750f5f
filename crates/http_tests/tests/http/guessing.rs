//! Guessing: slow for whoever guesses, never a wall for the owner or for the neighbours.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::support::{Answer, Engine, TestApp, TestEvent, both_engines, cost_of, device_cookie, median};

async fn register(app: &TestApp, username: &str, phone: &str) -> Answer {
    let body = json!({ "username": username, "phone": phone, "password": "secret1", "password2": "secret1" });
    app.post("/api/register/", &body).await
}

async fn login_from(app: &TestApp, address: &str, query: &str) -> Answer {
    let request = app.request(Method::POST, "/api/login/").header("x-forwarded-for", address);
    app.send(request.json(&json!({ "query": query, "password": "guess" }))).await
}

#[apply(both_engines)]
async fn a_thousand_guesses_leave_the_server_and_the_owner_alone(engine: Engine) {
    let app = TestApp::start(engine).await;
    let organiser = app.organiser().await;
    app.store(TestEvent::new(1, organiser)).await;
    let device = device_cookie(&register(&app, "Amani", "0991234567").await.expect(201));
    let answered = Arc::new(AtomicUsize::new(0));
    let mut guesses = JoinSet::new();
    for lane in 0..20 {
        let (guess, answered) = (app.request(Method::POST, "/api/login/"), answered.clone());
        guesses.spawn(async move {
            let mut statuses = Vec::new();
            for number in 0..50 {
                let body = json!({ "query": "Amani", "password": format!("guess-{lane}-{number}") });
                statuses.push(guess.try_clone().unwrap().json(&body).send().await.unwrap().status().as_u16());
                answered.fetch_add(1, Ordering::Relaxed);
            }
            statuses
        });
    }
    let mut most_before_a_list = 0;
    let mut statuses = Vec::new();
    while statuses.len() < 1000 {
        let before = answered.load(Ordering::Relaxed);
        app.get("/api/events/").await.expect(200);
        most_before_a_list = most_before_a_list.max(answered.load(Ordering::Relaxed) - before);
        while let Some(lane) = guesses.try_join_next() {
            statuses.extend(lane.unwrap());
        }
    }
    let count = |wanted: u16| statuses.iter().filter(|status| **status == wanted).count();
    assert_eq!((count(401), count(429)), (10, 990));
    assert!(most_before_a_list < 300, "a list came after {most_before_a_list} guesses that came later");

    app.login("Amani", "secret1", Some(&device)).await.expect(200);
    let refused = app.login("Amani", "secret1", None).await.expect(429);
    assert_eq!(refused.json(), json!({ "detail": "Trop de tentatives. Réessayez dans 30 secondes." }));
    assert_eq!(refused.header("retry-after"), "30");
    app.clock.advance_seconds(30);
    app.login("Amani", "secret1", None).await.expect(200);
}

#[apply(both_engines)]
async fn what_is_right_is_not_counted(engine: Engine) {
    let app = TestApp::start(engine).await;
    app.register("Amani", "0991234567").await;
    for _ in 0..12 {
        app.login("Amani", "secret1", None).await.expect(200);
    }
}

#[apply(both_engines)]
async fn a_known_device_has_an_allowance_of_its_own(engine: Engine) {
    let app = TestApp::start(engine).await;
    let device = device_cookie(&register(&app, "Amani", "0991234567").await.expect(201));
    let stolen = device_cookie(&register(&app, "Neema", "0991234568").await.expect(201));
    for _ in 0..10 {
        app.login("Amani", "guess", Some(&device)).await.expect(401);
    }
    app.login("Amani", "secret1", Some(&device)).await.expect(429);
    app.login("Amani", "secret1", None).await.expect(200);
    // A cookie is worth something for the account it signed in to only.
    for _ in 0..10 {
        app.login("Amani", "guess", Some(&stolen)).await.expect(401);
    }
    app.login("Amani", "guess", Some(&stolen)).await.expect(429);
    app.login("Amani", "guess", None).await.expect(429);
}

#[apply(both_engines)]
async fn somebody_unknown_is_slowed_the_same_way(engine: Engine) {
    let app = TestApp::start(engine).await;
    app.register("Amani", "0991234567").await;
    for query in ["Amani", "nobody"] {
        for typed in [query.to_owned(), query.to_uppercase()].iter().cycle().take(10) {
            app.login(typed, "guess", None).await.expect(401);
        }
    }
    let known = app.login("Amani", "guess", None).await.expect(429);
    assert_eq!(known.text, app.login("nobody", "guess", None).await.expect(429).text);
    // As the number of anybody else: otherwise it would tell that it belongs to the name.
    app.login("0991234567", "guess", None).await.expect(401);
}

#[apply(both_engines)]
async fn waits_grow_with_wrong_tries(engine: Engine) {
    let app = TestApp::start(engine).await;
    app.register("Amani", "0991234567").await;
    for query in ["Amani", "nobody"] {
        for _ in 0..10 {
            app.login(query, "guess", None).await.expect(401);
        }
    }
    for wait in [30, 60, 120, 240, 480, 900, 900] {
        for query in ["Amani", "nobody"] {
            let refused = app.login(query, "secret1", None).await.expect(429);
            assert_eq!(refused.header("retry-after"), wait.to_string(), "{query}");
        }
        app.clock.advance_seconds(wait);
        for query in ["Amani", "nobody"] {
            app.login(query, "guess", None).await.expect(401);
        }
    }
    app.clock.advance_seconds(900);
    app.login("Amani", "secret1", None).await.expect(200);
}

async fn register_with(app: &TestApp, username: &str, phone: &str, password: &str) -> Value {
    let body = json!({ "username": username, "phone": phone, "password": password, "password2": password });
    app.post("/api/register/", &body).await.expect(201).json()
}

#[apply(both_engines)]
async fn name_number_and_address_share_a_count_that_tells_nothing(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = register_with(&app, "Amani", "0991234567", "malachite-8").await;
    app.prove_email(&amani["user"], "amani@tukio.example").await;
    app.register("Neema", "0991234568").await;
    for _ in 0..10 {
        app.login("Amani", "guess", None).await.expect(401);
    }
    app.login("Amani", "malachite-8", None).await.expect(429);
    let strangers = app.login("0991234568", "guess", None).await.expect(401).text;
    for query in ["0991234567", "amani@tukio.example"] {
        let refused = app.login(query, "malachite-8", None).await.expect(401).text;
        assert_eq!(refused, strangers, "{query}: even the right one, and as if it had nothing to do with the name");
    }
    app.clock.advance_seconds(30);
    app.login("0991234567", "malachite-8", None).await.expect(200);
}

#[apply(both_engines)]
async fn a_common_password_takes_fewer_wrong_tries(engine: Engine) {
    let app = TestApp::start(engine).await;
    register_with(&app, "Amani", "0991234567", "azerty").await;
    register_with(&app, "Neema", "0991234568", "malachite-8").await;
    for name in ["Amani", "Neema"] {
        for _ in 0..4 {
            app.login(name, "guess", None).await.expect(401);
        }
    }
    app.login("Amani", "azerty", None).await.expect(401);
    app.login("Neema", "malachite-8", None).await.expect(200);
    app.clock.advance_seconds(30);
    let amani = app.login("Amani", "azerty", None).await.expect(200).json();
    // A better one has the whole allowance.
    let better = json!({ "old_password": "azerty", "password": "croisette-7", "password2": "croisette-7" });
    app.call_as(amani["access"].as_str().unwrap(), Method::PUT, "/api/password/", Some(&better)).await.expect(204);
    app.clock.advance_seconds(24 * 3600);
    for _ in 0..9 {
        app.login("Amani", "guess", None).await.expect(401);
    }
    app.login("Amani", "croisette-7", None).await.expect(200);
}

#[apply(both_engines)]
async fn a_common_password_is_told_and_taken(engine: Engine) {
    let app = TestApp::start(engine).await;
    for (password, is_common) in [("123456", true), ("MotDePasse", true), ("malachite-8", false)] {
        let answer = app.post("/api/password/check/", &json!({ "password": password })).await.expect(200).json();
        assert_eq!(answer, json!({ "is_common": is_common }), "{password}");
    }
    let short = app.post("/api/password/check/", &json!({ "password": "12345" })).await.expect(400).json();
    assert_eq!(short["password"], json!(["Le mot de passe doit contenir au moins 6 caractères"]));
    register_with(&app, "Amani", "0991234567", "123456").await;
}

#[apply(both_engines)]
async fn a_sign_in_from_a_new_browser_is_told_by_mail(engine: Engine) {
    let app = TestApp::start(engine).await;
    let answer = register(&app, "Amani", "0991234567").await.expect(201);
    let (amani, device) = (answer.json(), device_cookie(&answer));
    app.set_email(&amani["user"], "typed@tukio.example").await;
    app.login("Amani", "secret1", None).await.expect(200);
    assert_eq!(app.mails().await.len(), 0, "what was only typed may be a stranger's");
    app.prove_email(&amani["user"], "amani@tukio.example").await;
    app.login("Amani", "secret1", Some(&device)).await.expect(200);
    app.login("Amani", "guess", None).await.expect(401);
    assert_eq!(app.mails().await.len(), 0);
    let chrome = "Mozilla/5.0 (Linux; Android 10; K) Chrome/130.0.0.0 Mobile Safari/537.36";
    let request = app.request(Method::POST, "/api/login/").header("user-agent", chrome);
    app.send(request.json(&json!({ "query": "Amani", "password": "secret1" }))).await.expect(200);
    let mails = app.mails().await;
    assert_eq!(mails.len(), 1);
    assert_eq!((&*mails[0].to, &*mails[0].subject), ("amani@tukio.example", "Connexion depuis un nouvel appareil"));
    assert!(mails[0].text.contains("Chrome sur Android"), "{}", mails[0].text);
    for _ in 0..10 {
        app.login("Amani", "secret1", None).await.expect(200);
    }
    assert!(app.mails().await.len() <= 5, "a program without cookies does not fill the mailbox");
}

#[apply(both_engines)]
async fn a_password_asked_again_is_guarded_too(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    let access = amani["access"].as_str().unwrap();
    let wrong = json!({ "password": "guess" });
    for _ in 0..10 {
        app.call_as(access, Method::POST, "/api/account/delete/", Some(&wrong)).await.expect(400);
    }
    app.call_as(access, Method::POST, "/api/account/delete/", Some(&wrong)).await.expect(429);
    let change = json!({ "old_password": "guess", "password": "nouveau1", "password2": "nouveau1" });
    app.call_as(access, Method::PUT, "/api/password/", Some(&change)).await.expect(429);
    app.login("Amani", "secret1", None).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_person_and_a_wrong_password_take_the_same_time() {
    let app = TestApp::start_with(Engine::Sqlite, &[("TUKIO_LOGIN_TRIES", "1000")]).await;
    let amani = app.register("Amani", "0991234567").await;
    app.prove_email(&amani["user"], "amani@tukio.example").await;
    for (known, unknown) in [("Amani", "nobody"), ("amani@tukio.example", "nobody@tukio.example")] {
        let mut costs: [Vec<Duration>; 2] = Default::default();
        for _ in 0..15 {
            for (query, costs) in [known, unknown].into_iter().zip(&mut costs) {
                let refused = async { app.login(query, "secret2", None).await.expect(401) };
                costs.push(cost_of(refused).await);
            }
        }
        let [known, unknown] = costs.map(median);
        assert!(known < unknown * 2 && unknown < known * 2, "known {known:?}, unknown {unknown:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_limited_behind_a_trusted_proxy_by_what_it_says() {
    let settings =
        [("TUKIO_TRUST_PROXY", "1"), ("TUKIO_LOGIN_ADDRESS_TRIES", "5"), ("TUKIO_LOGIN_ADDRESS_PER_SECOND", "1")];
    let app = TestApp::start_with(Engine::Sqlite, &settings).await;
    for number in 0..5 {
        login_from(&app, "10.0.0.1, 41.243.1.2", &format!("nobody{number}")).await.expect(401);
    }
    for _ in 0..3 {
        login_from(&app, "10.0.0.1, 41.243.1.2", "nobody5").await.expect(401);
    }
    let refused = login_from(&app, "10.9.9.9, 41.243.1.2", "nobody5").await.expect(429);
    assert_eq!(refused.json()["detail"], "Trop de tentatives. Réessayez dans 1 seconde.");
    login_from(&app, "41.243.1.2, 41.243.1.3", "nobody5").await.expect(401);
    app.clock.advance_seconds(1);
    login_from(&app, "41.243.1.2", "nobody5").await.expect(401);
    // Registering and asking for a link are counted apart from guessing.
    for number in 0..5 {
        register(&app, &format!("Amani{number}"), &format!("099123456{number}")).await.expect(201);
        app.post("/api/password/forgotten/", &json!({ "query": "nobody" })).await.expect(200);
    }
    register(&app, "Amani5", "0991234565").await.expect(429);
    for _ in 0..3 {
        app.post("/api/password/forgotten/", &json!({ "query": "nobody" })).await.expect(200);
    }
    app.post("/api/password/forgotten/", &json!({ "query": "nobody" })).await.expect(429);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_proxy_nobody_names_their_own_address() {
    let app = TestApp::start_with(Engine::Sqlite, &[("TUKIO_LOGIN_ADDRESS_TRIES", "5")]).await;
    for number in 0..5 {
        login_from(&app, &format!("41.243.1.{number}"), &format!("nobody{number}")).await.expect(401);
    }
    for number in 5..8 {
        login_from(&app, &format!("41.243.1.{number}"), "nobody9").await.expect(401);
    }
    login_from(&app, "41.243.1.9", "nobody9").await.expect(429);
}

#[apply(both_engines)]
async fn a_neighbour_who_guesses_keeps_nobody_out(engine: Engine) {
    let settings = [("TUKIO_LOGIN_ADDRESS_TRIES", "5"), ("TUKIO_LOGIN_ADDRESS_PER_SECOND", "1")];
    let app = TestApp::start_with(engine, &settings).await;
    let amani = app.register("Amani", "0991234567").await;
    app.prove_email(&amani["user"], "amani@tukio.example").await;
    for number in 0..50 {
        app.login(&format!("nobody{number}"), "guess", None).await.expect(401);
        app.post("/api/password/forgotten/", &json!({ "query": format!("nobody{number}") })).await.expect(200);
    }
    app.login("Amani", "guess", None).await.expect(401);
    app.login("Amani", "guess", None).await.expect(401);
    app.login("Amani", "secret1", None).await.expect(200);
    app.post("/api/password/forgotten/", &json!({ "query": "Amani" })).await.expect(200);
    assert!(app.count_written("Choisissez un nouveau mot de passe").await.0 == 1);
    // The neighbour does not get more than a few tries for each account.
    app.login("Amani", "guess", None).await.expect(401);
    app.login("Amani", "guess", None).await.expect(429);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_device_cookie_is_for_the_server_alone() {
    for (public_url, name, secure) in
        [("http://tukio.example", "tukio_device=", false), ("https://tukio.example", "__Secure-tukio_device=", true)]
    {
        let settings = [("TUKIO_PUBLIC_URL", public_url), ("TUKIO_ALLOW_SANDBOX", "1")];
        let app = TestApp::start_with(Engine::Sqlite, &settings).await;
        let answer = register(&app, "Amani", "0991234567").await.expect(201);
        let cookie = answer.header("set-cookie").to_owned();
        assert!(cookie.starts_with(name) && cookie.contains("; Max-Age=34560000;"), "{cookie}");
        assert!(cookie.contains("; HttpOnly; SameSite=Lax"), "{cookie}");
        assert_eq!(cookie.ends_with("; Secure"), secure, "{cookie}");
        let device = device_cookie(&answer);
        let again = app.login("Amani", "secret1", Some(&device)).await.expect(200);
        assert_eq!(device_cookie(&again), device, "a device keeps its name");
        assert_eq!(app.login("Amani", "guess", None).await.expect(401).header("set-cookie"), "");
    }
}
