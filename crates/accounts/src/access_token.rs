//! The access token: a JWT (HS256) whose `user` claim the browser reads.
//!
//! Written on `hmac` directly: only one algorithm is ever made or accepted here, the clock is ours to inject, and
//! the JWT crates bring RSA or a process-wide provider for that.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use domain::{Instant, SessionId};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::model::User;

/// How long an access token is accepted.
pub const ACCESS_LIFETIME: Duration = Duration::from_secs(15 * 60);

#[derive(Serialize, Deserialize)]
struct Header {
    alg: String,
    typ: String,
    kid: String,
}

#[derive(Serialize)]
struct Claims<'a> {
    sub: String,
    sid: SessionId,
    iat: i64,
    exp: i64,
    user: &'a User,
}

/// What the server itself reads back: the person is looked up by the session, never believed from the token.
#[derive(Deserialize)]
pub struct Verified {
    pub sid: SessionId,
    exp: i64,
    /// The name when the token was signed: for logs only.
    #[serde(default)]
    pub user: Named,
}

#[derive(Default, Deserialize)]
pub struct Named {
    pub username: String,
}

pub fn sign(key_id: i64, secret: &[u8], user: &User, session: SessionId, now: Instant) -> serde_json::Result<String> {
    let header = Header { alg: "HS256".to_owned(), typ: "JWT".to_owned(), kid: key_id.to_string() };
    let expires = now + ACCESS_LIFETIME;
    let claims = Claims { sub: user.id.to_string(), sid: session, iat: now.seconds(), exp: expires.seconds(), user };
    let signed = format!("{}.{}", encoded(&header)?, encoded(&claims)?);
    let signature = BASE64.encode(mac(secret, &signed).finalize().into_bytes());
    Ok(format!("{signed}.{signature}"))
}

/// The id of the key that signed the token, if it has the form of one of ours.
pub fn key_id(token: &str) -> Option<i64> {
    let header: Header = decoded(token.split('.').next()?)?;
    (header.alg == "HS256").then_some(())?;
    header.kid.parse().ok()
}

/// The claims of a token with a true signature that has not expired.
pub fn verify(token: &str, secret: &[u8], now: Instant) -> Option<Verified> {
    let (signed, signature) = token.rsplit_once('.')?;
    let signature = BASE64.decode(signature).ok()?;
    mac(secret, signed).verify_slice(&signature).ok()?;
    let claims: Verified = decoded(signed.split_once('.')?.1)?;
    (claims.exp > now.seconds()).then_some(claims)
}

#[expect(clippy::expect_used, reason = "HMAC takes a key of any length")]
fn mac(secret: &[u8], signed: &str) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes a key of any length");
    mac.update(signed.as_bytes());
    mac
}

fn encoded(value: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_vec(value).map(|json| BASE64.encode(json))
}

fn decoded<T: for<'de> Deserialize<'de>>(part: &str) -> Option<T> {
    serde_json::from_slice(&BASE64.decode(part).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Profile;
    use domain::UserId;

    fn token(now: Instant) -> String {
        let profile = Profile { img_url: None, img: None, activity: None, email: None };
        let user = User {
            id: UserId::new(7),
            username: "amani".into(),
            phone: "0991234567".into(),
            profile,
            is_following: false,
            events_count: 0,
            followers_count: 0,
            following_count: 0,
        };
        sign(3, b"secret", &user, SessionId::new(9), now).unwrap()
    }

    #[test]
    fn a_token_is_good_until_it_expires() {
        let now = Instant::from_millis(1_000_000_000_000);
        let token = token(now);
        assert_eq!(key_id(&token), Some(3));
        assert_eq!(verify(&token, b"secret", now).map(|claims| claims.sid), Some(SessionId::new(9)));
        assert!(verify(&token, b"secret", now + ACCESS_LIFETIME - Duration::from_secs(1)).is_some());
        assert!(verify(&token, b"secret", now + ACCESS_LIFETIME).is_none());
    }

    #[test]
    fn nothing_else_is_accepted() {
        let now = Instant::from_millis(1_000_000_000_000);
        let token = token(now);
        assert!(verify(&token, b"other", now).is_none());
        for (index, _) in token.char_indices().step_by(7) {
            let mut altered = token.clone().into_bytes();
            altered[index] = if altered[index] == b'A' { b'B' } else { b'A' };
            assert!(verify(&String::from_utf8(altered).unwrap(), b"secret", now).is_none(), "at {index}");
        }
        let unsigned = format!(
            "{}.{}.",
            BASE64.encode(r#"{"alg":"none","typ":"JWT","kid":"3"}"#),
            token.split('.').nth(1).unwrap()
        );
        assert_eq!(key_id(&unsigned), None);
        assert!(verify(&unsigned, b"secret", now).is_none());
        for junk in ["", ".", "..", "a.b.c", "é.é.é"] {
            assert!(verify(junk, b"secret", now).is_none());
        }
    }
}
