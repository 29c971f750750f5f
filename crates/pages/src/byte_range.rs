//! Which bytes of a file an answer carries: RFC 9110, section 14. Safari plays no video from a server that sends only
//! whole files.

use axum::http::{HeaderMap, HeaderValue, Method, header};

#[derive(Debug, PartialEq, Eq)]
pub enum Asked {
    Whole,
    /// The first byte and the last one, both of the file.
    Part(usize, usize),
    /// There is no such part: 416.
    Nothing,
}

/// What a request asks of a file that has `size` bytes and this strong tag. Several ranges in one request are answered by
/// the whole file, as is what can't be understood: the RFC allows the one and demands the other.
pub fn asked(method: &Method, request: &HeaderMap, size: usize, tag: &HeaderValue) -> Asked {
    let Some(range) = request.get(header::RANGE).filter(|_| *method == Method::GET) else { return Asked::Whole };
    // A date is no strong validator for a file that has none.
    if request.get(header::IF_RANGE).is_some_and(|known| known != tag) {
        return Asked::Whole;
    }
    range.to_str().ok().and_then(|range| part(range, size)).unwrap_or(Asked::Whole)
}

/// `None` where the header has another form than one range of bytes.
fn part(range: &str, size: usize) -> Option<Asked> {
    let (unit, spec) = range.split_once('=')?;
    let (first, last) = spec.trim().split_once('-').filter(|_| unit.trim().eq_ignore_ascii_case("bytes"))?;
    let end = size.checked_sub(1);
    if first.is_empty() {
        let length = position(last)?;
        return Some(match end {
            Some(end) if length > 0 => Asked::Part(size.saturating_sub(length), end),
            _ => Asked::Nothing,
        });
    }
    let first = position(first)?;
    let last = if last.is_empty() { usize::MAX } else { position(last)? };
    if last < first {
        return None;
    }
    Some(match end {
        Some(end) if first <= end => Asked::Part(first, last.min(end)),
        _ => Asked::Nothing,
    })
}

/// A number that is too great for this machine lies behind the end of every file.
fn position(digits: &str) -> Option<usize> {
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAG: HeaderValue = HeaderValue::from_static("\"a\"");

    fn of(range: &str, size: usize) -> Asked {
        let headers = HeaderMap::from_iter([(header::RANGE, HeaderValue::try_from(range).expect("a header"))]);
        asked(&Method::GET, &headers, size, &TAG)
    }

    #[test]
    fn one_range_is_a_part_that_ends_where_the_file_does() {
        for (range, first, last) in [
            ("bytes=0-0", 0, 0),
            ("bytes=0-1", 0, 1),
            ("bytes=3-", 3, 9),
            ("bytes=3-100", 3, 9),
            ("bytes=9-99999999999999999999999", 9, 9),
            ("bytes=-4", 6, 9),
            ("bytes=-100", 0, 9),
            ("BYTES=2-3", 2, 3),
        ] {
            assert_eq!(of(range, 10), Asked::Part(first, last), "{range}");
        }
    }

    #[test]
    fn what_lies_behind_the_end_is_nothing() {
        for range in ["bytes=10-", "bytes=10-11", "bytes=99999999999999999999999-", "bytes=-0"] {
            assert_eq!(of(range, 10), Asked::Nothing, "{range}");
        }
        assert_eq!([of("bytes=0-", 0), of("bytes=-1", 0)], [Asked::Nothing, Asked::Nothing]);
    }

    #[test]
    fn what_is_no_single_range_is_the_whole() {
        for range in
            ["bytes=0-1,3-4", "bytes=5-4", "lines=0-1", "bytes", "bytes=", "bytes=-", "bytes=+1-2", "bytes=a-b"]
        {
            assert_eq!(of(range, 10), Asked::Whole, "{range}");
        }
    }

    #[test]
    fn a_part_of_another_version_is_not_sent() {
        let asked_with = |known: &'static str, method: Method| {
            let headers = HeaderMap::from_iter([
                (header::RANGE, HeaderValue::from_static("bytes=0-1")),
                (header::IF_RANGE, HeaderValue::from_static(known)),
            ]);
            asked(&method, &headers, 10, &TAG)
        };
        assert_eq!(asked_with("\"a\"", Method::GET), Asked::Part(0, 1));
        assert_eq!(asked_with("\"b\"", Method::GET), Asked::Whole);
        assert_eq!(asked_with("W/\"a\"", Method::GET), Asked::Whole);
        assert_eq!(asked_with("Wed, 18 Nov 2026 10:00:00 GMT", Method::GET), Asked::Whole);
        assert_eq!(asked_with("\"a\"", Method::HEAD), Asked::Whole);
    }
}
