//! Pictures that people send: what is served of good ones, what is said to bad ones, and that nothing of those is kept.

use std::io::Write;
use std::time::{Duration, Instant};

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use image::{DynamicImage, GenericImageView, ImageFormat};
use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Answer, Engine, Form, TestApp, both_engines, photo};

const NOT_A_PICTURE: &str = "Le fichier doit être une image (PNG, JPEG, etc.)";

/// With a camera's notes: it was held upright, and stood in the southern half of the world.
fn with_exif(jpeg: &[u8]) -> Vec<u8> {
    let mut notes = b"Exif\0\0II*\0\x08\0\0\0\x02\0".to_vec();
    notes.extend([0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]);
    notes.extend([0x25, 0x88, 4, 0, 1, 0, 0, 0, 38, 0, 0, 0, 0, 0, 0, 0]);
    notes.extend([1, 0, 0x01, 0x00, 2, 0, 2, 0, 0, 0, b'S', 0, 0, 0, 0, 0, 0, 0]);
    let length = (notes.len() as u16 + 2).to_be_bytes();
    [&jpeg[..2], &[0xff, 0xe1], &length, &notes, &jpeg[2..]].concat()
}

/// Sixty kilobytes of PNG that would fill a gigabyte and a half.
fn bomb() -> Vec<u8> {
    let side = 20_000_u32;
    let header = [&side.to_be_bytes()[..], &side.to_be_bytes(), &[1, 0, 0, 0, 0]].concat();
    let mut rows = ZlibEncoder::new(Vec::new(), Compression::best());
    for _ in 0..side {
        rows.write_all(&[0; 2501]).unwrap();
    }
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, data) in [(b"IHDR", header), (b"IDAT", rows.finish().unwrap()), (b"IEND", Vec::new())] {
        let content = [kind.as_slice(), &data].concat();
        let mut sum = Crc::new();
        sum.update(&content);
        file.extend([&(data.len() as u32).to_be_bytes(), &content[..], &sum.sum().to_be_bytes()].concat());
    }
    file
}

fn heavy() -> Vec<u8> {
    let mut photo = photo(100, 100);
    photo.resize(5 * 1024 * 1024 + 1, 0);
    photo
}

async fn send(app: &TestApp, access: &str, file_name: &str, bytes: &[u8]) -> Answer {
    app.send_form(Method::PUT, access, "/api/profile/", Form::default().file("img", file_name, bytes)).await
}

async fn join(app: &TestApp) -> String {
    app.register("Amani", "0990000001").await["access"].as_str().unwrap().to_owned()
}

async fn picture(app: &TestApp, path: &str) -> DynamicImage {
    let response = app.request(Method::GET, path).send().await.unwrap();
    assert_eq!(response.status(), 200, "{path}");
    assert_eq!(response.headers()["content-type"], "image/webp");
    assert_eq!(response.headers()["cache-control"], "public, max-age=31536000, immutable");
    let bytes = response.bytes().await.unwrap();
    for trace in [&b"Exif"[..], b"EXIF", b"ICCP", b"XMP "] {
        assert!(!bytes.windows(trace.len()).any(|window| window == trace), "{path} tells more than its pixels");
    }
    image::load_from_memory_with_format(&bytes, ImageFormat::WebP).unwrap()
}

#[apply(both_engines)]
async fn a_photo_is_turned_stripped_and_served_in_three_sizes(engine: Engine) {
    let app = TestApp::start(engine).await;
    let access = join(&app).await;
    let profile =
        send(&app, &access, "../../etc/passwd", &with_exif(&photo(300, 200))).await.expect(200).json()["profile"]
            .clone();
    let large = profile["img"].as_str().unwrap();
    assert_eq!(profile["img_url"].as_str().unwrap(), large.replace("-512.", "-256."));
    for (size, path) in [96, 256, 512].map(|size: u32| (size, large.replace("-512.", &format!("-{size}.")))) {
        let picture = picture(&app, &path).await;
        assert_eq!(picture.dimensions(), (size, size));
        let [red, _, blue, _] = picture.get_pixel(size / 2, size / 10).0;
        assert!(red > 150 && blue < 100, "the left side is on top");
    }
    assert_eq!(app.stored().len(), 3);
}

#[apply(both_engines)]
async fn bad_files_get_a_clear_message_and_leave_nothing(engine: Engine) {
    let app = TestApp::start(engine).await;
    let access = join(&app).await;
    let truncated = photo(400, 400);
    let before = app.get_as(&access, "/api/profile/").await.expect(200).json();
    for (file_name, bytes, message) in [
        ("heavy.jpg", heavy(), "L'image ne doit pas dépasser 5 Mo"),
        ("renamed.jpg", b"Chers amis, ceci est un texte.".to_vec(), NOT_A_PICTURE),
        ("bomb.png", bomb(), "L'image compte trop de pixels (40 millions au plus)"),
        (
            "script.svg",
            br#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#.to_vec(),
            NOT_A_PICTURE,
        ),
        ("cut.jpg", truncated[..truncated.len() / 2].to_vec(), "L'image est incomplète ou abîmée"),
        ("empty.jpg", Vec::new(), NOT_A_PICTURE),
    ] {
        let answer = send(&app, &access, file_name, &bytes).await.expect(400).json();
        assert_eq!(answer, json!({ "img": [message] }), "{file_name}");
    }
    assert_eq!(app.stored(), [""; 0]);
    assert_eq!(app.get_as(&access, "/api/profile/").await.expect(200).json(), before);
}

#[apply(both_engines)]
async fn a_new_picture_replaces_the_old_and_can_be_removed(engine: Engine) {
    let app = TestApp::start(engine).await;
    let access = join(&app).await;
    let first = send(&app, &access, "a.jpg", &photo(50, 50)).await.expect(200).json()["profile"]["img"].clone();
    let second = send(&app, &access, "b.jpg", &photo(60, 60)).await.expect(200).json()["profile"]["img"].clone();
    assert_ne!(first, second, "an address never changes its content");
    app.get(first.as_str().unwrap()).await.expect(404);
    app.request(Method::GET, second.as_str().unwrap()).send().await.unwrap().error_for_status().unwrap();
    let nothing_chosen = Form::default().text("price", "10 USD").file("img", "", b"");
    let kept = app.send_form(Method::PUT, &access, "/api/profile/", nothing_chosen).await.expect(200).json();
    assert_eq!(kept["profile"]["img"], second);
    let removal = Form::default().text("remove_img", "true");
    let removed = app.send_form(Method::PUT, &access, "/api/profile/", removal).await.expect(200).json();
    assert_eq!(removed["profile"], json!({ "img_url": null, "img": null, "activity": null, "email": null }));
    assert_eq!(app.stored(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn stored_pictures_are_kept_by_browsers_and_nothing_else_is_reached() {
    let app = TestApp::start(Engine::Sqlite).await;
    let access = join(&app).await;
    let path = send(&app, &access, "a.jpg", &photo(50, 50)).await.expect(200).json()["profile"]["img"].clone();
    let path = path.as_str().unwrap();
    let tag = app.request(Method::GET, path).send().await.unwrap().headers()["etag"].clone();
    let again = app.send(app.request(Method::GET, path).header("if-none-match", tag)).await.expect(304);
    assert_eq!(again.text, "");
    app.send(app.request(Method::HEAD, path)).await.expect(200);
    for trick in [
        "/media/avatars",
        "/media/avatars/",
        "/media/avatars/none-512.webp",
        "/media/../tukio.db",
        "/media/..%2ftukio.db",
        "/media/avatars/..%2f..%2ftukio.db",
        "/media/%2e%2e/tukio.db",
        "/media//etc/passwd",
        "/media/%2fetc%2fpasswd",
        "/media/avatars/%00",
        "/media/a%5c..%5ctukio.db",
    ] {
        // Written by hand: a client would tidy the address up.
        let mut stream = TcpStream::connect(app.address).await.unwrap();
        let request = format!("GET {trick} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.starts_with("HTTP/1.1 404") || answer.starts_with("HTTP/1.1 400"), "{trick}: {answer}");
        assert!(!answer.contains("SQLite format"), "{trick}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_over_its_limit_gets_413_and_one_without_a_session_gets_401() {
    let app = TestApp::start(Engine::Sqlite).await;
    let access = join(&app).await;
    let form = Form::default().file("img", "huge.jpg", &vec![0; 13 * 1024 * 1024]);
    let answer = app.send_form(Method::PUT, &access, "/api/profile/", form.clone()).await.expect(413).json();
    assert_eq!(answer["detail"], "Fichier trop volumineux. Veuillez choisir un fichier plus léger.");
    // Without a length announced: the limit is met on the way, and the answer still reaches a client that is sending.
    let body = form.body();
    let mut stream = TcpStream::connect(app.address).await.unwrap();
    stream.write_all(head(&access, "transfer-encoding: chunked").as_bytes()).await.unwrap();
    for chunk in body.chunks(65_536) {
        stream.write_all(&[format!("{:x}\r\n", chunk.len()).as_bytes(), chunk, b"\r\n"].concat()).await.unwrap();
    }
    stream.write_all(b"0\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    // Whoever must sign in again learns that, however much they are sending.
    app.send(form.fill(app.request(Method::PUT, "/api/profile/"))).await.expect(401);
    assert_eq!(app.stored(), [""; 0]);
}

fn head(access: &str, framing: &str) -> String {
    let content_type = Form::content_type();
    format!(
        "PUT /api/profile/ HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {access}\r\ncontent-type: {content_type}\r\n{framing}\r\n\r\n"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upload_that_is_cut_off_stores_nothing() {
    let app = TestApp::start(Engine::Sqlite).await;
    let access = join(&app).await;
    let body = Form::default().text("username", "Changed").file("img", "a.jpg", &photo(800, 800)).body();
    for sent in [body.len() / 2, body.len() - 4] {
        let mut stream = TcpStream::connect(app.address).await.unwrap();
        let head = head(&access, &format!("content-length: {}", body.len()));
        stream.write_all(&[head.as_bytes(), &body[..sent]].concat()).await.unwrap();
        stream.shutdown().await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(!answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    assert_eq!(app.stored(), [""; 0]);
    assert_eq!(app.get_as(&access, "/api/profile/").await.expect(200).json()["username"], "Amani");
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_forms_get_the_envelope() {
    let app = TestApp::start(Engine::Sqlite).await;
    let access = join(&app).await;
    let put = || app.request(Method::PUT, "/api/profile/").bearer_auth(&access);
    for request in [
        put().body("username=Changed"),
        put().json(&json!({ "username": "Changed" })),
        put().header("content-type", "multipart/form-data").body("x"),
        put().header("content-type", Form::content_type()).body("no boundary in here"),
        put().header("content-type", Form::content_type()).body(""),
        Form::default().text("username", &"x".repeat(70_000)).fill(put()),
        (0..41).fold(Form::default(), |form, index| form.text(&format!("f{index}"), "x")).fill(put()),
    ] {
        let answer = app.send(request).await.expect(400);
        assert!(answer.json().is_object(), "{}", answer.text);
    }
    let login = Form::default().text("query", "Amani").fill(app.request(Method::POST, "/api/login/"));
    assert!(app.send(login).await.expect(400).json()["detail"].is_string());
    let profile: Value = app.get_as(&access, "/api/profile/").await.expect(200).json();
    assert_eq!(profile["username"], "Amani");
}

/// Sends empty forms until one is answered like this: what others send arrives when it arrives. An empty form needs room
/// for a form as any other does, and is refused with 400 before it counts as one of the changes that a person may make.
async fn until_answered(app: &TestApp, access: &str, status: u16) -> Answer {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let form = app.request(Method::PUT, "/api/profile/").bearer_auth(access);
        let answer = app.send(form.header("content-type", Form::content_type()).body("")).await;
        if answer.status.as_u16() == status {
            return answer;
        }
        assert!(Instant::now() < deadline, "still {}: {}", answer.status, answer.text);
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_uploads_of_one_person_stand_in_nobody_elses_way() {
    let app = TestApp::start(Engine::Sqlite).await;
    let access = join(&app).await;
    let neema = app.register("Neema", "0991234568").await["access"].as_str().unwrap().to_owned();
    let body = Form::default().file("img", "a.jpg", &photo(800, 800)).body();
    let mut slow = Vec::new();
    for _ in 0..40 {
        let mut stream = TcpStream::connect(app.address).await.unwrap();
        let head = head(&access, &format!("content-length: {}", body.len()));
        stream.write_all(&[head.as_bytes(), &body[..100]].concat()).await.unwrap();
        slow.push(stream);
    }
    let refused = until_answered(&app, &access, 429).await;
    assert_eq!(refused.json()["detail"], "Trop de tentatives. Réessayez dans 5 secondes.");
    assert_eq!(refused.header("retry-after"), "5");
    let form = Form::default().file("img", "a.jpg", &photo(80, 80));
    app.send_form(Method::PUT, &neema, "/api/profile/", form).await.expect(200);
    drop(slow);
    until_answered(&app, &access, 400).await;
}
