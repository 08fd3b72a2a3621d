//! The ids of rows. Each id has its own type, so that two ids cannot be swapped:
//!
//! ```compile_fail,E0308
//! use entity::ids::{MemberId, PatientId};
//!
//! fn discharge(patient: PatientId, by: MemberId) {}
//!
//! discharge(MemberId::from(1), PatientId::from(2));
//! ```
//!
//! In the right order it compiles:
//!
//! ```
//! use entity::ids::{MemberId, PatientId};
//!
//! fn discharge(patient: PatientId, by: MemberId) {}
//!
//! discharge(PatientId::from(2), MemberId::from(1));
//! ```
//!
//! In JSON, in URLs and in the database, ids are numbers. An id that is used only with its own table is an `i64`: ids
//! of the audit and its seals, jobs, notices, links, support grants and sample data. Two more are `i64`:
//! [`Signer::id`](crate::clinic::Signer::id), because it is a member's or a patient's id, and an audit row's
//! `object_ids`, because they are ids of any table.

use serde::{Deserialize, Deserializer, de::Error as _};
use serde_json::Value;

/// The prefix of an error text that is written for the person at the form. Errors of libraries do not have it.
pub const FOR_PEOPLE: &str = "\u{1}";

/// Reads an id from a number, or from its text in a form or a URL.
fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
    .ok_or_else(|| D::Error::custom(format!("{FOR_PEOPLE}must be chosen")))
}

/// Declares the type of an id.
macro_rules! ids {
    ($($(#[$about:meta])* $name:ident)*) => {$(
        $(#[$about])*
        #[derive(
            Debug,
            Clone,
            Copy,
            PartialEq,
            Eq,
            PartialOrd,
            Ord,
            Hash,
            serde::Serialize,
            sea_orm::DeriveValueType,
            utoipa::ToSchema,
        )]
        #[serde(transparent)]
        #[sea_orm(try_getable_array)]
        #[schema(value_type = i64)]
        pub struct $name(i64);

        impl From<i64> for $name {
            fn from(id: i64) -> Self {
                Self(id)
            }
        }

        impl From<$name> for i64 {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl From<$name> for Value {
            fn from(id: $name) -> Self {
                id.0.into()
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                read(deserializer).map(Self)
            }
        }

        impl std::str::FromStr for $name {
            type Err = std::num::ParseIntError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, text: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(text)
            }
        }
    )*};
}

ids! {
    /// An addendum of an exam or of a treatment.
    AddendumId
    /// An entry about an adverse event.
    AdverseEventEntryId
    /// An adverse event.
    AdverseEventId
    /// An API token of another program.
    ApiTokenId
    /// An appointment.
    AppointmentId
    /// A charge to a patient.
    ChargeId
    /// A patient's dispute of the charges of a visit.
    ChargeDisputeId
    /// Days on which the clinic is closed.
    ClosureId
    /// A consent issued to a patient, and its signature.
    ConsentId
    /// A text from which consents are issued.
    ConsentTemplateId
    /// Days on which a director is away.
    DirectorAbsenceId
    /// A printed record, or an export of a patient's whole record.
    DocumentId
    /// An emergency access to a patient's record.
    EmergencyAccessId
    /// The deadline for issuing an estimate.
    EstimateClockId
    /// A Good Faith Estimate, or one version of it: the first version has the estimate's id.
    EstimateId
    /// A version of an estimate as it was issued.
    EstimateIssueId
    /// A patient's question about an estimate.
    EstimateQuestionId
    /// A Good Faith Exam.
    ExamId
    /// A text from which exams are made.
    ExamTemplateId
    /// A follow-up, due some days after a visit.
    FollowUpId
    /// An import of clients from a file.
    ImportBatchId
    InboundTextId
    /// A tablet that a patient has been handed.
    KioskSessionId
    /// An entry of the points ledger.
    LoyaltyEntryId
    /// What a service earns.
    LoyaltyRuleId
    /// A member of the team.
    MemberId
    /// A patient.
    PatientId
    /// A note about a patient.
    PatientNoteId
    /// A former version of a note.
    PatientNoteVersionId
    /// The protocol of a service, in all its versions.
    ProtocolId
    /// The next version of a protocol, which is not signed yet.
    ProtocolDraftId
    /// A director's override for a provider and a day.
    ProtocolOverrideId
    /// A version of a protocol that a director has signed.
    ProtocolVersionId
    /// A record of any kind. A separate value names the kind.
    RecordId
    /// A room or a device.
    ResourceId
    /// A service of the clinic's catalog.
    ServiceId
    /// A row of the clinic's own subscriptions, not the subscription at Stripe.
    SubscriptionId
    /// A blocked time.
    TimeBlockId
    /// A treatment, and its approval.
    TreatmentId
    /// A return of a treatment to its provider.
    TreatmentReturnId
    /// A person on the waitlist.
    WaitlistEntryId
}

/// A checkout that somebody started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, sea_orm::DeriveValueType)]
pub struct AttemptId(uuid::Uuid);

impl From<uuid::Uuid> for AttemptId {
    fn from(id: uuid::Uuid) -> Self {
        Self(id)
    }
}

impl sea_orm::TryFromU64 for AttemptId {
    /// The database assigns no such id.
    fn try_from_u64(_: u64) -> Result<Self, sea_orm::DbErr> {
        Err(sea_orm::DbErr::ConvertFromU64("AttemptId"))
    }
}

impl std::str::FromStr for AttemptId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

impl std::fmt::Display for AttemptId {
    fn fmt(&self, text: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(text)
    }
}
