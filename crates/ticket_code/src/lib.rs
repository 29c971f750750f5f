//! What a ticket shows at the door: a QR code that is signed, so that a telephone without network can check it, and a
//! short code to type when the picture can't be read. Pure: keys and random bytes are passed in.

mod base45;
mod content;
mod keys;
mod layout;
mod typed_code;

pub use content::{Content, OutOfRange};
pub use keys::{SigningKey, VerifyingKey, VerifyingKeys};
pub use layout::{Refused, sign};
pub use typed_code::{NotACode, TypedCode};
