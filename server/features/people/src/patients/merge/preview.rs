//! Shows what a merge would combine: both records, and how much was recorded about each.

use entity::{clinic::patient, ids::PatientId};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{super::record::PatientRecord, LockMode, both, counts::RecordCounts};
use base::{
    error::Result,
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
