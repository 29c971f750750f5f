//! The application as a library, so that tests and benchmarks start it exactly as the binary does.

pub mod app;
pub mod config;
pub mod data_folder;
pub mod demo;
pub mod facts;
pub mod keys;
pub mod migrations;
pub mod providers;
pub mod router;
pub mod settings;
pub mod upkeep;
