//! The settings for texts to phones.

use std::{collections::BTreeMap, path::PathBuf};

use super::{BadSetting, bad, optional, stripe_keys::Secret};

/// The destination of texts.
#[derive(Debug, Clone)]
pub struct Texts {
    /// The keys of the provider. Without keys, texts are files in the folder.
    pub keys: Option<TextKeys>,
    /// `SMS_DIR`. Default `.data/texts`.
    pub folder: PathBuf,
}

/// A provider with Twilio's API, and the account there.
#[derive(Debug, Clone)]
pub struct TextKeys {
    /// `SMS_URL`: `https://api.twilio.com`, for instance.
    pub url: String,
    /// `SMS_ACCOUNT`.
    pub account: String,
    /// `SMS_TOKEN`. The provider also signs its reports with this token.
    pub token: Secret,
    /// `SMS_FROM`: the number that texts come from.
    pub from: String,
    /// `SMS_FROM_CLINICS`: the numbers of clinics with their own number, by subdomain.
    pub from_by_clinic: BTreeMap<String, String>,
}

impl TextKeys {
    /// The number that a clinic's texts come from.
    pub fn from_of(&self, subdomain: &str) -> &str {
        self.from_by_clinic.get(subdomain).unwrap_or(&self.from)
    }
}

impl Texts {
    /// Fails when some of the provider's settings are missing, or its address is not encrypted.
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
            from_by_clinic: match optional("SMS_FROM_CLINICS")? {
                None => BTreeMap::new(),
                Some(list) => numbers(&list).ok_or_else(|| {
                    bad("SMS_FROM_CLINICS", "must be like glow=+15550100001,aurelle=+15550100002, each clinic once")
                })?,
            },
        };
        if format!("{}/{}", keys.url, keys.account).parse::<axum::http::Uri>().is_err() {
            return Err(bad("SMS_URL", "or SMS_ACCOUNT is malformed"));
        }
        Ok(Self { keys: Some(keys), folder })
    }
}

/// Parses `glow=+15550100001,aurelle=+15550100002`. `None` if the list is malformed.
fn numbers(list: &str) -> Option<BTreeMap<String, String>> {
    let mut numbers = BTreeMap::new();
    for pair in list.split(',') {
        let (subdomain, number) = pair.trim().split_once('=')?;
        let digits = number.strip_prefix('+')?;
        let is_number = (8..=15).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        let is_name = !subdomain.is_empty()
            && subdomain.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        if !is_number || !is_name || numbers.insert(subdomain.to_owned(), number.to_owned()).is_some() {
            return None;
        }
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn each_clinic_has_one_number_in_full() {
        let two = numbers("glow=+15550100001, aurelle=+15550100002").unwrap();
        assert_eq!((two.len(), two["aurelle"].as_str()), (2, "+15550100002"));
        // Two clinics of one owner may share a number.
        assert!(numbers("glow=+15550100001,aurelle=+15550100001").is_some());
        for bad in [
            "",
            "glow",
            "glow=",
            "glow=5550100001",
            "glow=+1555",
            "=+15550100001",
            "Glow=+15550100001",
            "glow=+15550100001,glow=+15550100002",
            "glow=+15550100001,",
        ] {
            assert!(numbers(bad).is_none(), "{bad}");
        }
    }
}
