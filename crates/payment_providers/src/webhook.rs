//! A message that says it comes from a provider.

use domain::ProviderReference;

/// Names and values of headers, in the order they came.
pub type Headers = Vec<(String, String)>;

/// The request as it came in: signatures cover the raw bytes, so nothing may be parsed before.
/// It has no `Debug`, because headers hold credentials.
#[derive(Clone, Copy)]
pub struct WebhookRequest<'a> {
    pub method: &'a str,
    /// The public host by which the provider calls us, from the settings: what a proxy passes on may be another.
    pub authority: &'a str,
    /// With the query, if there is one.
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
#[derive(Clone, PartialEq, Eq)]
pub enum Webhook {
    /// Signed by the provider.
    Verified {
        reference: ProviderReference,
        status_text: String,
    },
    /// Unsigned: a reason to ask the provider, no more. The reference is that of the address which the provider called,
    /// and whoever calls has checked the secret in it.
    Hint {
        reference: ProviderReference,
        status_text: String,
        /// The provider's own number, to be stored only where none is.
        number: Option<String>,
    },
    /// As good as the token, which whoever calls compares in constant time with the one that was stored. Where none was
    /// stored it is a hint.
    Tokened {
        reference: ProviderReference,
        token: String,
        status_text: String,
    },
    Forged,
}

/// Leaves the token out.
impl std::fmt::Debug for Webhook {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (kind, reference, status_text) = match self {
            Webhook::Verified { reference, status_text } => ("Verified", reference, status_text),
            Webhook::Hint { reference, status_text, .. } => ("Hint", reference, status_text),
            Webhook::Tokened { reference, status_text, .. } => ("Tokened", reference, status_text),
            Webhook::Forged => return out.write_str("Forged"),
        };
        out.debug_struct(kind).field("reference", reference).field("status_text", status_text).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_found_by_any_case_and_must_be_alone() {
        let headers = [("X-One", "1"), ("x-two", "2"), ("X-Two", "3")].map(|(name, value)| (name.into(), value.into()));
        let request =
            WebhookRequest { method: "POST", authority: "tukio.example", path: "/", headers: &headers, body: b"" };
        assert_eq!(request.only_header("x-one"), Some("1"));
        assert_eq!(request.only_header("x-two"), None);
        assert_eq!(request.only_header("x-three"), None);
    }
}
