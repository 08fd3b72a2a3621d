//! An estimate and its versions, as they are answered.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::estimate::Model,
    ids::{EstimateId, PatientId},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    features::corrections::Voided,
    foundation::http::{fields::Quantity, signature::data_url},
};

/// A Good Faith Estimate. Roles that may not see signatures get null for them.
#[derive(Debug, Serialize, ToSchema)]
pub struct Estimate {
    #[schema(value_type = i64)]
    pub id: EstimateId,
    #[schema(value_type = i64)]
    patient_id: PatientId,
    /// The version; sent back as `If-Match` it keeps a change from overwriting another one.
    pub version: i32,
    pt_name: String,
    pt_dob: NaiveDate,
    prov_name: String,
    est_date: NaiveDate,
    #[schema(required)]
    pt_sig: Option<String>,
    pt_sig_date: NaiveDate,
    #[schema(required)]
    prov_sig: Option<String>,
    prov_sig_date: NaiveDate,
    #[schema(required)]
    expected_duration: Option<String>,
    #[schema(required)]
    notes: Option<String>,
    #[schema(required)]
    face_service: Option<String>,
    #[schema(required)]
    face_unit_cost: Option<Quantity>,
    #[schema(required)]
    face_qty: Option<Quantity>,
    #[schema(required)]
    face_sessions: Option<String>,
    #[schema(required)]
    face_sessions_custom: Option<i32>,
    face_subtotal: Quantity,
    #[schema(required)]
    hair_service: Option<String>,
    #[schema(required)]
    hair_unit_cost: Option<Quantity>,
    #[schema(required)]
    hair_qty: Option<Quantity>,
    #[schema(required)]
    hair_sessions: Option<String>,
    #[schema(required)]
    hair_sessions_custom: Option<i32>,
    hair_subtotal: Quantity,
    #[schema(required)]
    hands_service: Option<String>,
    #[schema(required)]
    hands_unit_cost: Option<Quantity>,
    #[schema(required)]
    hands_qty: Option<Quantity>,
    #[schema(required)]
    hands_sessions: Option<String>,
    #[schema(required)]
    hands_sessions_custom: Option<i32>,
    hands_subtotal: Quantity,
    #[schema(required)]
    neck_service: Option<String>,
    #[schema(required)]
    neck_unit_cost: Option<Quantity>,
    #[schema(required)]
    neck_qty: Option<Quantity>,
    #[schema(required)]
    neck_sessions: Option<String>,
    #[schema(required)]
    neck_sessions_custom: Option<i32>,
    neck_subtotal: Quantity,
    #[schema(required)]
    other_service: Option<String>,
    #[schema(required)]
    other_unit_cost: Option<Quantity>,
    #[schema(required)]
    other_qty: Option<Quantity>,
    #[schema(required)]
    other_sessions: Option<String>,
    #[schema(required)]
    other_sessions_custom: Option<i32>,
    other_subtotal: Quantity,
    grand_total: Quantity,
    created_at: DateTime<Utc>,
    /// When this version was written.
    updated_at: DateTime<Utc>,
    /// By whom; null for a version from before this was stored.
    #[schema(required)]
    updated_by: Option<String>,
    /// Shown to every role; the picture is not.
    pt_is_signed: bool,
    /// Null for a signature from before this was stored.
    #[schema(required)]
    pt_signed_at: Option<DateTime<Utc>>,
    prov_is_signed: bool,
    #[schema(required)]
    prov_signed_at: Option<DateTime<Utc>>,
    /// Who was signed in when the provider's signature was given, with the name of that moment.
    #[schema(required)]
    prov_signed_by: Option<String>,
    /// Who voided the estimate, when and why; null while it counts.
    #[schema(required)]
    voided: Option<Voided>,
}

/// A version of an estimate in the list of them.
#[derive(Debug, Serialize, ToSchema)]
pub struct EstimateVersion {
    version: i32,
    written_at: DateTime<Utc>,
    /// With the name of that moment; null for a version from before this was stored.
    #[schema(required)]
    written_by: Option<String>,
    grand_total: Quantity,
    pt_is_signed: bool,
    prov_is_signed: bool,
    /// The fields that differ from the version before.
    changed: Vec<String>,
}

impl EstimateVersion {
    /// A version, and the fields that differ from the one before.
    pub fn from_model(row: Model, changed: Vec<&'static str>) -> Self {
        Self {
            version: row.version,
            written_at: row.updated_at,
            written_by: row.writer.map(|writer| writer.name),
            grand_total: Quantity(row.grand_total),
            pt_is_signed: row.pt_sig.is_some(),
            prov_is_signed: row.prov_sig.is_some(),
            changed: changed.into_iter().map(str::to_owned).collect(),
        }
    }
}

impl Estimate {
    pub fn from_model(row: Model, with_signatures: bool, voided: Option<Voided>) -> Self {
        let picture = |png: Option<Vec<u8>>| png.filter(|_| with_signatures).map(|png| data_url(&png));
        Self {
            id: row.estimate_id(),
            patient_id: row.patient_id,
            version: row.version,
            pt_name: row.pt_name,
            pt_dob: row.pt_dob,
            prov_name: row.prov_name,
            est_date: row.est_date,
            pt_is_signed: row.pt_sig.is_some(),
            pt_signed_at: row.pt_signed_at,
            prov_is_signed: row.prov_sig.is_some(),
            prov_signed_at: row.prov_signed_at,
            prov_signed_by: row.prov_signer.map(|signer| signer.name),
            updated_by: row.writer.map(|writer| writer.name),
            pt_sig: picture(row.pt_sig),
            pt_sig_date: row.pt_sig_date,
            prov_sig: picture(row.prov_sig),
            prov_sig_date: row.prov_sig_date,
            expected_duration: row.expected_duration,
            notes: row.notes,
            face_service: row.face_service,
            face_unit_cost: row.face_unit_cost.map(Quantity),
            face_qty: row.face_qty.map(Quantity),
            face_sessions: row.face_sessions,
            face_sessions_custom: row.face_sessions_custom,
            face_subtotal: Quantity(row.face_subtotal),
            hair_service: row.hair_service,
            hair_unit_cost: row.hair_unit_cost.map(Quantity),
            hair_qty: row.hair_qty.map(Quantity),
            hair_sessions: row.hair_sessions,
            hair_sessions_custom: row.hair_sessions_custom,
            hair_subtotal: Quantity(row.hair_subtotal),
            hands_service: row.hands_service,
            hands_unit_cost: row.hands_unit_cost.map(Quantity),
            hands_qty: row.hands_qty.map(Quantity),
            hands_sessions: row.hands_sessions,
            hands_sessions_custom: row.hands_sessions_custom,
            hands_subtotal: Quantity(row.hands_subtotal),
            neck_service: row.neck_service,
            neck_unit_cost: row.neck_unit_cost.map(Quantity),
            neck_qty: row.neck_qty.map(Quantity),
            neck_sessions: row.neck_sessions,
            neck_sessions_custom: row.neck_sessions_custom,
            neck_subtotal: Quantity(row.neck_subtotal),
            other_service: row.other_service,
            other_unit_cost: row.other_unit_cost.map(Quantity),
            other_qty: row.other_qty.map(Quantity),
            other_sessions: row.other_sessions,
            other_sessions_custom: row.other_sessions_custom,
            other_subtotal: Quantity(row.other_subtotal),
            grand_total: Quantity(row.grand_total),
            created_at: row.created_at,
            updated_at: row.updated_at,
            voided,
        }
    }
}
