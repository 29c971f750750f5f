//! How the address of a database is read. No password leaves this file by an error.

use std::path::PathBuf;

use crate::OpenError;
use crate::options::scheme;

#[derive(Clone)]
pub(crate) enum Address {
    Sqlite(PathBuf),
    Postgres(Box<crate::postgres::Server>),
}

impl Address {
    pub(crate) fn parse(url: &str) -> Result<Address, OpenError> {
        match scheme(url) {
            Some("sqlite") => sqlite_path(&url["sqlite:".len()..]).map(Address::Sqlite),
            Some("postgres" | "postgresql") => crate::postgres::parse_url(url).map(Box::new).map(Address::Postgres),
            Some(other) => Err(OpenError::UnknownScheme(other.to_owned())),
            None => Err(OpenError::NoScheme),
        }
    }
}

fn sqlite_path(rest: &str) -> Result<PathBuf, OpenError> {
    let path = rest.strip_prefix("//").unwrap_or(rest);
    if path.is_empty() || path.contains(['?', '#', '\0']) || path.starts_with(':') {
        // A database in memory would be another one for each connection.
        return Err(OpenError::BadSqlitePath);
    }
    Ok(PathBuf::from(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;

    fn path(url: &str) -> Option<PathBuf> {
        match Address::parse(url) {
            Ok(Address::Sqlite(path)) => Some(path),
            _ => None,
        }
    }

    #[test]
    fn sqlite_paths_are_relative_or_absolute() {
        assert_eq!(path("sqlite:data/tukio.db"), Some("data/tukio.db".into()));
        assert_eq!(path("sqlite://data/tukio.db"), Some("data/tukio.db".into()));
        assert_eq!(path("sqlite:///srv/tukio.db"), Some("/srv/tukio.db".into()));
        assert_eq!(path("sqlite:/srv/tukio.db"), Some("/srv/tukio.db".into()));
        for url in ["sqlite:", "sqlite://", "sqlite::memory:", "sqlite:a.db?mode=ro"] {
            assert!(matches!(Address::parse(url), Err(OpenError::BadSqlitePath)), "{url}");
        }
    }

    #[test]
    fn no_password_is_ever_shown() {
        for url in [
            "mysql://root:hunter2@host/db",
            "postgres://root:hunter2@host:port/db",
            "postgres://root:x@hunter2@host/db",
            "postgres://root:x/hunter2@host/db",
            "postgres://root:x?hunter2@host/db",
            "postgres://root:x#hunter2@host/db",
            "postgres://host/db?password=hunter2&port=x",
            "postgres://host/db?hunter2=1",
            "hunter2",
        ] {
            let Err(error) = Address::parse(url) else { panic!("{url} was accepted") };
            let shown = format!("{error} {error:?} {:?}", Options::new(url));
            assert!(!shown.contains("hunter2"), "{shown}");
            assert!(!error.to_string().contains('\n'), "{error}");
        }
    }
}
