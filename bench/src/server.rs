//! The servers that are measured, each in a process of its own (this same binary), so that their processor time can be
//! told from the client's.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::http::header;
use axum::routing::get;
use database::{Database, Options};
use domain::SystemClock;
use metrics_exporter_prometheus::PrometheusHandle;
use platform::{Storage, server, telemetry};
use tokio::net::TcpListener;
use tukio::app::App;
use tukio::config::Config;
use tukio::{app, demo, router};

use crate::Failure;

pub enum ServerKind {
    /// The product with demo data, its database in this folder.
    Tukio(PathBuf),
    /// The product with this data folder and this database, as they stand.
    Filled(PathBuf, String),
    /// The same with all that runs beside the server, committing so many writes together at most.
    Selling(PathBuf, String, usize),
    /// `/0`, `/1`, …: constant bodies of these lengths, on the product's accept loop.
    Hello(Vec<usize>),
    /// The same on `axum::serve`.
    HelloAxum(Vec<usize>),
}

impl ServerKind {
    fn arguments(&self) -> Vec<String> {
        let hello = |kind: &str, lengths: &[usize]| {
            std::iter::once(kind.to_owned()).chain(lengths.iter().map(usize::to_string)).collect()
        };
        match self {
            ServerKind::Tukio(folder) => vec!["tukio".to_owned(), folder.display().to_string()],
            ServerKind::Filled(folder, database) => {
                vec!["filled".to_owned(), folder.display().to_string(), database.clone()]
            }
            ServerKind::Selling(folder, database, batch) => {
                vec!["selling".to_owned(), folder.display().to_string(), database.clone(), batch.to_string()]
            }
            ServerKind::Hello(lengths) => hello("hello", lengths),
            ServerKind::HelloAxum(lengths) => hello("hello-axum", lengths),
        }
    }

    pub fn read(mut arguments: impl Iterator<Item = String>) -> Result<ServerKind, Failure> {
        let kind = arguments.next().unwrap_or_default();
        let rest: Vec<String> = arguments.collect();
        let lengths = || rest.iter().map(|length| length.parse()).collect::<Result<Vec<usize>, _>>();
        match &*kind {
            "tukio" => Ok(ServerKind::Tukio(rest.concat().into())),
            "filled" => match &*rest {
                [folder, database] => Ok(ServerKind::Filled(folder.into(), database.clone())),
                _ => Err("a filled database is served from a folder and an address".into()),
            },
            "selling" => match &*rest {
                [folder, database, batch] => Ok(ServerKind::Selling(folder.into(), database.clone(), batch.parse()?)),
                _ => Err("tickets are sold from a folder and an address, so many at once".into()),
            },
            "hello" => Ok(ServerKind::Hello(lengths()?)),
            "hello-axum" => Ok(ServerKind::HelloAxum(lengths()?)),
            other => Err(format!("no such server: {other:?}").into()),
        }
    }
}

/// A server in a child process; dropping it ends the process.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    /// Where it tells its metrics, if it has any.
    pub metrics: Option<SocketAddr>,
}

impl Server {
    pub fn start(what: &ServerKind) -> Result<Server, Failure> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg("--serve")
            .args(what.arguments())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("a server without output")?).read_line(&mut line)?;
        let mut addresses = line.split_whitespace().map_while(|address| address.parse().ok());
        let address = addresses.next().ok_or("a server did not start: its message is above")?;
        Ok(Server { child, address, metrics: addresses.next() })
    }

    /// Processor time of the whole process so far, in seconds, where the system tells it as Linux does.
    pub fn processor_seconds(&self) -> Option<f64> {
        const TICKS_PER_SECOND: f64 = 100.0;
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        let (_, fields) = stat.rsplit_once(')')?;
        let ticks = |index: usize| fields.split_whitespace().nth(index)?.parse::<f64>().ok();
        Some((ticks(11)? + ticks(12)?) / TICKS_PER_SECOND)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The server ends with its input, also when this process dies without running this.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// The child's side: says its addresses and serves until its input ends.
#[expect(clippy::print_stdout, reason = "tells the parent process its addresses")]
pub fn serve(what: &ServerKind) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let stop = tokio::task::spawn_blocking(|| {
            let mut rest = Vec::new();
            std::io::stdin().read_to_end(&mut rest)
        });
        let stop = async move {
            let _ = stop.await;
        };
        match what {
            ServerKind::Tukio(folder) => {
                let (state, _) = product(config(address, folder, None)?, None).await?;
                println!("{address}");
                server::serve(listener, router::router(state), usize::MAX, stop).await;
            }
            ServerKind::Filled(folder, database) => {
                let (state, _) = product(config(address, folder, Some(database))?, None).await?;
                println!("{address}");
                server::serve(listener, router::router(state), usize::MAX, stop).await;
            }
            ServerKind::Selling(folder, database, batch) => {
                let (state, metrics) = product(config(address, folder, Some(database))?, Some(*batch)).await?;
                let cashier = tokio::spawn(state.box_office.clone().run_cashier(std::future::pending()));
                let metrics_listener = TcpListener::bind("127.0.0.1:0").await?;
                println!("{address} {}", metrics_listener.local_addr()?);
                let metrics_router = router::metrics_router(state.clone(), metrics);
                let metrics =
                    tokio::spawn(server::serve(metrics_listener, metrics_router, usize::MAX, std::future::pending()));
                server::serve(listener, router::router(state), usize::MAX, stop).await;
                cashier.abort();
                metrics.abort();
            }
            ServerKind::Hello(lengths) => {
                println!("{address}");
                server::serve(listener, hello(lengths), usize::MAX, stop).await;
            }
            ServerKind::HelloAxum(lengths) => {
                println!("{address}");
                axum::serve(listener, hello(lengths)).with_graceful_shutdown(stop).await?;
            }
        }
        Ok(())
    })
}

/// Without a database of its own it gets one in the folder.
fn config(address: SocketAddr, folder: &Path, database: Option<&String>) -> Result<Config, Failure> {
    let mut variables = HashMap::from([
        ("TUKIO_LISTEN".to_owned(), address.to_string()),
        ("TUKIO_DATA_DIR".to_owned(), folder.display().to_string()),
    ]);
    variables.extend(database.map(|database| ("TUKIO_DATABASE_URL".to_owned(), database.clone())));
    Ok(Config::from_map(variables)?)
}

/// As the binary builds it: with metrics and its log. An empty database is filled with demo data.
async fn product(config: Config, batch: Option<usize>) -> Result<(App, PrometheusHandle), Failure> {
    telemetry::start_logging(&config.log, config.log_format);
    let db = match batch {
        None => app::open_database(&config)?,
        Some(batch) => Database::open(&Options { batch, ..Options::new(&config.database_url) })?,
    };
    demo::fill_if_empty(&db, &Storage::open(&config.storage_url)?, &SystemClock).await?;
    let metrics = telemetry::start_metrics()?;
    Ok((app::build(config, db, Arc::new(SystemClock)).await?, metrics))
}

fn hello(lengths: &[usize]) -> Router {
    lengths.iter().enumerate().fold(Router::new(), |router, (index, length)| {
        let body = Bytes::from(vec![b'.'; *length]);
        let answer = move || async move { ([(header::CONTENT_TYPE, "text/plain")], body) };
        router.route(&format!("/{index}"), get(answer))
    })
}
