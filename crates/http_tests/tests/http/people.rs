//! The directory, profiles, following.

use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Answer, Engine, TestApp, TestEvent, both_engines};

fn names(answer: &Value) -> Vec<&str> {
    answer["results"].as_array().unwrap().iter().map(|user| user["username"].as_str().unwrap()).collect()
}

struct Person {
    id: i64,
    access: String,
}

async fn join(app: &TestApp, username: &str, number: u32) -> Person {
    let answer = app.register(username, &format!("09900000{number:02}")).await;
    Person { id: answer["user"]["id"].as_i64().unwrap(), access: answer["access"].as_str().unwrap().to_owned() }
}

async fn post_as(app: &TestApp, person: &Person, path: &str) -> Answer {
    app.send(app.request(Method::POST, path).bearer_auth(&person.access).body("")).await
}

#[apply(both_engines)]
async fn the_directory_is_searched_by_beginnings_of_words(engine: Engine) {
    let app = TestApp::start(engine).await;
    app.provider("Bahati Saveurs", "0970000001", "Traiteur").await;
    app.provider("Élie Tshibangu", "0970000002", "Musicien").await;
    app.provider("Maman Odette", "0970000003", "Traiteur").await;
    join(&app, "Visiteur", 1).await;
    for (query, expected) in [
        ("", vec!["Bahati Saveurs", "Élie Tshibangu", "Maman Odette", "Visiteur"]),
        ("search=TRAITEUR", vec!["Bahati Saveurs", "Maman Odette"]),
        ("search=elie", vec!["Élie Tshibangu"]),
        ("search=ode%20tra", vec!["Maman Odette"]),
        ("search=tte", vec![]),
        ("search=%25", vec![]),
        ("search=%00", vec!["Bahati Saveurs", "Élie Tshibangu", "Maman Odette", "Visiteur"]),
        ("activity=Musicien", vec!["Élie Tshibangu"]),
        ("activity=Traiteur&search=maman", vec!["Maman Odette"]),
        ("activity=DJ", vec![]),
    ] {
        let answer = app.get(&format!("/api/users/?{query}")).await.expect(200).json();
        assert_eq!(names(&answer), expected, "{query}");
        assert_eq!(answer["count"], expected.len(), "{query}");
    }
    app.get("/api/users/?activity=Magicien").await.expect(400);
    app.get("/api/users/?page=0").await.expect(400);
}

#[apply(both_engines)]
async fn every_search_finds_whom_a_plain_reading_finds(engine: Engine) {
    let app = TestApp::start(engine).await;
    let firsts = ["Marie", "Mariam", "Élie", "Kevin", "Zoé", "Éric", "9e Art", "Жан"];
    let lasts = ["Mukendi", "Kabongo", "Mutombo K", "Kalala Mbuyi", "Ilunga"];
    let activities = ["Musicien", "Traiteur", "DJ"];
    let mut people = Vec::new();
    for number in 0..40 {
        let (first, last) = (firsts[number % firsts.len()], lasts[number % lasts.len()]);
        // A name keeps to one script.
        let last = if first == "Жан" { "Кабонго" } else { last };
        let (username, activity) = (format!("{first} {last} {number}"), activities[number % activities.len()]);
        app.provider(&username, &format!("09700000{number:02}"), activity).await;
        let words = domain::fold(&format!("{username} {activity}"));
        people.push((username, activity, words.split(' ').map(str::to_owned).collect::<Vec<_>>()));
    }
    let searches = [
        "m",
        "k",
        "m k",
        "k m e",
        "mu ka",
        "ka mu",
        "mar",
        "mar m",
        "z 1",
        "é",
        "e 9",
        "9",
        "ж",
        "ж m",
        "musi k",
        "q",
        "m q",
        "mukendi marie",
        "t k",
        "3 m",
        "mu mukendi",
        "ka ka",
    ];
    for (search, activity) in searches.iter().flat_map(|search| [None, Some("Musicien")].map(|one| (search, one))) {
        let mut expected: Vec<&str> = people
            .iter()
            .filter(|(_, own, words)| {
                let has = |asked: &str| words.iter().any(|word| word.starts_with(&domain::fold(asked)));
                activity.is_none_or(|activity| activity == *own) && search.split(' ').all(has)
            })
            .map(|(username, ..)| &**username)
            .collect();
        let query =
            format!("search={search}&limit=7{}", activity.map(|one| format!("&activity={one}")).unwrap_or_default());
        let mut found = Vec::new();
        for page in 1..=(expected.len() / 7 + 1) {
            let answer = app.get(&format!("/api/users/?{query}&page={page}")).await.expect(200).json();
            assert_eq!(answer["count"], expected.len(), "{query}");
            found.extend(names(&answer).into_iter().map(str::to_owned));
        }
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{query}");
    }
}

#[apply(both_engines)]
async fn pages_of_the_directory_meet_without_gap_or_repetition(engine: Engine) {
    let app = TestApp::start(engine).await;
    for number in 0..23 {
        app.provider(&format!("Personne {number:02}"), &format!("09700000{number:02}"), "DJ").await;
    }
    let mut seen = Vec::new();
    for page in 1..=3 {
        let answer = app.get(&format!("/api/users/?page={page}")).await.expect(200).json();
        assert_eq!(answer["count"], 23);
        assert_eq!(answer["next"].is_null(), page == 3);
        assert_eq!(answer["previous"].is_null(), page == 1);
        seen.extend(names(&answer).into_iter().map(str::to_owned));
    }
    let expected: Vec<String> = (0..23).map(|number| format!("Personne {number:02}")).collect();
    assert_eq!(seen, expected);
    let beyond = app.get("/api/users/?page=9").await.expect(200).json();
    assert_eq!((names(&beyond).len(), &beyond["next"]), (0, &Value::Null));
    let filtered = app.get("/api/users/?activity=DJ&limit=20&page=2").await.expect(200).json();
    assert_eq!(names(&filtered), ["Personne 20", "Personne 21", "Personne 22"]);
}

#[apply(both_engines)]
async fn following_is_counted_once(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (amani, neema) = (join(&app, "Amani", 1).await, join(&app, "Neema", 2).await);
    let path = format!("/api/users/{}", neema.id);
    for _ in 0..2 {
        let answer = post_as(&app, &amani, &format!("{path}/follow/")).await.expect(200).json();
        assert_eq!((&answer["is_following"], &answer["followers_count"]), (&json!(true), &json!(1)));
    }
    let seen = app.get_as(&amani.access, &format!("{path}/")).await.expect(200).json();
    assert_eq!(seen["is_following"], true);
    assert_eq!(app.get(&path).await.expect(200).json()["is_following"], false);
    let mine = app.get_as(&amani.access, &format!("/api/users/{}/", amani.id)).await.expect(200).json();
    assert_eq!((&mine["following_count"], &mine["followers_count"]), (&json!(1), &json!(0)));
    let following = app.get_as(&amani.access, "/api/users/following/").await.expect(200).json();
    assert_eq!(following, json!([{ "id": neema.id }]));
    for _ in 0..2 {
        let answer = post_as(&app, &amani, &format!("{path}/unfollow/")).await.expect(200).json();
        assert_eq!((&answer["is_following"], &answer["followers_count"]), (&json!(false), &json!(0)));
    }
    assert_eq!(app.get_as(&amani.access, "/api/users/following/").await.expect(200).json(), json!([]));
}

#[apply(both_engines)]
async fn following_needs_a_person_and_somebody_else(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = join(&app, "Amani", 1).await;
    let own = format!("/api/users/{}/follow/", amani.id);
    app.post(&own, &json!({})).await.expect(401);
    let oneself = post_as(&app, &amani, &own).await.expect(400).json();
    assert_eq!(oneself["detail"], "Vous ne pouvez pas vous suivre vous-même.");
    for id in ["999999", "0", "abc", "9223372036854775808"] {
        post_as(&app, &amani, &format!("/api/users/{id}/follow/")).await.expect(404);
        app.get(&format!("/api/users/{id}/")).await.expect(404);
    }
    assert_eq!(app.get("/api/users/following/").await.expect(200).json(), json!([]));
}

#[apply(both_engines)]
async fn a_profile_shows_counts_but_no_address(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    app.store(TestEvent::new(1, owner)).await;
    app.store(TestEvent::new(2, owner).with(|row| row.is_public = false)).await;
    let profile = app.get(&format!("/api/users/{owner}/")).await.expect(200).json();
    assert_eq!((&profile["username"], &profile["events_count"]), (&json!("Kilima"), &json!(1)));
    assert_eq!((&profile["phone"], &profile["profile"]["email"]), (&json!("0970000000"), &Value::Null));
    let missing = app.get("/api/users/424242/").await.expect(404).json();
    assert_eq!(missing["detail"], "Utilisateur non trouvé");
}

#[apply(both_engines)]
async fn the_most_followed_come_first(engine: Engine) {
    let app = TestApp::start(engine).await;
    let quiet = app.provider("Aline", "0970000001", "DJ").await;
    let loved = app.provider("Zawadi", "0970000002", "DJ").await;
    let amani = join(&app, "Amani", 1).await;
    assert_eq!(names(&app.get("/api/users/").await.expect(200).json())[0], "Aline");
    post_as(&app, &amani, &format!("/api/users/{loved}/follow/")).await.expect(200);
    assert_eq!(names(&app.get("/api/users/").await.expect(200).json()), ["Zawadi", "Aline", "Amani"]);
    assert_ne!(quiet, loved);
}

#[apply(both_engines)]
async fn directory_and_profile_arrive_as_html(engine: Engine) {
    let app = TestApp::start(engine).await;
    let id = app.provider("Maman Odette", "0970000003", "Traiteur").await;
    let event = TestEvent::new(1, id);
    app.store(event).await;
    let directory = app.get("/users?search=traiteur").await.expect(200).text;
    assert!(directory.contains("Maman Odette") && directory.contains("Résultats pour"));
    let profile = app.get(&format!("/users/{id}")).await.expect(200).text;
    for words in ["Maman Odette", "Traiteur", "tel:0970000003", "Concert 1", "<title>Maman Odette · Tukio</title>"] {
        assert!(profile.contains(words), "{words}");
    }
    for path in ["/users/424242", "/users/me"] {
        let missing = app.get(path).await.expect(404).text;
        assert!(missing.contains("noindex"), "{path}");
    }
    assert!(app.get("/users/424242").await.text.contains("Utilisateur non trouvé"));
}
