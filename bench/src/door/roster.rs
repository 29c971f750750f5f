//! What a gate reads, in bytes on the wire.

use serde_json::Value;

use super::crowd::Crowd;
use crate::Failure;
use crate::load;
use crate::server::Server;

pub struct Sizes {
    pub whole: usize,
    pub first_page: usize,
}

/// Reads the roster page by page. Returns its sizes, and where news begin.
pub async fn read(server: &Server, crowd: &Crowd) -> Result<(Sizes, String), Failure> {
    let mut sizes = Sizes { whole: 0, first_page: 0 };
    let mut since = String::new();
    loop {
        let (bytes, page) = read_page(server, crowd, &since).await?;
        sizes.whole += bytes;
        if sizes.first_page == 0 {
            sizes.first_page = bytes;
        }
        since = page["cursor"].as_str().ok_or("a page without a cursor")?.to_owned();
        if page["complete"] == true {
            return Ok((sizes, since));
        }
    }
}

/// Returns the bytes of what is new, and where the next news begin.
pub async fn read_news(server: &Server, crowd: &Crowd, since: &str) -> Result<(usize, String), Failure> {
    let (bytes, page) = read_page(server, crowd, since).await?;
    let cursor = page["cursor"].as_str().ok_or("a page without a cursor")?;
    Ok((bytes, cursor.to_owned()))
}

/// The compressed answer is measured, the plain one is read.
async fn read_page(server: &Server, crowd: &Crowd, since: &str) -> Result<(usize, Value), Failure> {
    let packed = load::ask(server.address, &request(crowd, since, "br")).await?;
    let plain = load::ask(server.address, &request(crowd, since, "identity")).await?;
    Ok((packed.body.len(), serde_json::from_slice(&plain.body)?))
}

fn request(crowd: &Crowd, since: &str, encoding: &str) -> Vec<u8> {
    let (event, token) = (crowd.event, &crowd.token);
    let query = if since.is_empty() { String::new() } else { format!("?since={since}") };
    format!(
        "GET /api/events/{event}/roster/{query} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer {token}\r\n\
         accept-encoding: {encoding}\r\n\r\n"
    )
    .into_bytes()
}
