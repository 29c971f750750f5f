//! What is in the binary that ships, and what is not.

use std::path::Path;
use std::process::Command;

/// How often a text stands in a program, among its symbols, paths of sources and messages.
fn count(program: &Path, text: &str) -> usize {
    let found = Command::new("grep").args(["-aoF", text]).arg(program).output().unwrap();
    String::from_utf8_lossy(&found.stdout).lines().count()
}

#[test]
#[expect(clippy::print_stdout, reason = "figures for who compares them")]
fn no_simulator_ships() {
    let (shipped, own) = (Path::new(env!("CARGO_BIN_EXE_tukio")), std::env::current_exe().unwrap());
    println!("{} bytes", shipped.metadata().unwrap().len());
    // Put together here, so that these tests hold them only where they hold the simulators.
    for text in [["provider", "simulators"].join("_"), ["no such address below", "/admin/"].join(" ")] {
        assert_eq!(count(shipped, &text), 0, "{text} is in the binary");
        assert!(count(&own, &text) > 0, "{text} is not in these tests, which use the simulators: it proves nothing");
    }
    assert!(count(shipped, "payment_providers") > 0, "the adapters are in it");
}
