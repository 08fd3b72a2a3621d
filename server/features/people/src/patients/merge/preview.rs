//! Shows what a merge would combine: both records, and how much was recorded about each.

use chrono::{DateTime, Utc};
use entity::{clinic::patient, ids::PatientId};
use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{super::record::PatientRecord, LockMode, both, sql};
use base::{
    error::{Error, Result},
    permission::{Access, PatientMerge},
};
use http_api::{Json, Path, state::App};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(preview_merge))
}

/// Two records of one person before they are merged.
#[derive(Debug, Serialize, ToSchema)]
struct MergePreview {
    survivor: MergeSide,
    other: MergeSide,
}

/// One of the two records.
#[derive(Debug, Serialize, ToSchema)]
struct MergeSide {
    patient: PatientRecord,
    records: RecordCounts,
}

/// How much was recorded about a patient, by kind.
#[derive(Debug, Serialize, ToSchema, FromQueryResult)]
pub(super) struct RecordCounts {
    appointments: i64,
    exams: i64,
    treatments: i64,
    consents: i64,
    estimates: i64,
    notes: i64,
    alerts: i64,
    /// Answers about allergies, medications, conditions and pregnancy.
    clinical_answers: i64,
    loyalty_entries: i64,
    points: i64,
}

impl RecordCounts {
    /// Counts what was recorded under these ids, since that time or ever.
    pub(super) async fn load(tx: &ClinicTx, ids: &[PatientId], since: Option<DateTime<Utc>>) -> Result<Self> {
        let counts = Self::find_by_statement(sql::counts(ids, since)).one(tx).await?;
        counts.ok_or_else(|| Error::Internal("a count left no row".to_owned()))
    }
}

impl MergeSide {
    async fn load(tx: &ClinicTx, patient: patient::Model) -> Result<Self> {
        let merged = patient::Entity::find().select_only().column(patient::Column::Id);
        let merged: Vec<PatientId> =
            merged.filter(patient::Column::MergedInto.eq(patient.id)).into_tuple().all(tx).await?;
        Ok(Self {
            records: RecordCounts::load(tx, &[vec![patient.id], merged].concat(), None).await?,
            patient: PatientRecord::for_access(tx, Access::Full, patient).await?,
        })
    }
}

/// Shows what merging another patient into this one would combine. Changes nothing.
#[utoipa::path(get, path = "/api/patients/{id}/merge/{other}", tag = "patients",
    params(("id" = i64, Path), ("other" = i64, Path)), responses((status = OK, body = MergePreview)))]
async fn preview_merge(
    ctx: Ctx<PatientMerge>,
    Path((id, other)): Path<(PatientId, PatientId)>,
) -> Result<Done<Json<MergePreview>>> {
    let (survivor, other) = both(&ctx.tx, id, other, LockMode::None).await?;
    let subject = Subject::patients([survivor.id, other.id]);
    let preview = MergePreview {
        survivor: MergeSide::load(&ctx.tx, survivor).await?,
        other: MergeSide::load(&ctx.tx, other).await?,
    };
    ctx.done(subject, Json(preview)).await
}
