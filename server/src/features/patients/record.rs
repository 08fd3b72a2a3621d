//! One patient's record: everything a clinic keeps about the person beside what is clinical.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{member, patient},
    ids::{MemberId, PatientId},
    words::MailStopReason,
};
use sea_orm::{EntityTrait, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::api::Patient;
use crate::foundation::{
    error::Result,
    http::{Json, Path},
    permission::{Access, PatientRead},
    state::App,
    tenancy::{ClinicTx, Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_patient))
}

/// A patient's record. Roles with limited access see the id and the names; the rest is null.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PatientRecord {
    #[serde(flatten)]
    patient: Patient,
    #[schema(required)]
    contact: Option<Contact>,
    #[schema(required)]
    archived: Option<Archived>,
    /// The patient whose record holds this one's since both were merged.
    #[schema(required, value_type = Option<i64>)]
    merged_into: Option<PatientId>,
}

/// How to reach a patient, and whom else.
#[expect(clippy::struct_excessive_bools, reason = "each way to reach a patient is a field of its own")]
#[derive(Debug, Serialize, ToSchema)]
struct Contact {
    #[schema(required)]
    street: Option<String>,
    #[schema(required)]
    city: Option<String>,
    #[schema(required)]
    state: Option<String>,
    #[schema(required)]
    postal_code: Option<String>,
    #[schema(required)]
    emergency_name: Option<String>,
    #[schema(required)]
    emergency_relation: Option<String>,
    #[schema(required)]
    emergency_phone: Option<String>,
    /// Who answers for a minor.
    #[schema(required)]
    guardian_name: Option<String>,
    #[schema(required)]
    guardian_relation: Option<String>,
    #[schema(required)]
    referral_source: Option<String>,
    may_email: bool,
    may_text: bool,
    may_call: bool,
    /// Whether the patient wants to hear of offers; everything else is about their own visits.
    may_market: bool,
    /// Why the e-mail address gets no mail, until it is changed or confirmed.
    #[schema(required)]
    mail_stopped: Option<MailStopReason>,
}

/// Who archived a patient, when and why.
#[derive(Debug, Serialize, ToSchema)]
struct Archived {
    at: DateTime<Utc>,
    #[schema(required)]
    by: Option<String>,
    #[schema(required)]
    reason: Option<String>,
}

impl PatientRecord {
    /// The record as this much access shows it.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub(super) async fn for_access(tx: &ClinicTx, access: Access, row: patient::Model) -> Result<Self> {
        let full = access == Access::Full;
        let archived = match row.archived_at.filter(|_| full) {
            Some(at) => {
                Some(Archived { at, by: member_name(tx, row.archived_by).await?, reason: row.archive_reason.clone() })
            }
            None => None,
        };
        let contact = if full { Some(Contact::from_model(&row, super::mail_stop(tx, &row).await?)) } else { None };
        Ok(Self {
            contact,
            archived,
            merged_into: row.merged_into,
            patient: Patient::for_access(access, row.into()),
        })
    }
}

impl Contact {
    fn from_model(row: &patient::Model, mail_stopped: Option<MailStopReason>) -> Self {
        Self {
            street: row.street.clone(),
            city: row.city.clone(),
            state: row.state.clone(),
            postal_code: row.postal_code.clone(),
            emergency_name: row.emergency_name.clone(),
            emergency_relation: row.emergency_relation.clone(),
            emergency_phone: row.emergency_phone.clone(),
            guardian_name: row.guardian_name.clone(),
            guardian_relation: row.guardian_relation.clone(),
            referral_source: row.referral_source.clone(),
            may_email: row.may_email,
            may_text: row.may_text,
            may_call: row.may_call,
            may_market: row.may_market,
            mail_stopped,
        }
    }
}

async fn member_name(tx: &ClinicTx, id: Option<MemberId>) -> Result<Option<String>> {
    let Some(id) = id else { return Ok(None) };
    let name: Option<(String, String)> = member::Entity::find_by_id(id)
        .select_only()
        .columns([member::Column::FirstName, member::Column::LastName])
        .into_tuple()
        .one(tx)
        .await?;
    Ok(name.map(|(first, last)| format!("{first} {last}")))
}

/// Shows a patient. One who was merged says into whose record.
#[utoipa::path(get, path = "/api/patients/{id}", tag = "patients", params(("id" = i64, Path)), responses((status = OK, body = PatientRecord)))]
async fn show_patient(ctx: Ctx<PatientRead>, Path(id): Path<PatientId>) -> Result<Done<Json<PatientRecord>>> {
    let patient = super::any(&ctx.tx, id).await?;
    let record = PatientRecord::for_access(&ctx.tx, ctx.access, patient).await?;
    ctx.done(Subject::patient(id), Json(record)).await
}
