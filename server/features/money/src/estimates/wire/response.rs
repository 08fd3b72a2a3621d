//! An estimate and its versions, as returned.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::estimate::Model,
    ids::{EstimateId, PatientId},
};
use serde::Serialize;
use utoipa::ToSchema;

use http_api::{fields::Quantity, signature::data_url};
use people::corrections::Voided;

/// A Good Faith Estimate. Roles that may not see signatures get null for them.
#[derive(Debug, Serialize, ToSchema)]
pub struct Estimate {
    pub id: EstimateId,
    patient_id: PatientId,
    /// The version; sent back as `If-Match` it keeps a change from overwriting another one.
    pub version: i32,
    pt_name: String,
    pt_dob: NaiveDate,
    prov_name: String,
    est_date: NaiveDate,
    pt_sig: Option<String>,
    pt_sig_date: NaiveDate,
    prov_sig: Option<String>,
    prov_sig_date: NaiveDate,
    expected_duration: Option<String>,
    notes: Option<String>,
    face_service: Option<String>,
    face_unit_cost: Option<Quantity>,
    face_qty: Option<Quantity>,
    face_sessions: Option<String>,
    face_sessions_custom: Option<i32>,
    face_subtotal: Quantity,
    hair_service: Option<String>,
    hair_unit_cost: Option<Quantity>,
    hair_qty: Option<Quantity>,
    hair_sessions: Option<String>,
    hair_sessions_custom: Option<i32>,
    hair_subtotal: Quantity,
    hands_service: Option<String>,
    hands_unit_cost: Option<Quantity>,
    hands_qty: Option<Quantity>,
    hands_sessions: Option<String>,
    hands_sessions_custom: Option<i32>,
    hands_subtotal: Quantity,
    neck_service: Option<String>,
    neck_unit_cost: Option<Quantity>,
    neck_qty: Option<Quantity>,
    neck_sessions: Option<String>,
    neck_sessions_custom: Option<i32>,
    neck_subtotal: Quantity,
    other_service: Option<String>,
    other_unit_cost: Option<Quantity>,
    other_qty: Option<Quantity>,
    other_sessions: Option<String>,
    other_sessions_custom: Option<i32>,
    other_subtotal: Quantity,
    grand_total: Quantity,
    created_at: DateTime<Utc>,
    /// When this version was written.
    updated_at: DateTime<Utc>,
    /// Who wrote this version; null for a version from before this was stored.
    updated_by: Option<String>,
    /// Every role sees this; not every role sees the picture.
    pt_is_signed: bool,
    /// Null for a signature from before this was stored.
    pt_signed_at: Option<DateTime<Utc>>,
    prov_is_signed: bool,
    prov_signed_at: Option<DateTime<Utc>>,
    /// The member who was signed in when the provider signed, by the name at the time.
    prov_signed_by: Option<String>,
    /// Who voided the estimate, when and why; null if it is not void.
    voided: Option<Voided>,
}

/// A version in the list of an estimate's versions.
#[derive(Debug, Serialize, ToSchema)]
pub struct EstimateVersion {
    version: i32,
    written_at: DateTime<Utc>,
    /// The member's name at the time; null for a version from before this was stored.
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
