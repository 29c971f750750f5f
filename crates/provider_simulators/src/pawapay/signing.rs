//! Signed callbacks by [RFC 9421](https://www.rfc-editor.org/rfc/rfc9421), with keys that are made at the start.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1_SIGNING, ECDSA_P256_SHA256_FIXED_SIGNING, ECDSA_P384_SHA384_ASN1_SIGNING,
    ECDSA_P384_SHA384_FIXED_SIGNING, EcdsaKeyPair, EcdsaSigningAlgorithm, KeyPair,
};
use serde_json::{Value, json};
use sha2::{Sha256, Sha512};

use crate::simulator::callbacks::Callback;
use crate::simulator::clock::formatted;
use crate::simulator::protocol::Message;
use crate::simulator::script::{Curve, Digest, Script, SignatureEncoding, Tamper};

/// How long a signature is good.
const LIFETIME_S: i64 = 60;

/// What comes before the point in the DER form of a public key (RFC 5480).
const P256_PREFIX: [u8; 26] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce,
    0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
];
const P384_PREFIX: [u8; 23] = [
    0x30, 0x76, 0x30, 0x10, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x05, 0x2b, 0x81, 0x04, 0x00,
    0x22, 0x03, 0x62, 0x00,
];

struct SigningKey {
    curve: Curve,
    generation: u32,
    pkcs8: Vec<u8>,
}

impl SigningKey {
    fn new(curve: Curve, generation: u32) -> Option<SigningKey> {
        let document =
            EcdsaKeyPair::generate_pkcs8(algorithm(curve, SignatureEncoding::Raw), &SystemRandom::new()).ok()?;
        Some(SigningKey { curve, generation, pkcs8: document.as_ref().to_vec() })
    }

    fn id(&self) -> String {
        let curve = match self.curve {
            Curve::P256 => "P256",
            Curve::P384 => "P384",
        };
        format!("HTTP_EC_{curve}_KEY:{}", self.generation)
    }

    fn pair(&self, encoding: SignatureEncoding) -> Option<EcdsaKeyPair> {
        EcdsaKeyPair::from_pkcs8(algorithm(self.curve, encoding), &self.pkcs8, &SystemRandom::new()).ok()
    }

    fn sign(&self, encoding: SignatureEncoding, base: &str) -> Option<String> {
        let signature = self.pair(encoding)?.sign(&SystemRandom::new(), base.as_bytes()).ok()?;
        Some(STANDARD.encode(signature.as_ref()))
    }

    fn pem(&self) -> Option<String> {
        let pair = self.pair(SignatureEncoding::Raw)?;
        let prefix: &[u8] = match self.curve {
            Curve::P256 => &P256_PREFIX,
            Curve::P384 => &P384_PREFIX,
        };
        let text = STANDARD.encode([prefix, pair.public_key().as_ref()].concat());
        let lines: Vec<&str> = text.as_bytes().chunks(64).filter_map(|line| std::str::from_utf8(line).ok()).collect();
        Some(format!("-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n", lines.join("\n")))
    }
}

fn algorithm(curve: Curve, encoding: SignatureEncoding) -> &'static EcdsaSigningAlgorithm {
    match (curve, encoding) {
        (Curve::P256, SignatureEncoding::Raw) => &ECDSA_P256_SHA256_FIXED_SIGNING,
        (Curve::P256, SignatureEncoding::Der) => &ECDSA_P256_SHA256_ASN1_SIGNING,
        (Curve::P384, SignatureEncoding::Raw) => &ECDSA_P384_SHA384_FIXED_SIGNING,
        (Curve::P384, SignatureEncoding::Der) => &ECDSA_P384_SHA384_ASN1_SIGNING,
    }
}

fn algorithm_name(curve: Curve) -> &'static str {
    match curve {
        Curve::P256 => "ecdsa-p256-sha256",
        Curve::P384 => "ecdsa-p384-sha384",
    }
}

/// The keys that are published, and some that are not.
pub struct Keys {
    published: Vec<SigningKey>,
    rogue: Vec<SigningKey>,
}

impl Keys {
    pub fn generate() -> Keys {
        let both = || [Curve::P256, Curve::P384].into_iter().filter_map(|curve| SigningKey::new(curve, 1)).collect();
        Keys { published: both(), rogue: both() }
    }

    /// New keys under new ids; the old ones are no longer published unless they are kept.
    pub fn rotate(&mut self, keep_old: bool) {
        let generation = self.published.iter().map(|key| key.generation).max().unwrap_or_default() + 1;
        let new = [Curve::P256, Curve::P384].into_iter().filter_map(|curve| SigningKey::new(curve, generation));
        let new: Vec<SigningKey> = new.collect();
        if !keep_old {
            self.published.clear();
        }
        self.published.extend(new);
    }

    /// The answer of `/v2/public-key/http`.
    pub fn list(&self) -> Value {
        let list = self.published.iter().filter_map(|key| Some(json!({"id": key.id(), "key": key.pem()?})));
        Value::Array(list.collect())
    }

    fn of(keys: &[SigningKey], curve: Curve) -> Option<&SigningKey> {
        keys.iter().rfind(|key| key.curve == curve)
    }

    /// A callback with its signature, or with what is wrong with it.
    pub fn signed(&self, callback: &Callback, now_ms: i64) -> Message {
        let plain = Message::plain(callback);
        self.with_signature(plain.clone(), &callback.script, now_ms).unwrap_or(plain)
    }

    fn with_signature(&self, mut message: Message, script: &Script, now_ms: i64) -> Option<Message> {
        let tamper = script.callback_tamper;
        let url = url::Url::parse(&message.url).ok()?;
        let curve = script.signature_curve.unwrap_or(Curve::P256);
        let published = Keys::of(&self.published, curve)?;
        let key = if tamper == Some(Tamper::BadKey) { Keys::of(&self.rogue, curve)? } else { published };
        let key_id =
            if tamper == Some(Tamper::UnknownKeyId) { "HTTP_EC_P256_KEY:99".to_owned() } else { published.id() };

        let content_type = "application/json; charset=UTF-8".to_owned();
        let signature_date = formatted(now_ms, "%Y-%m-%dT%H:%M:%S.%6fZ");
        let digested: &[u8] = if tamper == Some(Tamper::DigestMismatch) { b"{}" } else { &message.body };
        let digest = content_digest(digested, script.digest.unwrap_or(Digest::Sha512));

        let signs_digest = tamper != Some(Tamper::DigestNotCovered);
        let signs_more = script.sign_more == Some(true);
        let components = [
            Some(("@method", "POST".to_owned())),
            Some(("@authority", authority(&url, tamper))),
            Some((
                "@path",
                if tamper == Some(Tamper::WrongPath) { "/elsewhere/".to_owned() } else { url.path().to_owned() },
            )),
            // The value of an empty query is the question mark alone.
            signs_more.then(|| ("@query", format!("?{}", url.query().unwrap_or_default()))),
            Some(("signature-date", signature_date.clone())),
            signs_digest.then(|| ("content-digest", digest.clone())),
            Some(("content-type", content_type.clone())),
            signs_more.then(|| ("content-length", message.body.len().to_string())),
        ];
        let components: Vec<(&str, String)> = components.into_iter().flatten().collect();

        let created = now_ms / 1000
            + match tamper {
                Some(Tamper::FutureCreated) => 3600,
                Some(Tamper::Expired) => -3600,
                _ => 0,
            };
        let names: Vec<String> = components.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        let parameters = format!(
            "({});alg=\"{}\";keyid=\"{key_id}\";created={created};expires={}",
            names.join(" "),
            algorithm_name(curve),
            created + LIFETIME_S
        );
        let base = signature_base(&components, &parameters);
        let signature = key.sign(script.signature_encoding.unwrap_or(SignatureEncoding::Raw), &base)?;

        let headers = [
            (None, ("content-type", content_type)),
            (Some(Tamper::MissingDigest), ("content-digest", digest)),
            (None, ("signature-date", signature_date)),
            (Some(Tamper::MissingSignature), ("signature", format!("sig-pp=:{signature}:"))),
            (Some(Tamper::MissingSignatureInput), ("signature-input", format!("sig-pp={parameters}"))),
        ];
        let kept = headers.into_iter().filter(|(missing, _)| missing.is_none() || *missing != tamper);
        message.headers = kept.map(|(_, header)| header).collect();
        if tamper == Some(Tamper::Unsigned) {
            message.headers.truncate(1);
        }
        if tamper == Some(Tamper::BodyAltered) {
            message.body = altered(&message.body);
        }
        Some(message)
    }
}

/// The host as it is called, with its port where that is not the usual one.
fn authority(url: &url::Url, tamper: Option<Tamper>) -> String {
    if tamper == Some(Tamper::WrongAuthority) {
        return "somebody-else.example".to_owned();
    }
    let host = url.host_str().unwrap_or_default().to_ascii_lowercase();
    url.port().map_or(host.clone(), |port| format!("{host}:{port}"))
}

/// The text that is signed (RFC 9421, section 2.5).
fn signature_base(components: &[(&str, String)], parameters: &str) -> String {
    let lines = components.iter().map(|(name, value)| format!("\"{name}\": {value}"));
    let last = format!("\"@signature-params\": {parameters}");
    lines.chain([last]).collect::<Vec<_>>().join("\n")
}

fn content_digest(body: &[u8], digest: Digest) -> String {
    use sha2::Digest as _;
    match digest {
        Digest::Sha256 => format!("sha-256=:{}:", STANDARD.encode(Sha256::digest(body))),
        Digest::Sha512 => format!("sha-512=:{}:", STANDARD.encode(Sha512::digest(body))),
    }
}

/// The same message about a hundred times the money.
fn altered(body: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(body).replace(".00\"", "00.00\"").replace('}', " }").into_bytes()
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    use super::{content_digest, signature_base};
    use crate::simulator::script::Digest;

    /// RFC 9421, appendix B.2.4, with the key of appendix B.1.3: the text that is signed must be that of the document,
    /// because its signature is verified with it.
    #[test]
    fn the_signature_of_the_document_is_good_for_the_text_that_is_built_here() {
        let body = b"{\"message\": \"good dog\"}";
        let digest = content_digest(body, Digest::Sha512);
        let components = [
            ("@status", "200".to_owned()),
            ("content-type", "application/json".to_owned()),
            ("content-digest", digest),
            ("content-length", "23".to_owned()),
        ];
        let parameters = "(\"@status\" \"content-type\" \"content-digest\" \"content-length\");created=1618884473;\
                          keyid=\"test-key-ecc-p256\"";
        let base = signature_base(&components, parameters);
        let key = "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqIVYZVLCrPZHGHjP17CTW0/+D9Lfw0EkjqF7xB4FivAxzic30tMM4GF+hR6Dxh71Z50V\
                   GGdldkkDXZCnTNnoXQ==";
        let signature = "wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==";
        let key = STANDARD.decode(key).unwrap();
        let point = &key[key.len() - 65..];
        let verified = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point)
            .verify(base.as_bytes(), &STANDARD.decode(signature).unwrap());
        assert!(verified.is_ok(), "{base}");
    }
}
