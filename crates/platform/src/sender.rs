//! Whose request a task works on, so that shared pools can serve people in turns. It is known wherever the request's own
//! task is; work in other tasks is the house's own.

use std::cell::Cell;
use std::net::IpAddr;

use domain::UserId;

/// Who takes a part of what is shared: a person who is signed in, the network address of a visitor, or the house itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sender {
    House,
    Address(IpAddr),
    Person(UserId),
}

tokio::task_local! {
    static SENDER: Cell<Sender>;
    static ADDRESS: IpAddr;
}

impl Sender {
    /// Awaits the work on a request that came from this address.
    pub(crate) async fn scope<T>(address: IpAddr, work: impl Future<Output = T>) -> T {
        ADDRESS.scope(address, SENDER.scope(Cell::new(Sender::Address(address)), work)).await
    }

    /// Whose request this task works on.
    pub fn current() -> Sender {
        SENDER.try_with(Cell::get).unwrap_or(Sender::House)
    }

    /// The network address that this task's request came from, whoever is signed in.
    pub(crate) fn address() -> Option<IpAddr> {
        ADDRESS.try_with(|address| *address).ok()
    }

    /// Notes that the person is known from now on.
    pub(crate) fn is_person(user: UserId) {
        let _ = SENDER.try_with(|sender| sender.set(Sender::Person(user)));
    }
}
