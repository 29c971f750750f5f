//! Sitemaps (<https://www.sitemaps.org/protocol.html>): an index of files, each a list of addresses. Pure.

use domain::EventId;

/// Addresses in one file; the protocol allows ten times as many.
pub const PER_FILE: u32 = 5_000;

/// Files of events: what lies further ahead can wait.
pub const MOST_FILES: u32 = 10;

const PAGES: &[&str] = &["/", "/events", "/calendar", "/card", "/users", "/about", "/contact"];

pub fn robots(public_url: &str) -> String {
    format!(
        "User-agent: *\nDisallow: /dash\nDisallow: /logout\nDisallow: /api/\nDisallow: /dev/\nAllow: /\n\nSitemap: {public_url}/sitemap.xml\n"
    )
}

pub fn index(public_url: &str, event_files: u32) -> String {
    let names = std::iter::once("pages".to_owned()).chain((1..=event_files).map(|number| format!("events-{number}")));
    let entries = names.map(|name| format!("<sitemap><loc>{public_url}/sitemaps/{name}.xml</loc></sitemap>\n"));
    document("sitemapindex", &entries.collect::<String>())
}

pub fn pages(public_url: &str) -> String {
    addresses(PAGES.iter().map(|path| format!("{public_url}{path}")))
}

pub fn events(public_url: &str, events: &[EventId]) -> String {
    addresses(events.iter().map(|id| format!("{public_url}/events/{id}")))
}

fn addresses(addresses: impl Iterator<Item = String>) -> String {
    let entries = addresses.map(|address| format!("<url><loc>{address}</loc></url>\n"));
    document("urlset", &entries.collect::<String>())
}

fn document(root: &str, entries: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{root} xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{entries}</{root}>\n"
    )
}
