//! Search that forgives: accents, case, word order, beginnings of words, and one slip of the thumb.

pub mod model;
pub mod store;
