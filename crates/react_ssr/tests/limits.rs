//! What a page may do to the renderer, and that the next page does not notice.

mod support;

use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use react_ssr::{Options, RenderError};
use serde_json::json;
use support::{html, options, render, renderer, start};

/// The case fails as `expected`, and the same (only) context renders the next page.
async fn survives(case: &str, options: Options, expected: fn(&RenderError) -> bool) {
    let renderer = start(options);
    let Err(error) = render(&renderer, case, json!({})).await else { panic!("{case} succeeded") };
    assert!(expected(&error), "{case}: {error:?}");
    // A page may be refused while the context is being replaced, but not for long.
    let started = Instant::now();
    loop {
        match render(&renderer, "page", json!({"name": "Goma"})).await {
            Ok(html) => return assert_eq!(html, "<p>Goma</p>", "after {case}"),
            Err(error) => assert!(started.elapsed() < Duration::from_secs(20), "after {case}: {error}"),
        }
    }
}

#[tokio::test]
async fn endless_work_is_stopped_and_the_pool_goes_on() {
    let hasty = Options { time_limit: Duration::from_millis(300), ..options() };
    for case in ["loops", "loopsInJobs", "loopsInTimers", "loopsAndCatches", "slowPattern"] {
        survives(case, hasty.clone(), |error| matches!(error, RenderError::TimedOut)).await;
    }
}

#[tokio::test]
async fn a_promise_that_can_never_settle_is_an_error_at_once() {
    survives("waitsForever", options(), |error| matches!(error, RenderError::Unsettled)).await;
}

#[tokio::test]
async fn memory_bombs_are_survived() {
    for case in ["bombOfArrays", "bombOfText", "bombOfBytes"] {
        survives(case, options(), |error| matches!(error, RenderError::OutOfMemory)).await;
    }
}

#[tokio::test]
async fn endless_recursion_is_an_exception() {
    let overflow = |error: &RenderError| matches!(error, RenderError::Script(message) if message.contains("stack"));
    survives("recurses", options(), overflow).await;
}

#[tokio::test]
async fn a_bundle_that_leaks_gets_a_fresh_context_before_it_fails() {
    let renderer = renderer();
    let mut last = 0;
    let mut restarted = false;
    for _ in 0..200 {
        let kept: i32 = html(&renderer, "leaks", json!({})).await.parse().unwrap();
        restarted |= kept < last;
        last = kept;
    }
    assert!(restarted, "200 leaks of 200 KB in a context of 32 MB, {last} still kept");
}

#[tokio::test]
async fn a_timer_left_behind_never_runs_in_another_render() {
    let renderer = renderer();
    html(&renderer, "leavesATimer", json!({})).await;
    html(&renderer, "later", json!({})).await;
    assert_eq!(html(&renderer, "strayed", json!({})).await, "false");
}

#[tokio::test]
async fn many_at_once_each_get_their_own_page() {
    let renderer = start(Options { contexts: 3, queue: 100, ..options() });
    let tasks: Vec<_> = (0..100)
        .map(|number| {
            let renderer = renderer.clone();
            tokio::spawn(async move { html(&renderer, "later", json!({"name": number})).await })
        })
        .collect();
    for (number, task) in tasks.into_iter().enumerate() {
        assert_eq!(task.await.unwrap(), format!("<p>{number}, later</p>"));
    }
}

/// Asks once, which puts a render into the queue, and says what is answered without waiting.
fn asked<F: Future>(render: Pin<&mut F>) -> Poll<F::Output> {
    render.poll(&mut Context::from_waker(Waker::noop()))
}

#[tokio::test]
async fn a_full_queue_answers_busy_without_waiting() {
    let limit = Duration::from_secs(2);
    let renderer = start(Options { queue: 1, time_limit: limit, ..options() });
    let mut running = Box::pin(render(&renderer, "loops", json!({})));
    assert!(asked(running.as_mut()).is_pending());
    // The next has its own limit: it must be younger than the one that it waits for.
    tokio::time::sleep(limit / 2).await;
    let mut waiting = Box::pin(render(&renderer, "page", json!({"name": "Likasi"})));
    assert!(asked(waiting.as_mut()).is_pending());

    let refused = asked(pin!(render(&renderer, "page", json!({}))));
    assert!(matches!(refused, Poll::Ready(Err(RenderError::Busy))), "{refused:?}");

    assert!(matches!(running.await, Err(RenderError::TimedOut)));
    assert_eq!(waiting.await.unwrap(), "<p>Likasi</p>");
}
