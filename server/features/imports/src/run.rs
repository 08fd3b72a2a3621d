//! The actions on a checked file: add, stop, undo, delete.

use axum::{extract::State, http::StatusCode};
use chrono::{DateTime, Utc};
use entity::{
    clinic::{import_batch, import_part, import_patient, import_row, patient},
    ids::{ImportBatchId, PatientId},
    words::{ImportChoice, ImportKept, ImportScope, ImportState},
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, Condition, EntityTrait, IntoActiveModel, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{UNDONE_WITHIN, api::ClientImport, apply, forget_file, locked_in, require_on, step::ImportStep};
use base::{
    error::{Error, Result},
    permission::PatientImport,
};
use http_api::{IfMatch, Json, Path, state::App};
use outbox::enqueue;
use practice::billing::{self, Billing};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(run_import))
        .routes(routes!(cancel_import))
        .routes(routes!(undo_import))
        .routes(routes!(forget_import_rows))
        .routes(routes!(list_kept_patients))
}

/// The most kept patients that are listed.
const MAX_KEPT: u64 = 1_000;

/// The choices for adding: which rows, and what happens to possible duplicates.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ImportRun {
    scope: ImportScope,
    /// For rows whose person is very likely a patient.
    on_very_likely: ImportChoice,
    /// For rows whose person may be a patient.
    on_possible: ImportChoice,
    /// For rows whose person is in an earlier row: skip or add.
    on_in_file: ImportChoice,
}

impl ImportRun {
    /// The rows that become new patients.
    fn will_add(&self) -> Condition {
        use import_row::Column::{IsVeryLikely, Problems, SameAs, SuspectId};
        let mut people = Condition::any().add(SuspectId.is_null());
        for (choice, is_very_likely) in [(self.on_very_likely, true), (self.on_possible, false)] {
            if choice == ImportChoice::Add {
                people = people.add(IsVeryLikely.eq(is_very_likely));
            }
        }
        let condition = Condition::all().add(Problems.is_null()).add(people);
        if self.on_in_file == ImportChoice::Add { condition } else { condition.add(SameAs.is_null()) }
    }

    /// Whether a row fills an existing patient's record.
    fn fills(&self, batch: &import_batch::Model) -> bool {
        let fill = ImportChoice::Fill;
        self.on_very_likely == fill && batch.very_likely > 0 || self.on_possible == fill && batch.possible > 0
    }
}

/// Adds the rows, in steps that `done_rows` counts.
#[utoipa::path(post, path = "/api/imports/{id}/run", tag = "imports", params(("id" = i64, Path), IfMatch),
    responses((status = OK, body = ClientImport)))]
async fn run_import(
    ctx: Ctx<PatientImport>,
    State(app): State<App>,
    Path(id): Path<ImportBatchId>,
    if_match: IfMatch,
    Json(run): Json<ImportRun>,
) -> Result<Done<Json<ClientImport>>> {
    require_on(&ctx.tx).await?;
    if run.on_in_file == ImportChoice::Fill {
        return Err(Error::field("on_in_file", "must be skip or add"));
    }
    let batch = locked_in(&ctx.tx, id, &if_match, &[ImportState::Checked]).await?;
    if run.scope == ImportScope::All && batch.with_problems > 0 {
        let sentence = "Some rows have problems. Import the good rows only, or correct the file and begin again.";
        return Err(Error::conflict("has_problems", sentence));
    }
    let adds = import_row::Entity::find().filter(import_row::Column::BatchId.eq(id)).filter(run.will_add());
    let adds = i64::try_from(adds.count(&ctx.tx).await?).unwrap_or(i64::MAX);
    if adds == 0 && !run.fills(&batch) {
        return Err(Error::conflict("nothing_to_import", "No row would be imported. Look at the duplicates again."));
    }
    billing::may_add_patients(&ctx, app.part::<Billing>().enforcement, adds).await?;
    let own = import_part::Column::BatchId.eq(id);
    import_part::Entity::delete_many().filter(own).exec(&ctx.tx).await?;
    let version = batch.version;
    let mut row = batch.into_active_model();
    row.state = Set(ImportState::Importing);
    row.scope = Set(Some(run.scope));
    row.on_very_likely = Set(Some(run.on_very_likely));
    row.on_possible = Set(Some(run.on_possible));
    row.on_in_file = Set(Some(run.on_in_file));
    row.run_by = Set(Some(ctx.member.signer()));
    row.done_rows = Set(0);
    row.version = Set(version + 1);
    let row = row.update(&ctx.tx).await?;
    answer_and_go_on(ctx, row).await
}

async fn answer_and_go_on(ctx: Ctx<PatientImport>, row: import_batch::Model) -> Result<Done<Json<ClientImport>>> {
    let id = row.id;
    enqueue(&ctx.tx, ctx.clinic.id, ctx.now, &ImportStep { batch: id }).await?;
    let import = ClientImport::from_model(row, ctx.now);
    ctx.done(Subject::object(id), Json(import)).await
}

/// Cancels an import and deletes its file. While rows are being added it stops: added patients stay and can be undone, but with
/// `all` they are undone at once.
#[utoipa::path(post, path = "/api/imports/{id}/cancel", tag = "imports", params(("id" = i64, Path), IfMatch),
    responses((status = OK, body = ClientImport)))]
async fn cancel_import(
    ctx: Ctx<PatientImport>,
    Path(id): Path<ImportBatchId>,
    if_match: IfMatch,
) -> Result<Done<Json<ClientImport>>> {
    use ImportState::{Checked, Checking, Importing, Matching, Reading, Unreadable, Uploading};
    require_on(&ctx.tx).await?;
    let states = [Uploading, Reading, Unreadable, Matching, Checking, Checked, Importing];
    let batch = locked_in(&ctx.tx, id, &if_match, &states).await?;
    let version = batch.version;
    let mut row = if batch.state == Importing {
        apply::ended_early(&ctx.tx, batch, ctx.now).await?
    } else {
        forget_file(&ctx.tx, id).await?;
        let mut row = batch.into_active_model();
        row.state = Set(ImportState::Cancelled);
        row.staged_until = Set(None::<DateTime<Utc>>);
        row
    };
    row.run_by = Set(Some(ctx.member.signer()));
    row.version = Set(version + 1);
    let row = row.update(&ctx.tx).await?;
    answer_and_go_on(ctx, row).await
}

/// Undoes an import within 30 days: removes its patients except those with records or later changes, and empties the fields that
/// it filled.
#[utoipa::path(post, path = "/api/imports/{id}/undo", tag = "imports", params(("id" = i64, Path), IfMatch),
    responses((status = OK, body = ClientImport)))]
async fn undo_import(
    ctx: Ctx<PatientImport>,
    Path(id): Path<ImportBatchId>,
    if_match: IfMatch,
) -> Result<Done<Json<ClientImport>>> {
    require_on(&ctx.tx).await?;
    let batch = locked_in(&ctx.tx, id, &if_match, &[ImportState::Imported]).await?;
    if batch.imported_at.is_none_or(|at| at + UNDONE_WITHIN < ctx.now) {
        let sentence = "This import was made more than 30 days ago. It can no longer be undone.";
        return Err(Error::conflict("undo_expired", sentence));
    }
    let version = batch.version;
    let mut row = batch.into_active_model();
    row.state = Set(ImportState::Undoing);
    row.problem = Set(None);
    row.run_by = Set(Some(ctx.member.signer()));
    row.done_rows = Set(0);
    row.version = Set(version + 1);
    let row = row.update(&ctx.tx).await?;
    answer_and_go_on(ctx, row).await
}

/// Deletes the rows that were left out before their week is over.
#[utoipa::path(delete, path = "/api/imports/{id}/rows", tag = "imports", params(("id" = i64, Path), IfMatch),
    responses((status = NO_CONTENT)))]
async fn forget_import_rows(
    ctx: Ctx<PatientImport>,
    Path(id): Path<ImportBatchId>,
    if_match: IfMatch,
) -> Result<Done<StatusCode>> {
    require_on(&ctx.tx).await?;
    let states = [ImportState::Imported, ImportState::Undone, ImportState::Cancelled];
    let batch = locked_in(&ctx.tx, id, &if_match, &states).await?;
    forget_file(&ctx.tx, id).await?;
    let version = batch.version;
    let mut row = batch.into_active_model();
    row.staged_until = Set(None::<DateTime<Utc>>);
    row.version = Set(version + 1);
    row.update(&ctx.tx).await?;
    ctx.done(Subject::object(id), StatusCode::NO_CONTENT).await
}

/// A patient that undoing has kept, and why.
#[derive(Debug, Serialize, ToSchema)]
struct KeptPatient {
    patient_id: PatientId,
    first_name: String,
    last_name: String,
    reason: ImportKept,
}

/// Lists the patients that undoing has kept; at most 1,000.
#[utoipa::path(get, path = "/api/imports/{id}/kept", tag = "imports", params(("id" = i64, Path)),
    responses((status = OK, body = Vec<KeptPatient>)))]
async fn list_kept_patients(
    ctx: Ctx<PatientImport>,
    Path(id): Path<ImportBatchId>,
) -> Result<Done<Json<Vec<KeptPatient>>>> {
    require_on(&ctx.tx).await?;
    import_batch::Entity::find_by_id(id).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    let rows = import_patient::Entity::find()
        .filter(import_patient::Column::BatchId.eq(id))
        .filter(import_patient::Column::Kept.is_not_null())
        .order_by_asc(import_patient::Column::PatientId)
        .limit(MAX_KEPT)
        .all(&ctx.tx)
        .await?;
    let ids = rows.iter().map(|row| row.patient_id);
    let patients = patient::Entity::find().filter(patient::Column::Id.is_in(ids)).all(&ctx.tx).await?;
    let kept: Vec<_> = rows
        .iter()
        .filter_map(|row| {
            let patient = patients.iter().find(|patient| patient.id == row.patient_id)?;
            let (first_name, last_name) = (patient.first_name.clone(), patient.last_name.clone());
            Some(KeptPatient { patient_id: patient.id, first_name, last_name, reason: row.kept? })
        })
        .collect();
    let subject = Subject::patients(kept.iter().map(|patient| patient.patient_id)).and(id);
    ctx.done(subject, Json(kept)).await
}
