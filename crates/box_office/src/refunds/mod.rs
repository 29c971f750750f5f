//! Refunds and what holders ask for, as they are stored. A payment has several at most as its tickets are paid back one
//! by one, and never more than was paid.

pub mod model;
pub mod requests;
pub mod store;
