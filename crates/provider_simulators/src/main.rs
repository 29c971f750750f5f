//! `provider-simulators NAME`: one provider in real time on a port of this machine, until it is stopped.

use std::io;

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
    #[arg(long, default_value_t = 1)]
    seed: u64,
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
        seed: arguments.seed,
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

#[expect(clippy::print_stdout, reason = "the address is what who started the command is waiting for")]
async fn serve(base_url: &str) -> io::Result<()> {
    println!("{base_url}");
    tokio::signal::ctrl_c().await
}
