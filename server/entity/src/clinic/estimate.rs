use chrono::{DateTime, Utc};
use sea_orm::{QueryOrder, entity::prelude::*};

/// A Good Faith Estimate.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "estimate")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub patient_id: i64,
    /// Counts the changes.
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
    pub created_by: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}

impl Entity {
    /// A patient's estimates, newest first.
    pub fn of_patient(patient_id: i64) -> Select<Self> {
        Self::find().filter(Column::PatientId.eq(patient_id)).order_by_desc(Column::Id)
    }
}
