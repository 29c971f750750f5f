//! HTML first: what a crawler, a messenger or a browser without JavaScript gets.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::{Clock, Currency};
use reqwest::Method;
use rstest_reuse::apply;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::support::{Answer, Engine, TestApp, TestEvent, both_engines, day};

/// The text between two marks.
#[track_caller]
fn between<'a>(html: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = html.split_once(start).unwrap_or_else(|| panic!("{start} is missing"));
    rest.split_once(end).unwrap_or_else(|| panic!("{end} is missing")).0
}

fn meta<'a>(html: &'a str, name: &str) -> &'a str {
    between(html, &format!(r#"="{name}" content=""#), "\"")
}

#[apply(both_engines)]
async fn an_event_page_is_complete_without_javascript(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    let long = "Une nuit de jazz au bord de la Lubumbashi, avec des musiciens venus de toute la province et de plus loin encore, pour écouter, danser et se retrouver entre amis.";
    let event = TestEvent::new(1, owner)
        .with(|row| {
            row.name = "Katanga Jazz de nuit".to_owned();
            row.description = Some(long.to_owned());
        })
        .ticket("Standard", 25, Currency::Usd);
    let id = app.store(event).await;
    let page = app.get(&format!("/events/{id}")).await.expect(200);
    let html = &page.text;
    let body = between(html, "<div id=\"root\">", "<script type=\"application/json\" id=\"page-data\">");
    for words in ["Katanga Jazz de nuit", "14 novembre 2026", "19:30", "Lubumbashi", "25 USD", "Payant", "Kilima", long]
    {
        assert!(body.contains(words), "{words} is missing from the body");
    }
    assert_eq!(between(html, "<title>", "</title>"), "Katanga Jazz de nuit · Tukio");
    let description = meta(html, "description");
    assert!(
        description.chars().count() <= 150 && description.starts_with("sam. 14 nov. 2026 à 19:30 · Lubumbashi"),
        "{description}"
    );
    assert!(meta(html, "og:description").chars().count() <= 100);
    assert_eq!(meta(html, "twitter:description"), meta(html, "og:description"));
    let address = app.url(&format!("/events/{id}"));
    assert!(html.contains(&format!(r#"<link rel="canonical" href="{address}">"#)));
    assert_eq!((meta(html, "og:url"), meta(html, "og:title")), (address.as_str(), "Katanga Jazz de nuit · Tukio"));
    let picture = app.get(meta(html, "og:image").strip_prefix(&app.url("")).unwrap()).await.expect(200);
    assert_eq!(picture.header("content-type"), "image/jpeg");
    let json_ld: Value =
        serde_json::from_str(between(html, "<script type=\"application/ld+json\">", "</script>")).unwrap();
    assert_eq!(json_ld["@type"], "Event");
    assert_eq!(json_ld["startDate"], "2026-11-14T19:30:00+02:00");
    assert_eq!(json_ld["offers"][0]["priceCurrency"], "USD");
}

#[apply(both_engines)]
async fn nobody_is_sent_to_what_is_cancelled_sold_out_or_closed(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    let event = ["Debout", "Assis", "Loge"]
        .iter()
        .fold(TestEvent::new(1, owner), |event, label| event.places(label, 5, Currency::Usd, 10));
    let event = event.with(|row| row.first_day = day("2026-11-17"));
    let row = event.row.clone();
    let id = app.store(event).await;
    let head = async || -> (String, Value) {
        let html = app.get(&format!("/events/{id}")).await.expect(200).text;
        let json_ld = between(&html, "<script type=\"application/ld+json\">", "</script>");
        (meta(&html, "description").to_owned(), serde_json::from_str(json_ld).unwrap())
    };
    let offered = |json_ld: &Value| -> Vec<String> {
        let offers = json_ld["offers"].as_array().unwrap().iter();
        offers
            .map(|offer| {
                format!("{} {}", offer["name"], offer["availability"])
                    .replace("https://schema.org/", "")
                    .replace('"', "")
            })
            .collect()
    };
    let next_day = || app.clock.advance_seconds(24 * 3600);
    let (description, json_ld) = head().await;
    assert_eq!(description, "mar. 17 nov. 2026 à 19:30 · Lubumbashi · Avenue Kasaï 12");
    assert_eq!(json_ld["eventStatus"], "https://schema.org/EventScheduled");
    assert_eq!(offered(&json_ld), ["Debout InStock", "Assis InStock", "Loge InStock"]);
    let before = app.get(&format!("/pictures/social/{id}.jpg")).await.expect(200).text;

    app.db.write(|c| c.execute("UPDATE ticket_types SET closed = TRUE WHERE label = 'Assis'", &[])).await.unwrap();
    app.db.write(|c| c.execute("UPDATE ticket_types SET sold = 10 WHERE label = 'Loge'", &[])).await.unwrap();
    next_day();
    assert_eq!(offered(&head().await.1), ["Debout InStock", "Loge SoldOut"], "who stopped selling has places left");

    let now = app.clock.now();
    app.db.write(move |c| events::mark_cancelled(c, &row, now)).await.unwrap();
    next_day();
    let (description, json_ld) = head().await;
    assert!(description.starts_with("Annulé · mar. 17 nov. 2026 à 19:30 · Lubumbashi"), "{description}");
    assert_eq!(json_ld["eventStatus"], "https://schema.org/EventCancelled");
    assert_eq!(json_ld["offers"], Value::Null);
    assert_ne!(app.get(&format!("/pictures/social/{id}.jpg")).await.expect(200).text, before);
}

#[apply(both_engines)]
async fn what_is_over_is_offered_no_more(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    let id = app.store(TestEvent::new(1, owner).ticket("Debout", 5, Currency::Usd)).await;
    let is_offered = async || app.get(&format!("/events/{id}")).await.expect(200).text.contains("\"@type\":\"Offer\"");
    assert!(is_offered().await);
    app.clock.advance_seconds(24 * 3600);
    assert!(!is_offered().await);
}

#[apply(both_engines)]
async fn an_event_without_an_address_is_in_its_town(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    let id = app.store(TestEvent::new(1, owner).with(|row| row.address = String::new())).await;
    let html = app.get(&format!("/events/{id}")).await.expect(200).text;
    assert_eq!(meta(&html, "description"), "sam. 14 nov. 2026 à 19:30 · Lubumbashi");
    let json_ld: Value =
        serde_json::from_str(between(&html, "<script type=\"application/ld+json\">", "</script>")).unwrap();
    assert_eq!(json_ld["location"]["name"], "Lubumbashi");
    assert_eq!(json_ld["location"]["address"].get("streetAddress"), None);
}

#[apply(both_engines)]
async fn hostile_names_stay_text(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    let hostile = "</title></script><script>alert(1)</script>\"'><img src=x onerror=alert(2)>\u{2028}&amp;";
    let event = TestEvent::new(1, owner)
        .with(|row| {
            row.name = hostile.to_owned();
            row.address = hostile.to_owned();
            row.description = Some(hostile.to_owned());
        })
        .ticket(hostile, 5, Currency::Usd);
    let id = app.store(event).await;
    for path in [format!("/events/{id}"), "/events".to_owned(), "/".to_owned()] {
        let html = app.get(&path).await.expect(200).text;
        assert!(!html.contains("<script>alert"), "{path}");
        assert!(!html.contains("<img src=x"), "{path}");
        assert!(!html.contains("</title></script>"), "{path}");
        let data: Value = serde_json::from_str(between(&html, "id=\"page-data\">", "</script>")).unwrap();
        assert!(data.to_string().contains("onerror"), "the data holds the name as it was typed");
    }
    app.get(&format!("/pictures/social/{id}.jpg")).await.expect(200);
    app.get("/events?name=%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E").await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_beside_the_program_is_served() {
    let app = TestApp::start(Engine::Sqlite).await;
    for path in [
        "/.git/config",
        "/.git/HEAD",
        "/.env",
        "/Cargo.toml",
        "/data/tukio.db",
        "/tukio.db",
        "/media/../tukio.db",
        "/media/%2e%2e/tukio.db",
        "/assets/..%2f..%2fCargo.toml",
    ] {
        app.get(path).await.expect(404);
    }
}

#[apply(both_engines)]
async fn home_and_list_show_events_as_html(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    app.store(TestEvent::new(1, owner)).await;
    for path in ["/", "/events", "/events?town=Lubumbashi&date_range=today", "/events/"] {
        let page = app.get(path).await.expect(200);
        assert!(page.text.contains("Concert 1"), "{path}");
        assert!(between(&page.text, "<title>", "</title>").contains("Tukio"), "{path}");
    }
    let elsewhere = app.get("/events?town=Goma").await.expect(200);
    assert!(elsewhere.text.contains("Aucun évènement trouvé."));
}

#[apply(both_engines)]
async fn what_is_not_there_is_a_404_with_a_page(engine: Engine) {
    let app = TestApp::start(engine).await;
    for path in ["/nowhere", "/events/999999999999", "/events/abc", "/events/1/2", "/index.html", "/build.json"] {
        let page = app.get(path).await.expect(404);
        assert!(page.header("content-type").starts_with("text/html"), "{path}");
        assert!(page.text.contains("noindex"), "{path}");
    }
    let script = app.get("/assets/index-of-an-earlier-build.js").await.expect(404);
    assert!(script.header("cache-control").contains("no-store"), "a missing script must not be remembered");
}

#[apply(both_engines)]
async fn a_page_whose_data_cannot_be_read_is_still_a_page(engine: Engine) {
    let app = TestApp::start(engine).await;
    app.db.write(|c| c.execute("ALTER TABLE events RENAME TO mislaid", &[]).map(|_| ())).await.unwrap();
    for path in ["/", "/events", "/events/1", "/calendar", "/card"] {
        let page = app.get(path).await.expect(500);
        assert!(page.header("content-type").starts_with("text/html"), "{path}");
        assert_eq!(page.header("cache-control"), "no-store", "{path}");
        assert!(page.header("content-security-policy").contains("script-src 'self'"), "{path}");
        assert!(page.text.contains("noindex") && page.text.contains("<script type=\"module\""), "{path}");
    }
    app.db.write(|c| c.execute("ALTER TABLE mislaid RENAME TO events", &[]).map(|_| ())).await.unwrap();
    app.get("/events").await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn personal_pages_are_a_shell() {
    let app = TestApp::start(Engine::Sqlite).await;
    for path in ["/dash", "/dash/", "/dash/events/1/scan", "/logout"] {
        let page = app.get(path).await.expect(200);
        assert_eq!(between(&page.text, "<div id=\"root\">", "</div>"), "", "{path}");
        assert!(page.text.contains("noindex"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_seen_comes_before_the_scripts() {
    let app = TestApp::start(Engine::Sqlite).await;
    let page = app.get("/events").await.expect(200);
    let styles = between(&page.text, "<style>", "</style>");
    let hash = STANDARD.encode(Sha256::digest(styles));
    assert!(page.header("content-security-policy").contains(&format!("style-src 'self' 'sha256-{hash}'")));
    assert!(!page.text.contains("rel=\"stylesheet\""), "the styles stand inside the page");
    let first_script = page.text.find(".js\"").expect("a script");
    let end_of_content = page.text.find("</main>").expect("content");
    assert!(end_of_content < first_script, "no script is asked for while the page is on its way");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_drawings_of_the_first_screen_stand_inside() {
    let app = TestApp::start(Engine::Sqlite).await;
    let id = app.store(TestEvent::new(1, app.organiser().await)).await;
    for path in ["/", "/events", &format!("/events/{id}"), "/users", "/about"] {
        let page = app.get(path).await.expect(200).text;
        let first: Vec<&str> = page.split("<img ").filter(|tag| tag.contains(r#"fetchPriority="high""#)).collect();
        assert!(!first.is_empty(), "{path} shows no picture at once");
        for tag in first {
            assert!(tag.starts_with(r#"src="data:image/svg+xml,%3Csvg"#), "{path} asks for a picture: {tag:.90}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_scanner_may_compile_webassembly() {
    let app = TestApp::start(Engine::Sqlite).await;
    for (path, allowed) in [("/dash/events/1/scan", true), ("/dash/events/1", false), ("/", false), ("/login", false)] {
        let page = app.get(path).await.expect(200);
        assert_eq!(page.header("content-security-policy").contains("'wasm-unsafe-eval'"), allowed, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_cannot_be_rendered_goes_out_as_a_shell_with_its_data() {
    let app = TestApp::start_with(Engine::Sqlite, &[("TUKIO_RENDER_LIMIT_MS", "0")]).await;
    let owner = app.organiser().await;
    let id = app.store(TestEvent::new(1, owner)).await;
    let page = app.get(&format!("/events/{id}")).await.expect(200);
    assert_eq!(between(&page.text, "<div id=\"root\">", "</div>"), "");
    assert_eq!(between(&page.text, "<title>", "</title>"), "Concert 1 · Tukio");
    let data: Value = serde_json::from_str(between(&page.text, "id=\"page-data\">", "</script>")).unwrap();
    assert_eq!(data["queries"][0]["data"]["name"], "Concert 1");
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_packed_and_answered_with_304() {
    let app = TestApp::start(Engine::Sqlite).await;
    let plain = app.get("/login").await.expect(200);
    for encoding in ["br", "gzip"] {
        let request = app.request(Method::GET, "/login").header("accept-encoding", encoding);
        let response = request.send().await.unwrap();
        assert_eq!(response.headers()["content-encoding"], encoding);
        assert_eq!(response.headers()["vary"], "accept-encoding, service-worker-navigation-preload");
        assert!(response.bytes().await.unwrap().len() * 2 < plain.text.len());
    }
    let again = app.request(Method::GET, "/login").header("if-none-match", plain.header("etag"));
    app.send(again).await.expect(304);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_says_the_same_later_is_not_sent_again() {
    let app = TestApp::start(Engine::Sqlite).await;
    let owner = app.organiser().await;
    let first = app.store(TestEvent::new(1, owner)).await;
    let ask = async |path: &str, tag: &str| app.send(app.request(Method::GET, path).header("if-none-match", tag)).await;
    for path in ["/", "/events", "/users", "/calendar", &format!("/events/{first}")] {
        let sent = app.get(path).await.expect(200);
        app.clock.advance_seconds(90);
        // Every page is made anew.
        app.services.freshness.person_changed();
        let again = ask(path, sent.header("etag")).await.expect(304);
        let moment = format!("now;dur={}", app.clock.now().millis());
        assert_eq!(again.header("server-timing"), moment, "{path}: the browser's copy knows only when it was made");
    }
    let list = app.get("/events").await.expect(200);
    let second = app.store(TestEvent::new(2, owner)).await;
    app.services.freshness.event_changed(second);
    ask("/events", list.header("etag")).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_go_on_by_links_without_javascript() {
    let app = TestApp::start(Engine::Sqlite).await;
    let owner = app.organiser().await;
    for number in 0..14 {
        app.store(TestEvent::new(number, owner)).await;
    }
    let first = app.get("/events?town=Lubumbashi").await.expect(200).text;
    assert!(first.contains(r#"href="/events?town=Lubumbashi&amp;page=2""#), "{first}");
    assert!(!first.contains("Page précédente"));
    let last = app.get("/events?town=Lubumbashi&page=2").await.expect(200).text;
    assert!(last.contains("Page précédente") && !last.contains("Page suivante"));
    assert_eq!(last.matches("<article").count(), 2, "what the first page does not have");
    let canonical = between(&last, r#"<link rel="canonical" href=""#, "\"");
    assert!(canonical.ends_with("/events?town=Lubumbashi&amp;page=2"), "{canonical}");
    for path in ["/events?page=9", "/users?page=9"] {
        app.get(path).await.expect(404);
    }
    assert!(app.get("/events?page=9").await.text.contains("Voir tous les évènements"));
}

#[tokio::test(flavor = "multi_thread")]
async fn files_that_may_change_under_their_name_are_sent_once() {
    let app = TestApp::start(Engine::Sqlite).await;
    for path in ["/sw.js", "/favicon.svg", "/manifest.webmanifest"] {
        let sent = app.get(path).await.expect(200);
        let again = app.request(Method::GET, path).header("if-none-match", sent.header("etag"));
        let again = app.send(again).await.expect(304);
        assert_eq!(again.text, "");
        assert_eq!(again.header("cache-control"), sent.header("cache-control"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn scripts_are_cached_for_a_year_and_packed() {
    let app = TestApp::start(Engine::Sqlite).await;
    let page = app.get("/").await.expect(200).text;
    let script = format!("/assets/{}", between(&page, "src=\"/assets/", "\""));
    let response = app.request(Method::GET, &script).header("accept-encoding", "gzip, br").send().await.unwrap();
    assert_eq!(response.headers()["cache-control"], "public, max-age=31536000, immutable");
    assert_eq!(response.headers()["content-encoding"], "br");
    assert_eq!(response.headers()["content-type"], "text/javascript; charset=utf-8");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shell_is_titled_as_in_the_browser() {
    let app = TestApp::start(Engine::Sqlite).await;
    for (path, title) in [
        ("/payments/return?payment_id=1", "Paiement · Tukio"),
        ("/reset-password?token=1", "Nouveau mot de passe · Tukio"),
        ("/dash", "Mon espace · Tukio"),
    ] {
        assert_eq!(between(&app.get(path).await.expect(200).text, "<title>", "</title>"), title, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_drawing_is_known_by_its_name_before_it_is_drawn() {
    let app = TestApp::start(Engine::Sqlite).await;
    let ask = async |path: &str, tag: &str| app.send(app.request(Method::GET, path).header("if-none-match", tag)).await;
    let mut tags = Vec::new();
    for path in
        ["bands/concerts/1.svg", "bands/concerts/2.svg", "bands/mode/1.svg", "posters/concerts/1.svg", "avatars/1.svg"]
    {
        let path = format!("/pictures/{path}");
        let drawn = app.get(&path).await.expect(200);
        assert!(drawn.text.starts_with("<svg"), "{}", drawn.text);
        let tag = drawn.header("etag").to_owned();
        let again = ask(&path, &tag).await.expect(304);
        for header in ["etag", "cache-control", "vary"] {
            assert_eq!(again.header(header), drawn.header(header), "{path}");
        }
        ask(&path, "W/\"another\"").await.expect(200);
        tags.push(tag);
    }
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), 5, "each has its own");
    app.get("/pictures/bands/concerts/x.svg").await.expect(404);
    app.get("/pictures/posters/nothing/1.svg").await.expect(404);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_service_worker_is_asked_for_each_time_and_keeps_this_build() {
    let app = TestApp::start(Engine::Sqlite).await;
    let worker = app.get("/sw.js").await.expect(200);
    assert_eq!(worker.header("cache-control"), "no-cache");
    assert_eq!(worker.header("content-type"), "text/javascript; charset=utf-8");
    let page = app.get("/dash/tickets").await.expect(200);
    assert!(page.header("content-security-policy").contains("worker-src 'self'"));
    let script = between(&page.text, "src=\"/assets/", "\"");
    assert!(worker.text.contains(&format!("/assets/{script}")), "{}", worker.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tile_server_is_named_and_allowed_if_it_is_set() {
    let tiles = [
        ("TUKIO_MAP_TILES_URL", "https://tiles.example:8443/{z}/{x}/{y}.png?key=a&b"),
        ("TUKIO_MAP_TILES_CREDIT", "© \"Cartes\""),
    ];
    let app = TestApp::start_with(Engine::Sqlite, &tiles).await;
    let page = app.get("/card").await.expect(200);
    let named =
        r#"content="https://tiles.example:8443/{z}/{x}/{y}.png?key=a&amp;b" data-credit="© &quot;Cartes&quot;""#;
    assert!(page.text.contains(named), "{}", page.text);
    let sources = |page: &Answer| between(page.header("content-security-policy"), "img-src ", ";").to_owned();
    assert_eq!(sources(&page), "'self' data: blob: https://tiles.example:8443");
    let plain = TestApp::start(Engine::Sqlite).await.get("/card").await.expect(200);
    assert!(!plain.text.contains("map-tiles"));
    assert_eq!(sources(&plain), "'self' data: blob:");
}

#[tokio::test(flavor = "multi_thread")]
async fn inline_scripts_are_allowed_by_their_hash_alone() {
    use base64::Engine as _;
    use sha2::Digest as _;
    let app = TestApp::start(Engine::Sqlite).await;
    let page = app.get("/").await.expect(200);
    let policy = page.header("content-security-policy");
    assert!(!policy.contains("unsafe"), "{policy}");
    let script = between(&page.text, "<script>", "</script>");
    let hash = base64::engine::general_purpose::STANDARD.encode(sha2::Sha256::digest(script));
    assert!(policy.contains(&format!("'sha256-{hash}'")), "{policy}");
}
