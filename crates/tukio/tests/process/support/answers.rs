//! What a server with the demo's data answers to a list of addresses, to compare it with another.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;

use reqwest::Client;
use serde_json::{Value, json};

use super::waiting::TEST_TIMEOUT;

/// What anybody may read.
const PUBLIC: [&str; 11] = [
    "/api/events/",
    "/api/events/?page=2",
    "/api/events/?name=rumba&town=Lubumbashi",
    "/api/events/?is_free=true",
    "/api/events/?owner=1",
    "/api/events/trending/",
    "/api/calendar/",
    "/api/map/",
    "/api/users/",
    "/api/users/?search=ka",
    "/sitemap.xml",
];

/// What everybody who is signed in has of their own.
const OWN: [&str; 6] = [
    "/api/my-events/",
    "/api/my-tickets/",
    "/api/my-space/",
    "/api/payments/",
    "/api/profile/",
    "/api/users/following/",
];

/// What an event has for its organiser, below its address.
const ORGANISERS: [&str; 16] = [
    "stats/",
    "sales/",
    "settlement/",
    "attendees/",
    "attendees.csv",
    "payments/",
    "refunds/",
    "refund-requests/",
    "scans/",
    "door/",
    "door-sales/",
    "promo-codes/",
    "waiting-list/all/",
    "team/",
    "messages/",
    "audit/",
];

/// How many of a list are looked at one by one.
const FEW: usize = 6;

pub struct Answers {
    /// Who asked, and for what: the status and the body.
    answers: BTreeMap<String, (u16, Vec<u8>)>,
}

impl Answers {
    pub async fn of(server: SocketAddr) -> Answers {
        let client = Client::builder().timeout(TEST_TIMEOUT).build().unwrap();
        let mut visit = Visit { server, client, answers: BTreeMap::new() };
        visit.as_visitor().await;
        for (name, is_organiser) in [("organisateur", true), ("participant", false), ("prestataire", false)] {
            visit.as_person(name, is_organiser).await;
        }
        visit.see_pictures().await;
        Answers { answers: visit.answers }
    }

    /// Fails unless everything was answered well and there is something of everything.
    pub fn assert_complete(&self) {
        for (asked, (status, body)) in &self.answers {
            assert_eq!(*status, 200, "{asked}: {}", String::from_utf8_lossy(body));
        }
        for (kind, least) in
            [("/media/", 3), ("/pictures/", FEW), ("stats/", FEW), ("/api/my-tickets/", 6), ("/api/users/", FEW)]
        {
            let count = self.answers.keys().filter(|asked| asked.contains(kind)).count();
            assert!(count >= least, "{count} of {kind}");
        }
    }

    /// A line for each address that the other answers otherwise.
    pub fn differences(&self, other: &Answers) -> Vec<String> {
        let asked: BTreeSet<&String> = self.answers.keys().chain(other.answers.keys()).collect();
        let different = asked.into_iter().filter(|asked| self.answers.get(*asked) != other.answers.get(*asked));
        let shown = |answers: &Answers, asked: &String| match answers.answers.get(asked) {
            Some((status, body)) => format!("{status} {}", String::from_utf8_lossy(body)),
            None => "nothing".to_owned(),
        };
        different.map(|asked| format!("{asked}: {} | {}", shown(self, asked), shown(other, asked))).collect()
    }
}

struct Visit {
    server: SocketAddr,
    client: Client,
    answers: BTreeMap<String, (u16, Vec<u8>)>,
}

impl Visit {
    async fn as_visitor(&mut self) {
        for path in PUBLIC {
            self.get("", None, path).await;
        }
        for (list, parts) in [("/api/events/", &["", "similar/"][..]), ("/api/users/", &[""][..])] {
            for id in self.ids("", list) {
                for part in parts {
                    self.get("", None, &format!("{list}{id}/{part}")).await;
                }
            }
        }
    }

    async fn as_person(&mut self, name: &str, is_organiser: bool) {
        let body = json!({ "query": name, "password": "tukio-demo" });
        let answer = self.client.post(format!("http://{}/api/login/", self.server)).json(&body).send().await.unwrap();
        let answer: Value = answer.json().await.unwrap();
        let access = answer["access"].as_str().unwrap_or_else(|| panic!("no access in {answer}")).to_owned();
        for path in OWN {
            self.get(name, Some(&access), path).await;
        }
        for id in self.ids(name, "/api/my-tickets/") {
            self.get(name, Some(&access), &format!("/api/my-tickets/{id}/")).await;
        }
        if is_organiser {
            for id in self.ids(name, "/api/my-events/") {
                for part in ORGANISERS {
                    self.get(name, Some(&access), &format!("/api/events/{id}/{part}")).await;
                }
            }
        }
    }

    /// The first few of a list that was asked for already.
    fn ids(&self, name: &str, list: &str) -> Vec<String> {
        let (_, body) = &self.answers[&format!("{name} {list}")];
        let list: Value = serde_json::from_slice(body).unwrap();
        let listed = list["results"].as_array().into_iter().flatten();
        let id = |row: &Value| row["id"].as_str().map_or_else(|| row["id"].to_string(), str::to_owned);
        listed.take(FEW).map(id).collect()
    }

    /// Every picture that an answer has named.
    async fn see_pictures(&mut self) {
        let texts: Vec<String> =
            self.answers.values().map(|(_, body)| String::from_utf8_lossy(body).into_owned()).collect();
        let named = texts.iter().flat_map(|text| {
            let places = ["/media/", "/pictures/"].into_iter().flat_map(move |folder| text.match_indices(folder));
            places.map(move |(at, _)| text[at..].split(['"', '<', '?', '\\', ' ', ',']).next().unwrap_or_default())
        });
        let paths: BTreeSet<String> = named.map(str::to_owned).collect();
        for path in paths {
            self.get("", None, &path).await;
        }
    }

    async fn get(&mut self, name: &str, access: Option<&str>, path: &str) {
        let mut request = self.client.get(format!("http://{}{path}", self.server));
        if let Some(access) = access {
            request = request.bearer_auth(access);
        }
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        let mut body = answer.bytes().await.unwrap().to_vec();
        if path.ends_with("/settlement/") {
            // It says when it was asked for.
            let mut settlement: Value = serde_json::from_slice(&body).unwrap();
            assert!(settlement.as_object_mut().unwrap().remove("at").is_some());
            body = settlement.to_string().into_bytes();
        }
        self.answers.insert(format!("{name} {path}"), (status, body));
    }
}
