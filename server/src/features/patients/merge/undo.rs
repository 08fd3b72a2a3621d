//! Which records were merged into one, and taking a merge back.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{patient, patient_merge},
    ids::PatientId,
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::super::{
    any,
    change::remember,
    existing,
    fields::{changes, set, value},
    record::PatientRecord,
};
use crate::foundation::{
    error::{Error, Result},
    http::{Json, Path},
    permission::{Access, PatientMerge},
    state::App,
    tenancy::{Change, ClinicTx, Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_merges)).routes(routes!(undo_merge))
}

/// For how long a merge can be undone.
const UNDONE_WITHIN: TimeDelta = TimeDelta::days(30);

/// The most merges that are listed.
const MOST: u64 = 100;

/// A record that was merged into another one.
#[derive(Debug, Serialize, ToSchema)]
struct MergedPatient {
    #[schema(value_type = i64)]
    patient_id: PatientId,
    first_name: String,
    last_name: String,
    /// Who merged it, by name.
    by: String,
    at: DateTime<Utc>,
    undo_until: DateTime<Utc>,
    may_undo: bool,
}

/// Lists the records that were merged into this one, the newest first.
#[utoipa::path(get, path = "/api/patients/{id}/merges", tag = "patients", params(("id" = i64, Path)),
    responses((status = OK, body = Vec<MergedPatient>)))]
async fn list_merges(ctx: Ctx<PatientMerge>, Path(id): Path<PatientId>) -> Result<Done<Json<Vec<MergedPatient>>>> {
    use patient_merge::{Column, Entity};
    existing(&ctx.tx, id).await?;
    let current = Entity::find().filter(Column::SurvivorId.eq(id)).filter(Column::UndoneAt.is_null());
    let rows = current.order_by_desc(Column::Id).limit(MOST).all(&ctx.tx).await?;
    let names = patient::Entity::find().filter(patient::Column::MergedInto.eq(id)).all(&ctx.tx).await?;
    let to_wire = |merge: &patient_merge::Model| {
        let patient = names.iter().find(|patient| patient.id == merge.merged_id)?;
        let undo_until = merge.merged_at + UNDONE_WITHIN;
        Some(MergedPatient {
            patient_id: patient.id,
            first_name: patient.first_name.clone(),
            last_name: patient.last_name.clone(),
            by: merge.member_name.clone(),
            at: merge.merged_at,
            undo_until,
            may_undo: ctx.now <= undo_until,
        })
    };
    let merged: Vec<_> = rows.iter().filter_map(to_wire).collect();
    let subject = Subject::patients([id].into_iter().chain(merged.iter().map(|one| one.patient_id)));
    ctx.done(subject, Json(merged)).await
}

/// Takes a merge back, within 30 days: the other record is there again with all that was recorded under its id, and the
/// survivor's fields are as before where nobody has changed them since. Answers the other record.
#[utoipa::path(post, path = "/api/patients/{id}/merges/{other}/undo", tag = "patients",
    params(("id" = i64, Path), ("other" = i64, Path)), responses((status = OK, body = PatientRecord)))]
async fn undo_merge(
    ctx: Ctx<PatientMerge>,
    Path((id, other)): Path<(PatientId, PatientId)>,
) -> Result<Done<Json<PatientRecord>>> {
    any(&ctx.tx, id).await?;
    // The merged one first, as `locked_person` does.
    let other = locked(&ctx.tx, other).await?;
    if other.merged_into != Some(id) {
        return Err(Error::conflict("not_merged", "These two records are not merged."));
    }
    let survivor = locked(&ctx.tx, id).await?;
    let merge = current(&ctx.tx, id, other.id).await?;
    if merge.merged_at + UNDONE_WITHIN < ctx.now {
        let sentence = "These records were merged more than 30 days ago. That can no longer be undone.";
        return Err(Error::conflict("undo_expired", sentence));
    }
    let mut row = survivor.clone();
    for (field, before) in &merge.fields.0 {
        if value(&survivor, field) == value(&other, field) {
            set(&mut row, field, before.clone());
        }
    }
    let mut changes = changes(&survivor, &row);
    let merged = format!("{}, number {}", other.full_name(), other.id);
    changes.extend(Change::between("merged", Some(&merged), None));
    row.version += 1;
    row.into_active_model().reset_all().update(&ctx.tx).await?;
    let (other_id, version) = (other.id, other.version);
    let mut back = other.into_active_model();
    back.merged_into = Set(None);
    back.version = Set(version + 1);
    let back = back.update(&ctx.tx).await?;
    let mut merge = merge.into_active_model();
    merge.undone_at = Set(Some(ctx.now));
    merge.undone_by = Set(Some(ctx.member.full_name()));
    merge.update(&ctx.tx).await?;
    remember(&ctx.tx, id, &ctx.member, ctx.now, &changes).await?;
    let record = PatientRecord::for_access(&ctx.tx, Access::Full, back).await?;
    ctx.done(Subject::patients([id, other_id]).changed(changes), Json(record)).await
}

async fn locked(tx: &ClinicTx, id: PatientId) -> Result<patient::Model> {
    patient::Entity::find_by_id(id).lock_exclusive().one(tx).await?.ok_or(Error::NotFound)
}

/// The merge of these two that counts.
async fn current(tx: &ClinicTx, survivor: PatientId, merged: PatientId) -> Result<patient_merge::Model> {
    use patient_merge::{Column, Entity};
    let merge = Entity::find()
        .filter(Column::SurvivorId.eq(survivor))
        .filter(Column::MergedId.eq(merged))
        .filter(Column::UndoneAt.is_null());
    merge.one(tx).await?.ok_or_else(|| Error::Internal("a merged patient without its merge".to_owned()))
}
