//! Stopping: what is in flight is answered first.

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::support::RunFolder;

#[test]
fn a_slow_request_is_answered_before_the_end() {
    let folder = RunFolder::new();
    let mut server = folder.serve();
    let body = r#"{"email":"lente@tukio.example"}"#;
    let mut slow = server.connect();
    write!(
        slow,
        "POST /api/newsletter/ HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         expect: 100-continue\r\n\r\n",
        body.len()
    )
    .unwrap();
    // The handler is waiting for the body once it has asked for it.
    let mut asked = [0; "HTTP/1.1 100 Continue\r\n\r\n".len()];
    slow.read_exact(&mut asked).unwrap();
    assert!(asked.starts_with(b"HTTP/1.1 100 "));

    let mut idle = server.connect();
    server.ask_to_stop();
    // No new clients any more: from then on the server is stopping.
    while TcpStream::connect(server.address).is_ok() {}
    assert_eq!(idle.read(&mut [0; 1]).unwrap_or(0), 0, "a silent connection is closed at once");

    slow.write_all(body.as_bytes()).unwrap();
    let mut answer = String::new();
    slow.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
    assert_eq!(server.wait().code(), Some(0), "{}", server.log());
}
