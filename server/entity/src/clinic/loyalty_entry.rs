use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{LoyaltyEntryId, MemberId, PatientId, TreatmentId},
    words::LoyaltyKind,
};

/// An entry of the points ledger. Inserted, never changed: another entry reverses it.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "loyalty_entry")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: LoyaltyEntryId,
    pub patient_id: PatientId,
    /// Negative if the entry takes points.
    pub points: i32,
    /// The service that earned the points. `None` for every other kind.
    pub service: Option<String>,
    /// The treatment that earned the points. Each treatment earns once.
    pub treatment_id: Option<TreatmentId>,
    pub created_at: DateTime<Utc>,
    pub kind: LoyaltyKind,
    pub reason: Option<String>,
    /// The member who gave the treatment or made the entry. `None` for expired points, and for entries from before this was stored.
    pub member_id: Option<MemberId>,
    /// The entry that this one reverses. Each entry is reversed at most once.
    pub reverses_id: Option<LoyaltyEntryId>,
    /// The entry whose points have expired.
    pub expires_id: Option<LoyaltyEntryId>,
}

impl ActiveModelBehavior for ActiveModel {}
