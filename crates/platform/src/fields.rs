//! Reads the fields of a form one by one, and collects what is wrong with each.

use std::fmt::Display;

use domain::FieldErrors;

pub struct Fields<'e, F> {
    /// The text of a field; an absent one has none.
    pub text: F,
    pub errors: &'e mut FieldErrors,
}

impl<'a, F: Fn(&str) -> Option<&'a str>> Fields<'_, F> {
    pub fn read<T, E: Display>(&mut self, name: &str, rule: impl FnOnce(&str) -> Result<T, E>) -> Option<T> {
        let text = (self.text)(name)?;
        self.errors.keep(name, rule(text.trim()))
    }
}

/// The text if it has at most so many characters, else the message.
pub fn check_length(text: String, longest: usize, message: &'static str) -> Result<String, &'static str> {
    if text.chars().count() <= longest { Ok(text) } else { Err(message) }
}
