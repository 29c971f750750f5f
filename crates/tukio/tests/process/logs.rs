//! What the server writes about its work.

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
