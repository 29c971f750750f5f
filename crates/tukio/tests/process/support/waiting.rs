//! Waits for processes, but not for ever.

use std::path::Path;
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

/// Only a hang is longer than this, on whatever machine.
pub const TEST_TIMEOUT: Duration = Duration::from_secs(120);

pub fn text(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_default()
}

/// Waits for the end of a process, but not for ever.
pub fn ended(child: &mut Child, name: &str) -> ExitStatus {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if started.elapsed() > TEST_TIMEOUT {
            let _ = child.kill();
            panic!("{name} does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}
