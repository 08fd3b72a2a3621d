//! The next step of an import, as stored in the outbox.

use chrono::{DateTime, Utc};
use entity::ids::ImportBatchId;
use serde::{Deserialize, Serialize};

use base::error::Result;
use outbox::enqueue;
use tenancy::JobTx;

/// How many rows one step handles.
pub const ROWS_A_STEP: u64 = 500;

/// The next step of an import.
#[derive(Debug, Serialize, Deserialize)]
pub struct ImportStep {
    pub batch: ImportBatchId,
}

/// Enqueues the next step of the import, which runs after this transaction.
pub async fn enqueue_next_step(entered: &JobTx, batch: ImportBatchId, now: DateTime<Utc>) -> Result<()> {
    enqueue(&entered.tx, entered.clinic.id, now, &ImportStep { batch }).await
}
