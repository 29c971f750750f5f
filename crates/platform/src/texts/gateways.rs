//! Which gateway takes a message, by the way that it goes.

use std::sync::Arc;

use crate::Settings;
use crate::text_settings::SmsStyle;
use crate::texts::TextChannel;
use crate::texts::africas_talking::AfricasTalking;
use crate::texts::folder::Folder;
use crate::texts::gateway::{GatewayError, TextGateway};
use crate::texts::http_gateway::HttpGateway;
use crate::texts::store::ClaimedText;
use crate::texts::whatsapp::WhatsApp;
use http_client::HttpClient;

/// A cheap handle.
#[derive(Clone)]
pub struct TextGateways {
    sms: Option<Arc<dyn TextGateway>>,
    whatsapp: Option<Arc<dyn TextGateway>>,
}

impl TextGateways {
    pub fn new(settings: &Settings) -> TextGateways {
        let texts = &settings.texts;
        let Ok(client) = HttpClient::new() else { return TextGateways { sms: None, whatsapp: None } };
        let sms = texts.sms.clone().map(|sms| -> Arc<dyn TextGateway> {
            match sms.style {
                SmsStyle::AfricasTalking => Arc::new(AfricasTalking::new(sms, client.clone())),
                SmsStyle::Get | SmsStyle::Post => Arc::new(HttpGateway::new(sms, client.clone())),
            }
        });
        let whatsapp = texts.whatsapp.clone();
        let whatsapp = whatsapp.map(|whatsapp| Arc::new(WhatsApp::new(whatsapp, client)) as Arc<dyn TextGateway>);
        let is_folder = texts.to_folder && !texts.has_gateway();
        let folder = is_folder.then(|| Arc::new(Folder::new(settings)) as Arc<dyn TextGateway>);
        TextGateways { sms: sms.or(folder), whatsapp }
    }

    /// The ways a message can take, the usual one first.
    pub fn channels(&self) -> Vec<TextChannel> {
        let sms = self.sms.as_ref().map(|_| TextChannel::Sms);
        sms.into_iter().chain(self.whatsapp.as_ref().map(|_| TextChannel::WhatsApp)).collect()
    }

    pub(crate) async fn send(&self, text: &ClaimedText) -> Result<(), GatewayError> {
        let gateway = match text.channel {
            TextChannel::Sms => &self.sms,
            TextChannel::WhatsApp => &self.whatsapp,
        };
        match gateway {
            Some(gateway) => gateway.send(text).await,
            None => Err(GatewayError::Later("no gateway is set for it".to_owned())),
        }
    }
}
