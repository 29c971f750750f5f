//! What the server writes about its work.

use serde_json::Value;

use crate::support::RunFolder;

#[test]
fn links_that_open_something_are_not_written_down() {
    let folder = RunFolder::new().with("TUKIO_LOG", "debug");
    let mut server = folder.serve();
    for path in
        ["/api/invitations/S3CRET/", "/api/invitations/S3CRET", "/invitations/S3CRET", "/newsletter/unsubscribe/S3CRET"]
    {
        server.get(path);
    }
    server.ask_to_stop();
    server.wait();
    let log = server.log();
    assert!(log.contains("/api/invitations/{token}/") && log.contains("/invitations/…"), "{log}");
    assert!(!log.contains("S3CRET"), "{log}");
}

/// Also of what somebody invents in order to write a line of their own.
#[test]
fn each_line_is_an_object_with_its_moment_in_utc() {
    let folder = RunFolder::new().with("TUKIO_LOG", "debug").with("TUKIO_LOG_FORMAT", "json");
    let mut server = folder.serve();
    for path in ["/events", "/a%0a%7B%22level%22:%22ERROR%22%7D", "/a%0d%0aINFO%20forged", "/%1b%5b2J"] {
        server.get(path);
    }
    server.ask_to_stop();
    server.wait();
    let log = server.log();
    let kept = std::fs::read_dir(folder.path("data")).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(!kept.map(|name| name.to_string_lossy().into_owned()).any(|name| name.contains("log")), "a log of its own");
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert!(lines.iter().any(|line| line["fields"]["path"] == "/events"), "{log}");
    for line in &lines {
        let moment = line["timestamp"].as_str().unwrap();
        assert!(moment.ends_with('Z'), "{moment}");
        assert_ne!(line["level"], "ERROR", "{line}");
        assert!(line["target"].is_string() && line["fields"]["message"].is_string(), "{line}");
    }
}

#[test]
fn nobody_writes_a_line_of_their_own() {
    let folder = RunFolder::new().with("TUKIO_LOG", "debug");
    let mut server = folder.serve();
    for path in ["/a%0aFORGED", "/a%0d%0aFORGED", "/%1bFORGED"] {
        server.get(path);
    }
    server.ask_to_stop();
    server.wait();
    let log = server.log();
    assert!(!log.lines().any(|line| line.starts_with("FORGED")) && !log.contains("\u{1b}FORGED"), "{log}");
}
