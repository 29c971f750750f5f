//! What is known of the request that a task works on: where it came from, and who asks once that is known, so that shared
//! pools can serve people in turns. Work in other tasks is the house's own, and has nothing here.

use std::cell::{Cell, RefCell};
use std::net::IpAddr;

use domain::UserId;

/// Who takes a part of what is shared: a person who is signed in, the network address of a visitor, or the house itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sender {
    House,
    Address(IpAddr),
    Person(UserId),
}

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

impl Sender {
    /// Whose request this task works on.
    pub fn current() -> Sender {
        Asking::with(|asking| asking.sender.get()).unwrap_or(Sender::House)
    }

    /// The network address that this task's request came from, whoever is signed in.
    pub(crate) fn address() -> Option<IpAddr> {
        Asking::with(|asking| asking.address)
    }

    /// Notes that the person is known from now on.
    pub(crate) fn is_person(user: UserId) {
        Asking::with(|asking| asking.sender.set(Sender::Person(user)));
    }
}
