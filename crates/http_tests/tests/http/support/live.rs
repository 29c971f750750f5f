//! Somebody who watches the figures of an event.

use std::time::Duration;

use reqwest::Method;
use serde_json::Value;

use super::app::TestApp;

/// Longer than any figure takes to arrive, on whatever machine.
const PATIENCE: Duration = Duration::from_secs(30);

pub struct LiveStream {
    response: reqwest::Response,
    text: String,
    /// The figures that were told last.
    latest: Option<Value>,
}

impl LiveStream {
    pub async fn open(app: &TestApp, access: &str, path: &str) -> LiveStream {
        let response = app.request(Method::GET, path).bearer_auth(access).send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        LiveStream { response, text: String::new(), latest: None }
    }

    /// The next figures; `None` once the stream has ended. Comments are passed over.
    pub async fn next(&mut self) -> Option<Value> {
        tokio::time::timeout(PATIENCE, self.read()).await.expect("nothing arrived")
    }

    async fn read(&mut self) -> Option<Value> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let data = event.strip_prefix("event: stats\ndata: ").map(|data| serde_json::from_str(data).unwrap());
                self.text = rest.to_owned();
                match data {
                    Some(figures) => {
                        self.latest = Some(figures);
                        return self.latest.clone();
                    }
                    None => continue,
                }
            }
            let chunk = self.response.chunk().await.unwrap()?;
            self.text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }

    /// Reads until the figures are as expected, if those that were told last are not.
    pub async fn until(&mut self, is_expected: impl Fn(&Value) -> bool) -> Value {
        if let Some(figures) = self.latest.clone().filter(&is_expected) {
            return figures;
        }
        let read = async {
            loop {
                let figures = self.read().await.expect("the stream ended");
                if is_expected(&figures) {
                    return figures;
                }
            }
        };
        tokio::time::timeout(PATIENCE, read).await.expect("other figures were told")
    }
}
