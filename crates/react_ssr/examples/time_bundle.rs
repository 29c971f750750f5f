//! Loads a server bundle, renders one input many times and says how long it took:
//! `cargo run --release -p react_ssr --example time_bundle -- web/dist/server/entry-server.js '{"url":"/","data":{"now":0,"queries":[]}}'`
#![expect(clippy::print_stdout, reason = "a command-line tool")]

use std::{
    error::Error,
    time::{Duration, Instant},
};

use react_ssr::{Options, Renderer};

const RENDERS: u32 = 200;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(bundle), Some(input)) = (arguments.next(), arguments.next()) else {
        return Err("give a bundle and an input".into());
    };
    let bundle = std::fs::read_to_string(bundle)?;
    let started = Instant::now();
    let renderer =
        Renderer::new(bundle, Options { contexts: 1, time_limit: Duration::from_secs(5), ..Options::default() })?;
    println!("loaded in {:?}", started.elapsed());

    println!("{}", renderer.render(input.clone()).await?);
    let mut times = Vec::new();
    for _ in 0..RENDERS {
        let started = Instant::now();
        renderer.render(input.clone()).await?;
        times.push(started.elapsed());
    }
    times.sort_unstable();
    println!("median {:?}, slowest {:?}", times[times.len() / 2], times[times.len() - 1]);
    Ok(())
}
