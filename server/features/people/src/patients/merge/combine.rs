//! The merge itself.

use std::collections::BTreeMap;

use entity::{
    clinic::{clinical_answer, patient, patient_merge},
    ids::PatientId,
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect,
    sea_query::Expr,
};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    super::{
        change::remember,
        fields::{changes, set, value},
        record::PatientRecord,
    },
    LockMode, both,
};
use base::{
    error::{Error, Result},
    permission::{Access, PatientMerge},
};
use http_api::{Json, Path, deserialize_fields, fields::Field, state::App};
use tenancy::{Change, ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(merge_patient))
}

/// The merge of two records of one person.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PatientMerging {
    /// The patient whose records move into the survivor's record.
    other_id: PatientId,
    /// The version of the survivor that was seen.
    version: Version,
    /// The version of the other patient that was seen.
    other_version: Version,
    /// The fields that take the other patient's value, by their names in the call that changes a patient.
    from_other: Option<FieldNames>,
}

/// The version of a record.
#[derive(ToSchema)]
#[schema(value_type = i32)]
struct Version(i32);

impl Field for Version {
    fn parse(value: &Value) -> Result<Self, String> {
        let version = value.as_i64().and_then(|version| version.try_into().ok());
        version.map(Self).ok_or_else(|| "must be the version that was read".to_owned())
    }
}

/// Names of fields.
#[derive(Default, ToSchema)]
#[schema(value_type = Vec<String>, max_items = 30)]
struct FieldNames(Vec<String>);

impl Field for FieldNames {
    fn parse(value: &Value) -> Result<Self, String> {
        let names = value.as_array().filter(|names| names.len() <= 30);
        let names = names.and_then(|names| names.iter().map(|name| name.as_str().map(str::to_owned)).collect());
        names.map(Self).ok_or_else(|| "must be a list of fields".to_owned())
    }
}
deserialize_fields!(Version, FieldNames);

/// Merges another patient into this one: this record then shows everything recorded under both, and the other one points to it.
#[utoipa::path(post, path = "/api/patients/{id}/merge", tag = "patients", params(("id" = i64, Path)),
    responses((status = OK, body = PatientRecord)))]
async fn merge_patient(
    ctx: Ctx<PatientMerge>,
    Path(id): Path<PatientId>,
    Json(wanted): Json<PatientMerging>,
) -> Result<Done<Json<PatientRecord>>> {
    ctx.require_fresh_proof()?;
    let (survivor, other) = both(&ctx.tx, id, wanted.other_id, LockMode::Update).await?;
    if (survivor.version, other.version) != (wanted.version.0, wanted.other_version.0) {
        return Err(Error::Stale);
    }
    refuse_archiving(&survivor, &other)?;
    let mut row = survivor.clone();
    let before = take(&mut row, &other, wanted.from_other.unwrap_or_default().0)?;
    let merge = patient_merge::ActiveModel {
        survivor_id: Set(id),
        merged_id: Set(other.id),
        member_id: Set(ctx.member.id),
        member_name: Set(ctx.member.full_name()),
        merged_at: Set(ctx.now),
        taken: Set(patient_merge::MergedFields(taken(&row, &before))),
        fields: Set(patient_merge::MergedFields(before)),
        last_answer_id: Set(last_answer(&ctx.tx, id).await?),
        ..Default::default()
    };
    merge.insert(&ctx.tx).await?;
    let mut changes = changes(&survivor, &row);
    let merged = format!("{}, number {}", other.full_name(), other.id);
    changes.extend(Change::between("merged", None, Some(&merged)));
    row.version += 1;
    let row = row.into_active_model().reset_all().update(&ctx.tx).await?;
    let (other_id, other_version) = (other.id, other.version);
    let mut leading = other.into_active_model();
    leading.merged_into = Set(Some(id));
    leading.version = Set(other_version + 1);
    leading.update(&ctx.tx).await?;
    move_records(&ctx.tx, other_id, id).await?;
    remember(&ctx.tx, id, &ctx.member, ctx.now, &changes).await?;
    let record = PatientRecord::for_access(&ctx.tx, Access::Full, row).await?;
    ctx.done(Subject::patients([id, other_id]).changed(changes), Json(record)).await
}

/// Refuses to merge an active record into an archived one.
fn refuse_archiving(survivor: &patient::Model, other: &patient::Model) -> Result<()> {
    if survivor.archived_at.is_none() || other.archived_at.is_some() {
        return Ok(());
    }
    let (kept, active) = (survivor.full_name(), other.full_name());
    let sentence = format!(
        "The record of {kept}, number {}, is archived. Keep that of {active}, number {}, or restore the archived one first.",
        survivor.id, other.id
    );
    Err(Error::conflict("survivor_archived", sentence))
}

/// Points the patients merged into the other one to the survivor as well, so that a record is never reached over a chain of
/// merges.
async fn move_records(tx: &ClinicTx, other: PatientId, survivor: PatientId) -> Result<()> {
    let carried = patient::Entity::update_many().filter(patient::Column::MergedInto.eq(other));
    carried.col_expr(patient::Column::MergedInto, Expr::value(survivor)).exec(tx).await?;
    Ok(())
}

/// Copies these fields from the other patient to the survivor. Returns their former values.
fn take(
    survivor: &mut patient::Model,
    other: &patient::Model,
    fields: Vec<String>,
) -> Result<BTreeMap<String, Option<String>>> {
    let mut before = BTreeMap::new();
    for field in fields {
        let from = value(survivor, &field);
        if !set(survivor, &field, value(other, &field)) {
            return Err(Error::field("from_other", "must be a list of fields"));
        }
        // This also covers equal values: undoing an earlier merge then keeps the value, which this patient has too.
        before.insert(field, from);
    }
    Ok(before)
}

/// The present values of these fields.
fn taken(survivor: &patient::Model, fields: &BTreeMap<String, Option<String>>) -> BTreeMap<String, Option<String>> {
    fields.keys().map(|field| (field.clone(), value(survivor, field))).collect()
}

/// The id of the survivor's newest clinical answer to any question; 0 if there is none.
async fn last_answer(tx: &ClinicTx, id: PatientId) -> Result<i64> {
    use clinical_answer::{Column, Entity};
    let newest: Option<Option<i64>> = Entity::find()
        .select_only()
        .column_as(Column::Id.max(), "newest")
        .filter(Column::PatientId.eq(id))
        .into_tuple()
        .one(tx)
        .await?;
    Ok(newest.flatten().unwrap_or_default())
}
