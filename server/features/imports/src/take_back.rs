//! Undoing an import: its patients are removed unless a record refers to them or a member has changed them since.

use entity::{
    clinic::{import_batch, import_patient},
    ids::ImportBatchId,
    words::ImportState,
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, ModelTrait, QueryFilter, QueryOrder,
    QuerySelect,
};

use super::{locked, step::enqueue_next_step};
use base::error::{Error, Result};
use outbox::Run;
use people::patients::{self, ImportedBy};
use tenancy::{Subject, enter_for_audited_job};

/// How many patients one step handles; each takes a few statements.
const A_STEP: u64 = 200;

/// Undoes the next patients.
pub async fn take_rows(run: Run<'_>, id: ImportBatchId) -> Result<()> {
    let entered = enter_for_audited_job(&run.app.tenants.db, run.clinic).await?;
    let batch = locked(&entered.tx, id).await?;
    if batch.state != ImportState::Undoing {
        return Ok(());
    }
    let member = batch.run_by.clone().ok_or_else(|| Error::Internal("an import was undone by nobody".to_owned()))?;
    let rows = import_patient::Entity::find()
        .filter(import_patient::Column::BatchId.eq(id))
        .filter(import_patient::Column::Kept.is_null())
        .order_by_asc(import_patient::Column::PatientId)
        .limit(A_STEP)
        .all(&entered.tx)
        .await?;
    if rows.is_empty() {
        let mut row = batch.into_active_model();
        row.state = Set(ImportState::Undone);
        row.undone_at = Set(Some(run.now));
        row.update(&entered.tx).await?;
        return entered.commit().await;
    }
    let by = ImportedBy { batch: id, member: &member, now: run.now };
    let subject = Subject::patients(rows.iter().map(|row| row.patient_id)).and(id);
    let (mut removed, mut kept) = (batch.removed, batch.kept);
    for row in rows {
        let reason =
            patients::take_back(&entered.tx, &by, row.patient_id, row.filled.as_ref(), row.patient_version).await?;
        if reason.is_some() {
            kept += 1;
            let mut row = row.into_active_model();
            row.kept = Set(reason);
            row.update(&entered.tx).await?;
        } else {
            removed += 1;
            // If the patient was removed, the row was deleted with it.
            row.delete(&entered.tx).await?;
        }
    }
    let done = removed + kept;
    let row = import_batch::ActiveModel {
        id: Set(id),
        removed: Set(removed),
        kept: Set(kept),
        done_rows: Set(done),
        ..Default::default()
    };
    row.update(&entered.tx).await?;
    enqueue_next_step(&entered, id, run.now).await?;
    entered.commit_audited(member, "import.undo", subject, run.now).await
}
