//! The command line: `bench [--check] [SECTION…]`.

use crate::server::ServerKind;
use crate::{Failure, SECTIONS};

pub enum Arguments {
    Measure(Measure),
    /// Not for people: the benchmark starts itself once more as the server it measures.
    Serve(ServerKind),
}

#[derive(Default)]
pub struct Measure {
    /// Whether a missed goal is a failure.
    pub check: bool,
    sections: Vec<String>,
}

impl Measure {
    pub fn wants(&self, section: &str) -> bool {
        self.sections.is_empty() || self.sections.iter().any(|name| name == section)
    }
}

impl Arguments {
    pub fn read(arguments: impl Iterator<Item = String>) -> Result<Arguments, Failure> {
        let mut measure = Measure::default();
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            match &*argument {
                "--check" => measure.check = true,
                "--serve" => return ServerKind::read(arguments).map(Arguments::Serve),
                name if SECTIONS.iter().any(|(section, _)| *section == name) => measure.sections.push(argument),
                other => {
                    let sections: Vec<&str> = SECTIONS.iter().map(|(section, _)| *section).collect();
                    return Err(
                        format!("unknown argument {other:?}; usage: bench [--check] [{}]", sections.join("|")).into()
                    );
                }
            }
        }
        Ok(Arguments::Measure(measure))
    }
}
