//! What the tests stand on, by subject.

mod dice;
#[path = "../../support/engines.rs"]
mod engines;
mod place;
mod server;
mod waiting;

pub use dice::Dice;
pub use engines::Engine;
pub(crate) use engines::both_engines;
pub use place::{Place, Said};
pub use server::Server;
pub use waiting::PATIENCE;
