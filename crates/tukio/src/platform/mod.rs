//! What features stand on. Nothing here knows a feature.

pub mod auth;
pub mod body;
pub mod client;
pub mod compression;
pub mod docs;
pub mod edge;
pub mod error;
pub mod freshness;
pub mod html;
pub mod limiter;
pub mod mail;
pub mod paging;
pub mod path;
pub mod random;
pub mod response_cache;
pub mod security;
pub mod server;
pub mod services;
pub mod slow_clients;
pub mod sql_builder;
pub mod telemetry;

pub use auth::{MaybeSignedIn, SessionCheck, SignedIn};
pub use body::JsonBody;
pub use client::Client;
pub use error::Error;
pub use freshness::Freshness;
pub use limiter::Limiter;
pub use path::IdPath;
pub use response_cache::{Cached, ResponseCache};
pub use services::Services;
pub use sql_builder::SqlBuilder;
