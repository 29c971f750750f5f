//! Reading values, and what is said of a bad one.

use std::borrow::Cow;

use crate::settings::Slip;

#[derive(Debug, thiserror::Error)]
#[error("{name}: {problem}")]
pub struct ConfigError {
    name: Cow<'static, str>,
    problem: String,
}

impl From<Slip> for ConfigError {
    fn from(slip: Slip) -> ConfigError {
        ConfigError {
            name: slip.name.into(),
            problem: format!("there is no such setting; did you mean {}?", slip.known),
        }
    }
}

pub fn problem(name: &'static str, problem: impl Into<String>) -> ConfigError {
    ConfigError { name: name.into(), problem: problem.into() }
}

pub fn parse<T: std::str::FromStr>(name: &'static str, text: &str, expected: &str) -> Result<T, ConfigError> {
    text.parse().map_err(|_| problem(name, format!("{expected}, found {text:?}")))
}

pub fn number(name: &'static str, text: &str, range: std::ops::RangeInclusive<u64>) -> Result<u64, ConfigError> {
    let expected = format!("expected a number from {} to {}", range.start(), range.end());
    let number = parse(name, text, &expected)?;
    range.contains(&number).then_some(number).ok_or_else(|| problem(name, expected))
}

pub fn choice<T: Copy>(name: &'static str, text: &str, choices: &[(&str, T)]) -> Result<T, ConfigError> {
    let found = choices.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        problem(name, format!("expected one of {}, found {text:?}", words.join(", ")))
    })
}
