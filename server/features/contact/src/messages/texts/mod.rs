//! Texts to phones: sent by a provider with Twilio's API, or written to files if no provider is configured.

mod length;
mod provider;

pub use length::{TextLength, length};

use std::path::PathBuf;

use uuid::Uuid;

use self::provider::Provider;
use config::texts::{TextKeys, Texts};

/// Why a text was not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SendError {
    /// Texts cannot be sent to this number.
    Number,
    /// The owner of the number has told the provider to send no texts.
    Stopped,
    Refused,
    /// The provider accepted nothing; the text can be retried.
    OutOfReach,
    /// It is not known whether the provider accepted the text.
    Unknown,
}

/// Sends texts. A part of the server's state.
pub struct Texter {
    transport: Transport,
}

enum Transport {
    Provider(Box<Provider>),
    Folder(PathBuf),
}

impl Texter {
    pub fn new(settings: &Texts) -> Self {
        let transport = match &settings.keys {
            Some(keys) => Transport::Provider(Box::new(Provider::new(keys))),
            None => Transport::Folder(settings.folder.clone()),
        };
        Self { transport }
    }

    /// The keys of the provider's account. `None` without a provider.
    pub fn keys(&self) -> Option<&TextKeys> {
        match &self.transport {
            Transport::Provider(provider) => Some(provider.keys()),
            Transport::Folder(_) => None,
        }
    }

    /// Sends a text of the clinic with this subdomain; the provider reports its outcome to `callback`. Returns the provider's id of
    /// the text.
    pub async fn send(
        &self,
        clinic: &str,
        number: &str,
        text: &str,
        callback: &str,
    ) -> Result<Option<String>, SendError> {
        match &self.transport {
            Transport::Provider(provider) => provider.send(clinic, number, text, callback).await.map(Some),
            Transport::Folder(folder) => {
                let file = folder.join(format!("{}.txt", Uuid::new_v4()));
                let words =
                    format!("Not sent: no provider of texts is configured (SMS_URL).\nTo: {number}\n\n{text}\n");
                let made = tokio::fs::create_dir_all(folder).await;
                made.and(tokio::fs::write(file, words).await).map_err(|_| SendError::OutOfReach)?;
                Ok(None)
            }
        }
    }
}
