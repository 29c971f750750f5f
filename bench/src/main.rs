//! Load and scale benchmarks. Two sides are measured in turns in one run and told as a ratio, with the absolute figures
//! beside it: machines differ and are busy at times, ratios stay.

#![expect(clippy::print_stdout, reason = "a benchmark speaks on standard output")]

mod arguments;
mod cached;
mod cancellation;
mod directory;
mod door;
mod events;
mod fill;
mod load;
mod report;
mod rounds;
mod rush;
mod scale;
mod server;
mod writes;

use std::process::ExitCode;

use arguments::Arguments;
use report::Section;

// As in the product, and for both sides.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Failure = Box<dyn std::error::Error + Send + Sync>;

type Measure = fn() -> Result<Section, Failure>;

/// Every section: its name on the command line, and what measures it.
const SECTIONS: &[(&str, Measure)] = &[
    ("writes", writes::run),
    ("rush", rush::run),
    ("cancellation", cancellation::run),
    ("door", door::run),
    ("cached", cached::run),
    ("directory", directory::run),
    ("events", events::run),
];

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("bench: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<ExitCode, Failure> {
    let arguments = match Arguments::read(std::env::args().skip(1))? {
        Arguments::Serve(what) => return server::serve(&what).map(|()| ExitCode::SUCCESS),
        Arguments::Measure(arguments) => arguments,
    };
    let mut missed = 0;
    for (name, measure) in SECTIONS.iter().filter(|(name, _)| arguments.wants(name)) {
        eprintln!("measuring {name} …");
        let section = measure()?;
        println!("\n{section}");
        missed += section.goals_missed();
    }
    match missed {
        0 => println!("\nEvery goal is met."),
        1 => println!("\nOne goal is missed."),
        more => println!("\n{more} goals are missed."),
    }
    // A busy machine is no failure, unless somebody asks for a verdict.
    Ok(if arguments.check && missed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
