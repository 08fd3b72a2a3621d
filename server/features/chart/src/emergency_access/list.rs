//! The emergency accesses, for those who read the log, and those that no Medical Director has assessed.

use axum::http::HeaderMap;
use chrono::{DateTime, Utc};
use entity::{
    clinic::emergency_access::{Column, Entity, Model},
    ids::{EmergencyAccessId, PatientId},
    words::EmergencyAssessment,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{error::Result, permission::AuditRead};
use http_api::{Json, Page, Query, page::next_link, state::App};
use people::patients;
use tenancy::{ClinicTx, Ctx, Done, Member, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_emergency_accesses))
}

/// How many accesses a page shows by default.
const DEFAULT_LIMIT: u64 = 50;

/// The most accesses that the first page after sign-in lists.
const MAX_TO_ASSESS: u64 = 50;

/// An emergency access.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct EmergencyAccess {
    id: EmergencyAccessId,
    patient_id: PatientId,
    patient_name: String,
    /// The member's name and role at the time.
    member_name: String,
    member_role: String,
    reason: String,
    opened_at: DateTime<Utc>,
    /// When it ended or will end.
    ends_at: DateTime<Utc>,
    /// Whether the signed-in member opened it, who then cannot assess it.
    is_own: bool,
    /// Null until a Medical Director has assessed it.
    assessment: Option<EmergencyAssessment>,
    assessment_note: Option<String>,
    assessed_by: Option<String>,
    assessed_at: Option<DateTime<Utc>>,
}

/// Adds the patients' names.
pub(super) async fn in_wire(tx: &ClinicTx, reader: &Member, rows: Vec<Model>) -> Result<Vec<EmergencyAccess>> {
    let persons = patients::persons(tx, rows.iter().map(|row| row.patient_id)).await?;
    let to_wire = |row: Model| {
        let person = persons.get(&row.patient_id)?;
        Some(EmergencyAccess {
            id: row.id,
            patient_id: person.id,
            patient_name: person.full_name(),
            member_name: row.member_name,
            member_role: row.member_role,
            reason: row.reason,
            opened_at: row.opened_at,
            ends_at: row.ended_at.unwrap_or(row.ends_at),
            is_own: row.member_id == reader.id,
            assessment: row.assessment,
            assessment_note: row.assessment_note,
            assessed_by: row.assessor_name,
            assessed_at: row.assessed_at,
        })
    };
    Ok(rows.into_iter().filter_map(to_wire).collect())
}

/// Lists the emergency accesses, newest first.
#[utoipa::path(get, path = "/api/emergency-access", tag = "emergency", params(Page), responses((status = OK, body = Vec<EmergencyAccess>)))]
async fn list_emergency_accesses(
    ctx: Ctx<AuditRead>,
    Query(page): Query<Page>,
) -> Result<Done<(HeaderMap, Json<Vec<EmergencyAccess>>)>> {
    let limit = page.limit_or(DEFAULT_LIMIT);
    let mut found = Entity::find().order_by_desc(Column::Id).limit(limit + 1);
    if let Some(after) = page.after {
        found = found.filter(Column::Id.lt(after));
    }
    let mut rows = found.all(&ctx.tx).await?;
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_next = rows.len() > most;
    rows.truncate(most);
    let last = rows.last().filter(|_| has_next).map(|row| row.id);
    let headers = next_link("/api/emergency-access", &[("limit", limit.to_string())], last)?;
    let wire = in_wire(&ctx.tx, &ctx.member, rows).await?;
    let subject = Subject::patients(wire.iter().map(|row| row.patient_id));
    ctx.done(subject, (headers, Json(wire))).await
}

/// An emergency access that a Medical Director has to assess.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccessToAssess {
    id: EmergencyAccessId,
    pub patient_id: PatientId,
    patient_name: String,
    member_name: String,
    opened_at: DateTime<Utc>,
}

/// The accesses that this director has to assess, the oldest first.
pub async fn to_assess(tx: &ClinicTx, director: &Member) -> Result<Vec<AccessToAssess>> {
    let waiting = Entity::find()
        .filter(Column::AssessedAt.is_null())
        .filter(Column::MemberId.ne(director.id))
        .order_by_asc(Column::Id)
        .limit(MAX_TO_ASSESS);
    let rows = in_wire(tx, director, waiting.all(tx).await?).await?;
    let to_wire = |row: EmergencyAccess| AccessToAssess {
        id: row.id,
        patient_id: row.patient_id,
        patient_name: row.patient_name,
        member_name: row.member_name,
        opened_at: row.opened_at,
    };
    Ok(rows.into_iter().map(to_wire).collect())
}
