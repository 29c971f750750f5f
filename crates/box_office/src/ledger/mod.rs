//! The double-entry ledger: facts about stock and money that are only ever added to. Each is written in the transaction
//! that changes the figures beside it, and the lines of one movement of money add up to zero.

mod store;

pub use store::{ReleasedPlaces, StockChange, Transfer};
