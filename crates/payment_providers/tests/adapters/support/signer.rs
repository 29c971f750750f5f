//! Signs callbacks by the rules of RFC 9421, written apart from what verifies them: the text is put together by hand.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use payment_providers::{Headers, WebhookRequest};
use ring::digest::{SHA256, SHA512, digest};
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1_SIGNING, ECDSA_P256_SHA256_FIXED_SIGNING, ECDSA_P384_SHA384_ASN1_SIGNING,
    ECDSA_P384_SHA384_FIXED_SIGNING, EcdsaKeyPair, EcdsaSigningAlgorithm, KeyPair, RSA_PKCS1_SHA256, RSA_PSS_SHA512,
    RsaKeyPair,
};
use serde_json::{Value, json};

use super::START;

/// How a signature is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    P256Raw,
    P256Der,
    P384Raw,
    P384Der,
    RsaPss,
    RsaPkcs1,
}

impl Scheme {
    pub const ALL: [Scheme; 6] =
        [Scheme::P256Raw, Scheme::P256Der, Scheme::P384Raw, Scheme::P384Der, Scheme::RsaPss, Scheme::RsaPkcs1];

    pub fn name(self) -> &'static str {
        match self {
            Scheme::P256Raw | Scheme::P256Der => "ecdsa-p256-sha256",
            Scheme::P384Raw | Scheme::P384Der => "ecdsa-p384-sha384",
            Scheme::RsaPss => "rsa-pss-sha512",
            Scheme::RsaPkcs1 => "rsa-v1_5-sha256",
        }
    }

    fn curve(self) -> Option<&'static EcdsaSigningAlgorithm> {
        match self {
            Scheme::P256Raw => Some(&ECDSA_P256_SHA256_FIXED_SIGNING),
            Scheme::P256Der => Some(&ECDSA_P256_SHA256_ASN1_SIGNING),
            Scheme::P384Raw => Some(&ECDSA_P384_SHA384_FIXED_SIGNING),
            Scheme::P384Der => Some(&ECDSA_P384_SHA384_ASN1_SIGNING),
            Scheme::RsaPss | Scheme::RsaPkcs1 => None,
        }
    }
}

/// A key pair with the id that it is published under.
pub struct Signer {
    pub id: String,
    pub scheme: Scheme,
    private: Vec<u8>,
}

/// What stands before the point of a public key, up to its length: the algorithm and the curve.
const P256_HEAD: &[u8] =
    b"\x30\x59\x30\x13\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07\x03\x42\x00";
const P384_HEAD: &[u8] =
    b"\x30\x76\x30\x10\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x05\x2b\x81\x04\x00\x22\x03\x62\x00";

/// Made for these tests, because `ring` makes no such keys.
const RSA_KEY: &[u8] = include_bytes!("rsa_key.pk8");
const RSA_PUBLIC_KEY: &str = include_str!("rsa_key.pub.pem");

impl Signer {
    pub fn new(id: &str, scheme: Scheme) -> Signer {
        let private = match scheme.curve() {
            Some(curve) => EcdsaKeyPair::generate_pkcs8(curve, &SystemRandom::new()).expect("a key").as_ref().to_vec(),
            None => RSA_KEY.to_vec(),
        };
        Signer { id: id.to_owned(), scheme, private }
    }

    /// The public key in PEM.
    pub fn public_key(&self) -> String {
        let Some(curve) = self.scheme.curve() else { return RSA_PUBLIC_KEY.to_owned() };
        let pair = EcdsaKeyPair::from_pkcs8(curve, &self.private, &SystemRandom::new()).expect("a key");
        let head = if self.scheme.name().contains("p256") { P256_HEAD } else { P384_HEAD };
        let text = STANDARD.encode([head, pair.public_key().as_ref()].concat());
        let lines: Vec<&str> =
            text.as_bytes().chunks(64).map(|line| std::str::from_utf8(line).expect("text")).collect();
        format!("-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n", lines.join("\n"))
    }

    /// The list of keys as the service publishes it.
    pub fn published(&self) -> Value {
        json!([{"id": self.id, "key": self.public_key()}])
    }

    fn sign(&self, text: &str) -> Vec<u8> {
        let random = SystemRandom::new();
        if let Some(curve) = self.scheme.curve() {
            let pair = EcdsaKeyPair::from_pkcs8(curve, &self.private, &random).expect("a key");
            return pair.sign(&random, text.as_bytes()).expect("a signature").as_ref().to_vec();
        }
        let pair = RsaKeyPair::from_pkcs8(&self.private).expect("a key");
        let mut signature = vec![0; pair.public().modulus_len()];
        match self.scheme {
            Scheme::RsaPss => pair.sign(&RSA_PSS_SHA512, &random, text.as_bytes(), &mut signature),
            _ => pair.sign(&RSA_PKCS1_SHA256, &random, text.as_bytes(), &mut signature),
        }
        .expect("a signature");
        signature
    }
}

/// A callback, and what is covered by its signature. Tests alter it before or after it is signed.
#[derive(Clone)]
pub struct Callback {
    pub method: String,
    pub authority: String,
    pub path: String,
    pub body: String,
    pub content_digest: String,
    pub covered: Vec<&'static str>,
    pub created: i64,
    pub expires: Option<i64>,
    pub algorithm: Option<&'static str>,
    pub label: &'static str,
}

impl Callback {
    /// As pawaPay's documentation has it.
    pub fn new(body: &str) -> Callback {
        Callback {
            method: "POST".to_owned(),
            authority: "tukio.example".to_owned(),
            path: "/api/payments/webhooks/pawapay/".to_owned(),
            body: body.to_owned(),
            content_digest: sha_256(body),
            covered: vec!["@method", "@authority", "@path", "signature-date", "content-digest", "content-type"],
            created: START.seconds(),
            expires: Some(START.seconds() + 60),
            algorithm: None,
            label: "sig-pp",
        }
    }

    pub fn sign(&self, signer: &Signer) -> Headers {
        let mut headers: Headers = vec![
            ("content-type".to_owned(), "application/json".to_owned()),
            ("content-length".to_owned(), self.body.len().to_string()),
            ("content-digest".to_owned(), self.content_digest.clone()),
            ("signature-date".to_owned(), "2026-11-14T10:00:00Z".to_owned()),
        ];
        let names: Vec<String> = self.covered.iter().map(|name| format!("\"{name}\"")).collect();
        let expires = self.expires.map(|expires| format!(";expires={expires}")).unwrap_or_default();
        let parameters = format!(
            "({});alg=\"{}\";keyid=\"{}\";created={}{expires}",
            names.join(" "),
            self.algorithm.unwrap_or(signer.scheme.name()),
            signer.id,
            self.created,
        );
        let lines: String =
            self.covered.iter().map(|name| format!("\"{name}\": {}\n", self.value(name, &headers))).collect();
        let signature = STANDARD.encode(signer.sign(&format!("{lines}\"@signature-params\": {parameters}")));
        headers.push(("signature-input".to_owned(), format!("{}={parameters}", self.label)));
        headers.push(("signature".to_owned(), format!("{}=:{signature}:", self.label)));
        headers
    }

    fn value(&self, name: &str, headers: &Headers) -> String {
        let (path, query) = self.path.split_once('?').unwrap_or((&self.path, ""));
        match name {
            "@method" => self.method.clone(),
            "@authority" => self.authority.clone(),
            "@path" => path.to_owned(),
            "@query" => format!("?{query}"),
            _ => headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.clone()).unwrap_or_default(),
        }
    }

    /// The request as it comes in with these headers.
    pub fn request<'a>(&'a self, headers: &'a Headers) -> WebhookRequest<'a> {
        WebhookRequest {
            method: &self.method,
            authority: &self.authority,
            path: &self.path,
            headers,
            body: self.body.as_bytes(),
        }
    }
}

pub fn sha_256(body: &str) -> String {
    format!("sha-256=:{}:", STANDARD.encode(digest(&SHA256, body.as_bytes())))
}

pub fn sha_512(body: &str) -> String {
    format!("sha-512=:{}:", STANDARD.encode(digest(&SHA512, body.as_bytes())))
}
