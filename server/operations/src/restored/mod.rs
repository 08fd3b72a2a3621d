//! The steps after all clinics were restored to an earlier time: reopened sessions and links are closed, mails that may
//! have been sent since are held back, and the registry is compared with the placements.

mod close;
mod compare;

pub use self::{
    close::{Closed, Options, close},
    compare::{Mismatch, compare},
};

use chrono::{DateTime, SecondsFormat, Utc};

use super::clinic_ops::ClinicOpsError;

/// The period whose records are lost: from the restored time until the last write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LostTime {
    pub from: DateTime<Utc>,
    pub until: DateTime<Utc>,
}

impl LostTime {
    pub fn new(from: DateTime<Utc>, until: DateTime<Utc>, now: DateTime<Utc>) -> Result<Self, ClinicOpsError> {
        if until < from {
            return Err(ClinicOpsError::Refused("--until lies before --from".to_owned()));
        }
        if until > now {
            return Err(ClinicOpsError::Refused("--until lies in the future".to_owned()));
        }
        Ok(Self { from, until })
    }

    /// The period as the clinic's activity log shows it.
    fn in_words(self) -> String {
        let time = |moment: DateTime<Utc>| moment.to_rfc3339_opts(SecondsFormat::Secs, true);
        format!("missing: {} to {}", time(self.from), time(self.until))
    }
}
