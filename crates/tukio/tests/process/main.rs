//! The binary as an operator meets it: its commands, its complaints, its signals, and `kill -9`.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails where it stands")]

mod support;

mod alarms;
mod cancellation;
mod commands;
mod configuration;
mod copying;
mod data_folder;
mod exports;
mod key_file;
mod kill;
mod logs;
mod money_commands;
mod provider_kills;
mod provider_outage;
mod rush;
mod security_log;
mod shipped;
mod signals;
