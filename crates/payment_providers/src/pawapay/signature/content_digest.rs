//! The field `Content-Digest`, RFC 9530: it ties the body to the signature.

use ring::digest::{SHA256, SHA512, digest};
use sfv::{Dictionary, ListEntry, Parser};

/// Whether the field holds a digest that we know, and all that we know are right.
pub fn is_digest_of(field: &str, body: &[u8]) -> bool {
    let Ok(digests) = Parser::new(field).parse::<Dictionary>() else { return false };
    let mut known = 0;
    for (name, entry) in &digests {
        let algorithm = match name.as_str() {
            "sha-256" => &SHA256,
            "sha-512" => &SHA512,
            _ => continue,
        };
        known += 1;
        let told = match entry {
            ListEntry::Item(item) => item.bare_item.as_byte_sequence(),
            ListEntry::InnerList(_) => None,
        };
        if told != Some(digest(algorithm, body).as_ref()) {
            return false;
        }
    }
    known > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &[u8] = br#"{"hello": "world"}"#;
    /// Both from RFC 9530, appendix D.
    const SHA_256: &str = "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:";
    const SHA_512: &str =
        "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:";

    #[test]
    fn digests_are_those_of_the_rfc() {
        let both = format!("{SHA_256}, {SHA_512}");
        let with_unknown = format!("unixsum=:AAAA:, {SHA_256}");
        for field in [SHA_256, SHA_512, &both, &with_unknown] {
            assert!(is_digest_of(field, BODY), "{field}");
            assert!(!is_digest_of(field, b"{\"hello\": \"World\"}"), "{field}");
        }
    }

    #[test]
    fn what_we_do_not_know_or_can_not_read_is_no_digest() {
        let half_wrong = format!("{SHA_256}, sha-512=:AAAA:");
        let shortened = SHA_256.replace("X48E", "");
        let twice = format!("{SHA_256}, sha-256=:AAAA:");
        for field in ["", "sha-256", "sha-256=abc", "md5=:AAAA:", "sha-256=()", &half_wrong, &shortened, &twice] {
            assert!(!is_digest_of(field, BODY), "{field}");
        }
    }
}
