//! One trait for whoever takes a message to a telephone.

use std::pin::Pin;

use crate::texts::store::ClaimedText;
use http_client::CallAnswer;

/// Why a message did not leave. Reasons go to the log: they hold no part of an answer, which may repeat the code.
#[derive(Debug, PartialEq, Eq)]
pub enum GatewayError {
    /// No gateway will ever take it: there is no such telephone.
    Refused(String),
    Later(String),
}

pub type Sending<'a> = Pin<Box<dyn Future<Output = Result<(), GatewayError>> + Send + 'a>>;

/// Takes messages to telephones.
pub trait TextGateway: Send + Sync {
    fn send<'a>(&'a self, text: &'a ClaimedText) -> Sending<'a>;
}

/// What an answer says by its status alone. A refusal may be mended by the operator, so it is tried again.
pub fn by_status(answer: &CallAnswer) -> Result<(), GatewayError> {
    if answer.status.is_success() {
        Ok(())
    } else {
        Err(GatewayError::Later(format!("the gateway answers {}", answer.status.as_u16())))
    }
}
