//! Texts to phones: by a provider that understands Twilio's API, or as files where none is configured.

mod length;
mod number;
mod provider;

use std::path::PathBuf;

pub use length::{TextLength, length};
pub use number::international;
use uuid::Uuid;

use self::provider::Provider;
use crate::foundation::config::texts::{TextKeys, Texts};

/// Why a text was not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SendError {
    /// Texts cannot be sent to this number.
    Number,
    /// The number has told the provider that it wants no texts.
    Stopped,
    Refused,
    /// Nothing was accepted; it can be tried again.
    OutOfReach,
    /// Whether it was accepted is not known.
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

    /// The key with which the provider signs what it reports; none without a provider.
    pub fn keys(&self) -> Option<&TextKeys> {
        match &self.transport {
            Transport::Provider(provider) => Some(provider.keys()),
            Transport::Folder(_) => None,
        }
    }

    /// Sends a text of the clinic with this subdomain; `callback` is told what becomes of it. Returns the provider's own name of it.
    ///
    /// # Errors
    /// When it was not sent, or that is not known.
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
