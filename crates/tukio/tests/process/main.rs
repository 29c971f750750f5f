//! The binary as an operator meets it: its commands, its complaints, its signals, and `kill -9`.

mod support;

mod commands;
mod configuration;
mod kill;
mod signals;
