//! The mark: a croisette, the cross-shaped copper ingot that was Katanga's money.

/// Path data in a 24×24 box; fill it by the even-odd rule. The same drawing as in the web app.
pub const CROISETTE: &str = "M2.4 6.2 6.2 2.4q1.4 3.2 5.8 3.2t5.8-3.2l3.8 3.8q-3.2 1.4-3.2 5.8t3.2 5.8l-3.8 3.8q-1.4-3.2-5.8-3.2t-5.8 3.2l-3.8-3.8q3.2-1.4 3.2-5.8T2.4 6.2ZM12 9.4 9.4 12l2.6 2.6 2.6-2.6Z";
