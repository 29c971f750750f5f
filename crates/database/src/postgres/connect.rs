//! Opening a connection, within bounds.

use std::time::Duration;

use tokio::runtime::Runtime;
use tokio_postgres::config::Host;
use tokio_postgres::{Client, Config};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::failure::describe;
use super::tls::{connector, take_parameters};
use crate::{OpenError, Options};

/// A server or a network that went silent must not hold a worker for the two hours of TCP's own defaults.
const NETWORK_TIMEOUT: Duration = Duration::from_secs(30);

/// Compiling a statement or calling other processes to help takes longer than any of ours runs: some were up to twenty
/// times as slow with it.
const SESSION_SETTINGS: &str = "SET jit = off; SET max_parallel_workers_per_gather = 0";

/// Which server to connect to, and how.
#[derive(Clone)]
pub(crate) struct Server {
    config: Config,
    tls: MakeRustlsConnect,
}

pub(crate) fn parse_url(url: &str) -> Result<Server, OpenError> {
    let (driver_url, tls) = take_parameters(url);
    // The driver's own messages may quote what it took for an option: a piece of a password that was not encoded.
    let mut config: Config = driver_url.parse().map_err(|_| OpenError::BadPostgresUrl)?;
    // What a slash, a question mark or an at sign in a password does to a URL: it moves into the host.
    let userinfo_ends = url.rfind('@').unwrap_or(0);
    let torn = url
        .find("://")
        .is_some_and(|start| url[start + 3..userinfo_ends.max(start + 3)].contains(['@', '/', '?', '#']));
    if torn || config.get_hosts().is_empty() {
        return Err(OpenError::BadPostgresUrl);
    }
    if config.get_application_name().is_none() {
        config.application_name("tukio");
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(NETWORK_TIMEOUT);
    }
    config.keepalives_idle(config.get_keepalives_idle().min(NETWORK_TIMEOUT)).keepalives_interval(NETWORK_TIMEOUT / 3);
    Ok(Server { config, tls: connector(&tls)? })
}

pub(super) fn connect(runtime: &Runtime, server: &Server, options: &Options) -> Result<Client, String> {
    let within = options.connect_timeout;
    runtime.block_on(async {
        // The driver's own limit covers the TCP connection only, not a server that accepts and says nothing.
        match tokio::time::timeout(within, server.config.connect(server.tls.clone())).await {
            Ok(Ok((client, connection))) => {
                runtime.spawn(async move {
                    if let Err(error) = connection.await {
                        tracing::debug!(error = describe(&error), "connection to PostgreSQL ended");
                    }
                });
                client.batch_execute(&session_settings(options)).await.map_err(|error| describe(&error))?;
                Ok(client)
            }
            Ok(Err(error)) => Err(describe(&error)),
            Err(_) => Err(format!("no answer within {} s", within.as_secs_f32())),
        }
    })
}

/// In milliseconds; to PostgreSQL zero means that there is no limit.
fn session_settings(options: &Options) -> String {
    let (statement, lock) = (options.statement_timeout.as_millis(), options.lock_timeout.as_millis());
    format!("{SESSION_SETTINGS}; SET statement_timeout = {statement}; SET lock_timeout = {lock}")
}

/// Names the server for messages: nothing but host and port.
impl std::fmt::Display for Server {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.config.get_hosts().first() {
            Some(Host::Tcp(name)) => out.write_str(name)?,
            Some(Host::Unix(path)) => path.display().fmt(out)?,
            None => out.write_str("an unnamed host")?,
        }
        self.config.get_ports().first().map_or(Ok(()), |port| write!(out, ":{port}"))
    }
}
