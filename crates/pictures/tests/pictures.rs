//! What is taken and what is refused, from outside.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails where it stands")]

mod support;

use avif_parse::{AvifData, read_avif};
use image::codecs::gif::GifEncoder;
use image::{DynamicImage, Frame, GenericImageView, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use pictures::{Error, Refusal, Shape, avif, prepare};
use support::{bomb, encoded, with_exif};

const AVATAR: [Shape; 2] = [Shape::Square(96), Shape::Square(256)];

/// 300×200: red on the left, blue on the right.
fn two_halves() -> DynamicImage {
    let half = |x, _| if x < 150 { Rgb([220, 20, 20]) } else { Rgb([20, 20, 220]) };
    DynamicImage::ImageRgb8(RgbImage::from_fn(300, 200, half))
}

fn refusal(bytes: &[u8]) -> Refusal {
    match prepare(bytes, &AVATAR) {
        Err(Error::Refused(refusal)) => refusal,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it was taken"),
    }
}

fn decoded(webp: &[u8]) -> DynamicImage {
    image::load_from_memory_with_format(webp, ImageFormat::WebP).unwrap()
}

fn is_red(picture: &DynamicImage, x: u32, y: u32) -> bool {
    let [red, _, blue, _] = picture.get_pixel(x, y).0;
    red > 150 && blue < 100
}

#[test]
fn every_format_comes_out_as_webp_in_every_size() {
    for format in [ImageFormat::Gif, ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let files = prepare(&encoded(&two_halves(), format), &AVATAR).unwrap();
        let sizes: Vec<_> = files.iter().map(|file| decoded(file).dimensions()).collect();
        assert_eq!(sizes, [(96, 96), (256, 256)], "{format:?}");
        let square = decoded(&files[1]);
        assert!(is_red(&square, 20, 128) && !is_red(&square, 235, 128), "{format:?}");
    }
}

#[test]
fn a_picture_keeps_its_proportions_and_is_never_enlarged() {
    let shapes = [480, 100].map(|width| Shape::Within { width, height: 2 * width });
    let files = prepare(&encoded(&two_halves(), ImageFormat::Jpeg), &shapes).unwrap();
    let sizes: Vec<_> = files.iter().map(|file| decoded(file).dimensions()).collect();
    assert_eq!(sizes, [(300, 200), (100, 67)]);
    let tower = DynamicImage::new_rgb8(2, 20_000);
    let files = prepare(&encoded(&tower, ImageFormat::Png), &shapes).unwrap();
    assert_eq!(decoded(&files[1]).dimensions(), (1, 200));
}

#[test]
fn a_picture_is_turned_upright_and_tells_no_place() {
    let turned = with_exif(&encoded(&two_halves(), ImageFormat::Jpeg), 6);
    let files = prepare(&turned, &AVATAR).unwrap();
    let square = decoded(&files[1]);
    assert!(is_red(&square, 128, 20) && !is_red(&square, 128, 235), "the left side is on top now");
    for file in files {
        for trace in [&b"Exif"[..], b"EXIF", b"GPS", b"XMP", b"ICCP"] {
            assert!(!file.windows(trace.len()).any(|window| window == trace));
        }
    }
}

#[test]
fn transparency_stays() {
    let clear = DynamicImage::new_rgba8(50, 50);
    let files = prepare(&encoded(&clear, ImageFormat::Png), &AVATAR).unwrap();
    assert_eq!(decoded(&files[0]).get_pixel(48, 48).0[3], 0);
}

#[test]
fn what_is_no_picture_is_refused() {
    let svg = br#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#;
    for bytes in [&b""[..], b"a text renamed photo.jpg", svg, b"BM", b"\x89PNG"] {
        assert_eq!(refusal(bytes), Refusal::NotAPicture, "{:?}", String::from_utf8_lossy(bytes));
    }
    let without_frames = b"GIF89a\x01\x00\x01\x00\x00\x00\x00;";
    assert_eq!(refusal(without_frames), Refusal::Broken);
}

#[test]
fn of_a_moving_picture_the_first_frame_is_taken() {
    let red = RgbaImage::from_pixel(40, 40, Rgba([220, 20, 20, 255]));
    let blue = RgbaImage::from_pixel(40, 40, Rgba([20, 20, 220, 255]));
    let mut gif = Vec::new();
    let mut encoder = GifEncoder::new(&mut gif);
    encoder.encode_frames([red, blue].map(Frame::new)).unwrap();
    drop(encoder);
    let files = prepare(&gif, &AVATAR).unwrap();
    assert!(is_red(&decoded(&files[0]), 48, 48));
}

#[test]
fn a_picture_cut_anywhere_is_refused() {
    for format in [ImageFormat::Gif, ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let whole = encoded(&noise(64, 64), format);
        for share in 1..10 {
            let cut = &whole[..whole.len() * share / 10];
            assert_eq!(refusal(cut), Refusal::Broken, "{format:?} cut at {share}0 %");
        }
    }
}

/// Detail that no encoder can leave out.
fn noise(width: u32, height: u32) -> DynamicImage {
    let grain = |x: u32, y: u32| (x * 7919 + y * 104_729).wrapping_mul(2_654_435_761).to_le_bytes();
    DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, |x, y| {
        let [_, red, green, blue] = grain(x, y);
        Rgb([red, green, blue])
    }))
}

#[test]
fn a_picture_is_weighed_before_anything_else() {
    let mut heavy = encoded(&two_halves(), ImageFormat::Jpeg);
    heavy.resize(pictures::MOST_BYTES + 1, 0);
    assert_eq!(refusal(&heavy), Refusal::TooHeavy);
    heavy.truncate(pictures::MOST_BYTES);
    assert!(prepare(&heavy, &AVATAR).is_ok(), "what cameras append does not matter");
}

#[test]
fn too_many_pixels_are_refused_by_the_header() {
    assert_eq!(refusal(&bomb(20_000, 20_000)), Refusal::TooManyPixels);
    assert_eq!(refusal(&bomb(u32::MAX >> 1, u32::MAX >> 1)), Refusal::TooManyPixels);
}

#[test]
fn messages_are_those_of_the_specification() {
    let messages = [Refusal::NotAPicture, Refusal::TooHeavy].map(|refusal| refusal.to_string());
    assert_eq!(messages, ["Le fichier doit être une image (PNG, JPEG, etc.)", "L'image ne doit pas dépasser 5 Mo"]);
}

/// By another hand than the one that writes it.
fn read(avif: &[u8]) -> AvifData {
    assert_eq!(&avif[4..12], b"ftypavif");
    read_avif(&mut &*avif).unwrap()
}

fn size(avif: &AvifData) -> (u32, u32) {
    let frame = avif.primary_item_metadata().unwrap();
    (frame.max_frame_width.get(), frame.max_frame_height.get())
}

#[test]
fn a_photo_is_lighter_as_avif_and_keeps_its_size() {
    let light = |x: u32, y: u32| (128.0 + 100.0 * (f64::from(x) / 40.0).sin() * (f64::from(y) / 30.0).cos()) as u8;
    let photo = RgbImage::from_fn(301, 199, |x, y| Rgb([light(x, y), light(y, x), light(x + y, y)]));
    let shape = Shape::Within { width: 480, height: 480 };
    let webp = &prepare(&encoded(&DynamicImage::ImageRgb8(photo), ImageFormat::Png), &[shape]).unwrap()[0];
    let light = avif(webp).unwrap();
    assert!(light.len() < webp.len(), "{} of {}", light.len(), webp.len());
    let read = read(&light);
    assert_eq!(size(&read), (301, 199));
    assert!(read.alpha_item.is_none());
}

#[test]
fn transparency_stays_in_avif() {
    let half = RgbaImage::from_fn(64, 48, |x, _| Rgba([200, 30, 30, if x < 32 { 0 } else { 255 }]));
    let read = read(&avif(&encoded(&DynamicImage::ImageRgba8(half), ImageFormat::WebP)).unwrap());
    assert_eq!(size(&read), (64, 48));
    assert!(read.alpha_item.is_some());
}

#[test]
fn the_smallest_picture_has_an_avif_file_and_what_is_none_has_not() {
    let dot = avif(&encoded(&DynamicImage::new_rgb8(1, 1), ImageFormat::WebP)).unwrap();
    assert_eq!(size(&read(&dot)), (1, 1));
    assert!(matches!(avif(b"text"), Err(Error::Refused(Refusal::NotAPicture))));
}
