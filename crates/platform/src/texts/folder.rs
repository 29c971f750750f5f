//! Messages written to a folder where they can be read, for development.

use std::path::{Path, PathBuf};

use crate::Settings;
use crate::texts::gateway::{GatewayError, Sending, TextGateway};
use crate::texts::store::ClaimedText;

pub struct Folder(PathBuf);

impl Folder {
    pub fn new(settings: &Settings) -> Folder {
        Folder(folder(settings))
    }
}

/// The folder messages are written to when there is no gateway.
pub(crate) fn folder(settings: &Settings) -> PathBuf {
    settings.data_dir.join("sms")
}

impl TextGateway for Folder {
    fn send<'a>(&'a self, text: &'a ClaimedText) -> Sending<'a> {
        Box::pin(async {
            let written = write_file(&self.0, text).await;
            written.map_err(|error| GatewayError::Later(error.to_string()))
        })
    }
}

async fn write_file(folder: &Path, text: &ClaimedText) -> std::io::Result<()> {
    let content = format!("To: +{}\nDate: {}\n\n{}\n", text.recipient, text.created, text.content);
    let (folder, name) = (folder.to_owned(), format!("{:013}-{:06}.txt", text.created.millis(), text.id));
    let write = move || {
        std::fs::create_dir_all(&folder)?;
        // Whoever looks into the folder finds whole messages only.
        let unfinished = folder.join(format!(".{name}"));
        std::fs::write(&unfinished, content)?;
        std::fs::rename(unfinished, folder.join(name))
    };
    tokio::task::spawn_blocking(write).await.map_err(std::io::Error::other)?
}
