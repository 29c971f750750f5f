//! Renders the built React app to HTML inside the process: a small pool of threads, each with its own QuickJS
//! runtime in which the server bundle is already loaded. The bundle sets `globalThis.render`, a function from a
//! JSON string to a JSON string (or a promise of one); what the strings say is not this crate's business.
//!
//! A context lives for many renders, so whatever the bundle keeps at module level is shared between visitors:
//! the bundle makes its router and its query client anew in every call of `render`.

mod engine;
mod host;
mod pool;

use std::{sync::Arc, time::Duration};

pub use pool::Renderer;

/// How much the renderer may use before it gives up: the page is then served without server-rendered HTML.
#[derive(Clone, Debug)]
pub struct Options {
    /// Threads, each with one QuickJS context (about 10 MB with the bundle loaded).
    pub contexts: usize,
    /// The longest a render may run, and the longest it may wait for its turn.
    pub time_limit: Duration,
    /// How many renders may wait while all contexts are at work.
    pub queue: usize,
    /// Heap of one context, in bytes.
    pub memory_limit: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { contexts: 2, time_limit: Duration::from_secs(1), queue: 64, memory_limit: 96 * 1024 * 1024 }
    }
}

/// Why there is no HTML. None of these is the visitor's fault: the caller falls back to the empty shell.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RenderError {
    #[error("every context is at work and the queue is full")]
    Busy,
    #[error("rendering took too long")]
    TimedOut,
    #[error("rendering needed more memory than a context may have")]
    OutOfMemory,
    #[error("the promise of the render can never settle: nothing is left to run")]
    Unsettled,
    /// The bundle threw: message and stack.
    #[error("the bundle failed: {0}")]
    Script(String),
    /// The bundle cannot be loaded at all.
    #[error("the bundle cannot be loaded: {0}")]
    Bundle(String),
    #[error("no thread for the renderer: {0}")]
    Thread(Arc<std::io::Error>),
    /// The rendering thread is gone.
    #[error("the renderer has stopped")]
    Stopped,
}
