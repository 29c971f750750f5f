//! The payment providers that are set, ready to be called.

use std::sync::Arc;

use domain::Clock;
use http_client::{CallError, HttpClient};
use payment_providers::Provider;
use payment_providers::cinetpay::CinetPay;
use payment_providers::flexpay::FlexPay;
use payment_providers::pawapay::PawaPay;

use crate::config::{Config, ProviderSettings};

/// In the order of preference; none where the sandbox plays.
pub fn providers(config: &Config, clock: &Arc<dyn Clock>) -> Result<Vec<Arc<dyn Provider>>, CallError> {
    if config.payments.is_empty() {
        return Ok(Vec::new());
    }
    let client = HttpClient::new()?;
    let made = config.payments.iter().cloned().map(|settings| -> Arc<dyn Provider> {
        let (client, clock) = (client.clone(), clock.clone());
        match settings {
            ProviderSettings::Pawapay(settings) => Arc::new(PawaPay::new(settings, client, clock)),
            ProviderSettings::Flexpay(settings) => Arc::new(FlexPay::new(settings, client)),
            ProviderSettings::Cinetpay(settings) => Arc::new(CinetPay::new(settings, client, clock)),
        }
    });
    Ok(made.collect())
}
