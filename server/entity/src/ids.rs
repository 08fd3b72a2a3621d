//! The ids of rows. Each has its own type, so that two cannot be swapped:
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
//! In JSON, in an address and in the database they are numbers. An id that stays with its own table is an `i64`: of the
//! audit and its seals, jobs, notices, links, support grants, sample data. Two more are `i64`:
//! [`Signer::id`](crate::clinic::Signer::id), because it is a member's or a patient's, and an audit row's `object_ids`,
//! because they are of any table.

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
            serde::Deserialize,
            sea_orm::DeriveValueType,
        )]
        #[serde(transparent)]
        #[sea_orm(try_getable_array)]
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

        impl From<$name> for serde_json::Value {
            fn from(id: $name) -> Self {
                id.0.into()
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
    /// A token of another program.
    ApiTokenId
    /// An appointment.
    AppointmentId
    /// What a patient was charged.
    ChargeId
    /// That a patient disputes the charges of a visit.
    ChargeDisputeId
    /// Days on which the clinic is closed.
    ClosureId
    /// A consent issued to a patient, and its signature.
    ConsentId
    /// A text that consents are issued from.
    ConsentTemplateId
    /// Days on which a director is away.
    DirectorAbsenceId
    /// A printed record, or an export of a patient's whole record.
    DocumentId
    /// An emergency access to a patient's record.
    EmergencyAccessId
    /// The time in which an estimate is to be issued.
    EstimateClockId
    /// A Good Faith Estimate, or one version of it: the first version has the estimate's id.
    EstimateId
    /// A version of an estimate as it was issued.
    EstimateIssueId
    /// What a patient asks about an estimate.
    EstimateQuestionId
    /// A Good Faith Exam.
    ExamId
    /// A text that exams are made from.
    ExamTemplateId
    /// A follow-up, due some days after a visit.
    FollowUpId
    /// An import of clients from a file.
    ImportBatchId
    /// A tablet in a patient's hands.
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
    /// The protocol of a service, in all its versions.
    ProtocolId
    /// The next version of a protocol, which nobody has signed yet.
    ProtocolDraftId
    /// A director's override for a provider and a day.
    ProtocolOverrideId
    /// A version of a protocol that a director has signed.
    ProtocolVersionId
    /// A room or a device.
    ResourceId
    /// A service of the clinic's catalogue.
    ServiceId
    /// A row of the clinic's own subscriptions, not the subscription at Stripe.
    SubscriptionId
    /// A time that is kept free.
    TimeBlockId
    /// A treatment, and its approval.
    TreatmentId
    /// A return of a treatment to its provider.
    TreatmentReturnId
    /// Somebody who waits for a time.
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
    /// The database assigns none.
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
