//! Who stands where with which phone, and how the phone names things.

use domain::FieldErrors;
use utoipa::openapi::Object;

use platform::schemas;

const LONGEST_GATE: usize = 40;
const LONGEST_DEVICE: usize = 80;

/// Who stands where, with which phone.
#[derive(Clone, Default)]
pub struct Post {
    pub gate: String,
    pub device: String,
}

/// The names of a gate and of a phone, as somebody typed them.
pub fn read_post(gate: Option<String>, device: Option<String>, errors: &mut FieldErrors) -> Post {
    let mut read = |name: &str, text: Option<String>, longest: usize| {
        let text = text.unwrap_or_default().trim().to_owned();
        errors.require(text.chars().count() <= longest, name, "Ce nom est trop long.");
        text
    };
    Post { gate: read("gate", gate, LONGEST_GATE), device: read("device", device, LONGEST_DEVICE) }
}

/// How a phone names what it has done, so that what is sent twice is one.
pub fn id_text() -> Object {
    schemas::text().pattern(Some("^[A-Za-z0-9_-]{1,64}$")).build()
}
