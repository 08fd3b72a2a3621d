use chrono::{DateTime, Utc};
use sea_orm::{
    Order, QueryOrder,
    entity::prelude::*,
    sea_query::{ExprTrait as _, Func, SimpleExpr},
};

use super::patient;
use crate::{
    Relation,
    ids::{EstimateId, MemberId, PatientId},
};

/// A version of a Good Faith Estimate. Inserted, never changed: a change is a new version.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "estimate")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: EstimateId,
    pub patient_id: PatientId,
    /// The number of the version.
    pub version: i32,
    pub pt_name: String,
    pub pt_dob: Date,
    pub prov_name: String,
    pub est_date: Date,
    pub pt_sig: Option<Vec<u8>>,
    pub pt_sig_date: Date,
    pub prov_sig: Option<Vec<u8>>,
    pub prov_sig_date: Date,
    pub expected_duration: Option<String>,
    pub notes: Option<String>,
    pub face_service: Option<String>,
    pub face_unit_cost: Option<Decimal>,
    pub face_qty: Option<Decimal>,
    pub face_sessions: Option<String>,
    pub face_sessions_custom: Option<i32>,
    pub face_subtotal: Decimal,
    pub hair_service: Option<String>,
    pub hair_unit_cost: Option<Decimal>,
    pub hair_qty: Option<Decimal>,
    pub hair_sessions: Option<String>,
    pub hair_sessions_custom: Option<i32>,
    pub hair_subtotal: Decimal,
    pub hands_service: Option<String>,
    pub hands_unit_cost: Option<Decimal>,
    pub hands_qty: Option<Decimal>,
    pub hands_sessions: Option<String>,
    pub hands_sessions_custom: Option<i32>,
    pub hands_subtotal: Decimal,
    pub neck_service: Option<String>,
    pub neck_unit_cost: Option<Decimal>,
    pub neck_qty: Option<Decimal>,
    pub neck_sessions: Option<String>,
    pub neck_sessions_custom: Option<i32>,
    pub neck_subtotal: Decimal,
    pub other_service: Option<String>,
    pub other_unit_cost: Option<Decimal>,
    pub other_qty: Option<Decimal>,
    pub other_sessions: Option<String>,
    pub other_sessions_custom: Option<i32>,
    pub other_subtotal: Decimal,
    pub grand_total: Decimal,
    pub created_by: MemberId,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// The id of the first version, which identifies the estimate. `None` in the first version itself.
    pub root_id: Option<EstimateId>,
    /// The author of this version at that moment. `None` for rows from before this was stored.
    pub writer: Option<super::Signer>,
    /// SHA-256 of this version with its signatures. `None` for rows from before digests were stored.
    pub content_digest: Option<Vec<u8>>,
    pub pt_signed_at: Option<DateTime<Utc>>,
    pub pt_signer: Option<super::Signer>,
    /// SHA-256 of the content that the patient's signature covers.
    pub pt_digest: Option<Vec<u8>>,
    pub prov_signed_at: Option<DateTime<Utc>>,
    pub prov_signer: Option<super::Signer>,
    /// SHA-256 of the content that the provider's signature covers.
    pub prov_digest: Option<Vec<u8>>,
}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// The id of the estimate, the same for all its versions.
    pub fn estimate_id(&self) -> EstimateId {
        self.root_id.unwrap_or(self.id)
    }
}

impl Entity {
    /// The id of the estimate, the same for all its versions, for a query.
    pub fn root() -> SimpleExpr {
        Func::coalesce([Column::RootId.into_expr(), Column::Id.into_expr()]).into()
    }

    /// A patient's estimates, newest first. The versions of each estimate are newest first, too.
    pub fn of_patient(patient_id: PatientId) -> Select<Self> {
        Self::find()
            .filter(Column::PatientId.in_subquery(patient::Entity::ids_of(patient_id)))
            .order_by(Self::root(), Order::Desc)
            .order_by_desc(Column::Version)
    }

    /// The versions of an estimate, newest first.
    pub fn versions(estimate_id: EstimateId) -> Select<Self> {
        Self::find().filter(Self::root().eq(estimate_id)).order_by_desc(Column::Version)
    }
}
