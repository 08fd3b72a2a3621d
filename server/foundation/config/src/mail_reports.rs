//! The keys that sign reports about mails.

use base64::{Engine, engine::general_purpose::STANDARD};

use super::{BadSetting, bad, optional};

/// A key in the form of Standard Webhooks: `whsec_` and 24 to 64 bytes in base64. Never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct ReportKey(Vec<u8>);

impl std::fmt::Debug for ReportKey {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("ReportKey")
    }
}

impl ReportKey {
    /// `None` if the text is malformed.
    pub fn read(text: &str) -> Option<Self> {
        let bytes = STANDARD.decode(text.trim().strip_prefix("whsec_")?).ok()?;
        (24..=64).contains(&bytes.len()).then_some(Self(bytes))
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// `MAIL_WEBHOOK_SECRET`: one key, or several with commas during a rotation. Without a key no report is accepted.
    pub fn from_env() -> Result<Vec<Self>, BadSetting> {
        let Some(list) = optional("MAIL_WEBHOOK_SECRET")? else { return Ok(Vec::new()) };
        Self::read_all(&list).ok_or_else(|| {
            bad("MAIL_WEBHOOK_SECRET", "must be whsec_ and 24 to 64 bytes in base64, or several with commas")
        })
    }

    fn read_all(list: &str) -> Option<Vec<Self>> {
        list.split(',').map(Self::read).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_long_enough_and_is_not_printed() {
        let good = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        assert_eq!(ReportKey::read_all(&format!("{good}, {good}")).map(|keys| keys.len()), Some(2));
        for bad in ["", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_c2hvcnQ=", "whsec_!", "whsec_x,,"] {
            assert!(ReportKey::read_all(bad).is_none(), "{bad}");
        }
        assert_eq!(format!("{:?}", ReportKey::read(good).unwrap()), "ReportKey");
    }
}
