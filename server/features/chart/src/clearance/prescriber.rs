//! The members who may sign an exam: their credential is in the clinic's settings, and their license is valid today.

use chrono::NaiveDate;
use entity::{
    clinic::{clearance_setting, member},
    words::{Credential, UsState},
};
use serde::Serialize;
use utoipa::ToSchema;

use base::error::Error;

/// Why a member may not sign an exam.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SigningRefusal {
    /// The settings do not name the member's credential, or the member has none.
    CredentialNotAllowed,
    /// The license's number, state or last day is missing.
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

/// A problem with a member's license.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LicenseProblem {
    /// Its number, state or last day is missing.
    Missing,
    Expired,
}

/// A valid license.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct License {
    pub number: String,
    pub state: UsState,
    pub expires_on: NaiveDate,
}

impl License {
    /// The member's license, which is valid through its last day.
    pub fn of_member(row: &member::Model, today: NaiveDate) -> Result<Self, LicenseProblem> {
        if row.license_expires_on.is_some_and(|expires_on| expires_on < today) {
            return Err(LicenseProblem::Expired);
        }
        match (row.license_number.clone(), row.license_state, row.license_expires_on) {
            (Some(number), Some(state), Some(expires_on)) => Ok(Self { number, state, expires_on }),
            _ => Err(LicenseProblem::Missing),
        }
    }
}

/// A member's credential and license, as a signature stores them.
#[derive(Debug, Clone)]
pub struct Prescriber {
    pub credential: Credential,
    pub license_number: String,
    pub license_state: UsState,
    pub license_expires_on: NaiveDate,
}

impl Prescriber {
    /// The member as a prescriber.
    pub fn of_member(
        row: &member::Model,
        settings: &clearance_setting::Model,
        today: NaiveDate,
    ) -> Result<Self, SigningRefusal> {
        let allowed = row.credential.filter(|credential| settings.credentials.contains(credential));
        let credential = allowed.ok_or(SigningRefusal::CredentialNotAllowed)?;
        let license = License::of_member(row, today).map_err(|problem| match problem {
            LicenseProblem::Missing => SigningRefusal::LicenseMissing,
            LicenseProblem::Expired => SigningRefusal::LicenseExpired,
        })?;
        Ok(Self {
            credential,
            license_number: license.number,
            license_state: license.state,
            license_expires_on: license.expires_on,
        })
    }
}
