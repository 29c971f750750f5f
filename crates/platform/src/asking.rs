//! What is known of the request that a task works on: where it came from, and who asks once that is known. Work in other
//! tasks is the house's own, and has nothing here.

use std::cell::{Cell, RefCell};
use std::net::IpAddr;

use domain::UserId;

use crate::sender::Sender;

pub struct Asking {
    pub address: IpAddr,
    pub sender: Cell<Sender>,
    /// Whose account the request is about, for the security log.
    pub account: RefCell<Option<(UserId, String)>>,
}

tokio::task_local! {
    static ASKING: Asking;
}

impl Asking {
    /// Awaits the work on a request that came from this address. No `async fn`: its future would hold the work twice.
    pub fn scope<T>(address: IpAddr, work: impl Future<Output = T>) -> impl Future<Output = T> {
        let sender = Cell::new(Sender::Address(address));
        ASKING.scope(Asking { address, sender, account: RefCell::new(None) }, work)
    }

    /// What `look` tells of the request that this task works on, if it works on one.
    pub fn with<T>(look: impl FnOnce(&Asking) -> T) -> Option<T> {
        ASKING.try_with(look).ok()
    }
}
