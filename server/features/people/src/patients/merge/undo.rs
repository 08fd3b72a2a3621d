//! Lists the records that were merged into one, and undoes a merge.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{patient, patient_merge},
    ids::PatientId,
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, Condition, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect, Select,
    sea_query::{Expr, LockType},
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    super::{change::remember, existing, fields::changes, record::PatientRecord},
    LockMode,
    counts::RecordCounts,
    restored::{SplitPoints, points_apart, restored},
    rests,
    tree::{below, merges_within},
};
use base::{
    error::{Error, Result},
    permission::{Access, PatientMerge},
};
use http_api::{Json, Path, state::App};
use tenancy::{Change, ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_merges)).routes(routes!(preview_undo)).routes(routes!(undo_merge))
}

/// How long a merge can be undone.
const UNDONE_WITHIN: TimeDelta = TimeDelta::days(30);

/// The most merges that are listed.
const MAX_ROWS: u64 = 100;

/// A record that was merged into another one.
#[derive(Debug, Serialize, ToSchema)]
struct MergedPatient {
    patient_id: PatientId,
    first_name: String,
    last_name: String,
    /// The name of the member who merged it.
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
    let rows = current.order_by_desc(Column::Id).limit(MAX_ROWS).all(&ctx.tx).await?;
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

/// The effects of undoing a merge.
#[derive(Debug, Serialize, ToSchema)]
struct UndoPreview {
    /// What was recorded under the other patient's id, which returns to that record.
    returns: RecordCounts,
    /// What was recorded in the survivor's record since the merge, which stays there.
    stays: RecordCounts,
    /// The survivor's points after the undo.
    survivor_points: i64,
    /// The other patient's points after the undo.
    other_points: i64,
    /// The fields of the survivor that return to former values.
    fields: Vec<Change>,
    /// A sentence that says why the merge cannot be undone; null if it can be.
    refusal: Option<String>,
}

/// Shows what undoing a merge would restore, and what would stay. Changes nothing.
#[utoipa::path(get, path = "/api/patients/{id}/merges/{other}", tag = "patients",
    params(("id" = i64, Path), ("other" = i64, Path)), responses((status = OK, body = UndoPreview)))]
async fn preview_undo(
    ctx: Ctx<PatientMerge>,
    Path((id, other)): Path<(PatientId, PatientId)>,
) -> Result<Done<Json<UndoPreview>>> {
    let merged = Merged::find(&ctx.tx, id, other, LockMode::None).await?;
    let apart = merged.points(&ctx.tx).await?;
    let resting = rests::refusal(&ctx.tx, &merged.all, &merged.going, ctx.clinic.time_zone).await?;
    let staying: Vec<_> = merged.all.iter().filter(|one| !merged.going.contains(one)).copied().collect();
    let row = restored(&ctx.tx, &merged.merge, &merged.survivor, &merged.other).await?;
    let preview = UndoPreview {
        returns: RecordCounts::load(&ctx.tx, &merged.going, None).await?,
        stays: RecordCounts::load(&ctx.tx, &staying, Some(merged.merge.merged_at)).await?,
        survivor_points: apart.survivor,
        other_points: apart.other,
        fields: changes(&merged.survivor, &row),
        refusal: merged.too_late(ctx.now).or(resting).or(apart.refusal),
    };
    ctx.done(Subject::patients([id, other]), Json(preview)).await
}

/// Undoes a merge within 30 days. The other record is restored with everything recorded under its id, and the survivor's fields
/// return to their former values unless a member has changed them since. Refused while a treatment of one was recorded with the
/// exam of the other and is not void, and when points of both were used together. Returns the other record.
#[utoipa::path(post, path = "/api/patients/{id}/merges/{other}/undo", tag = "patients",
    params(("id" = i64, Path), ("other" = i64, Path)), responses((status = OK, body = PatientRecord)))]
async fn undo_merge(
    ctx: Ctx<PatientMerge>,
    Path((id, other)): Path<(PatientId, PatientId)>,
) -> Result<Done<Json<PatientRecord>>> {
    ctx.require_fresh_proof()?;
    let merged = Merged::find(&ctx.tx, id, other, LockMode::Update).await?;
    if let Some(sentence) = merged.too_late(ctx.now) {
        return Err(Error::conflict("undo_expired", sentence));
    }
    if let Some(sentence) = rests::refusal(&ctx.tx, &merged.all, &merged.going, ctx.clinic.time_zone).await? {
        return Err(Error::conflict("exam_shared", sentence));
    }
    if let Some(sentence) = merged.points(&ctx.tx).await?.refusal {
        return Err(Error::conflict("points_used", sentence));
    }
    let Merged { survivor, other, merge, going, .. } = merged;
    let mut row = restored(&ctx.tx, &merge, &survivor, &other).await?;
    let mut changes = changes(&survivor, &row);
    let name = format!("{}, number {}", other.full_name(), other.id);
    changes.extend(Change::between("merged", Some(&name), None));
    row.version += 1;
    row.into_active_model().reset_all().update(&ctx.tx).await?;
    let (other_id, version) = (other.id, other.version);
    let mut back = other.into_active_model();
    back.merged_into = Set(None);
    back.version = Set(version + 1);
    let back = back.update(&ctx.tx).await?;
    // Patients who were merged into the other one earlier point to it again.
    let carried = patient::Entity::update_many().filter(patient::Column::Id.is_in(going));
    let carried = carried.filter(patient::Column::Id.ne(other_id));
    carried.col_expr(patient::Column::MergedInto, Expr::value(other_id)).exec(&ctx.tx).await?;
    let mut merge = merge.into_active_model();
    merge.undone_at = Set(Some(ctx.now));
    merge.undone_by = Set(Some(ctx.member.full_name()));
    merge.update(&ctx.tx).await?;
    remember(&ctx.tx, id, &ctx.member, ctx.now, &changes).await?;
    let record = PatientRecord::for_access(&ctx.tx, Access::Full, back).await?;
    ctx.done(Subject::patients([id, other_id]).changed(changes), Json(record)).await
}

/// A merge that is in force, with both patients.
struct Merged {
    survivor: patient::Model,
    other: patient::Model,
    merge: patient_merge::Model,
    /// The survivor and all patients whose records it includes.
    all: Vec<PatientId>,
    /// The patients among these who leave: the other one and those merged into it before.
    going: Vec<PatientId>,
}

impl Merged {
    /// Locks all patients of the survivor's record in the order of their ids, as everywhere.
    ///
    /// Fails if a patient does not exist, the two are not merged, or the other one came with a third one.
    async fn find(tx: &ClinicTx, id: PatientId, other: PatientId, lock: LockMode) -> Result<Self> {
        let both = [id, other];
        let wanted = Condition::any().add(patient::Column::Id.is_in(both)).add(patient::Column::MergedInto.eq(id));
        let rows: Select<_> = patient::Entity::find().filter(wanted).order_by_asc(patient::Column::Id);
        let rows = if lock == LockMode::Update { rows.lock(LockType::NoKeyUpdate) } else { rows };
        let rows: Vec<patient::Model> = rows.all(tx).await?;
        let all: Vec<_> = rows.iter().map(|row| row.id).collect();
        let find = |id| rows.iter().find(|row| row.id == id).cloned().ok_or(Error::NotFound);
        let (survivor, other) = (find(id)?, find(other)?);
        if other.merged_into != Some(id) {
            return Err(Error::conflict("not_merged", "These two records are not merged."));
        }
        let merges = merges_within(tx, id).await?;
        let going = [vec![other.id], below(&merges, other.id)].concat();
        let merge = merges.into_iter().find(|merge| merge.merged_id == other.id);
        let merge = merge.ok_or_else(|| Error::Internal("a merged patient without its merge".to_owned()))?;
        if merge.survivor_id != id {
            let sentence = format!(
                "This record came with number {}, into which it had been merged. Undo the merge of that one first.",
                merge.survivor_id
            );
            return Err(Error::conflict("came_with_another", sentence));
        }
        Ok(Self { survivor, other, merge, all, going })
    }

    fn too_late(&self, now: DateTime<Utc>) -> Option<String> {
        let sentence = "These records were merged more than 30 days ago. That can no longer be undone.";
        (self.merge.merged_at + UNDONE_WITHIN < now).then(|| sentence.to_owned())
    }

    async fn points(&self, tx: &ClinicTx) -> Result<SplitPoints> {
        points_apart(tx, &self.merge, &self.going, &self.survivor, &self.other).await
    }
}
