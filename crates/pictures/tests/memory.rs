//! How much memory a file can make us take. A program of its own: the system counts a process's peak once.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails where it stands")]

mod support;

use image::{DynamicImage, ImageFormat};
use pictures::{Shape, prepare};
use support::{bomb, encoded, with_exif};

/// The most memory this process has held so far, in megabytes, where the system tells it as Linux does.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? / 1024)
}

#[test]
fn memory_is_bounded_by_what_is_taken() {
    let Some(before) = peak() else { return };
    let shapes = [Shape::Square(512)];
    assert!(prepare(&bomb(20_000, 20_000), &shapes).is_err());
    let refused = peak().unwrap() - before;
    assert!(refused < 16, "{refused} MB for a picture that is refused by its header");

    // The largest that is taken, held sideways so that it has to be turned, too: twice its pixels, and little more.
    let largest = with_exif(&encoded(&DynamicImage::new_rgb8(8000, 5000), ImageFormat::Jpeg), 6);
    assert!(prepare(&largest, &shapes).is_ok());
    let taken = peak().unwrap();
    assert!(taken < 320, "{taken} MB for a picture of forty million pixels");
}
