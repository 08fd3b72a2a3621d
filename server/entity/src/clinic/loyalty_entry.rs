use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{LoyaltyEntryId, MemberId, PatientId, TreatmentId};
use crate::words::LoyaltyKind;

/// An entry of the points ledger. Inserted, never changed: another entry takes it back.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "loyalty_entry")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: LoyaltyEntryId,
    pub patient_id: PatientId,
    /// Less than zero when it takes points.
    pub points: i32,
    /// The service that earned them; none for every other kind.
    pub service: Option<String>,
    /// The treatment that earned it; each treatment earns once.
    pub treatment_id: Option<TreatmentId>,
    pub created_at: DateTime<Utc>,
    pub kind: LoyaltyKind,
    pub reason: Option<String>,
    /// Who gave the treatment or made the entry; none for what expired, and for entries from before this was stored.
    pub member_id: Option<MemberId>,
    /// The entry that this one takes back; each is taken back once.
    pub reverses_id: Option<LoyaltyEntryId>,
    /// The entry whose points have expired.
    pub expires_id: Option<LoyaltyEntryId>,
}

impl ActiveModelBehavior for ActiveModel {}
