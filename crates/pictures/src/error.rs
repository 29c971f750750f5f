//! Why a picture is not there.

use crate::decode::Refusal;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{0}")]
    Refused(Refusal),
    #[error("the picture can't be written: {0}")]
    Encoder(String),
}
