//! `provider-simulators NAME`: one provider in real time on a port of this machine, until it is stopped.

use std::io;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Parser, ValueEnum};
use provider_simulators::{CinetpayBooks, FlexpayBooks, Options, PawapayBooks, Simulator};

#[derive(Parser)]
#[command(about = "Simulates a payment provider on this machine")]
struct Arguments {
    provider: Provider,
    /// The port to listen on; 0 takes a free one.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Where pawaPay sends its callbacks; the others get an address with each payment.
    #[arg(long)]
    callback_url: Option<String>,
    /// Bearer token of pawaPay and FlexPay, key of CinetPay.
    #[arg(long, default_value = "simulated-token")]
    token: String,
    /// Merchant code of FlexPay, password of CinetPay.
    #[arg(long, default_value = "SIMULATED")]
    merchant: String,
    /// Seconds from an attempt to pay to its end.
    #[arg(long, default_value_t = 2)]
    delay_s: i64,
    /// Lets callbacks go to addresses that cannot be reached from the internet.
    #[arg(long)]
    allow_private_urls: bool,
    /// The clock stands still until `/admin/clock` advances it, and callbacks wait for `/admin/callbacks/deliver`.
    #[arg(long)]
    virtual_clock: bool,
    /// Repeats the identifiers of another run; by default each run has its own.
    #[arg(long)]
    seed: Option<u64>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Provider {
    Pawapay,
    Flexpay,
    Cinetpay,
}

#[tokio::main]
async fn main() -> io::Result<()> {
    let arguments = Arguments::parse();
    let options = Options {
        port: arguments.port,
        real_time: !arguments.virtual_clock,
        seed: arguments.seed.unwrap_or_else(seed_of_now),
        delay_s: arguments.delay_s,
        allow_private_urls: arguments.allow_private_urls,
        token: arguments.token,
        merchant: arguments.merchant,
        callback_url: arguments.callback_url,
    };
    match arguments.provider {
        Provider::Pawapay => serve(Simulator::<PawapayBooks>::start_with(options).await?.base_url()).await,
        Provider::Flexpay => serve(Simulator::<FlexpayBooks>::start_with(options).await?.base_url()).await,
        Provider::Cinetpay => serve(Simulator::<CinetpayBooks>::start_with(options).await?.base_url()).await,
    }
}

/// A merchant that was there before must not meet the identifiers of the last run again.
fn seed_of_now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs().wrapping_mul(1_000_000_007) ^ u64::from(since.subsec_nanos())
}

#[expect(clippy::print_stdout, reason = "the address is what who started the command is waiting for")]
async fn serve(base_url: &str) -> io::Result<()> {
    println!("{base_url}");
    tokio::signal::ctrl_c().await
}
