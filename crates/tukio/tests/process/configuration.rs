//! A bad configuration ends in one clear line and a non-zero exit.

use std::net::TcpListener;

use crate::support::RunFolder;

/// Starts the server, which must refuse, and answers its one line.
#[track_caller]
fn complaint(folder: &RunFolder) -> String {
    let said = folder.run(&[]);
    assert!(!said.status.success(), "it started: {}", said.stdout);
    assert_eq!(said.stdout, "", "nothing was ready");
    let lines: Vec<&str> = said.stderr.lines().collect();
    assert_eq!(lines.len(), 1, "{}", said.stderr);
    lines[0].strip_prefix("tukio: ").unwrap_or_else(|| panic!("who says this? {}", lines[0])).to_owned()
}

#[test]
fn an_unknown_database_scheme() {
    let folder = RunFolder::new().with("TUKIO_DATABASE_URL", "mysql://root:hunter2@db.example/tukio");
    let complaint = complaint(&folder);
    assert!(complaint.contains("unknown database scheme \"mysql\""), "{complaint}");
    assert!(!complaint.contains("hunter2"), "{complaint}");
}

#[test]
fn a_postgres_that_is_not_there() {
    // Bound and given back: nobody listens on it.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let url = format!("postgres://tukio:hunter2@127.0.0.1:{port}/tukio");
    let complaint = complaint(&RunFolder::new().with("TUKIO_DATABASE_URL", &url));
    assert!(complaint.contains(&format!("PostgreSQL at 127.0.0.1:{port} can't be reached")), "{complaint}");
    assert!(!complaint.contains("hunter2"), "{complaint}");
}

#[test]
fn a_data_folder_that_takes_no_files() {
    // A file in its place: permissions don't stop root.
    let folder = RunFolder::new();
    std::fs::write(folder.path("data"), "not a folder").unwrap();
    let complaint = complaint(&folder);
    assert!(complaint.starts_with("data folder data: "), "{complaint}");
}

#[test]
fn a_database_file_that_is_none() {
    let folder = RunFolder::new();
    assert!(folder.run(&["migrate"]).status.success());
    std::fs::write(folder.path("data/tukio.db"), "certainly not a database ".repeat(400)).unwrap();
    let complaint = complaint(&folder);
    assert!(complaint.contains("tukio.db can't be opened"), "{complaint}");
}

#[test]
fn a_port_in_use() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let complaint = complaint(&RunFolder::new().with("TUKIO_LISTEN", &address));
    assert!(complaint.starts_with(&format!("cannot listen on {address}: ")), "{complaint}");
}

#[test]
fn a_mail_server_that_is_none() {
    let complaint = complaint(&RunFolder::new().with("TUKIO_SMTP_URL", "http://root:hunter2@mail.example"));
    assert!(complaint.starts_with("TUKIO_SMTP_URL: expected smtps://"), "{complaint}");
    assert!(!complaint.contains("hunter2"), "{complaint}");
}

#[test]
fn malformed_settings() {
    for (name, value) in [
        ("TUKIO_LISTEN", "8080"),
        ("TUKIO_METRICS_LISTEN", "9090"),
        ("TUKIO_PUBLIC_URL", "tukio.example"),
        ("TUKIO_ENV", "staging"),
        ("TUKIO_DATABASE_CONNECTIONS", "many"),
        ("TUKIO_DEMO", "oui"),
        ("TUKIO_ALLOWED_ORIGINS", "tukio.example"),
        ("TUKIO_TRUST_PROXY", "oui"),
        ("TUKIO_MAIL_FROM", "Tukio"),
        ("TUKIO_PAYMENTS", "cash"),
        ("TUKIO_ALLOW_SANDBOX", "oui"),
        ("TUKIO_RATE_USD_CDF", "beaucoup"),
        ("TUKIO_LOGIN_TRIES", "many"),
        ("TUKIO_LOGIN_WAIT_SECONDS", "soon"),
        ("TUKIO_LOGIN_ADDRESS_TRIES", "many"),
        ("TUKIO_LOGIN_ADDRESS_PER_SECOND", "many"),
        ("TUKIO_LOG", "tukio=loud"),
        ("TUKIO_LOG_FORMAT", "xml"),
    ] {
        let complaint = complaint(&RunFolder::new().with(name, value));
        assert!(complaint.starts_with(&format!("{name}: ")) && complaint.contains(value), "{complaint}");
    }
}

#[test]
fn a_misspelt_setting() {
    let complaint = complaint(&RunFolder::new().with("TUKIO_PAYMNTS", "sandbox"));
    assert_eq!(complaint, "TUKIO_PAYMNTS: there is no such setting; did you mean TUKIO_PAYMENTS?");
}

#[test]
fn an_unknown_setting_is_a_remark() {
    let remark = "TUKIO_BANNER: there is no such setting, it has no effect";
    // With a gateway, so that this is the only remark.
    let gateway = "http://gateway.example/send";
    let folder = RunFolder::new().with("TUKIO_BANNER", "Bienvenue").with("TUKIO_SMS_URL", gateway);
    let migrated = folder.run(&["migrate"]);
    assert!(migrated.status.success() && migrated.stderr.contains(remark), "{}", migrated.stderr);
    let checked = folder.run(&["check"]);
    assert!(checked.status.success() && checked.stdout.lines().any(|line| line == remark), "{}", checked.stdout);
    assert_eq!(checked.stderr, "");
}

#[test]
fn play_money_in_production() {
    let complaint = complaint(&RunFolder::new().with("TUKIO_ENV", "production"));
    assert!(complaint.starts_with("TUKIO_PAYMENTS: the sandbox takes no real money"), "{complaint}");
}

#[test]
fn play_money_at_an_address_with_a_certificate() {
    let public = || RunFolder::new().with("TUKIO_PUBLIC_URL", "https://tukio.example");
    let complaint = complaint(&public());
    assert!(complaint.starts_with("TUKIO_PAYMENTS: the sandbox takes no real money: at an https"), "{complaint}");
    assert!(public().with("TUKIO_ALLOW_SANDBOX", "1").run(&["migrate"]).status.success());
}

#[test]
fn a_provider_without_https_in_production() {
    let names = "pawapay,flexpay,cinetpay";
    let set = || {
        RunFolder::new()
            .with("TUKIO_PAYMENTS", names)
            .with("TUKIO_PAWAPAY_TOKEN", "hunter2")
            .with("TUKIO_FLEXPAY_MERCHANT", "KITO")
            .with("TUKIO_FLEXPAY_TOKEN", "hunter2")
            .with("TUKIO_CINETPAY_KEY", "hunter2")
            .with("TUKIO_CINETPAY_PASSWORD", "hunter2")
    };
    for address in [
        "TUKIO_PAWAPAY_URL",
        "TUKIO_FLEXPAY_MOBILE_URL",
        "TUKIO_FLEXPAY_CARD_URL",
        "TUKIO_FLEXPAY_CHECK_URL",
        "TUKIO_CINETPAY_URL",
    ] {
        for (name, value) in [("TUKIO_ENV", "production"), ("TUKIO_PUBLIC_URL", "https://tukio.example")] {
            let complaint = complaint(&set().with(name, value).with(address, "http://pay.example/api"));
            assert!(complaint.starts_with(&format!("{address}: expected an https address")), "{complaint}");
            assert!(!complaint.contains("hunter2"), "{complaint}");
        }
    }
    assert!(set().with("TUKIO_ENV", "production").run(&["migrate"]).status.success());
    // Nobody is asked for money with a part of the settings.
    let complaint = complaint(&set().with("TUKIO_ENV", "production").with("TUKIO_FLEXPAY_TOKEN", ""));
    assert!(complaint.starts_with("TUKIO_PAYMENTS: flexpay needs TUKIO_FLEXPAY_MERCHANT"), "{complaint}");
}

#[test]
fn a_port_for_metrics_in_use() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let complaint = complaint(&RunFolder::new().with("TUKIO_METRICS_LISTEN", &address));
    assert!(complaint.starts_with(&format!("cannot listen on {address}: ")), "{complaint}");
}

#[test]
fn demo_data_in_production() {
    let folder =
        RunFolder::new().with("TUKIO_ENV", "production").with("TUKIO_ALLOW_SANDBOX", "1").with("TUKIO_DEMO", "1");
    let complaint = complaint(&folder);
    assert!(complaint.starts_with("TUKIO_DEMO: demo data has passwords that everybody knows"), "{complaint}");
}

#[test]
fn an_unknown_storage_scheme() {
    let folder = RunFolder::new().with("TUKIO_STORAGE_URL", "s3://key:hunter2@bucket");
    let complaint = complaint(&folder);
    assert_eq!(complaint, "TUKIO_STORAGE_URL: expected file:FOLDER, found \"s3:…\"");
}

#[test]
fn a_storage_folder_that_takes_no_files() {
    let folder = RunFolder::new().with("TUKIO_STORAGE_URL", "file:pictures");
    std::fs::write(folder.path("pictures"), "not a folder").unwrap();
    let complaint = complaint(&folder);
    assert!(complaint.starts_with("the storage folder pictures can't be written: "), "{complaint}");
    let checked = folder.run(&["check"]);
    assert!(!checked.status.success() && checked.stderr.contains("the storage folder pictures"), "{}", checked.stderr);
}
