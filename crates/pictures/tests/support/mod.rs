//! Files to try: pictures in every format, with a camera's notes, and one that is far larger than it looks.

use std::io::{Cursor, Write};

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use image::{DynamicImage, ImageFormat};

pub fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, format).unwrap();
    file.into_inner()
}

/// The JPEG with a camera's notes: how it was held, and where it stood.
pub fn with_exif(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    let mut notes = b"Exif\0\0II*\0\x08\0\0\0".to_vec();
    notes.extend(2_u16.to_le_bytes());
    notes.extend([0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]);
    notes.extend([0x25, 0x88, 4, 0, 1, 0, 0, 0, 38, 0, 0, 0]);
    notes.extend(0_u32.to_le_bytes());
    // The place: one entry, the southern half of the world.
    notes.extend(1_u16.to_le_bytes());
    notes.extend([0x01, 0x00, 2, 0, 2, 0, 0, 0, b'S', 0, 0, 0]);
    notes.extend(0_u32.to_le_bytes());
    let length = (notes.len() as u16 + 2).to_be_bytes();
    [&jpeg[..2], &[0xff, 0xe1], &length, &notes, &jpeg[2..]].concat()
}

/// A small PNG that would fill gigabytes: black, one bit a pixel on the disk.
pub fn bomb(width: u32, height: u32) -> Vec<u8> {
    let mut header = [width.to_be_bytes(), height.to_be_bytes()].concat();
    header.extend([1, 0, 0, 0, 0]);
    let mut rows = ZlibEncoder::new(Vec::new(), Compression::best());
    let row = vec![0; 1 + width.min(20_000).div_ceil(8) as usize];
    for _ in 0..height.min(20_000) {
        rows.write_all(&row).unwrap();
    }
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, data) in [(b"IHDR", header), (b"IDAT", rows.finish().unwrap()), (b"IEND", Vec::new())] {
        file.extend((data.len() as u32).to_be_bytes());
        let content = [kind.as_slice(), &data].concat();
        let mut sum = Crc::new();
        sum.update(&content);
        file.extend(content);
        file.extend(sum.sum().to_be_bytes());
    }
    file
}
