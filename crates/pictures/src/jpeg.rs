//! Whether a JPEG goes on to its end: decoders paint what is missing grey instead of refusing it.

const END_OF_IMAGE: u8 = 0xd9;

/// Walks from marker to marker up to the end of the image. What cameras append behind it does not matter, and a
/// thumbnail's own end lies inside a segment that is stepped over.
pub fn is_whole(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some(marker) = next_marker(&mut rest) {
        match marker {
            END_OF_IMAGE => return true,
            // The start, restarts, and 0xff as plain data: nothing to step over.
            0x00 | 0x01 | 0xd0..=0xd8 => {}
            _ => {
                let Some(behind) = behind_segment(rest) else { return false };
                rest = behind;
            }
        }
    }
    false
}

/// The next marker's code; what stands before it is picture data or padding.
fn next_marker(rest: &mut &[u8]) -> Option<u8> {
    let at = rest.iter().position(|byte| *byte == 0xff)?;
    let code = at + rest[at..].iter().position(|byte| *byte != 0xff)?;
    let marker = rest[code];
    *rest = &rest[code + 1..];
    Some(marker)
}

/// A segment begins with its own length, those two bytes included.
fn behind_segment(rest: &[u8]) -> Option<&[u8]> {
    let length = u16::from_be_bytes(*rest.first_chunk()?);
    rest.get(usize::from(length.max(2))..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_the_pictures_own() {
        // Start, an application segment that holds an end of its own, a scan with stuffing and a restart, the end.
        let whole = [
            0xff, 0xd8, 0xff, 0xe1, 0x00, 0x04, 0xff, 0xd9, 0xff, 0xda, 0x00, 0x03, 0x01, 0x12, 0xff, 0x00, 0xff, 0xd0,
            0x34, 0xff, 0xff, 0xd9,
        ];
        assert!(is_whole(&whole));
        assert!(is_whole(&[&whole[..], b"what cameras append"].concat()));
        for length in 0..whole.len() {
            assert!(!is_whole(&whole[..length]), "cut at {length}");
        }
    }
}
