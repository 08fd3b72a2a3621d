//! Stores each clinic's checkpoint, up to which its audit was verified. It is in the registry, which the gateway has no rights to change.

use chrono::{DateTime, Utc};
use entity::registry::{
    audit_mark::{ActiveModel, Column, Entity, Model},
    clinic,
};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter,
    sea_query::{Expr, ExprTrait, OnConflict},
};

use super::{
    ids::IdSet,
    verify::{Checkpoint, Finding, Verified},
};

/// If a clinic's ids have more gaps than this, no ids are stored, and the clinic is read from its first row each time.
const SPANS: usize = 50_000;

/// The checkpoint of a clinic's present tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredCheckpoint {
    pub checkpoint: Checkpoint,
    /// The time of the last run that read everything from the first row and had no finding.
    pub full_at: DateTime<Utc>,
    /// The time of the last run with a finding. `None` after a run without findings. While it is set, earlier results are not reliable.
    pub found_at: Option<DateTime<Utc>>,
    verified_at: DateTime<Utc>,
}

/// The checkpoint of a clinic's present tables, if there is one.
pub async fn stored_checkpoint(
    registry: &impl ConnectionTrait,
    clinic: &clinic::Model,
) -> Result<Option<StoredCheckpoint>, DbErr> {
    let row = Entity::find_by_id(clinic.id).one(registry).await?;
    let row = row.filter(|row| row.schema_name == clinic.schema_name);
    Ok(row.map(|row| {
        // Invalid spans match no seal, so everything is read.
        let covered = IdSet::from_spans(&row.covered_from, &row.covered_to).unwrap_or_default();
        let checkpoint = Checkpoint { seal: row.seal_id, rows: row.rows_sealed, digest: row.digest, covered };
        StoredCheckpoint { checkpoint, full_at: row.full_at, found_at: row.found_at, verified_at: row.verified_at }
    }))
}

/// Stores how far a run has come. After a finding the old checkpoint stays, and every run reads from the first row until a
/// run has no finding. A row that waits for its seal is not a finding here. Returns when everything was last read
/// without a finding. `also_found` tells whether something else of the clinic does not match.
///
/// `began` is the checkpoint when the run began. If another run has stored a checkpoint since, that checkpoint stays, because a run
/// that has read less must not end the doubt of one that has read more.
pub async fn store_checkpoint(
    registry: &impl ConnectionTrait,
    clinic: &clinic::Model,
    verified: &Verified,
    began: Option<&StoredCheckpoint>,
    also_found: bool,
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>, DbErr> {
    let is_found =
        also_found || verified.report.findings.iter().any(|one| !matches!(one, Finding::RowNotSealed { .. }));
    if is_found {
        Entity::update_many()
            .col_expr(Column::FoundAt, Expr::value(now))
            .filter(Column::ClinicId.eq(clinic.id))
            .exec(registry)
            .await?;
        return Ok(began.map(|kept| kept.full_at));
    }
    let Checkpoint { seal, rows, digest, covered } = &verified.checkpoint;
    let (covered_from, covered_to) =
        Some(covered.spans()).filter(|spans| spans.len() <= SPANS).into_iter().flatten().unzip();
    let full_at = began.filter(|_| verified.after > 0).map_or(now, |kept| kept.full_at);
    let row = Model {
        clinic_id: clinic.id,
        schema_name: clinic.schema_name.clone(),
        seal_id: *seal,
        rows_sealed: *rows,
        digest: digest.clone(),
        covered_from,
        covered_to,
        verified_at: now,
        full_at,
        found_at: None,
    };
    let columns = [Column::SchemaName, Column::SealId, Column::RowsSealed, Column::Digest, Column::CoveredFrom]
        .into_iter()
        .chain([Column::CoveredTo, Column::VerifiedAt, Column::FullAt, Column::FoundAt]);
    let is_as_it_was = match began {
        Some(kept) => {
            let found = Expr::col((Entity, Column::FoundAt));
            let same = kept.found_at.map_or_else(|| found.clone().is_null(), |at| found.clone().eq(at));
            same.and(Expr::col((Entity, Column::VerifiedAt)).eq(kept.verified_at))
        }
        // A row of this schema was stored meanwhile. A row of another schema is useless.
        None => Expr::col((Entity, Column::SchemaName)).ne(clinic.schema_name.as_str()),
    };
    let again = OnConflict::column(Column::ClinicId).update_columns(columns).action_and_where(is_as_it_was).to_owned();
    Entity::insert(ActiveModel::from(row).reset_all()).on_conflict(again).exec_without_returning(registry).await?;
    Ok(Some(full_at))
}
