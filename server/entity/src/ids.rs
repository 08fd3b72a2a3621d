//! The ids of rows, each a type of its own, so that two cannot be swapped:
//!
//! ```compile_fail,E0308
//! use entity::ids::{MemberId, PatientId};
//!
//! fn discharge(patient: PatientId, by: MemberId) {}
//!
//! discharge(MemberId::from(1), PatientId::from(2));
//! ```
//!
//! In JSON, in an address and in the database they are numbers. Ids that no function passes on stay `i64`: those of
//! the audit and its seals, of jobs, and of rows that are only read by their member or clinic. So does
//! [`Signer::id`](crate::clinic::Signer::id), which is a member's or a patient's.

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
    /// A member of the team.
    MemberId
    /// A patient.
    PatientId
}
