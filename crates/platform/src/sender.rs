//! Whose request a task works on, so that shared pools can serve people in turns. It is known wherever the request's own
//! task is; work in other tasks is the house's own.

use std::net::IpAddr;

use domain::UserId;

use crate::asking::Asking;

/// Who takes a part of what is shared: a person who is signed in, the network address of a visitor, or the house itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sender {
    House,
    Address(IpAddr),
    Person(UserId),
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
