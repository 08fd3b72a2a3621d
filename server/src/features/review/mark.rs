//! Which charts may wait for a director. Without it the queue and its count would look at everything that was ever recorded, and at
//! what a share leaves out again and again: that is never approved, so it only grows. Once an hour a mark is moved to what was
//! recorded a day ago, and what still waits up to there is kept by itself.

use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::review_mark::{Column, Entity};
use sea_orm::{ConnectionTrait, EntityTrait, QuerySelect};
use uuid::Uuid;

use super::sql;
use crate::foundation::{
    error::Result,
    state::App,
    tenancy::{ClinicTx, enter_for_job},
};

/// What was recorded before is stored for good: no transaction is that old.
const AFTER: TimeDelta = TimeDelta::days(1);

/// The treatment up to which what waits is kept by itself; 0 before the mark was moved.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn current(tx: &ClinicTx) -> Result<i64> {
    let mark: Option<i64> = Entity::find().select_only().column(Column::SettledTo).into_tuple().one(tx).await?;
    Ok(mark.unwrap_or(0))
}

/// Moves the mark of a clinic.
///
/// # Errors
/// When the database is out of reach.
pub async fn move_review_mark(app: &App, clinic: Uuid, now: DateTime<Utc>) -> Result<()> {
    let entered = enter_for_job(&app.tenants.db, clinic).await?;
    let tx = &entered.tx;
    let from = current(tx).await?;
    tx.execute_raw(sql::forget_settled()).await?;
    let next = tx.query_one_raw(sql::newest_until(now - AFTER)).await?;
    let next: Option<i64> = next.map(|row| row.try_get("", "id")).transpose()?.flatten();
    if let Some(to) = next.filter(|to| *to > from) {
        tx.execute_raw(sql::keep_waiting(from, to)).await?;
        tx.execute_raw(sql::mark(to, now)).await?;
    }
    entered.commit().await
}
