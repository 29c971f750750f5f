//! Bounds the idle sockets of each network address: where one has too many, its oldest idle socket is closed for a new one,
//! so that nobody keeps everybody else's places with sockets that say nothing.

use std::collections::HashMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::sync::Notify;

/// A cheap handle; clones share the count.
#[derive(Clone)]
pub struct IdleSockets {
    most: usize,
    /// The open sockets of each address, in the order in which they came.
    open: Arc<Mutex<HashMap<IpAddr, Vec<Arc<SocketState>>>>>,
}

#[derive(Default)]
struct SocketState {
    /// Requests that are being answered.
    busy: AtomicUsize,
    is_given_up: Notify,
}

/// One open socket, counted until it is dropped.
pub struct CountedSocket {
    sockets: IdleSockets,
    address: IpAddr,
    state: Arc<SocketState>,
}

/// A request that is being answered: its socket is not idle until this is dropped.
pub struct Answering(Arc<SocketState>);

impl IdleSockets {
    pub fn new(most: usize) -> IdleSockets {
        IdleSockets { most, open: Arc::default() }
    }

    /// Counts a new socket, and gives up the oldest idle one of its address where there are too many.
    pub fn count(&self, address: IpAddr) -> CountedSocket {
        let state = Arc::new(SocketState::default());
        let mut open = self.locked();
        let sockets = open.entry(address).or_default();
        if sockets.len() >= self.most {
            let oldest = sockets.iter().position(|socket| socket.busy.load(Ordering::Acquire) == 0);
            if let Some(oldest) = oldest {
                sockets.remove(oldest).is_given_up.notify_one();
            }
        }
        sockets.push(state.clone());
        CountedSocket { sockets: self.clone(), address, state }
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<IpAddr, Vec<Arc<SocketState>>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CountedSocket {
    /// Resolves when the socket is to be closed.
    pub async fn given_up(&self) {
        self.state.is_given_up.notified().await;
    }

    /// Makes marks of requests that this socket answers.
    pub fn marker(&self) -> impl Fn() -> Answering + Clone + use<> {
        let state = self.state.clone();
        move || {
            state.busy.fetch_add(1, Ordering::AcqRel);
            Answering(state.clone())
        }
    }
}

/// The body of an answer, until whose end its socket is not idle.
pub struct MarkedBody {
    body: Body,
    _answering: Answering,
}

impl MarkedBody {
    pub fn new(body: Body, answering: Answering) -> MarkedBody {
        MarkedBody { body, _answering: answering }
    }
}

impl HttpBody for MarkedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for CountedSocket {
    fn drop(&mut self) {
        let mut open = self.sockets.locked();
        if let Some(sockets) = open.get_mut(&self.address) {
            sockets.retain(|socket| !Arc::ptr_eq(socket, &self.state));
            if sockets.is_empty() {
                open.remove(&self.address);
            }
        }
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.busy.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;
    use std::time::Duration;

    const ONE: IpAddr = IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1));
    const OTHER: IpAddr = IpAddr::V4(Ipv4Addr::new(10, 0, 0, 2));

    async fn is_given_up(socket: &CountedSocket) -> bool {
        tokio::time::timeout(Duration::from_millis(1), socket.given_up()).await.is_ok()
    }

    #[tokio::test(start_paused = true)]
    async fn the_oldest_idle_socket_of_an_address_gives_way() {
        let sockets = IdleSockets::new(2);
        let (busy, idle, other) = (sockets.count(ONE), sockets.count(ONE), sockets.count(OTHER));
        let answering = busy.marker()();
        let next = sockets.count(ONE);
        assert!(is_given_up(&idle).await && !is_given_up(&busy).await && !is_given_up(&next).await);
        drop(answering);
        drop(idle);
        let last = sockets.count(ONE);
        assert!(is_given_up(&busy).await && !is_given_up(&last).await && !is_given_up(&other).await);
        drop((busy, next, last, other));
        assert!(sockets.locked().is_empty());
    }
}
