//! AVIF files of stored pictures: who gets them, when they are encoded, and that none outlives its picture.

use std::io::Cursor;
use std::time::{Duration, Instant};

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use reqwest::{Method, StatusCode};
use rstest_reuse::apply;
use tokio::sync::oneshot;

use crate::support::{Engine, Form, TestApp, both_engines};

/// As Chromium asks for pictures.
const TAKES_AVIF: &str = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8";
const TAKES_NO_AVIF: &str = "image/avif;q=0,image/webp,*/*";

struct Sent {
    status: StatusCode,
    kind: String,
    tag: String,
    vary: String,
    bytes: Vec<u8>,
}

async fn ask(app: &TestApp, path: &str, accept: &str, known: &str) -> Sent {
    let request = app.request(Method::GET, path).header("accept", accept).header("if-none-match", known);
    let response = request.send().await.unwrap();
    let header = |name: &str| response.headers().get(name).map_or("", |value| value.to_str().unwrap()).to_owned();
    let (status, kind, tag, vary) = (response.status(), header("content-type"), header("etag"), header("vary"));
    Sent { status, kind, tag, vary, bytes: response.bytes().await.unwrap().to_vec() }
}

async fn kind_of(app: &TestApp, path: &str) -> String {
    ask(app, path, TAKES_AVIF, "").await.kind
}

/// Soft light with some grain: what cameras see, and what AVIF is good at.
fn portrait() -> Vec<u8> {
    let pixel = |x: u32, y: u32| {
        let grain = (x * 7919 + y * 104_729).wrapping_mul(2_654_435_761) >> 29;
        let light = |x: u32, y: u32| (128.0 + 100.0 * (f64::from(x) / 90.0).sin() * (f64::from(y) / 70.0).cos()) as u32;
        Rgb([light(x, y), light(y, x), light(x + y, y)].map(|light| (light + grain) as u8))
    };
    file(DynamicImage::ImageRgb8(RgbImage::from_fn(600, 600, pixel)), ImageFormat::Png)
}

fn file(picture: DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, format).unwrap();
    file.into_inner()
}

async fn join(app: &TestApp) -> String {
    app.register("Amani", "0990000001").await["access"].as_str().unwrap().to_owned()
}

/// Puts the picture into a profile and answers the address of its largest size.
async fn show(app: &TestApp, access: &str, picture: &[u8]) -> String {
    let form = Form::default().file("img", "a.png", picture);
    let saved = app.send_form(Method::PUT, access, "/api/profile/", form).await.expect(200).json();
    saved["profile"]["img"].as_str().unwrap().to_owned()
}

async fn remove(app: &TestApp, access: &str) {
    let form = Form::default().text("remove_img", "true");
    app.send_form(Method::PUT, access, "/api/profile/", form).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_takes_avif_gets_it_once_it_is_made_and_nobody_waits_for_it() {
    let app = TestApp::start(Engine::Sqlite).await;
    let access = join(&app).await;
    let path = show(&app, &access, &portrait()).await;
    let unasked = ask(&app, &path, "*/*", "").await;
    assert_eq!((&*unasked.kind, &*unasked.vary), ("image/webp", "accept, save-data"));
    app.avif_encoder.run_queued().await;
    assert_eq!(app.stored().len(), 3, "nobody has asked for AVIF");

    let first = ask(&app, &path, TAKES_AVIF, "").await;
    assert_eq!((&*first.kind, &*first.vary), ("image/webp", "accept, save-data"));
    assert_eq!(first.tag, unasked.tag);
    app.avif_encoder.run_queued().await;
    assert_eq!(app.stored().len(), 4, "of the size that was looked at, and of no other");

    let light = ask(&app, &path, TAKES_AVIF, "").await;
    assert_eq!((&*light.kind, &*light.vary), ("image/avif", "accept, save-data"));
    assert!(light.bytes.len() * 10 <= first.bytes.len() * 9, "{} of {}", light.bytes.len(), first.bytes.len());
    assert_eq!(&light.bytes[4..12], b"ftypavif");
    let read = avif_parse::read_avif(&mut &*light.bytes).unwrap().primary_item_metadata().unwrap();
    assert_eq!((read.max_frame_width.get(), read.max_frame_height.get()), (512, 512));

    for accept in ["*/*", TAKES_NO_AVIF] {
        let plain = ask(&app, &path, accept, "").await;
        assert_eq!((&*plain.kind, &*plain.vary, &plain.tag), ("image/webp", "accept, save-data", &first.tag));
        assert_eq!(plain.bytes, first.bytes);
    }
    assert_ne!(light.tag, first.tag);
    for (accept, known) in [(TAKES_AVIF, &light.tag), ("*/*", &first.tag)] {
        let again = ask(&app, &path, accept, known).await;
        assert_eq!((again.status.as_u16(), &*again.vary, &again.tag), (304, "accept, save-data", known));
    }
    for (accept, other) in [(TAKES_AVIF, &first.tag), ("*/*", &light.tag)] {
        assert_eq!(ask(&app, &path, accept, other).await.status, 200, "it is another file");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_saves_data_gets_the_smallest_size_under_each_address() {
    let app = TestApp::start(Engine::Sqlite).await;
    let access = join(&app).await;
    let largest = show(&app, &access, &portrait()).await;
    let smallest = largest.replace("-512.webp", "-96.webp");
    let saving = async |path: &str, wish: &str| {
        app.send(app.request(Method::GET, path).header("save-data", wish)).await.expect(200).header("etag").to_owned()
    };
    assert_ne!(largest, smallest);
    assert_eq!(saving(&largest, "on").await, saving(&smallest, "on").await);
    assert_ne!(saving(&largest, "off").await, saving(&smallest, "off").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_avif_file_has_the_headers_of_its_picture() {
    let app = TestApp::start(Engine::Sqlite).await;
    let access = join(&app).await;
    let path = show(&app, &access, &portrait()).await;
    let mut seen = Vec::new();
    for _ in 0..2 {
        let response = app.request(Method::GET, &path).header("accept", TAKES_AVIF).send().await.unwrap();
        let mut headers = response.headers().clone();
        for its_own in ["content-type", "content-length", "etag", "date", "x-request-id"] {
            assert!(headers.remove(its_own).is_some(), "{its_own}");
        }
        seen.push(headers);
        app.avif_encoder.run_queued().await;
    }
    assert_eq!(kind_of(&app, &path).await, "image/avif");
    assert_eq!(seen[0], seen[1]);
}

#[apply(both_engines)]
async fn no_avif_file_outlives_its_picture(engine: Engine) {
    let app = TestApp::start(engine).await;
    let access = join(&app).await;
    let first = show(&app, &access, &portrait()).await;
    kind_of(&app, &first).await;
    app.avif_encoder.run_queued().await;
    assert_eq!(kind_of(&app, &first).await, "image/avif");

    let second = show(&app, &access, &portrait()).await;
    assert_eq!(app.stored().len(), 3, "the first is gone in all its sizes and kinds");
    assert_eq!(ask(&app, &first, TAKES_AVIF, "").await.status, 404);

    kind_of(&app, &second).await;
    remove(&app, &access).await;
    app.avif_encoder.run_queued().await;
    assert_eq!(app.stored(), [""; 0], "it was removed while it was queued");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_avif_does_not_make_lighter_is_tried_once() {
    let app = TestApp::start(Engine::Sqlite).await;
    let access = join(&app).await;
    let shown = show(&app, &access, &portrait()).await;
    let folder = app.storage_folder().join("avatars");
    let good = std::fs::read(folder.join(shown.rsplit('/').next().unwrap())).unwrap();
    let bad = [
        ("text-512.webp", b"no picture at all".to_vec()),
        ("cut-512.webp", good[..good.len() / 2].to_vec()),
        // So little that the AVIF file would be larger.
        ("black-96.webp", file(DynamicImage::new_rgb8(96, 96), ImageFormat::WebP)),
    ];
    let ask_for_all = async || {
        for (name, _) in &bad {
            assert_eq!(kind_of(&app, &format!("/media/avatars/{name}")).await, "image/webp", "{name}");
        }
        app.avif_encoder.run_queued().await;
    };
    for (name, bytes) in &bad {
        std::fs::write(folder.join(name), bytes).unwrap();
    }
    let before = app.stored();
    ask_for_all().await;
    assert_eq!(app.stored(), before);

    // Were they tried again, it would succeed now.
    for (name, _) in &bad {
        std::fs::write(folder.join(name), &good).unwrap();
    }
    ask_for_all().await;
    assert_eq!(app.stored(), before);

    // Another process, or this one after a restart, knows nothing of it.
    let storage = format!("file:{}", app.storage_folder().display());
    let other = app.beside(&[("TUKIO_STORAGE_URL", &storage)]).await;
    kind_of(&other, "/media/avatars/text-512.webp").await;
    other.avif_encoder.run_queued().await;
    for process in [&app, &other] {
        assert_eq!(kind_of(process, "/media/avatars/text-512.webp").await, "image/avif");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn avif_files_are_encoded_beside_the_server_until_it_stops() {
    let app = TestApp::start(Engine::Sqlite).await;
    let access = join(&app).await;
    let path = show(&app, &access, &portrait()).await;
    let (stop, stopped) = oneshot::channel::<()>();
    let working = tokio::spawn(app.avif_encoder.clone().run(async {
        let _ = stopped.await;
    }));
    let deadline = Instant::now() + Duration::from_secs(60);
    while kind_of(&app, &path).await != "image/avif" {
        assert!(Instant::now() < deadline, "still no AVIF file");
    }
    drop(stop);
    working.await.unwrap();
}
