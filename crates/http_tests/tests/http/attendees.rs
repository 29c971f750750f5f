//! Who comes, as a list and as files.

use std::io::Cursor;

use calamine::{Data, Reader, Xlsx};
use domain::Currency;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Doors, Engine, TestApp, both_engines, buyer, doors_of, signed_in, words, work};

/// Amani's concert: Grace has two tickets, "=Neema" one of another type, one was sold at the door, and one of Grace's is
/// scanned.
async fn concert(app: &TestApp) -> Doors {
    let with_gallery = |event: crate::support::TestEvent| event.places("Balcon", 60, Currency::Usd, 10);
    let (doors, held) = doors_of(app, 2, with_gallery).await;
    let neema = buyer(app, "=Neema", "0990000013").await;
    let shown = app.get(&doors.path("")).await.expect(200).json();
    neema.buy(app, &shown["ttype"][1]["id"].to_string(), 1).await;
    let doors = Doors { amani: signed_in(app, "Amani").await, ..doors };
    app.clock.advance_seconds(60);
    doors.sell(app, doors.sale(1)).await.expect(201);
    doors.scan(app, &held[0]["qr"]).await.expect(200);
    doors
}

async fn list(app: &TestApp, doors: &Doors, query: &str) -> Value {
    doors.amani.get(app, &doors.path(&format!("attendees/?{query}"))).await.expect(200).json()
}

fn rows(page: &Value) -> Vec<Value> {
    page["results"].as_array().unwrap().clone()
}

#[apply(both_engines)]
async fn are_listed_searched_and_sorted(engine: Engine) {
    let app = TestApp::start(engine).await;
    let doors = concert(&app).await;
    let all = list(&app, &doors, "").await;
    assert_eq!(all["count"], 4);
    assert_eq!(words(&rows(&all), "holder"), ["Vente à la porte", "=Neema", "Grace", "Grace"]);
    let door = &rows(&all)[0];
    assert_eq!((&door["channel"], &door["phone"], &door["price"]), (&json!("door"), &Value::Null, &json!(25.0)));
    let neema = &rows(&all)[1];
    assert_eq!((&neema["ticket_type"], &neema["phone"]), (&json!("Balcon"), &json!("0990000013")));
    assert_eq!(
        (&neema["price"], &neema["currency"], &neema["channel"]),
        (&json!(60.0), &json!("USD"), &json!("online"))
    );

    let code = neema["code"].as_str().unwrap().to_owned();
    for (query, found) in [
        ("search=grac".to_owned(), vec!["Grace", "Grace"]),
        ("search=0990000013".to_owned(), vec!["=Neema"]),
        (format!("search={}", code.to_lowercase()), vec!["=Neema"]),
        (format!("search={}", &code[..4]), vec!["=Neema"]),
        ("search=personne".to_owned(), vec![]),
        ("status=scanned".to_owned(), vec!["Grace"]),
        ("channel=door".to_owned(), vec!["Vente à la porte"]),
        ("channel=invitation".to_owned(), vec![]),
        (format!("ticket_type={}", doors.kind), vec!["Vente à la porte", "Grace", "Grace"]),
        ("search=grace&status=valid&channel=online".to_owned(), vec!["Grace"]),
        ("sort=holder".to_owned(), vec!["=Neema", "Grace", "Grace", "Vente à la porte"]),
        ("sort=-holder".to_owned(), vec!["Grace", "Grace", "=Neema", "Vente à la porte"]),
        ("sort=purchased_at&limit=2".to_owned(), vec!["Grace", "Grace"]),
        ("sort=scanned_at&limit=1".to_owned(), vec!["Grace"]),
    ] {
        assert_eq!(words(&rows(&list(&app, &doors, &query).await), "holder"), found, "{query}");
    }
    let second = list(&app, &doors, "search=grace&limit=1&page=2").await;
    let previous = second["previous"].as_str().unwrap();
    assert!(previous.ends_with("attendees/?search=grace&limit=1&page=1"), "{previous}");
    assert_eq!((&second["count"], &second["next"]), (&json!(2), &Value::Null));
}

#[apply(both_engines)]
async fn are_the_same_in_files(engine: Engine) {
    let app = TestApp::start(engine).await;
    let doors = concert(&app).await;
    let listed = rows(&list(&app, &doors, "sort=purchased_at").await);
    let csv = doors.amani.get(&app, &doors.path("attendees.csv")).await.expect(200);
    assert!(csv.header("content-disposition").contains("participants-"), "{}", csv.header("content-disposition"));
    let read = csv.text.strip_prefix('\u{feff}').expect("a byte order mark");
    let mut read = csv::Reader::from_reader(read.as_bytes());
    assert_eq!(read.headers().unwrap().len(), 11);
    assert_eq!(&read.headers().unwrap()[2], "Titulaire");
    let read: Vec<csv::StringRecord> = read.records().map(Result::unwrap).collect();
    assert_eq!(read.len(), listed.len());
    for (line, row) in read.iter().zip(&listed) {
        assert_eq!((&line[0], &line[1]), (row["ticket_id"].as_str().unwrap(), row["code"].as_str().unwrap()));
    }
    let names: Vec<&str> = read.iter().map(|line| &line[2]).collect();
    assert_eq!(names, ["Grace", "Grace", "'=Neema", "Vente à la porte"], "no name is a formula");
    assert_eq!(read.iter().filter(|line| &line[5] == "scanné" && line[10].starts_with("2026-11-14 12:")).count(), 1);
    assert_eq!((&read[0][8], &read[3][8]), ("en ligne", "à la porte"));
    assert!(read[0][9].starts_with("2026-11-14 12:"), "by the town's clocks: {}", &read[0][9]);

    let request = app.request(reqwest::Method::GET, &doors.path("attendees.xlsx?search=neema"));
    let file = request.bearer_auth(doors.amani.access()).send().await.unwrap().bytes().await.unwrap();
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(file.to_vec())).unwrap();
    let sheet = book.worksheet_range("Participants").unwrap();
    assert_eq!(sheet.height(), 2, "the same filters");
    assert_eq!(sheet.get((1, 2)), Some(&Data::String("=Neema".to_owned())));
    assert_eq!(sheet.get((1, 6)), Some(&Data::Float(60.0)));
}

/// The door counts people and reads no names of theirs.
#[apply(both_engines)]
async fn are_not_for_the_door(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (doors, _) = crate::support::doors(&app, 0).await;
    let joel = app.register("Joel", "0990000014").await;
    let (event, user) = (doors.event, domain::UserId::new(joel["user"]["id"].as_i64().unwrap()));
    let now = domain::Instant::from_millis(0);
    app.db.write(move |c| events::add_to_team(c, event, user, events::Role::Door, now)).await.unwrap();
    let joel = joel["access"].as_str().unwrap();
    for path in ["attendees/", "attendees.csv", "payments/", "sales/", "settlement/"] {
        app.get_as(joel, &doors.path(path)).await.expect(403);
    }
    let stats = app.get_as(joel, &doors.path("stats/")).await.expect(200).json();
    assert_eq!((&stats["total_tickets"], &stats["revenue_by_currency"]), (&json!(100), &json!({})));
    work(&app, 1).await;
}
