//! Payments and refunds are worked on provider by provider, so that one that does not answer delays its own only.

use platform::SqlBuilder;

/// Whose payments and refunds are meant.
#[derive(Debug, Clone)]
pub enum Share {
    Of(&'static str),
    /// Those of providers that are not set any more.
    OfNone(Vec<&'static str>),
}

impl Share {
    /// Narrows a statement over `payments` that has a condition already.
    pub fn narrow(&self, sql: &mut SqlBuilder) {
        match self {
            Share::Of(name) => sql.push(" AND provider = ").bind((*name).to_owned()),
            Share::OfNone(set) => {
                let names: Vec<String> = set.iter().map(|name| (*name).to_owned()).collect();
                sql.push(" AND provider NOT IN ").list(&names)
            }
        };
    }
}
