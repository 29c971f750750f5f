//! The threads that render, the bounded queue before them, and what happens to a context that misbehaved.

use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use tokio::sync::oneshot;

use crate::{Options, RenderError, engine::Engine};

/// React recurses once per nested element: deep pages need more than a thread's usual 2 MB.
const THREAD_STACK: usize = 8 * 1024 * 1024;

/// Measuring a heap walks all of it (milliseconds): done now and then, and after the answer has been sent.
const RENDERS_BETWEEN_MEASURES: u32 = 64;

/// A handle to the pool; clones share it. The threads end when the last clone is dropped.
#[derive(Clone)]
pub struct Renderer {
    queue: Sender<Job>,
    time_limit: Duration,
}

struct Job {
    input: String,
    queued_at: Instant,
    answer: oneshot::Sender<Result<String, RenderError>>,
}

impl Renderer {
    /// Starts the threads and loads the bundle in each; blocks until all are ready, so that the first page is fast.
    pub fn new(bundle: impl Into<Arc<str>>, options: Options) -> Result<Self, RenderError> {
        let bundle = bundle.into();
        let (queue, jobs) = bounded(options.queue);
        let contexts = options.contexts.max(1);
        let (ready, loaded) = bounded(contexts);
        for number in 0..contexts {
            let worker = Worker { bundle: bundle.clone(), options: options.clone(), jobs: jobs.clone() };
            let ready = ready.clone();
            thread::Builder::new()
                .name(format!("render-{number}"))
                .stack_size(THREAD_STACK)
                .spawn(move || worker.run(&ready))
                .map_err(|error| RenderError::Thread(Arc::new(error)))?;
        }
        for _ in 0..contexts {
            loaded.recv().unwrap_or(Err(RenderError::Stopped))?;
        }
        Ok(Self { queue, time_limit: options.time_limit })
    }

    /// Calls the bundle's `render`. Dropping the future before its turn comes costs no render.
    pub async fn render(&self, input: String) -> Result<String, RenderError> {
        let (answer, answered) = oneshot::channel();
        self.queue.try_send(Job { input, queued_at: Instant::now(), answer }).map_err(|refused| match refused {
            TrySendError::Full(_) => RenderError::Busy,
            TrySendError::Disconnected(_) => RenderError::Stopped,
        })?;
        // The engine keeps the time itself; this is for native code that it cannot interrupt.
        let longest_wait = self.time_limit * 2 + Duration::from_millis(100);
        match tokio::time::timeout(longest_wait, answered).await {
            Ok(answer) => answer.unwrap_or(Err(RenderError::Stopped)),
            Err(_) => Err(RenderError::TimedOut),
        }
    }
}

struct Worker {
    bundle: Arc<str>,
    options: Options,
    jobs: Receiver<Job>,
}

impl Worker {
    fn run(self, ready: &Sender<Result<(), RenderError>>) {
        let mut engine = match self.load() {
            Ok(engine) => Some(engine),
            Err(error) => {
                let _ = ready.send(Err(error));
                return;
            }
        };
        let _ = ready.send(Ok(()));
        let mut renders = 0_u32;
        for job in &self.jobs {
            if job.answer.is_closed() {
                continue;
            }
            if job.queued_at.elapsed() > self.options.time_limit {
                let _ = job.answer.send(Err(RenderError::Busy));
                continue;
            }
            // Empty only if loading again has failed before: the bundle is the same, so this is about memory.
            let Some(current) = engine.as_ref() else {
                let reloaded = self.load();
                let _ = job.answer.send(Err(reloaded.as_ref().err().cloned().unwrap_or(RenderError::Busy)));
                engine = reloaded.ok();
                continue;
            };
            let result = current.render(&job.input, self.options.time_limit);
            let is_broken = match &result {
                Ok(_) | Err(RenderError::Script(_)) => false,
                Err(error) => {
                    tracing::warn!(%error, "render failed, reloading its JavaScript context");
                    true
                }
            };
            let _ = job.answer.send(result);

            renders = renders.wrapping_add(1);
            let grown = renders.is_multiple_of(RENDERS_BETWEEN_MEASURES) && self.has_grown(current);
            if is_broken || grown {
                // The old heap goes before the new one comes.
                drop(engine.take());
                engine = self
                    .load()
                    .inspect_err(|error| tracing::error!(%error, "JavaScript context could not be reloaded"))
                    .ok();
            }
        }
    }

    fn load(&self) -> Result<Engine, RenderError> {
        Engine::load(&self.bundle, self.options.memory_limit)
    }

    /// A bundle that keeps something of every page gets a fresh context long before it hits the limit.
    fn has_grown(&self, engine: &Engine) -> bool {
        let heap = engine.heap_after_collection();
        let grown = heap > self.options.memory_limit / 2;
        if grown {
            tracing::warn!(heap, "JavaScript heap has grown, reloading its context");
        }
        grown
    }
}
