//! Which build this is: told by `tukio --version` and `/metrics`, and by the page "À propos" in the same words.

use std::sync::LazyLock;

const NUMBER: &str = env!("CARGO_PKG_VERSION");

/// Given to the compiler by `make release`; other builds have none, so that a commit does not build them anew.
const COMMIT: Option<&str> = option_env!("TUKIO_COMMIT");

static VERSION: LazyLock<String> = LazyLock::new(|| match COMMIT {
    Some(commit) => format!("{NUMBER} ({commit})"),
    None => NUMBER.to_owned(),
});

/// The number of the version, and the commit of a release in brackets.
pub fn version() -> &'static str {
    &VERSION
}

/// A figure that is always one: its labels tell which build answers.
pub fn record() {
    metrics::gauge!("tukio_build_info", "version" => NUMBER, "commit" => COMMIT.unwrap_or_default()).set(1.0);
}
