//! Signatures of HTTP messages, RFC 9421, as pawaPay makes them. <https://www.rfc-editor.org/rfc/rfc9421>
//!
//! The crates that do this (`httpsig` and those on it) bring a second implementation of every cipher, one of them with an
//! open advisory, and take signatures of elliptic curves only as the RFC has them; pawaPay's own examples send DER. The
//! structured fields are read by `sfv` and the signatures judged by `ring`, so that what stands here is the RFC's
//! canonical text and what we demand of it.

mod content_digest;
mod message;
mod public_key;

pub use content_digest::is_digest_of;
pub use message::Message;
pub use public_key::PublicKey;
