//! What a client accepts, by `Accept` and the headers like it.

use axum::http::{HeaderMap, HeaderName};

/// Whether the list in this header names `wanted`; `q=0` means "not that one".
pub fn accepts(headers: &HeaderMap, list: &HeaderName, wanted: &str) -> bool {
    let lists = headers.get_all(list).into_iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|entry| {
        let mut parts = entry.split(';').map(str::trim);
        parts.next().is_some_and(|name| name.eq_ignore_ascii_case(wanted)) && !parts.any(is_refusal)
    })
}

fn is_refusal(parameter: &str) -> bool {
    parameter.split_once('=').is_some_and(|(name, weight)| {
        name.trim().eq_ignore_ascii_case("q") && weight.trim().parse::<f32>().is_ok_and(|weight| weight <= 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header::ACCEPT;

    fn takes_avif(lists: &[&str]) -> bool {
        let mut headers = HeaderMap::new();
        for list in lists {
            headers.append(ACCEPT, list.parse().unwrap());
        }
        accepts(&headers, &ACCEPT, "image/avif")
    }

    #[test]
    fn what_is_named_is_taken_unless_it_weighs_nothing() {
        for list in [
            "image/avif,image/webp,image/apng,image/*,*/*;q=0.8",
            "image/webp, IMAGE/AVIF ; q=0.001",
            "image/png;q=0, image/avif;q=1",
        ] {
            assert!(takes_avif(&[list]), "{list}");
        }
        for list in ["", "*/*", "image/*", "image/avif-sequence", "image/avif;q=0", "image/avif; level=1; Q = 0.000"] {
            assert!(!takes_avif(&[list]), "{list}");
        }
        assert!(takes_avif(&["image/webp", "image/avif"]), "a list may come in several headers");
        assert!(!takes_avif(&[]));
    }
}
