//! Who may sign an exam: a member whose credential the clinic's settings name, with a license that counts today.

use chrono::NaiveDate;
use entity::{
    clinic::{clearance_setting, member},
    words::{Credential, UsState},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::foundation::error::Error;

/// Why a member may not sign an exam.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SigningRefusal {
    /// The settings do not name the member's credential, or the member has none.
    CredentialNotAllowed,
    /// The license's number, state or last day is not known.
    LicenseMissing,
    LicenseExpired,
}

impl From<SigningRefusal> for Error {
    fn from(refusal: SigningRefusal) -> Self {
        match refusal {
            SigningRefusal::CredentialNotAllowed => Self::Refused {
                code: "credential_not_allowed",
                sentence: "Your credential does not allow you to sign an exam at this clinic. A prescriber must sign it.",
            },
            SigningRefusal::LicenseMissing => Self::Refused {
                code: "license_missing",
                sentence: "An exam is signed with a license. Ask whoever manages the team to enter its number, state and \
                     expiry for you.",
            },
            SigningRefusal::LicenseExpired => Self::Refused {
                code: "license_expired",
                sentence: "Your license has expired, so you cannot sign an exam. Ask whoever manages the team to enter the \
                     renewed one.",
            },
        }
    }
}

/// A member's credential and license, as a signature keeps them.
#[derive(Debug, Clone)]
pub struct Prescriber {
    pub credential: Credential,
    pub license_number: String,
    pub license_state: UsState,
    pub license_expires_on: NaiveDate,
}

impl Prescriber {
    /// # Errors
    /// Why this member may not sign.
    pub fn of_member(
        row: &member::Model,
        settings: &clearance_setting::Model,
        today: NaiveDate,
    ) -> Result<Self, SigningRefusal> {
        let allowed = row.credential.filter(|credential| settings.credentials.contains(credential));
        let credential = allowed.ok_or(SigningRefusal::CredentialNotAllowed)?;
        let (Some(license_number), Some(license_state), Some(license_expires_on)) =
            (row.license_number.clone(), row.license_state, row.license_expires_on)
        else {
            return Err(SigningRefusal::LicenseMissing);
        };
        if license_expires_on < today {
            return Err(SigningRefusal::LicenseExpired);
        }
        Ok(Self { credential, license_number, license_state, license_expires_on })
    }
}
