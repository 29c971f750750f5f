//! The cashier: a task beside the server that does what falls due, whoever looks. Asks providers about payments, releases
//! holds that nobody paid for, pays back what is owed. Several may share one database: what one claims is leased to it.

mod asking;
mod claims;
mod refunding;
mod rounds;
mod store;
