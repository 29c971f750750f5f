//! Names that look like another's, by Unicode Technical Standard 39 (<https://www.unicode.org/reports/tr39/>).

use domain::fold;
use unicode_security::{MixedScript, skeleton};

/// Whether letters of several alphabets stand side by side, as a Cyrillic "а" among Latin ones.
pub fn mixes_alphabets(name: &str) -> bool {
    !name.is_single_script()
}

/// What a name looks like: the same for all names that the eye may take for each other. The skeletons of the standard tell
/// upper case from lower case, which names here do not, so a letter may become another one at each step.
pub fn look_of(name: &str) -> String {
    let step = |name: &str| fold(&skeleton(name).collect::<String>());
    step(&step(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_the_eye_takes_for_each_other_look_the_same() {
        for (name, other) in [
            ("Amani", "Аmani"),
            ("PayPal", "PayPaI"),
            ("Amos", "AM0S"),
            ("Ibrahim", "lbrahim"),
            ("paypal", "раураl"),
            ("modern", "modem"),
            ("Élodie", "E\u{301}lodie"),
        ] {
            assert_eq!(look_of(name), look_of(other), "{name} {other}");
        }
        for (name, other) in [("Amani", "Amina"), ("Grace", "Gracia"), ("Kito 2", "Kito 3"), ("Jean", "Jeanne")] {
            assert_ne!(look_of(name), look_of(other), "{name} {other}");
        }
    }

    #[test]
    fn one_alphabet_at_a_time() {
        for name in ["Amani", "Élodie K. 2 🎤", "Иван", "李小龍", "さくら 桜"] {
            assert!(!mixes_alphabets(name), "{name}");
        }
        for name in ["Аmani", "pαul", "Amani李"] {
            assert!(mixes_alphabets(name), "{name}");
        }
    }
}
