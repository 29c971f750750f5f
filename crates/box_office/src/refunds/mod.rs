//! Money that is owed to buyers until their provider has paid it back. A payment has one refund at most.

pub mod store;

pub use store::Refund;
