//! What was logged on this thread, on which a test with all its tasks runs.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use tracing::subscriber::DefaultGuard;

#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

pub struct Log {
    buffer: Buffer,
    _guard: DefaultGuard,
}

impl Log {
    /// Listens to everything, also to what libraries say.
    pub fn listen() -> Log {
        let buffer = Buffer::default();
        let writer = buffer.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(tracing::Level::TRACE)
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .finish();
        Log { buffer, _guard: tracing::subscriber::set_default(subscriber) }
    }

    pub fn text(&self) -> String {
        let bytes = self.buffer.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    pub fn has_odd_answer(&self) -> bool {
        self.text().contains("provider answered something unknown")
    }
}
