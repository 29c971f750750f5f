//! Keys that signatures are judged by, and the algorithms that go with them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_ASN1, ECDSA_P384_SHA384_FIXED,
    RSA_PKCS1_2048_8192_SHA256, RSA_PSS_2048_8192_SHA512, UnparsedPublicKey, VerificationAlgorithm,
};
use rustls_pki_types::SubjectPublicKeyInfoDer;
use rustls_pki_types::pem::PemObject;
use spki::{ObjectIdentifier, SubjectPublicKeyInfoRef};

/// A public key as `ring` takes it: the point of a curve, or modulus and exponent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PublicKey {
    P256(Vec<u8>),
    P384(Vec<u8>),
    Rsa(Vec<u8>),
}

const EC: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.2.1");
const RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1");
const P256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.3.1.7");
const P384: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.132.0.34");

/// The bytes of a signature that is two numbers side by side, as the RFC has it. Any other length is DER.
const RAW_P256: usize = 64;
const RAW_P384: usize = 96;

impl PublicKey {
    /// Reads a key in PEM, or what stands between its first and last line.
    pub fn parse(text: &str) -> Option<PublicKey> {
        let der = match SubjectPublicKeyInfoDer::from_pem_slice(text.as_bytes()) {
            Ok(key) => key.as_ref().to_vec(),
            Err(_) => STANDARD.decode(text.split_whitespace().collect::<String>()).ok()?,
        };
        let info = SubjectPublicKeyInfoRef::try_from(&*der).ok()?;
        let bits = info.subject_public_key.as_bytes()?.to_vec();
        let curve = || info.algorithm.parameters_oid().ok();
        match info.algorithm.oid {
            EC if curve() == Some(P256) => Some(PublicKey::P256(bits)),
            EC if curve() == Some(P384) => Some(PublicKey::P384(bits)),
            RSA => Some(PublicKey::Rsa(bits)),
            _ => None,
        }
    }

    /// Whether the signature is of this key and message, by the algorithm that the message names. A curve has one
    /// algorithm, so that its name may be absent; the two of RSA must be told apart.
    pub fn has_signed(&self, algorithm: Option<&str>, message: &[u8], signature: &[u8]) -> bool {
        let (key, scheme): (_, &'static dyn VerificationAlgorithm) = match (self, algorithm) {
            (PublicKey::P256(key), None | Some("ecdsa-p256-sha256")) if signature.len() == RAW_P256 => {
                (key, &ECDSA_P256_SHA256_FIXED)
            }
            (PublicKey::P256(key), None | Some("ecdsa-p256-sha256")) => (key, &ECDSA_P256_SHA256_ASN1),
            (PublicKey::P384(key), None | Some("ecdsa-p384-sha384")) if signature.len() == RAW_P384 => {
                (key, &ECDSA_P384_SHA384_FIXED)
            }
            (PublicKey::P384(key), None | Some("ecdsa-p384-sha384")) => (key, &ECDSA_P384_SHA384_ASN1),
            (PublicKey::Rsa(key), Some("rsa-pss-sha512")) => (key, &RSA_PSS_2048_8192_SHA512),
            (PublicKey::Rsa(key), Some("rsa-v1_5-sha256")) => (key, &RSA_PKCS1_2048_8192_SHA256),
            _ => return false,
        };
        UnparsedPublicKey::new(scheme, key).verify(message, signature).is_ok()
    }
}
