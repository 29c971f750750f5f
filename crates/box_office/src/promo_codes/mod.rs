//! Promo codes as the desk knows them: a discount for who knows them.

pub mod model;
pub mod store;
