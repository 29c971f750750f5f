//! Who sends a request: network address, browser, and the device cookie that tells one browser from another.

use std::convert::Infallible;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, header};
use axum::response::AppendHeaders;

use crate::{Services, Settings, random};

const DEVICE_COOKIE: &str = "tukio_device";

/// Its name where people come by HTTPS: browsers take a cookie of this name by HTTPS only, so nobody on a network that is
/// not theirs can plant one.
const SECURE_DEVICE_COOKIE: &str = "__Secure-tukio_device";

/// Browsers keep no cookie longer.
pub const DEVICE_COOKIE_LIFETIME: Duration = Duration::from_secs(400 * 24 * 3600);

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The socket's other end, noted by the accept loop.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub IpAddr);

impl Peer {
    /// Its address, as far as it tells one sender from another.
    pub fn network(self) -> IpAddr {
        network(self.0)
    }
}

/// What every request says about its sender.
#[derive(Debug, Clone, Copy)]
pub struct Visitor<'a> {
    pub address: IpAddr,
    pub user_agent: &'a str,
}

#[derive(Clone)]
pub struct Client {
    pub address: IpAddr,
    pub user_agent: String,
    /// The secret in the device cookie; a browser without one is given a new one.
    pub device: String,
}

/// Prints no secret: the device cookie has an allowance of its own when passwords are guessed.
impl fmt::Debug for Client {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Client")
            .field("address", &self.address)
            .field("user_agent", &self.user_agent)
            .finish_non_exhaustive()
    }
}

/// A part of an answer.
pub type DeviceCookie = AppendHeaders<[(HeaderName, HeaderValue); 1]>;

impl<S> FromRequestParts<S> for Client
where
    S: Send + Sync,
    Services: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Client, Infallible> {
        let services = Services::from_ref(state);
        let settings = &services.settings;
        let visitor = Visitor::of(parts, settings);
        Ok(Client {
            address: visitor.address,
            user_agent: visitor.user_agent.to_owned(),
            device: device_in(&parts.headers, device_cookie_name(settings)).unwrap_or_else(random::token),
        })
    }
}

impl<'a> Visitor<'a> {
    pub fn of(parts: &'a Parts, settings: &Settings) -> Visitor<'a> {
        let user_agent = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
        let address = address_of(&parts.headers, &parts.extensions, settings.trust_proxy);
        Visitor { address, user_agent: user_agent.unwrap_or_default() }
    }
}

/// The network address that a request comes from.
pub(crate) fn address_of(headers: &HeaderMap, extensions: &Extensions, trust_proxy: bool) -> IpAddr {
    let peer = extensions.get::<Peer>().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0);
    network(trust_proxy.then(|| forwarded_for(headers)).flatten().unwrap_or(peer))
}

impl Client {
    /// The header that lets this browser be recognised the next time.
    pub fn device_cookie(&self, settings: &Settings) -> DeviceCookie {
        let name = device_cookie_name(settings);
        let secure = if settings.is_https() { "; Secure" } else { "" };
        let cookie = format!(
            "{name}={}; Path=/api/; Max-Age={}; HttpOnly; SameSite=Lax{secure}",
            self.device,
            DEVICE_COOKIE_LIFETIME.as_secs()
        );
        // Base64 by construction: it always fits a header.
        AppendHeaders([(header::SET_COOKIE, HeaderValue::try_from(cookie).unwrap_or(HeaderValue::from_static("")))])
    }
}

/// The last entry, which the nearest proxy has added: anything before it is the client's claim.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let entries = headers.get_all(FORWARDED_FOR).iter().next_back()?.to_str().ok()?;
    let last = entries.rsplit(',').next()?.trim();
    last.parse().ok().or_else(|| last.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// The /64 network of an IPv6 address: providers hand those out, and one home has as many addresses as it likes.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64)),
        v4 => v4,
    }
}

fn device_cookie_name(settings: &Settings) -> &'static str {
    if settings.is_https() { SECURE_DEVICE_COOKIE } else { DEVICE_COOKIE }
}

fn device_in(headers: &HeaderMap, cookie: &str) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(name, _)| *name == cookie)?;
    random::is_token(value).then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: HeaderName, values: &[&str]) -> HeaderMap {
        values.iter().map(|value| (name.clone(), value.parse().unwrap())).collect()
    }

    #[test]
    fn the_nearest_proxy_is_believed() {
        let said = |values: &[&str]| forwarded_for(&headers(FORWARDED_FOR, values)).map(|address| address.to_string());
        assert_eq!(said(&["10.0.0.1, 41.243.1.2"]).as_deref(), Some("41.243.1.2"));
        assert_eq!(said(&["10.0.0.1", "41.243.1.2:8080"]).as_deref(), Some("41.243.1.2"));
        assert_eq!(said(&["[2001:db8::1]:443"]).as_deref(), Some("2001:db8::1"));
        assert_eq!(said(&["41.243.1.2, unknown"]), None);
        assert_eq!(said(&[]), None);
    }

    #[test]
    fn one_home_is_one_address() {
        let seen = |text: &str| network(text.parse().unwrap()).to_string();
        assert_eq!(seen("2001:db8:1:2:3:4:5:6"), seen("2001:db8:1:2:ffff::1"));
        assert_ne!(seen("2001:db8:1:2::1"), seen("2001:db8:1:3::1"));
        assert_eq!(seen("::ffff:41.243.1.2"), "41.243.1.2");
    }

    #[test]
    fn a_printed_client_holds_no_secret() {
        let client = Client { address: Ipv4Addr::LOCALHOST.into(), user_agent: "curl".into(), device: random::token() };
        let printed = format!("{client:?}");
        assert!(printed.contains("curl") && !printed.contains(&client.device), "{printed}");
    }

    #[test]
    fn a_device_is_recognised_by_its_cookie_only() {
        let token = random::token();
        let sent = |cookie: String| device_in(&headers(header::COOKIE, &[&cookie]), DEVICE_COOKIE);
        assert_eq!(sent(format!("a=b; tukio_device={token}")), Some(token.clone()));
        assert_eq!(sent(format!("tukio_device={token}x")), None);
        assert_eq!(sent("tukio_device=".to_owned()), None);
    }
}
