//! What follows when all clinics were put back to an earlier moment: what that reopened is closed, mails that may have been sent
//! since are held back, and the registry is compared with the placements.

mod close;
mod compare;
#[cfg(test)]
mod tests;

use chrono::{DateTime, SecondsFormat, Utc};

pub use self::{
    close::{Closed, Options, close},
    compare::{Mismatch, compare},
};
use super::clinic_ops::ClinicOpsError;

/// The time whose records are lost: from the moment that was restored until nobody wrote any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LostTime {
    from: DateTime<Utc>,
    until: DateTime<Utc>,
}

impl LostTime {
    /// # Errors
    /// When it ends before it begins, or has not ended yet.
    pub fn new(from: DateTime<Utc>, until: DateTime<Utc>, now: DateTime<Utc>) -> Result<Self, ClinicOpsError> {
        if until < from {
            return Err(ClinicOpsError::Refused("--until lies before --from".to_owned()));
        }
        if until > now {
            return Err(ClinicOpsError::Refused("--until lies in the future".to_owned()));
        }
        Ok(Self { from, until })
    }

    /// As the clinic's activity log shows it.
    fn in_words(self) -> String {
        let time = |moment: DateTime<Utc>| moment.to_rfc3339_opts(SecondsFormat::Secs, true);
        format!("missing: {} to {}", time(self.from), time(self.until))
    }
}
