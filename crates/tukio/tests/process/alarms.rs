//! What an operator is warned of by the figures of a running server.

use std::net::SocketAddr;

use crate::support::{RunFolder, Server};

/// The value of a figure without labels.
fn figure(metrics: SocketAddr, name: &str) -> Option<String> {
    let figures = Server::get_from(metrics, "/metrics");
    figures.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ').map(str::to_owned))
}

fn guess(server: &Server, query: &str, password: &str) {
    let answer = server.post("/api/login/", &format!(r#"{{"query":"{query}","password":"{password}"}}"#));
    assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
}

#[test]
fn one_password_tried_on_many_accounts_raises_an_alarm_once() {
    let folder = RunFolder::new().with("TUKIO_METRICS_LISTEN", "127.0.0.1:0");
    let server = folder.serve();
    let metrics = server.metrics_address();
    let alarms = || figure(metrics, "password_spray_alarms_total");
    assert_eq!(alarms().as_deref(), Some("0"), "it is there before it is needed");
    for number in 0..10 {
        guess(&server, "somebody", &format!("guess-{number}"));
    }
    for number in 0..9 {
        guess(&server, &format!("person{number}"), "bonjour2026");
    }
    guess(&server, "PERSON0", "bonjour2026");
    assert_eq!(alarms().as_deref(), Some("0"), "many passwords for one account are another matter");
    for number in 9..20 {
        guess(&server, &format!("person{number}"), "bonjour2026");
    }
    assert_eq!(alarms().as_deref(), Some("1"));
    assert!(server.log().contains("one password is tried on many accounts"), "{}", server.log());
    assert!(!server.log().contains("bonjour2026"));
}
