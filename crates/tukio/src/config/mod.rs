//! Every setting, its default and its environment variable, in one place.

mod payments;
mod texts;
mod values;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use domain::Rate;
use lettre::message::Mailbox;
use tracing_subscriber::EnvFilter;

use platform::mail::is_smtp_url;
use platform::telemetry::LogFormat;
use platform::text_settings::TextSettings;

use crate::config::payments::{Place, payment_settings};
use crate::config::texts::{sms_settings, whatsapp_settings};
use crate::config::values::{choice, number, parse, problem};
use crate::settings::Settings;

pub use payments::ProviderSettings;
pub use values::ConfigError;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Environment {
    Development,
    Production,
}

#[derive(Clone)]
pub struct Config {
    pub listen: SocketAddr,
    /// Where metrics are told, to who may know them; without it nowhere.
    pub metrics_listen: Option<SocketAddr>,
    /// Scheme and host people reach the product at, without a trailing slash.
    pub public_url: String,
    pub data_dir: PathBuf,
    /// The file that seals the keys in the database; without it they are stored as they are.
    pub key_file: Option<PathBuf>,
    /// May hold a password: never printed.
    pub database_url: String,
    pub database_connections: usize,
    pub database_statement_timeout: Duration,
    pub database_lock_timeout: Duration,
    /// Where pictures are kept. May hold a password one day: never printed.
    pub storage_url: String,
    pub demo: bool,
    pub allowed_origins: Vec<String>,
    /// Whether a proxy in front tells the client's address in `X-Forwarded-For`.
    pub trust_proxy: bool,
    /// Idle sockets that one network address keeps open.
    pub idle_connections: usize,
    /// May hold a password: never printed. Without it mails are written to a folder.
    pub smtp_url: Option<String>,
    pub mail_from: Mailbox,
    /// Who reads what people write to us.
    pub support_email: String,
    /// Who takes the money, in the order of preference; none: the sandbox.
    pub payments: Vec<ProviderSettings>,
    /// Who sends codes to telephones. Holds tokens: never printed.
    pub texts: TextSettings,
    pub codes_per_address: u32,
    /// For payments in the other currency than the ticket's; without one there are none.
    pub rate: Option<Rate>,
    /// With `{z}`, `{x}` and `{y}` in it; without one the map is drawn from the binary.
    pub map_tiles_url: Option<String>,
    pub map_tiles_credit: String,
    pub login_tries: u32,
    pub login_wait: Duration,
    pub login_address_tries: u32,
    pub login_address_per_second: u32,
    /// A page that takes longer to render goes out as a shell, which the browser fills.
    pub render_limit: Duration,
    pub log: String,
    pub log_format: LogFormat,
    /// A sentence for each variable that looks like a setting and is none, and for what works but is hardly meant.
    pub remarks: Vec<String>,
}

impl Config {
    pub fn from_env() -> Result<Config, ConfigError> {
        let variables = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.to_string_lossy().into_owned())))
            .filter(|(name, value)| name.starts_with("TUKIO_") && !value.is_empty())
            .collect();
        Config::from_map(variables)
    }

    pub fn from_map(variables: HashMap<String, String>) -> Result<Config, ConfigError> {
        Config::from_settings(&Settings::new(variables))
    }

    fn from_settings(settings: &Settings) -> Result<Config, ConfigError> {
        let text = |name: &str, default: &str| settings.text(name, default);
        // Before any value is looked at: what is wrong with a value may be that its name was misspelt.
        let mut remarks = settings.unknown()?;
        let whole = |name, default, range| number(name, &text(name, default), range);
        let seconds = |name, default, range| whole(name, default, range).map(Duration::from_secs);
        let listen: SocketAddr =
            parse("TUKIO_LISTEN", &text("TUKIO_LISTEN", "127.0.0.1:8080"), "expected ADDRESS:PORT")?;
        let data_dir = PathBuf::from(text("TUKIO_DATA_DIR", "data"));
        let public_url = origin_and_path("TUKIO_PUBLIC_URL", &text("TUKIO_PUBLIC_URL", &local_url(listen)))?;
        let environment = choice(
            "TUKIO_ENV",
            &text("TUKIO_ENV", "development"),
            &[("development", Environment::Development), ("production", Environment::Production)],
        )?;
        let trust_proxy = choice("TUKIO_TRUST_PROXY", &text("TUKIO_TRUST_PROXY", "0"), &[("0", false), ("1", true)])?;
        remarks.extend(proxy_remark(&public_url, trust_proxy));
        let payments = payment_settings(settings, &place(environment, &public_url))?;
        let address = |text: &str| parse("TUKIO_METRICS_LISTEN", text, "expected ADDRESS:PORT");
        Ok(Config {
            listen,
            payments,
            metrics_listen: settings.optional("TUKIO_METRICS_LISTEN").map(address).transpose()?,
            public_url,
            key_file: settings.optional("TUKIO_KEY_FILE").map(PathBuf::from),
            database_url: text("TUKIO_DATABASE_URL", &sqlite_in(&data_dir)),
            database_connections: whole("TUKIO_DATABASE_CONNECTIONS", "8", 1..=256)? as usize,
            database_statement_timeout: seconds("TUKIO_DATABASE_STATEMENT_SECONDS", "30", 0..=3600)?,
            database_lock_timeout: seconds("TUKIO_DATABASE_LOCK_SECONDS", "10", 0..=3600)?,
            storage_url: text("TUKIO_STORAGE_URL", &storage_in(&data_dir)),
            demo: demo(environment, &text("TUKIO_DEMO", "0"))?,
            allowed_origins: text("TUKIO_ALLOWED_ORIGINS", "")
                .split(',')
                .map(str::trim)
                .filter(|origin| !origin.is_empty())
                .map(|origin| origin_and_path("TUKIO_ALLOWED_ORIGINS", origin))
                .collect::<Result<_, _>>()?,
            idle_connections: whole("TUKIO_IDLE_CONNECTIONS_PER_ADDRESS", "1000", 1..=10_000)? as usize,
            trust_proxy,
            smtp_url: settings.optional("TUKIO_SMTP_URL").map(smtp_url).transpose()?,
            support_email: text("TUKIO_SUPPORT_EMAIL", "support@tukio.example"),
            mail_from: parse(
                "TUKIO_MAIL_FROM",
                &text("TUKIO_MAIL_FROM", "Tukio <ne-pas-repondre@tukio.example>"),
                "expected NAME <ADDRESS>",
            )?,
            texts: TextSettings {
                sms: sms_settings(settings)?,
                whatsapp: whatsapp_settings(settings)?,
                to_folder: environment == Environment::Development,
            },
            codes_per_address: whole("TUKIO_CODES_PER_ADDRESS", "60", 1..=1_000_000)? as u32,
            rate: settings.optional("TUKIO_RATE_USD_CDF").map(rate).transpose()?,
            map_tiles_url: settings.optional("TUKIO_MAP_TILES_URL").map(map_tiles_url).transpose()?,
            map_tiles_credit: text("TUKIO_MAP_TILES_CREDIT", "© OpenStreetMap"),
            login_tries: whole("TUKIO_LOGIN_TRIES", "10", 1..=1_000_000)? as u32,
            login_wait: seconds("TUKIO_LOGIN_WAIT_SECONDS", "30", 1..=86_400)?,
            login_address_tries: whole("TUKIO_LOGIN_ADDRESS_TRIES", "300", 1..=1_000_000)? as u32,
            login_address_per_second: whole("TUKIO_LOGIN_ADDRESS_PER_SECOND", "5", 1..=1000)? as u32,
            render_limit: Duration::from_millis(whole("TUKIO_RENDER_LIMIT_MS", "1000", 0..=60_000)?),
            log: log_filter(text("TUKIO_LOG", "info"))?,
            log_format: choice(
                "TUKIO_LOG_FORMAT",
                &text("TUKIO_LOG_FORMAT", "text"),
                &[("text", LogFormat::Text), ("json", LogFormat::Json)],
            )?,
            data_dir,
            remarks,
        })
    }

    /// Port 0 lets the system choose one; an address made from the setting follows the choice.
    pub fn bound_to(mut self, address: SocketAddr) -> Config {
        if self.public_url == local_url(self.listen) {
            self.public_url = local_url(address);
        }
        self.listen = address;
        self
    }
}

fn local_url(listen: SocketAddr) -> String {
    format!("http://{listen}")
}

fn sqlite_in(data_dir: &Path) -> String {
    format!("sqlite:{}", data_dir.join("tukio.db").display())
}

fn storage_in(data_dir: &Path) -> String {
    format!("file:{}", data_dir.join("storage").display())
}

/// TLS belongs to a proxy in front, so where there is TLS there is a proxy: without its word everybody has one address.
fn proxy_remark(public_url: &str, trust_proxy: bool) -> Option<String> {
    let is_behind_proxy = public_url.starts_with("https://");
    (is_behind_proxy && !trust_proxy).then(|| {
        "TUKIO_TRUST_PROXY: off although TUKIO_PUBLIC_URL is https: all visitors count as one network address, that of the \
         proxy; set it to 1 if the proxy writes X-Forwarded-For"
            .to_owned()
    })
}

/// Where real money is expected, in the words of a refusal.
fn place(environment: Environment, public_url: &str) -> Place {
    let is_https = url::Url::parse(public_url).is_ok_and(|url| url.scheme() == "https");
    let public = match environment {
        Environment::Production => Some("in production"),
        Environment::Development if is_https => Some("at an https address"),
        Environment::Development => None,
    };
    Place { public }
}

/// Its people have passwords that everybody knows.
fn demo(environment: Environment, text: &str) -> Result<bool, ConfigError> {
    let is_wanted = choice("TUKIO_DEMO", text, &[("0", false), ("1", true)])?;
    if environment == Environment::Production && is_wanted {
        let refusal = "demo data has passwords that everybody knows: it is not for TUKIO_ENV=production";
        return Err(problem("TUKIO_DEMO", refusal));
    }
    Ok(is_wanted)
}

fn rate(text: &str) -> Result<Rate, ConfigError> {
    let expected =
        || problem("TUKIO_RATE_USD_CDF", format!("expected francs for a dollar such as 2850.50, found {text:?}"));
    text.parse().map_err(|_| expected())
}

fn map_tiles_url(text: &str) -> Result<String, ConfigError> {
    let expected = || {
        let form = "expected an http address with {z}, {x} and {y} after its host";
        problem("TUKIO_MAP_TILES_URL", format!("{form}, found {text:?}"))
    };
    let url = url::Url::parse(text).map_err(|_| expected())?;
    let path = text.strip_prefix(&url.origin().ascii_serialization()).ok_or_else(expected)?;
    let is_whole = ["{z}", "{x}", "{y}"].iter().all(|part| path.contains(part));
    if is_whole && matches!(url.scheme(), "http" | "https") { Ok(text.to_owned()) } else { Err(expected()) }
}

/// The address may hold a password, so what is wrong with it is said without showing it.
fn smtp_url(url: &str) -> Result<String, ConfigError> {
    let expected = "expected smtps://USER:PASSWORD@HOST, or smtp://HOST:PORT with ?tls=required where it speaks TLS";
    if is_smtp_url(url) { Ok(url.to_owned()) } else { Err(problem("TUKIO_SMTP_URL", expected)) }
}

/// The crates besides `tukio` that write to the log. To an operator all of them are `tukio`.
const LOGGING_CRATES: [&str; 12] = [
    "accounts",
    "box_office",
    "database",
    "events",
    "leaving",
    "pages",
    "payment_providers",
    "people",
    "platform",
    "react_ssr",
    // What `platform::security_log` writes.
    "security",
    "site",
];

/// The filter, with `tukio=LEVEL` repeated for each crate of the product. What the text says of a crate itself comes later
/// and counts.
fn log_filter(text: String) -> Result<String, ConfigError> {
    match EnvFilter::try_new(&text) {
        Ok(_) => {
            let levels = text.split(',').filter_map(|directive| directive.trim().strip_prefix("tukio="));
            let crates = levels.flat_map(|level| LOGGING_CRATES.map(|name| format!("{name}={level},")));
            Ok(crates.collect::<String>() + &text)
        }
        Err(_) => Err(problem("TUKIO_LOG", format!("expected levels such as \"info,tukio=debug\", found {text:?}"))),
    }
}

fn origin_and_path(name: &'static str, text: &str) -> Result<String, ConfigError> {
    let url = url::Url::parse(text).map_err(|_| problem(name, format!("expected an http address, found {text:?}")))?;
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
        return Err(problem(name, format!("expected an http address, found {text:?}")));
    }
    Ok(text.trim_end_matches('/').to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::settings::SETTINGS;

    fn config(pairs: &[(&str, &str)]) -> Result<Config, ConfigError> {
        Config::from_map(pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
    }

    #[test]
    fn defaults_run_on_this_machine() {
        let config = config(&[]).unwrap();
        assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
        assert_eq!(config.public_url, "http://127.0.0.1:8080");
        assert_eq!(config.database_url, "sqlite:data/tukio.db");
        assert_eq!(config.storage_url, "file:data/storage");
        assert!(!config.demo);
    }

    #[test]
    fn a_port_chosen_by_the_system_is_told() {
        let address: SocketAddr = "127.0.0.1:41234".parse().unwrap();
        let chosen = config(&[("TUKIO_LISTEN", "127.0.0.1:0")]).unwrap().bound_to(address);
        assert_eq!(chosen.public_url, "http://127.0.0.1:41234");
        let proxied = config(&[("TUKIO_LISTEN", "127.0.0.1:0"), ("TUKIO_PUBLIC_URL", "http://tukio.example")]);
        assert_eq!(proxied.unwrap().bound_to(address).public_url, "http://tukio.example");
    }

    #[test]
    fn a_log_level_of_the_product_is_that_of_all_its_crates() {
        assert_eq!(config(&[("TUKIO_LOG", "info")]).unwrap().log, "info");
        let log = config(&[("TUKIO_LOG", "tukio=debug,warn,platform=info")]).unwrap().log;
        assert!(log.starts_with("accounts=debug,") && log.contains(",platform=debug,"), "{log}");
        assert!(log.ends_with(",tukio=debug,warn,platform=info") && EnvFilter::try_new(&log).is_ok(), "{log}");
    }

    #[test]
    fn a_bad_value_names_its_setting() {
        for (name, value) in [
            ("TUKIO_LISTEN", "8080"),
            ("TUKIO_METRICS_LISTEN", "9090"),
            ("TUKIO_PUBLIC_URL", "tukio.example"),
            ("TUKIO_ENV", "staging"),
            ("TUKIO_DEMO", "yes"),
            ("TUKIO_DATABASE_CONNECTIONS", "0"),
            ("TUKIO_DATABASE_STATEMENT_SECONDS", "-1"),
            ("TUKIO_DATABASE_LOCK_SECONDS", "soon"),
            ("TUKIO_RENDER_LIMIT_MS", "soon"),
            ("TUKIO_ALLOWED_ORIGINS", "https://a.example, b.example"),
            ("TUKIO_TRUST_PROXY", "yes"),
            ("TUKIO_IDLE_CONNECTIONS_PER_ADDRESS", "0"),
            ("TUKIO_SMTP_URL", "mail.tukio.example"),
            ("TUKIO_MAIL_FROM", "Tukio"),
            ("TUKIO_SMS_URL", "gateway.example"),
            ("TUKIO_SMS_STYLE", "smpp"),
            ("TUKIO_WHATSAPP_URL", "https://graph.example/1/messages"),
            ("TUKIO_CODES_PER_ADDRESS", "0"),
            ("TUKIO_PAYMENTS", "cash"),
            ("TUKIO_ALLOW_SANDBOX", "yes"),
            ("TUKIO_RATE_USD_CDF", "0"),
            ("TUKIO_RATE_USD_CDF", "-2850"),
            ("TUKIO_RATE_USD_CDF", "2850.505"),
            ("TUKIO_MAP_TILES_URL", "https://tiles.example/{z}/{x}.png"),
            ("TUKIO_MAP_TILES_URL", "https://{z}.tiles.example/{x}/{y}.png"),
            ("TUKIO_MAP_TILES_URL", "ftp://tiles.example/{z}/{x}/{y}.png"),
            ("TUKIO_LOGIN_TRIES", "0"),
            ("TUKIO_LOGIN_WAIT_SECONDS", "-1"),
            ("TUKIO_LOGIN_ADDRESS_TRIES", "many"),
            ("TUKIO_LOGIN_ADDRESS_PER_SECOND", "0"),
            ("TUKIO_LOG", "tukio=loud"),
            ("TUKIO_LOG_FORMAT", "xml"),
        ] {
            let error = config(&[(name, value)]).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.starts_with(name), "{name}={value}: {error}");
        }
    }

    #[test]
    fn play_money_is_not_for_production_nor_for_an_address_with_a_certificate() {
        for public in [
            ("TUKIO_ENV", "production"),
            ("TUKIO_PUBLIC_URL", "https://tukio.example"),
            ("TUKIO_PUBLIC_URL", "HTTPS://t.cd"),
        ] {
            let error = config(&[public]).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.starts_with("TUKIO_PAYMENTS: ") && error.contains("TUKIO_ALLOW_SANDBOX=1"), "{error}");
            assert!(config(&[public, ("TUKIO_ALLOW_SANDBOX", "1")]).is_ok());
        }
    }

    #[test]
    fn demo_data_is_not_for_production() {
        let production = [("TUKIO_ENV", "production"), ("TUKIO_ALLOW_SANDBOX", "1"), ("TUKIO_DEMO", "1")];
        let error = config(&production).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.starts_with("TUKIO_DEMO: "), "{error}");
        assert!(config(&[("TUKIO_DEMO", "1")]).unwrap().demo);
    }

    #[test]
    fn a_rate_has_at_most_two_decimals() {
        let rate = |text: &str| config(&[("TUKIO_RATE_USD_CDF", text)]).unwrap().rate.map(Rate::hundredths);
        assert_eq!(rate("2850"), Some(285_000));
        assert_eq!(rate("2850.5"), Some(285_050));
        assert_eq!(rate("2850.50"), Some(285_050));
        assert_eq!(config(&[]).unwrap().rate, None);
    }

    #[test]
    fn a_mail_server_is_named_without_its_password() {
        for url in ["http://root:hunter2@mail.example", "smtp://root:hunter2@", "smtps:hunter2", "smtp://h?tls=hunter2"]
        {
            let error = config(&[("TUKIO_SMTP_URL", url)]).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.starts_with("TUKIO_SMTP_URL: ") && !error.contains("hunter2"), "{url}: {error}");
        }
        for url in ["smtps://user:p%40ss@mail.example", "smtp://127.0.0.1:1025", "smtp://mail.example?tls=required"] {
            assert!(config(&[("TUKIO_SMTP_URL", url)]).is_ok(), "{url}");
        }
    }

    #[test]
    fn a_misspelt_name_is_refused_before_its_value_is_missed() {
        let misspelt = [("TUKIO_ENV", "production"), ("TUKIO_ALLOW_SANDBOKS", "1")];
        let error = config(&misspelt).err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(error, "TUKIO_ALLOW_SANDBOKS: there is no such setting; did you mean TUKIO_ALLOW_SANDBOX?");
        let remarks = config(&[("TUKIO_BANNER", "Bienvenue")]).unwrap().remarks;
        assert_eq!(remarks, ["TUKIO_BANNER: there is no such setting, it has no effect"]);
    }

    /// Name and default of each row of the README's table.
    fn rows(readme: &str) -> Vec<(String, Option<String>)> {
        let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
        let bare = |cell: &str| cell.trim_matches('`').to_owned();
        let rows = readme.lines().filter(|line| line.starts_with("| `TUKIO_")).map(cells);
        rows.map(|row| (bare(&row[1]), (row[2] != "none").then(|| bare(&row[2])))).collect()
    }

    #[test]
    fn the_readme_lists_every_setting_with_its_default_and_nothing_else() {
        let listed = rows(include_str!("../../../../README.md"));
        assert_eq!(listed.iter().map(|(name, _)| name).collect::<Vec<_>>(), SETTINGS, "in this order");
        let settings = Settings::new(HashMap::new());
        Config::from_settings(&settings).unwrap();
        // A list that is empty by default is none for who reads the table.
        let read: BTreeMap<_, _> = settings
            .read()
            .into_iter()
            .map(|(name, default)| (name, default.filter(|text| !text.is_empty())))
            .collect();
        assert_eq!(listed.into_iter().collect::<BTreeMap<_, _>>(), read);
    }
}
