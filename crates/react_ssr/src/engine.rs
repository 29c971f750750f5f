//! One QuickJS runtime with the bundle loaded: calls `render` and drives its promise to the end, within limits.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use rquickjs::{Context, Ctx, Error, Function, Module, Object, Persistent, Runtime, Value, promise::MaybePromise};

use crate::{RenderError, host};

/// Below the thread's own stack, so that endless recursion is a JavaScript error.
const SCRIPT_STACK: usize = 4 * 1024 * 1024;

/// Loading happens at the start and after an accident, on no visitor's time.
const LOAD_LIMIT: Duration = Duration::from_secs(20);

pub struct Engine {
    // Declared before the runtime: QuickJS wants its values released first.
    render: Persistent<Function<'static>>,
    fire_timer: Persistent<Function<'static>>,
    clear_timers: Persistent<Function<'static>>,
    context: Context,
    runtime: Runtime,
    clock: Deadline,
}

impl Engine {
    pub fn load(bundle: &str, memory_limit: usize) -> Result<Self, RenderError> {
        let failed = |error: Error| RenderError::Bundle(error.to_string());
        let runtime = Runtime::new().map_err(failed)?;
        runtime.set_memory_limit(memory_limit);
        runtime.set_max_stack_size(SCRIPT_STACK);
        let clock = Deadline::new();
        runtime.set_interrupt_handler(Some(clock.interrupt_handler()));
        let context = Context::full(&runtime).map_err(failed)?;

        clock.start(LOAD_LIMIT);
        let (render, fire_timer, clear_timers) = context.with(|ctx| {
            let describe = |error| match explain(&ctx, error, &clock) {
                RenderError::Script(message) => RenderError::Bundle(message),
                other => other,
            };
            let timers = host::install(&ctx).map_err(describe)?;
            let fire_timer: Function = timers.get("fire").map_err(describe)?;
            let clear_timers: Function = timers.get("clear").map_err(describe)?;
            // A classic script evaluates as a module too; a module may await at its top level.
            let loading = Module::evaluate(ctx.clone(), "entry-server.js", bundle).map_err(describe)?;
            settle(&ctx, &fire_timer, &clock, || loading.result::<Value>())?.map_err(describe)?;
            let render = ctx.globals().get::<_, Value>("render").map_err(describe)?;
            let render = render
                .into_function()
                .ok_or_else(|| RenderError::Bundle("it does not set globalThis.render to a function".to_owned()))?;
            Ok((
                Persistent::save(&ctx, render),
                Persistent::save(&ctx, fire_timer),
                Persistent::save(&ctx, clear_timers),
            ))
        })?;
        Ok(Self { render, fire_timer, clear_timers, context, runtime, clock })
    }

    pub fn render(&self, input: &str, time_limit: Duration) -> Result<String, RenderError> {
        self.clock.start(time_limit);
        let result = self.context.with(|ctx| {
            let describe = |error| explain(&ctx, error, &self.clock);
            let render = self.render.clone().restore(&ctx).map_err(describe)?;
            let fire_timer = self.fire_timer.clone().restore(&ctx).map_err(describe)?;
            let answer: MaybePromise = render.call((input,)).map_err(describe)?;
            let html = settle(&ctx, &fire_timer, &self.clock, || answer.result::<String>())?.map_err(describe);
            // What the page still had planned must not run during somebody else's render.
            let clear_timers = self.clear_timers.clone().restore(&ctx).map_err(describe)?;
            clear_timers.call::<_, ()>(()).map_err(describe)?;
            html
        });
        self.clock.stop();
        result
    }

    pub fn heap_after_collection(&self) -> usize {
        self.runtime.run_gc();
        usize::try_from(self.runtime.memory_usage().malloc_size).unwrap_or(0)
    }
}

/// Runs jobs, and timers when no job is left, until there is a result. Time does not pass for a page: the next
/// timer fires at once, since nothing else could ever move it on.
fn settle<T>(
    ctx: &Ctx<'_>,
    fire_timer: &Function<'_>,
    clock: &Deadline,
    result: impl Fn() -> Option<Result<T, Error>>,
) -> Result<Result<T, Error>, RenderError> {
    loop {
        if let Some(result) = result() {
            return Ok(result);
        }
        if clock.has_passed() {
            return Err(RenderError::TimedOut);
        }
        if ctx.execute_pending_job() {
            continue;
        }
        match fire_timer.call::<_, bool>(()) {
            Ok(true) => {}
            Ok(false) => return Err(RenderError::Unsettled),
            Err(error) => return Ok(Err(error)),
        }
    }
}

/// Which of our errors a QuickJS error is. Takes the pending exception off the context.
fn explain(ctx: &Ctx<'_>, error: Error, clock: &Deadline) -> RenderError {
    let thrown = if error.is_exception() { Some(ctx.catch()) } else { None };
    // An interrupted script ends in an exception like any other: only the clock knows.
    if clock.has_passed() {
        return RenderError::TimedOut;
    }
    let Some(thrown) = thrown else {
        return if matches!(error, Error::Allocation) {
            RenderError::OutOfMemory
        } else {
            RenderError::Script(error.to_string())
        };
    };
    let Some(object) = thrown.as_object() else {
        // QuickJS throws null when it has no room left for the error itself.
        return if thrown.is_null() { RenderError::OutOfMemory } else { RenderError::Script(host::text_of(&thrown)) };
    };
    let message = property(object, "message");
    if message == "out of memory" {
        return RenderError::OutOfMemory;
    }
    let (name, stack) = (property(object, "name"), property(object, "stack"));
    RenderError::Script(format!("{name}: {message}\n{stack}").trim_end().to_owned())
}

fn property(object: &Object<'_>, name: &str) -> String {
    object.get::<_, Value>(name).map(|value| host::text_of(&value)).unwrap_or_default()
}

/// The moment at which the interrupt handler stops the script, shared with it as nanoseconds since `origin`.
struct Deadline {
    origin: Instant,
    at: Arc<AtomicU64>,
}

impl Deadline {
    fn new() -> Self {
        Self { origin: Instant::now(), at: Arc::new(AtomicU64::new(u64::MAX)) }
    }

    fn start(&self, limit: Duration) {
        self.at.store(nanoseconds(self.origin.elapsed() + limit), Ordering::Relaxed);
    }

    fn stop(&self) {
        self.at.store(u64::MAX, Ordering::Relaxed);
    }

    fn has_passed(&self) -> bool {
        nanoseconds(self.origin.elapsed()) >= self.at.load(Ordering::Relaxed)
    }

    fn interrupt_handler(&self) -> Box<dyn FnMut() -> bool + Send> {
        let (origin, at) = (self.origin, self.at.clone());
        Box::new(move || nanoseconds(origin.elapsed()) >= at.load(Ordering::Relaxed))
    }
}

fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}
