//! The fixed sets of words that columns hold, each as an enum. The tables' check constraints list the same words, and a
//! test compares both (`http-tests/src/tenancy/enums.rs`). Some sets are also on the wire, with the same words.

mod account;
mod adverse_events;
mod api;
mod audit;
mod billing;
mod clinical;
mod estimate_clocks;
mod estimates;
mod imports;
mod messages;
mod registry;
mod settings;
mod state;
mod team;

pub use account::{AccountChange, LinkKind};
pub use adverse_events::{AdverseEventEntryKind, AdverseEventKind, AdverseEventStatus, Severity};
pub use api::ApiScope;
pub use audit::{ActorKind, EmergencyAssessment, Outcome};
pub use billing::{
    BillingNoticeKind, CheckoutKind, CheckoutState, Cycle, EventState, PaymentMethod, PlanId, StatusSource,
    SubscriptionStatus,
};
pub use clinical::{
    AppointmentEventKind, AppointmentStatus, BookingAnswer, BookingMode, ClearanceDecision, ClearanceStatus,
    ClinicalAnswer, ClinicalKind, ConsentEventKind, DocumentKind, DocumentProblem, ExamMode, ExamText, LoyaltyKind,
    NoteKind, PartOfDay, ResourceKind, ReturnAnswer, ServiceName, SignedKind, TreatmentType, WaitlistStatus,
};
pub use estimate_clocks::{ClockCause, ClockEnding, Coverage};
pub use estimates::{EstimateChange, EstimateGiven};
pub use imports::{DateOrder, ImportChoice, ImportEncoding, ImportField, ImportKept, ImportScope, ImportState};
pub use messages::{MailStopReason, MessageChannel, MessageKind, MessageReason, MessageStatus, TextStopReason};
pub use registry::{ClinicStatus, FormerReason, HoldReason, MoveReason, PlacementKind};
pub use settings::{AuditHeads, FindingList, MissingConsents, Module, SecondFactor, Uncleared};
pub use state::UsState;
pub use team::{Credential, Department, MemberStatus, Role};

/// Declares sets of words. Each word is written once: the column stores it, JSON holds it, and `as_str` returns it. The
/// macro takes the word as `tt`, because utoipa does not see a `literal` in an attribute.
macro_rules! words {
    ($($(#[$about:meta])* pub enum $name:ident {
        $($(#[$note:meta])* $variant:ident = $word:tt),* $(,)?
    })*) => {$(
        $(#[$about])*
        #[derive(
            Clone,
            Copy,
            Debug,
            PartialEq,
            Eq,
            Hash,
            sea_orm::EnumIter,
            sea_orm::DeriveActiveEnum,
            serde::Serialize,
            serde::Deserialize,
            utoipa::ToSchema,
        )]
        #[sea_orm(rs_type = "String", db_type = "Text")]
        pub enum $name {
            $($(#[$note])* #[sea_orm(string_value = $word)] #[serde(rename = $word)] $variant,)*
        }

        impl $name {
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }
    )*};
}
use words;
