//! Databases filled with what is invented, written in sets: the tables as the product itself would have filled them.

pub mod events;
pub mod people;
