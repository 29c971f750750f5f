//! One call to a provider that speaks JSON. Whatever can't be read is no answer.

use http_client::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, Call, HttpClient, Method, StatusCode, Url};
use serde::Serialize;
use serde_json::Value;

use crate::odd_answers;

/// An answer that says something: JSON, and not one of the statuses by which a server says that it broke. It has no
/// `Debug`, because it may hold tokens and numbers of people.
pub struct Exchange {
    pub status: StatusCode,
    pub body: Value,
}

impl Exchange {
    /// Whether our credentials were refused, so that nothing came of the call.
    pub fn is_shut_out(&self) -> bool {
        matches!(self.status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN)
    }
}

/// A provider's door: its name for the log, and the client.
#[derive(Clone)]
pub struct Caller {
    pub provider: &'static str,
    pub client: HttpClient,
}

impl Caller {
    pub async fn get(&self, about: &'static str, url: Url, bearer: Option<&str>) -> Option<Exchange> {
        self.send(about, url, bearer, None).await
    }

    pub async fn post(
        &self,
        about: &'static str,
        url: Url,
        bearer: Option<&str>,
        body: &impl Serialize,
    ) -> Option<Exchange> {
        self.send(about, url, bearer, Some(serde_json::to_string(body).ok()?)).await
    }

    /// With a body it is a POST, without one a GET.
    pub async fn send(
        &self,
        about: &'static str,
        url: Url,
        bearer: Option<&str>,
        body: Option<String>,
    ) -> Option<Exchange> {
        let method = if body.is_some() { Method::POST } else { Method::GET };
        let mut headers = vec![(ACCEPT, "application/json".to_owned())];
        headers.extend(bearer.map(|token| (AUTHORIZATION, format!("Bearer {token}"))));
        headers.extend(body.as_ref().map(|_| (CONTENT_TYPE, "application/json".to_owned())));
        let body = body.unwrap_or_default();
        let answer = match self.client.call(Call { method, url, headers, body }).await {
            Ok(answer) => answer,
            Err(error) => {
                odd_answers::report_lost(self.provider, about, &error.to_string());
                return None;
            }
        };
        if answer.status.is_server_error() {
            odd_answers::report_lost(self.provider, about, answer.status.as_str());
            return None;
        }
        let Ok(body) = serde_json::from_slice(&answer.body) else {
            odd_answers::report(self.provider, about, "no JSON");
            return None;
        };
        Some(Exchange { status: answer.status, body })
    }
}

/// Returns the address of a resource below a provider's own, each segment escaped.
pub fn address(base: &Url, segments: &[&str]) -> Url {
    let mut url = base.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().extend(segments);
    }
    url
}

/// Returns the page that a provider sends the buyer to, unless it is less protected than the provider itself.
pub fn page_address(text: &str, provider: &Url) -> Option<String> {
    let url = Url::parse(text).ok()?;
    let is_safe = url.scheme() == "https" || (url.scheme() == "http" && provider.scheme() == "http");
    (is_safe && url.has_host()).then(|| url.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_put_into_an_address_leaves_its_place() {
        for base in ["https://api.example", "https://api.example/"] {
            let base = Url::parse(base).unwrap();
            assert_eq!(address(&base, &["v2", "refunds"]).as_str(), "https://api.example/v2/refunds");
        }
        let base = Url::parse("https://api.example/api/check/").unwrap();
        for (number, written) in [("AB-1", "AB-1"), ("a/b?c#d", "a%2Fb%3Fc%23d")] {
            assert_eq!(address(&base, &[number]).as_str(), format!("https://api.example/api/check/{written}"));
        }
    }

    #[test]
    fn a_page_is_as_safe_as_its_provider() {
        let (live, loopback) = (Url::parse("https://api.example").unwrap(), Url::parse("http://127.0.0.1:1").unwrap());
        assert!(page_address("https://pay.example/x", &live).is_some());
        assert!(page_address("http://127.0.0.1:2/x", &loopback).is_some());
        for text in ["http://pay.example/x", "javascript:alert(1)", "data:text/html,x", "/x", ""] {
            assert_eq!(page_address(text, &live), None, "{text}");
        }
        assert_eq!(page_address("javascript:alert(1)", &loopback), None);
    }
}
