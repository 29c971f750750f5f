//! Search by words that forgives accents, case, word order, unfinished words, and one typing error a word.

pub mod model;
pub mod store;
