//! A message that says it comes from a provider.

use domain::ProviderReference;

/// Names and values of headers, in the order they came.
pub type Headers = Vec<(String, String)>;

/// The request as it came in: signatures cover the raw bytes, so nothing may be parsed before.
/// It has no `Debug`, because headers hold credentials.
#[derive(Clone, Copy)]
pub struct WebhookRequest<'a> {
    pub method: &'a str,
    pub path: &'a str,
    pub headers: &'a [(String, String)],
    pub body: &'a [u8],
}

impl<'a> WebhookRequest<'a> {
    /// The value of the only header of that name; `None` too when there are several, since one could be judged and
    /// another believed.
    pub fn only_header(&self, name: &str) -> Option<&'a str> {
        let mut values = self.headers.iter().filter(|(header, _)| header.eq_ignore_ascii_case(name));
        let (_, value) = values.next()?;
        values.next().is_none().then_some(value)
    }
}

/// What a request turned out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Webhook {
    /// Signed by the provider.
    Verified {
        reference: ProviderReference,
        status_text: String,
    },
    /// Unsigned: a reason to ask the provider, no more.
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
        let request = WebhookRequest { method: "POST", path: "/", headers: &headers, body: b"" };
        assert_eq!(request.only_header("x-one"), Some("1"));
        assert_eq!(request.only_header("x-two"), None);
        assert_eq!(request.only_header("x-three"), None);
    }
}
