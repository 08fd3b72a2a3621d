//! Adds the rows: each step adds its patients, stores them for an undo and deletes their rows in one transaction, so that no row
//! is added twice.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{import_batch, import_patient, import_row},
    ids::{ImportBatchId, PatientId},
    words::{ImportChoice, ImportScope, ImportState},
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect,
};

use super::{
    STAGED_FOR, locked,
    step::{ROWS_A_STEP, enqueue_next_step},
};
use base::error::{Error, Result};
use outbox::Run;
use people::patients::{self, ImportedBy};
use practice::billing::{self, Billing};
use tenancy::{ClinicTx, Subject, enter_for_audited_job, enter_for_job};

/// The action for a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RowAction {
    Add,
    Fill(PatientId),
    Skip,
}

/// The action for a row, by the person's choice for all rows of its kind.
fn action(batch: &import_batch::Model, row: &import_row::Model) -> RowAction {
    if row.problems.is_some() {
        return RowAction::Skip;
    }
    if let Some(suspect) = row.suspect_id {
        let is_very_likely = row.is_very_likely.unwrap_or(false);
        match if is_very_likely { batch.on_very_likely } else { batch.on_possible } {
            Some(ImportChoice::Add) => {}
            Some(ImportChoice::Fill) => return RowAction::Fill(suspect),
            Some(ImportChoice::Skip) | None => return RowAction::Skip,
        }
    }
    let is_repeated = row.same_as.is_some() && batch.on_in_file != Some(ImportChoice::Add);
    if is_repeated { RowAction::Skip } else { RowAction::Add }
}

/// The result of a step.
#[derive(Default)]
struct Step {
    added: Vec<PatientId>,
    filled: Vec<import_patient::ActiveModel>,
    /// The rows that were added as a patient or filled one.
    brought: Vec<i32>,
    rows: usize,
}

fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// Adds the next rows.
pub async fn bring_rows(run: Run<'_>, id: ImportBatchId) -> Result<()> {
    let entered = enter_for_audited_job(&run.app.tenants.db, run.clinic).await?;
    let batch = locked(&entered.tx, id).await?;
    if batch.state != ImportState::Importing {
        return Ok(());
    }
    let member = batch.run_by.clone().ok_or_else(|| Error::Internal("an import was run by nobody".to_owned()))?;
    let rows = waiting(&entered.tx, &batch).await?;
    if rows.is_empty() {
        let row = finished(&entered.tx, batch, run.now, false).await?;
        row.update(&entered.tx).await?;
        return entered.commit().await;
    }
    let adds = rows.iter().filter(|row| action(&batch, row) == RowAction::Add).count();
    let enforcement = run.app.part::<Billing>().enforcement;
    let left = billing::patients_left(entered.work(run.now), enforcement).await?;
    if left.is_some_and(|left| left < i64::from(count(adds))) {
        let sentence =
            "The clinic's new patients for this month are used up. The rows that are left were not imported.";
        let mut row = ended_early(&entered.tx, batch, run.now).await?;
        row.problem = Set(Some(sentence.to_owned()));
        row.update(&entered.tx).await?;
        enqueue_next_step(&entered, id, run.now).await?;
        return entered.commit().await;
    }
    let by = ImportedBy { batch: id, member: &member, now: run.now };
    let step = apply(&entered.tx, &by, &batch, &rows).await?;
    let subject = Subject::patients(step.ids()).and(id);
    record(&entered.tx, batch, step).await?;
    enqueue_next_step(&entered, id, run.now).await?;
    entered.commit_audited(member, "import.run", subject, run.now).await
}

impl Step {
    fn ids(&self) -> Vec<PatientId> {
        let filled = self.filled.iter().filter_map(|row| row.patient_id.try_as_ref().copied());
        self.added.iter().copied().chain(filled).collect()
    }
}

/// The next rows. Added rows are deleted, so the rows before the next one are those that were left out.
async fn waiting(tx: &ClinicTx, batch: &import_batch::Model) -> Result<Vec<import_row::Model>> {
    let stay = batch.done_rows - batch.added - batch.filled;
    let rows = import_row::Entity::find()
        .filter(import_row::Column::BatchId.eq(batch.id))
        .order_by_asc(import_row::Column::Number)
        .offset(u64::try_from(stay).unwrap_or(0))
        .limit(ROWS_A_STEP);
    Ok(rows.all(tx).await?)
}

async fn apply(
    tx: &ClinicTx,
    by: &ImportedBy<'_>,
    batch: &import_batch::Model,
    rows: &[import_row::Model],
) -> Result<Step> {
    let mut step = Step { rows: rows.len(), ..Step::default() };
    let mut people = Vec::new();
    for row in rows {
        let Some(import_row::ImportEntries(entries)) = &row.entries else { continue };
        match action(batch, row) {
            RowAction::Skip => {}
            RowAction::Add => {
                people.push(entries);
                step.brought.push(row.number);
            }
            RowAction::Fill(suspect) => {
                let Some((patient, fields, version)) = patients::fill_empty(tx, by, suspect, entries).await? else {
                    continue;
                };
                step.brought.push(row.number);
                step.filled.push(import_patient::ActiveModel {
                    batch_id: Set(by.batch),
                    patient_id: Set(patient),
                    filled: Set(Some(fields)),
                    patient_version: Set(version),
                    ..Default::default()
                });
            }
        }
    }
    step.added = patients::add_all(tx, by, &people).await?;
    Ok(step)
}

async fn record(tx: &ClinicTx, batch: import_batch::Model, step: Step) -> Result<()> {
    let id = batch.id;
    let (added, filled) = (count(step.added.len()), count(step.filled.len()));
    let skipped = count(step.rows) - added - filled;
    let new = step.added.into_iter().map(|patient_id| import_patient::ActiveModel {
        batch_id: Set(id),
        patient_id: Set(patient_id),
        patient_version: Set(1),
        ..Default::default()
    });
    let new: Vec<_> = new.collect();
    if !new.is_empty() {
        import_patient::Entity::insert_many(new).exec_without_returning(tx).await?;
    }
    for row in step.filled {
        // Two rows may fill one patient: the later version counts, and the fields of both.
        remember_filled(tx, row).await?;
    }
    import_row::Entity::delete_many()
        .filter(import_row::Column::BatchId.eq(id))
        .filter(import_row::Column::Number.is_in(step.brought))
        .exec(tx)
        .await?;
    let (done, before) = (batch.done_rows + count(step.rows), (batch.added, batch.filled, batch.skipped));
    let mut row = batch.into_active_model();
    row.done_rows = Set(done);
    row.added = Set(before.0 + added);
    row.filled = Set(before.1 + filled);
    row.skipped = Set(before.2 + skipped);
    row.update(tx).await?;
    Ok(())
}

async fn remember_filled(tx: &ClinicTx, mut row: import_patient::ActiveModel) -> Result<()> {
    let (Some(batch), Some(patient)) = (row.batch_id.try_as_ref(), row.patient_id.try_as_ref()) else { return Ok(()) };
    let Some(known) = import_patient::Entity::find_by_id((*batch, *patient)).one(tx).await? else {
        row.insert(tx).await?;
        return Ok(());
    };
    // A patient that this import has added keeps null, because undoing removes the whole patient.
    if let (Some(mut all), Some(Some(fields))) = (known.filled.clone(), row.filled.try_as_ref()) {
        all.0.extend(fields.0.iter().cloned());
        row.filled = Set(Some(all));
    } else {
        row.filled = Set(known.filled);
    }
    row.update(tx).await?;
    Ok(())
}

/// The import after its last row, or after it was stopped.
async fn finished(
    tx: &ClinicTx,
    batch: import_batch::Model,
    now: DateTime<Utc>,
    is_cancelled: bool,
) -> Result<import_batch::ActiveModel> {
    let left = import_row::Entity::find().filter(import_row::Column::BatchId.eq(batch.id)).count(tx).await?;
    let mut row = batch.into_active_model();
    row.state = Set(ImportState::Imported);
    row.imported_at = Set(Some(now));
    row.is_cancelled = Set(is_cancelled);
    row.staged_until = Set((left > 0).then_some(now + STAGED_FOR));
    Ok(row)
}

/// The import after it was stopped before its last row; an import of all rows or none is undone.
pub async fn ended_early(
    tx: &ClinicTx,
    batch: import_batch::Model,
    now: DateTime<Utc>,
) -> Result<import_batch::ActiveModel> {
    let takes_back = batch.scope == Some(ImportScope::All);
    let mut row = finished(tx, batch, now, true).await?;
    if takes_back {
        row.state = Set(ImportState::Undoing);
        row.done_rows = Set(0);
    }
    Ok(row)
}

/// Stops an import whose steps fail repeatedly, in a state from which a person can continue.
pub async fn stop(run: Run<'_>, id: ImportBatchId) -> Result<()> {
    let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
    let batch = locked(&entered.tx, id).await?;
    let state = batch.state;
    let mut row = match state {
        ImportState::Importing => ended_early(&entered.tx, batch, run.now).await?,
        _ => batch.into_active_model(),
    };
    match state {
        ImportState::Reading => row.state = Set(ImportState::Unreadable),
        ImportState::Checking => row.state = Set(ImportState::Matching),
        ImportState::Undoing => row.state = Set(ImportState::Imported),
        ImportState::Importing => enqueue_next_step(&entered, id, run.now).await?,
        _ => return Ok(()),
    }
    row.problem = Set(Some("Something went wrong on our side. Please try again later.".to_owned()));
    row.update(&entered.tx).await?;
    entered.commit().await
}
