//! Short texts that people write about refunds.

use platform::Error;
use platform::fields::several_lines;

pub const LONGEST_REASON: usize = 300;
pub const LONGEST_REQUEST: usize = 500;

/// Returns a text; `None` if nothing is left of it. One that is too long is refused under its field.
pub fn read_text(text: Option<&str>, field: &str, longest: usize) -> Result<Option<String>, Error> {
    let Some(text) = text else { return Ok(None) };
    let text = several_lines(text);
    let text = text.trim();
    if text.chars().count() > longest {
        return Err(Error::field(field, format!("Ce texte doit contenir au plus {longest} caractères")));
    }
    Ok((!text.is_empty()).then(|| text.to_owned()))
}
