//! The settings for texts to phones.

use std::path::PathBuf;

use super::{BadSetting, bad, optional, stripe_keys::Secret};

/// Where texts go.
#[derive(Debug, Clone)]
pub struct Texts {
    /// Without them, texts are files in the folder.
    pub keys: Option<TextKeys>,
    /// `SMS_DIR`. Default `.data/texts`.
    pub folder: PathBuf,
}

/// A provider that understands Twilio's API, and the account there.
#[derive(Debug, Clone)]
pub struct TextKeys {
    /// `SMS_URL`: `https://api.twilio.com`, for instance.
    pub url: String,
    /// `SMS_ACCOUNT`.
    pub account: String,
    /// `SMS_TOKEN`, with which the provider also signs what it reports.
    pub token: Secret,
    /// `SMS_FROM`: the number that texts come from.
    pub from: String,
}

impl Texts {
    /// # Errors
    /// When some of the provider's settings are missing, or its address is not encrypted.
    pub fn from_env() -> Result<Self, BadSetting> {
        let folder = optional("SMS_DIR")?.unwrap_or_else(|| ".data/texts".into()).into();
        let Some(url) = optional("SMS_URL")? else { return Ok(Self { keys: None, folder }) };
        let is_here = ["http://localhost:", "http://127.0.0.1:"].iter().any(|here| url.starts_with(here));
        if !url.starts_with("https://") && !is_here {
            return Err(bad("SMS_URL", "must begin with https://, or be http on this machine"));
        }
        let needed = |variable| optional(variable)?.ok_or_else(|| bad(variable, "is not set, but SMS_URL is"));
        let keys = TextKeys {
            url: url.trim().to_owned(),
            account: needed("SMS_ACCOUNT")?.trim().to_owned(),
            token: Secret::new(needed("SMS_TOKEN")?.trim()),
            from: needed("SMS_FROM")?.trim().to_owned(),
        };
        if format!("{}/{}", keys.url, keys.account).parse::<axum::http::Uri>().is_err() {
            return Err(bad("SMS_URL", "or SMS_ACCOUNT is malformed"));
        }
        Ok(Self { keys: Some(keys), folder })
    }
}
