//! What the tests stand on, by subject.

mod answers;
mod customer;
mod dice;
#[path = "../../support/engines.rs"]
mod engines;
mod run_folder;
mod server;
mod simulators;
mod waiting;

pub use answers::Answers;
pub use customer::{Customer, Gone, put_on_sale, text};
pub use dice::Dice;
pub(crate) use engines::both_engines;
pub use engines::{Engine, fresh_schema};
pub use run_folder::{RunFolder, Said};
pub use server::Server;
pub use simulators::{Simulators, Which};
pub use waiting::TEST_TIMEOUT;
