//! A message that says it comes from a provider.

use domain::ProviderReference;

/// Names and values, in the order they came.
pub type Headers = Vec<(String, String)>;

/// As it came in: signatures cover the raw bytes, so nothing may be parsed before.
#[derive(Debug, Clone, Copy)]
pub struct Arrived<'a> {
    pub method: &'a str,
    pub path: &'a str,
    pub headers: &'a [(String, String)],
    pub body: &'a [u8],
}

impl<'a> Arrived<'a> {
    /// The value of the only header of that name; `None` too when there are several, since one could be judged and
    /// another believed.
    pub fn only_header(&self, name: &str) -> Option<&'a str> {
        let mut values = self.headers.iter().filter(|(header, _)| header.eq_ignore_ascii_case(name));
        let (_, value) = values.next()?;
        values.next().is_none().then_some(value)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Webhook {
    /// The provider's word.
    Verified {
        reference: ProviderReference,
        status_text: String,
    },
    /// Unsigned: worth a question, no more.
    Hint {
        reference: ProviderReference,
        status_text: String,
    },
    Forged,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_found_by_any_case_and_must_be_alone() {
        let headers = [("X-One", "1"), ("x-two", "2"), ("X-Two", "3")].map(|(name, value)| (name.into(), value.into()));
        let arrived = Arrived { method: "POST", path: "/", headers: &headers, body: b"" };
        assert_eq!(arrived.only_header("x-one"), Some("1"));
        assert_eq!(arrived.only_header("x-two"), None);
        assert_eq!(arrived.only_header("x-three"), None);
    }
}
