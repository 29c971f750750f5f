//! Answers that we don't understand: counted and logged, so that somebody learns a provider's new word before buyers do.

/// Counts and logs something unknown. `told` is a code or a word of the provider's, never a whole answer.
pub fn report(provider: &'static str, about: &'static str, told: &str) {
    metrics::counter!("provider_odd_answers_total", "provider" => provider).increment(1);
    tracing::warn!(provider, about, told = harmless(told), "provider answered something unknown");
}

/// Logs a call of which we don't know whether it arrived.
pub fn report_lost(provider: &'static str, about: &'static str, problem: &str) {
    tracing::warn!(provider, about, problem, "provider gave no answer");
}

/// The longest word that is shown: tokens are longer.
const LONGEST_WORD: usize = 40;
const MOST_WORDS: usize = 16;

/// Returns a provider's words without what could be a telephone number or a token.
pub fn harmless(told: &str) -> String {
    let masked = |word: &str| {
        let figures = word.bytes().filter(u8::is_ascii_digit).count();
        if figures > 5 || word.chars().count() > LONGEST_WORD {
            "…".to_owned()
        } else {
            word.escape_debug().to_string()
        }
    };
    let words: Vec<String> = told.split_whitespace().take(MOST_WORDS).map(masked).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_shown_and_secrets_are_not() {
        for (told, shown) in [
            ("AMOUNT_OUT_OF_BOUNDS", "AMOUNT_OUT_OF_BOUNDS"),
            ("1004", "1004"),
            ("Transaction refused for 243810000000", "Transaction refused for …"),
            ("+243-81-00-00-000 is blocked", "… is blocked"),
            ("eyJhbGciOiJIUzI.eyJzdWIiOiJtZXJjaGFudCJ9.c2lnbmF0dXJl", "…"),
            ("two\nlines\u{7}", "two lines\\u{7}"),
            ("", ""),
        ] {
            assert_eq!(harmless(told), shown, "{told}");
        }
    }
}
