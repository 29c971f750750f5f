//! Reads the fields of a form one by one, and collects what is wrong with each.

use std::fmt::Display;

use domain::FieldErrors;

/// The value of a field by its rule, or nothing where the field is absent or wrong; then its message is noted.
pub fn read<T, E: Display>(
    errors: &mut FieldErrors,
    name: &str,
    text: &Option<String>,
    rule: impl FnOnce(&str) -> Result<T, E>,
) -> Option<T> {
    errors.check_parsed(name, rule(text.as_deref()?.trim()))
}

/// Reads what is `true` or `false` in a form; absent, it is false.
pub fn read_switch(errors: &mut FieldErrors, name: &str, text: &Option<String>) -> bool {
    read(errors, name, text, |text| match text {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err("Choisissez true ou false."),
    })
    .unwrap_or(false)
}

/// The text without control and invisible characters, which only serve to mislead, but with its lines.
pub fn several_lines(text: &str) -> String {
    // Forms send line ends as two characters.
    let text = text.replace("\r\n", "\n");
    text.chars().filter(|c| *c == '\n' || !(c.is_control() || domain::is_invisible(*c))).collect()
}

/// The text if it has at most so many characters, else the message.
pub fn check_length(text: String, longest: usize, message: &'static str) -> Result<String, &'static str> {
    if text.chars().count() <= longest { Ok(text) } else { Err(message) }
}
