//! What stands in a cell.

use domain::{Day, Hour};

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cell<'a> {
    /// Whatever people have typed: never a formula.
    Text(&'a str),
    Number(f64),
    /// A moment as the clocks of a town show it.
    Moment(Day, Hour),
    Empty,
}
