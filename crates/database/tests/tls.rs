//! TLS to a PostgreSQL that has a certificate of our own making.
#![allow(clippy::unwrap_used, reason = "in a test it is the finding")]

mod support;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use database::{Database, OpenError, Options};
use rcgen::{BasicConstraints, Certificate, CertificateParams, IsCa, Issuer, KeyPair};
use support::run;
use tempfile::TempDir;

/// A PostgreSQL of its own, which ends with it.
struct TlsServer {
    child: Child,
    url: String,
    folder: TempDir,
}

impl TlsServer {
    /// Starts one whose certificate was made for this name by an authority whose own is `ca.pem`.
    fn start(name: &str) -> TlsServer {
        let folder = tempfile::tempdir().unwrap();
        let (authority, issuer) = authority();
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::new([name.to_owned()]).unwrap().signed_by(&key, &issuer).unwrap();
        std::fs::write(folder.path().join("server.crt"), certificate.pem()).unwrap();
        std::fs::write(folder.path().join("server.key"), key.serialize_pem()).unwrap();
        std::fs::write(folder.path().join("ca.pem"), authority.pem()).unwrap();
        std::fs::write(folder.path().join("other.pem"), self::authority().0.pem()).unwrap();
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/with-postgres");
        let mut child = Command::new(script)
            .arg("--tls")
            .arg(folder.path())
            // Tells its address, and waits until nobody listens any more.
            .args(["sh", "-c", "echo $TEST_POSTGRES_URL; cat"])
            .env_remove("TEST_POSTGRES_URL")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        TlsServer { child, url: url.trim().to_owned(), folder }
    }

    fn file(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// Whether a connection with these parameters is encrypted.
    fn is_encrypted(&self, parameters: &str) -> Result<bool, OpenError> {
        let url = format!("{}{parameters}", self.url);
        let database = Database::open(&Options { readers: 1, ..Options::new(url) })?;
        let encrypted = "select ssl from pg_stat_ssl where pid = pg_backend_pid()";
        let read = database.read(move |c| c.query_one(encrypted, &[], |row| row.get(0)));
        let encrypted: Result<bool, database::DbError> = run(read);
        Ok(encrypted.unwrap())
    }

    #[track_caller]
    fn refusal(&self, parameters: &str) -> String {
        self.is_encrypted(parameters).expect_err("a refusal").to_string()
    }
}

impl Drop for TlsServer {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

fn authority() -> (Certificate, Issuer<'static, KeyPair>) {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let key = KeyPair::generate().unwrap();
    let certificate = params.self_signed(&key).unwrap();
    (certificate, Issuer::new(params, key))
}

#[test]
fn a_connection_is_as_secret_as_its_address_says() {
    let server = TlsServer::start("127.0.0.1");
    let (ours, other) = (server.file("ca.pem"), server.file("other.pem"));
    for (parameters, encrypted) in [
        ("", true),
        ("?sslmode=disable", false),
        ("?sslmode=prefer", true),
        ("?sslmode=require", true),
        (&*format!("?sslmode=verify-ca&sslrootcert={ours}"), true),
        (&*format!("?sslmode=verify-full&sslrootcert={ours}"), true),
    ] {
        assert_eq!(server.is_encrypted(parameters).unwrap(), encrypted, "{parameters}");
    }
    // Nobody that browsers believe has signed it, nor has the other authority.
    for parameters in
        ["?sslmode=verify-full", "?sslmode=verify-ca", &*format!("?sslmode=verify-ca&sslrootcert={other}")]
    {
        let refusal = server.refusal(parameters);
        assert!(
            refusal.contains("invalid peer certificate") && refusal.lines().count() == 1,
            "{parameters}: {refusal}"
        );
    }
    let refusal = server.refusal("?sslmode=verify-full&sslrootcert=nowhere.pem");
    assert!(refusal.starts_with("TLS to PostgreSQL: sslrootcert nowhere.pem: "), "{refusal}");
}

#[test]
fn a_certificate_for_another_name_is_refused_where_the_name_counts() {
    let server = TlsServer::start("database.example");
    let ours = server.file("ca.pem");
    assert!(server.is_encrypted(&format!("?sslmode=verify-ca&sslrootcert={ours}")).unwrap());
    let refusal = server.refusal(&format!("?sslmode=verify-full&sslrootcert={ours}"));
    assert!(refusal.contains("not valid for name"), "{refusal}");
}

#[test]
fn a_server_without_tls_is_refused_where_it_is_required() {
    let url = std::env::var("TEST_POSTGRES_URL").expect("TEST_POSTGRES_URL names the PostgreSQL for tests");
    let error = Database::open(&Options { readers: 1, ..Options::new(format!("{url}?sslmode=require")) }).unwrap_err();
    assert!(error.to_string().contains("TLS"), "{error}");
    assert!(Database::open(&Options { readers: 1, ..Options::new(format!("{url}?sslmode=prefer")) }).is_ok());
}
