//! SQL text that can only come from the program itself: whatever a user sends is a parameter.

use std::borrow::Cow;

use crate::Engine;

/// A statement with parameters `$1`, `$2`, … A PostgreSQL cast directly behind one (`$1::bigint`) is fine on both
/// engines: SQLite takes it for a part of the parameter's name.
#[derive(Debug, Clone)]
pub struct Sql(Text);

#[derive(Debug, Clone)]
enum Text {
    Both(&'static str),
    Pair { sqlite: &'static str, postgres: &'static str },
    Assembled(Vec<Sql>),
}

impl Sql {
    /// The same statement in both dialects, where they differ.
    pub const fn pair(sqlite: &'static str, postgres: &'static str) -> Sql {
        Sql(Text::Pair { sqlite, postgres })
    }

    /// Joined by spaces, for filters that vary. Each combination is one more prepared statement: keep them few.
    pub fn assembled<S: Into<Sql>>(fragments: impl IntoIterator<Item = S>) -> Sql {
        Sql(Text::Assembled(fragments.into_iter().map(Into::into).collect()))
    }

    pub fn text(&self, engine: Engine) -> Cow<'static, str> {
        match &self.0 {
            Text::Both(text) => Cow::Borrowed(text),
            Text::Pair { sqlite, postgres } => Cow::Borrowed(match engine {
                Engine::Sqlite => sqlite,
                Engine::Postgres => postgres,
            }),
            Text::Assembled(fragments) => {
                let texts: Vec<_> = fragments.iter().map(|fragment| fragment.text(engine)).collect();
                Cow::Owned(texts.join(" "))
            }
        }
    }
}

impl From<&'static str> for Sql {
    fn from(text: &'static str) -> Sql {
        Sql(Text::Both(text))
    }
}

impl From<&Sql> for Sql {
    fn from(sql: &Sql) -> Sql {
        sql.clone()
    }
}

/// Enough of a statement to find it by; never its parameters.
pub(crate) fn beginning(sql: &str) -> String {
    let words: Vec<&str> = sql.split_whitespace().collect();
    words.join(" ").chars().take(120).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fragments_are_joined_per_engine() {
        let sql = Sql::assembled([
            Sql::from("select id from events where"),
            Sql::pair("name match $1", "name @@ $1"),
            "limit 3".into(),
        ]);
        assert_eq!(sql.text(Engine::Sqlite), "select id from events where name match $1 limit 3");
        assert_eq!(sql.text(Engine::Postgres), "select id from events where name @@ $1 limit 3");
        assert_eq!(Sql::assembled(vec!["select", "1"]).text(Engine::Sqlite), "select 1");
    }
}
