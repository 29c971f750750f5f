//! What organisers steer the sale with, and buyers open it by: promo codes and hidden ticket types.

pub mod hidden_types;
pub mod promo_codes;
