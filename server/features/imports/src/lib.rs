//! Import Clients: patients from a file of another program, in steps: the file, its columns, the problems of its rows and the
//! existing patients, adding, and undoing. Why in parts and by a job: `server/docs/decisions/15-imports.md`.

mod api;
mod apply;
mod check;
mod columns;
mod date_orders;
mod dates;
mod entries;
mod file;
mod job;
mod matching;
mod names;
mod rows;
mod run;
mod sql;
mod step;
mod take_back;
mod upload;

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{import_batch, import_part, import_row},
    ids::ImportBatchId,
    words::{ImportState, Module},
};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use base::error::{Error, Result};
use http_api::{IfMatch, state::App};
use outbox::Jobs;
use practice::settings;
use tenancy::{ClinicTx, enter_for_job};

/// How long a file's rows are kept for a decision, and the rows that were left out for their download.
const STAGED_FOR: TimeDelta = TimeDelta::days(7);

/// How long an import can be undone.
const UNDONE_WITHIN: TimeDelta = TimeDelta::days(30);

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(upload::routes()).merge(columns::routes()).merge(rows::routes()).merge(run::routes())
}

/// Registers the jobs of this feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<step::ImportStep>()
}

/// Deletes expired rows of files.
pub async fn forget_rows(app: &App, clinic: Uuid, now: DateTime<Utc>) -> Result<()> {
    let entered = enter_for_job(&app.tenants.db, clinic).await?;
    entered.tx.execute_raw(sql::forget(now)).await?;
    entered.commit().await
}

/// The import, locked until the transaction ends.
async fn locked(tx: &ClinicTx, id: ImportBatchId) -> Result<import_batch::Model> {
    import_batch::Entity::find_by_id(id).lock_exclusive().one(tx).await?.ok_or(Error::NotFound)
}

/// The import, locked, in one of these states and in the version that the person saw.
async fn locked_in(
    tx: &ClinicTx,
    id: ImportBatchId,
    if_match: &IfMatch,
    states: &[ImportState],
) -> Result<import_batch::Model> {
    let batch = locked(tx, id).await?;
    if_match.require(batch.version)?;
    if states.contains(&batch.state) { Ok(batch) } else { Err(not_now()) }
}

/// Checks, for every call, that the clinic's owner has switched the module on.
async fn require_on(tx: &ClinicTx) -> Result<()> {
    settings::require_module(tx, Module::ImportClients).await
}

fn not_now() -> Error {
    Error::conflict("not_now", "The import is at another step by now. Look at it again.")
}

/// Deletes everything of the file.
async fn forget_file(tx: &ClinicTx, id: ImportBatchId) -> Result<()> {
    import_row::Entity::delete_many().filter(import_row::Column::BatchId.eq(id)).exec(tx).await?;
    import_part::Entity::delete_many().filter(import_part::Column::BatchId.eq(id)).exec(tx).await?;
    Ok(())
}
