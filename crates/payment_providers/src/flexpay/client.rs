//! What every call to FlexPay needs.

use http_client::HttpClient;

use super::NAME;
use super::settings::{Settings, bare_token};
use crate::exchange::Caller;

/// It has no `Debug`, because it holds the token.
pub struct FlexPay {
    pub(super) settings: Settings,
    pub(super) caller: Caller,
}

impl FlexPay {
    pub fn new(settings: Settings, client: HttpClient) -> FlexPay {
        let token = bare_token(&settings.token).to_owned();
        FlexPay { settings: Settings { token, ..settings }, caller: Caller { provider: NAME, client } }
    }
}
