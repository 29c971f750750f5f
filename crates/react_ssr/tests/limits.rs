//! What a page may do to the renderer, and that the next page does not notice.

mod support;

use std::time::{Duration, Instant};

use react_ssr::{RenderError, Renderer};
use serde_json::json;
use support::{html, options, render, renderer};

/// The case fails as `expected`, within a bounded time, and the same (only) context renders the next page.
async fn survives(case: &str, expected: fn(&RenderError) -> bool) {
    let renderer = renderer();
    let started = Instant::now();
    let Err(error) = render(&renderer, case, json!({})).await else { panic!("{case} succeeded") };
    assert!(expected(&error), "{case}: {error:?}");
    assert!(started.elapsed() < Duration::from_secs(5), "{case} took {:?}", started.elapsed());
    for _ in 0..3 {
        assert_eq!(html(&renderer, "page", json!({"name": "Goma"})).await, "<p>Goma</p>", "after {case}");
    }
}

#[tokio::test]
async fn endless_work_is_stopped_and_the_pool_goes_on() {
    for case in ["loops", "loopsInJobs", "loopsInTimers", "loopsAndCatches", "slowPattern"] {
        survives(case, |error| matches!(error, RenderError::TimedOut)).await;
    }
}

#[tokio::test]
async fn a_promise_that_can_never_settle_is_an_error_at_once() {
    survives("waitsForever", |error| matches!(error, RenderError::Unsettled)).await;
}

#[tokio::test]
async fn memory_bombs_are_survived() {
    for case in ["bombOfArrays", "bombOfText", "bombOfBytes"] {
        survives(case, |error| matches!(error, RenderError::OutOfMemory | RenderError::TimedOut)).await;
    }
}

#[tokio::test]
async fn endless_recursion_is_an_exception() {
    survives("recurses", |error| matches!(error, RenderError::Script(message) if message.contains("stack"))).await;
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
    assert!(restarted, "200 leaks of 800 KB in a context of 128 MB, {last} still kept");
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
    let renderer = Renderer::new(support::BUNDLE, react_ssr::Options { contexts: 3, queue: 100, ..options() }).unwrap();
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

#[tokio::test]
async fn a_full_queue_answers_busy_without_waiting() {
    let renderer = Renderer::new(support::BUNDLE, react_ssr::Options { queue: 1, ..options() }).unwrap();
    let running = tokio::spawn({
        let renderer = renderer.clone();
        async move { render(&renderer, "loops", json!({})).await }
    });
    tokio::time::sleep(Duration::from_millis(50)).await;
    let waiting = tokio::spawn({
        let renderer = renderer.clone();
        async move { render(&renderer, "page", json!({"name": "Likasi"})).await }
    });
    tokio::time::sleep(Duration::from_millis(50)).await;

    let started = Instant::now();
    let refused = render(&renderer, "page", json!({})).await.unwrap_err();
    assert!(matches!(refused, RenderError::Busy), "{refused:?}");
    assert!(started.elapsed() < Duration::from_millis(50));

    assert!(matches!(running.await.unwrap(), Err(RenderError::TimedOut)));
    assert_eq!(waiting.await.unwrap().unwrap(), "<p>Likasi</p>");
}
