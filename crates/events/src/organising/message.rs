//! What an organiser tells the holders of a cancelled or postponed event.

use domain::FieldErrors;
use platform::fields::several_lines;

const LONGEST: usize = 1000;

/// Returns the message, or nothing if nothing is left of it.
pub fn read_message(text: Option<&str>, errors: &mut FieldErrors) -> Option<String> {
    let text = several_lines(text?);
    let text = text.trim();
    errors.require(text.chars().count() <= LONGEST, "message", "Le message doit contenir au plus 1000 caractères");
    (!text.is_empty()).then(|| text.to_owned())
}
