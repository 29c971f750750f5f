//! A film of the FAQ, asked for in parts, as players do. Safari plays none that can only be had as a whole.

use reqwest::{Method, Response};

use crate::support::{Engine, TestApp};

/// The address of the first film, as the page tells it.
async fn film(app: &TestApp) -> String {
    let page = app.get("/about").await.expect(200).text;
    let end = page.find(".mp4\"").expect("the page links to a film") + ".mp4".len();
    let start = page[..end].rfind('"').expect("the address begins") + 1;
    page[start..end].to_owned()
}

async fn ask(app: &TestApp, path: &str, headers: &[(&str, &str)]) -> Response {
    let request = app.request(Method::GET, path).header("accept-encoding", "gzip, br");
    headers.iter().fold(request, |request, (name, value)| request.header(*name, *value)).send().await.unwrap()
}

fn header<'a>(answer: &'a Response, name: &str) -> &'a str {
    answer.headers().get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_film_comes_whole_to_who_asks_for_no_part() {
    let app = TestApp::start(Engine::Sqlite).await;
    let path = film(&app).await;
    let whole = ask(&app, &path, &[]).await;
    assert_eq!(whole.status(), 200);
    assert_eq!(header(&whole, "content-type"), "video/mp4");
    assert_eq!(header(&whole, "accept-ranges"), "bytes");
    assert_eq!(header(&whole, "cache-control"), "public, max-age=31536000, immutable");
    assert_eq!((header(&whole, "content-encoding"), header(&whole, "content-range")), ("", ""));
    let length = header(&whole, "content-length").to_owned();
    assert_eq!(whole.bytes().await.unwrap().len().to_string(), length);

    // A part of what has no body is nothing: HEAD tells of the whole.
    let head = app.request(Method::HEAD, &path).header("range", "bytes=0-1").send().await.unwrap();
    assert_eq!(head.status(), 200);
    assert_eq!((header(&head, "content-length"), header(&head, "accept-ranges")), (length.as_str(), "bytes"));
    assert_eq!(head.bytes().await.unwrap().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_film_comes_in_the_part_that_is_asked_for() {
    let app = TestApp::start(Engine::Sqlite).await;
    let path = film(&app).await;
    let whole = ask(&app, &path, &[]).await.bytes().await.unwrap();
    let (size, last) = (whole.len(), whole.len() - 1);
    for (range, first, end) in [
        ("bytes=0-1".to_owned(), 0, 1),
        ("bytes=100-299".to_owned(), 100, 299),
        (format!("bytes={}-", size - 7), size - 7, last),
        ("bytes=-5".to_owned(), size - 5, last),
        (format!("bytes=10-{}", size * 2), 10, last),
        (format!("bytes=-{}", size * 2), 0, last),
    ] {
        let part = ask(&app, &path, &[("range", &range)]).await;
        assert_eq!(part.status(), 206, "{range}");
        assert_eq!(header(&part, "content-range"), format!("bytes {first}-{end}/{size}"), "{range}");
        assert_eq!(header(&part, "content-length"), (end + 1 - first).to_string(), "{range}");
        assert_eq!(header(&part, "content-type"), "video/mp4");
        assert_eq!(part.bytes().await.unwrap(), whole[first..=end], "{range}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_behind_the_end_is_refused_and_a_strange_wish_is_not_heard() {
    let app = TestApp::start(Engine::Sqlite).await;
    let path = film(&app).await;
    let size = ask(&app, &path, &[]).await.bytes().await.unwrap().len();
    let behind = ask(&app, &path, &[("range", &format!("bytes={size}-"))]).await;
    assert_eq!(behind.status(), 416);
    assert_eq!(header(&behind, "content-range"), format!("bytes */{size}"));
    assert!(!header(&behind, "cache-control").contains("immutable"), "a refusal is not kept for a year");
    for range in ["bytes=5-4", "bytes=0-1,4-5", "lines=0-1", "bytes=x-y"] {
        let whole = ask(&app, &path, &[("range", range)]).await;
        assert_eq!(whole.status(), 200, "{range}");
        assert_eq!(whole.bytes().await.unwrap().len(), size, "{range}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_of_another_version_is_never_sent() {
    let app = TestApp::start(Engine::Sqlite).await;
    let path = film(&app).await;
    let tag = header(&ask(&app, &path, &[]).await, "etag").to_owned();
    assert!(tag.starts_with('"') && tag.len() > 10, "{tag}");
    let status = async |known: &str| ask(&app, &path, &[("range", "bytes=0-1"), ("if-range", known)]).await.status();
    assert_eq!(status(&tag).await, 206);
    assert_eq!(status("\"another\"").await, 200);
    assert_eq!(status(&format!("W/{tag}")).await, 200);
    assert_eq!(status("Wed, 18 Nov 2026 10:00:00 GMT").await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_may_play_our_own_films_and_nobody_elses() {
    let app = TestApp::start(Engine::Sqlite).await;
    let page = app.get("/about").await.expect(200);
    assert!(page.header("content-security-policy").contains("; media-src 'self';"));
    assert!(!page.text.contains(".vtt"), "captions are loaded with the film only");
    // What is compressed has a length of its own in each form, so no part of it is offered.
    let mut named = page.text.split("src=\"/assets/").skip(1).filter_map(|rest| rest.split('"').next());
    let script = named.find(|name| name.ends_with(".js")).unwrap();
    let packed = ask(&app, &format!("/assets/{script}"), &[("range", "bytes=0-1")]).await;
    assert_eq!((packed.status().as_u16(), header(&packed, "accept-ranges")), (200, ""));
}
