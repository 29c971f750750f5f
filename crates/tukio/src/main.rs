//! The command line: serve (default), migrate, demo, openapi, backup, check, payment, refund-done, rotate-ticket-key.

#![expect(clippy::print_stdout, reason = "a command line speaks on standard output")]

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use box_office::audit;
use clap::{Parser, Subcommand};
use domain::{Clock, SystemClock};
use payment_providers::Availability;
use platform::mail::Transport;
use platform::{Storage, server, telemetry};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use tukio::app::{self, StartError, open_database, open_database_as_it_is, platform_settings};
use tukio::config::Config;
use tukio::data_folder::{make_files_private, mend_modes};
use tukio::keys::{check_keys, lies_in, open_keys};
use tukio::migrations::MIGRATIONS;
use tukio::providers::providers;
use tukio::upkeep::{Orphans, find_orphan_pictures, run_upkeep};
use tukio::{demo, router};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Évènements et billets en République démocratique du Congo.
#[derive(Parser)]
#[command(name = "tukio", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Bring the database up to date and serve (the default)
    Serve,
    /// Bring the database up to date
    Migrate,
    /// Fill an empty database with demo data
    Demo,
    /// Print the API's contract
    Openapi,
    /// Copy the SQLite database to a file as it is, also beside a running server
    Backup { file: PathBuf },
    /// Change nothing but who may read the data folder, and say what is wrong with the configuration, the database, every figure, the storage and mail
    Check,
    /// Tell everything about a payment: what is stored, what happened, and what its provider says now
    Payment { id: String },
    /// Note that a refund was paid back by hand, with the number of the transfer
    RefundDone {
        id: String,
        #[arg(long)]
        reference: String,
    },
    /// Sign tickets with a new key from now on; codes that people have stay valid
    RotateTicketKey,
}

/// How long a stopping server waits for mails that are on their way.
const LAST_MAILS: Duration = Duration::from_secs(10);

/// Said at every start with the sandbox.
const NO_MONEY_MOVES: &str = "ATTENTION : PAIEMENTS D'ESSAI (TUKIO_PAYMENTS=sandbox). AUCUN ARGENT NE CIRCULE : \
    les billets sont remis sans être payés.";

/// A remark of `check`: the product works without, less safely.
const NO_GATEWAY: &str = "no SMS gateway is set: telephone numbers are not proved, and tickets are passed on to any number; \
    TUKIO_SMS_URL or TUKIO_WHATSAPP_URL sets one";

type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    make_files_private();
    let arguments = Arguments::parse();
    match run(arguments.command.unwrap_or(Command::Serve)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("tukio: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), Failure> {
    if let Command::Openapi = command {
        println!("{}", router::openapi().to_pretty_json()?);
        return Ok(());
    }
    let config = Config::from_env()?;
    telemetry::start_logging(&config.log, config.log_format);
    // `check` prints them, beside what it finds.
    if !matches!(command, Command::Check) {
        config.remarks.iter().for_each(|remark| tracing::warn!("{remark}"));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    match command {
        Command::Serve => runtime.block_on(serve(config)),
        Command::Migrate => {
            open_database(&config)?.close();
            println!("La base de données est à jour.");
            Ok(())
        }
        Command::Demo => runtime.block_on(async {
            let db = open_database(&config)?;
            let storage = Storage::open(&config.storage_url)?;
            let Some(story) = demo::fill_if_empty(&db, &storage, &SystemClock).await? else {
                println!("La base contient déjà des données : rien n'a été ajouté.");
                db.close();
                return Ok(());
            };
            let app = app::build(config, db.clone(), Arc::new(SystemClock)).await?;
            story.play(&app).await?;
            println!("{}", demo::ACCOUNTS);
            db.close();
            Ok(())
        }),
        Command::Backup { file } => {
            let db = open_database_as_it_is(&config)?;
            db.backup_to(&file)?;
            db.close();
            println!("Sauvegarde écrite dans {}.", file.display());
            Ok(())
        }
        Command::Check => runtime.block_on(check(&config)),
        Command::Payment { id } => runtime.block_on(tell_payment(&config, &id)),
        Command::RefundDone { id, reference } => runtime.block_on(close_refund(&config, &id, reference)),
        Command::RotateTicketKey => runtime.block_on(async {
            let db = open_database(&config)?;
            let rotated = match open_keys(&config, &db).await {
                Ok(sealer) => box_office::rotate_key(&db, &sealer, SystemClock.now()).await.map_err(Failure::from),
                Err(error) => Err(error.into()),
            };
            tokio::task::spawn_blocking(move || db.close()).await?;
            rotated?;
            println!(
                "Les billets sont signés par une nouvelle clé, dans la minute. Les codes déjà remis restent valables."
            );
            Ok(())
        }),
        Command::Openapi => Ok(()),
    }
}

async fn check(config: &Config) -> Result<(), Failure> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    config.remarks.iter().for_each(|remark| println!("{remark}"));
    let modes = mend_modes(config);
    modes.remark().iter().for_each(|remark| println!("{remark}"));
    let db = open_database_as_it_is(config)?;
    if let [first, ..] = &*db.pending(MIGRATIONS).map_err(StartError::Migrate)? {
        return Err(
            format!("the database is older than this program: it lacks {first}; `tukio migrate` adds it").into()
        );
    }
    check_keys(config, &db).await?.iter().for_each(|remark| println!("{remark}"));
    if config.key_file.as_ref().is_some_and(|file| lies_in(file, &config.data_dir)) {
        println!("TUKIO_KEY_FILE: it lies in the data folder, so that a copy of the folder holds both lock and key");
    }
    let (wrong, waiting) = (audit::discrepancies(&db).await, audit::unfinished(&db).await);
    let wrong_at_door = door::audit::discrepancies(&db).await;
    let channels = box_office::check_channels(&db, &providers(config, &clock)?, &clock).await;
    let passed_over = box_office::list_passed_over(&db, &clock).await;
    let storage = Storage::open(&config.storage_url)?;
    let orphans = find_orphan_pictures(&db, &storage, clock.now()).await;
    tokio::task::spawn_blocking(move || db.close()).await?;
    let (wrong, waiting) = ([wrong?, wrong_at_door?].concat(), waiting?);
    for line in wrong.iter().chain(&waiting) {
        println!("{line}");
    }
    // Its own matter, and soon over perhaps: told, and no failure of ours.
    for (provider, channel) in channels.iter().filter(|(_, channel)| channel.state != Availability::Operational) {
        println!("payment by {} through {provider}: {}", channel.channel.name(), channel.state.name());
    }
    for (provider, until) in passed_over? {
        println!("payments through {provider}: it keeps failing and is passed over until {until}");
    }
    if orphans?.iter().any(Orphans::are_suspicious) {
        println!("TUKIO_STORAGE_URL: no row names most of the pictures there; is it the storage of this database?");
    }
    if !wrong.is_empty() {
        return Err(format!("figures of the box office and the door that do not add up: {}", wrong.len()).into());
    }
    if let Some(problem) = modes.problem() {
        return Err(problem.into());
    }
    Transport::new(&platform_settings(config)).check().await?;
    storage.probe().await?;
    if !waiting.is_empty() {
        return Err(format!("payments that wait for somebody to look at them: {}", waiting.len()).into());
    }
    if !config.texts.has_gateway() {
        eprintln!("{NO_GATEWAY}");
    }
    println!("Rien à signaler.");
    Ok(())
}

async fn tell_payment(config: &Config, id: &str) -> Result<(), Failure> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let id = id.parse().map_err(|_| format!("{id:?} is no payment's id"))?;
    let (db, providers) = (open_database_as_it_is(config)?, providers(config, &clock)?);
    let told = box_office::describe_payment(&db, &providers, &clock, id).await;
    tokio::task::spawn_blocking(move || db.close()).await?;
    let lines = told?.ok_or("there is no such payment")?;
    lines.iter().for_each(|line| println!("{line}"));
    Ok(())
}

async fn close_refund(config: &Config, id: &str, reference: String) -> Result<(), Failure> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let id = id.parse().map_err(|_| format!("{id:?} is no refund's id"))?;
    if reference.trim().is_empty() {
        return Err("--reference: the number of the transfer is needed".into());
    }
    let db = open_database_as_it_is(config)?;
    let closed = box_office::close_refund(&db, &clock, id, reference.trim().to_owned()).await;
    tokio::task::spawn_blocking(move || db.close()).await?;
    let amount = closed?.ok_or("no refund of that id waits for a person")?;
    println!("Remboursement de {amount} noté comme fait.");
    Ok(())
}

async fn serve(config: Config) -> Result<(), Failure> {
    let listener = listen_on(config.listen).await?;
    let metrics = match config.metrics_listen {
        Some(address) => Some((listen_on(address).await?, telemetry::start_metrics()?)),
        None => None,
    };
    let config = config.bound_to(listener.local_addr()?);
    let db = open_database(&config)?;
    let story = match config.demo {
        true => demo::fill_if_empty(&db, &Storage::open(&config.storage_url)?, &SystemClock).await?,
        false => None,
    };
    let (public_url, is_demo, listen) = (config.public_url.clone(), config.demo, config.listen);
    let is_sandbox = config.payments.is_empty();
    let app = app::build(config, db.clone(), Arc::new(SystemClock)).await?;
    if let Some(story) = story {
        story.play(&app).await?;
        tracing::info!("filled the empty database with demo data");
    }
    app.box_office.record_provider_health().await;
    // Whoever reads that it is ready may ask it to stop at once.
    let stop_signal = stop_signal()?;
    println!("Tukio est prêt : {public_url}");
    if !public_url.ends_with(&listen.to_string()) {
        println!("Écoute sur http://{listen}");
    }
    if is_sandbox {
        println!("{NO_MONEY_MOVES}");
    }
    if is_demo {
        println!("{}", demo::ACCOUNTS);
    }
    let (stop, running) = watch::channel(());
    let stopped = || {
        let mut running = running.clone();
        async move {
            let _ = running.changed().await;
        }
    };
    if let Some((listener, handle)) = metrics {
        println!("Mesures : http://{}/metrics", listener.local_addr()?);
        tokio::spawn(server::serve(listener, router::metrics_router(app.clone(), handle), usize::MAX, stopped()));
    }
    let mail_sender = tokio::spawn(app.mail_sender.clone().run(stopped()));
    let text_sender = tokio::spawn(app.text_sender.clone().run(stopped()));
    let cashier = tokio::spawn(app.box_office.clone().run_cashier(stopped()));
    let provider_watch = tokio::spawn(app.box_office.clone().watch_providers(stopped()));
    let releases = tokio::spawn(app.door.clone().run_releases(stopped()));
    let secretary = tokio::spawn(app.organiser.clone().run_secretary(stopped()));
    let avif_encoder = tokio::spawn(app.services.avif_encoder.clone().run(stopped()));
    let view_counter = tokio::spawn(app.events.clone().run_view_counter(stopped()));
    let upkeep = tokio::spawn(run_upkeep(app.clone(), stopped()));
    let idle_per_address = app.services.settings.idle_per_address();
    server::serve(listener, router::router(app), idle_per_address, stop_signal).await;
    drop(stop);
    // What they still hold then is carried by the next ones.
    let _ = tokio::time::timeout(LAST_MAILS, async {
        tokio::join!(
            mail_sender,
            text_sender,
            cashier,
            provider_watch,
            releases,
            secretary,
            avif_encoder,
            view_counter,
            upkeep
        )
    })
    .await;
    tokio::task::spawn_blocking(move || db.close()).await?;
    Ok(())
}

async fn listen_on(address: SocketAddr) -> Result<TcpListener, Failure> {
    TcpListener::bind(address).await.map_err(|error| format!("cannot listen on {address}: {error}").into())
}

/// Resolves when the process is asked to stop.
fn stop_signal() -> std::io::Result<impl Future<Output = ()>> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        tracing::info!("stopping: no new connections, answering what is in flight");
    })
}
