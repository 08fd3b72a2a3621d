//! The charts that may need a director. Without the watermark, the queue and its count would read every treatment ever recorded, and
//! the ones that a share leaves out every time; those are never approved, so they only grow. Once an hour the watermark moves to
//! the treatments of a day ago. The treatments before it that still need a review are stored in a table of their own.

use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::{
    review_mark::{Column, Entity},
    treatment,
};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};
use uuid::Uuid;

use super::sql;
use base::error::Result;
use http_api::state::App;
use tenancy::{ClinicTx, enter_for_job};

/// Older treatments are committed for certain, because no transaction is that old.
const AFTER: TimeDelta = TimeDelta::days(1);

/// The treatment up to which open charts are stored in the table `review_waiting`; 0 before the watermark was first moved.
pub(super) async fn current(tx: &ClinicTx) -> Result<i64> {
    let watermark: Option<i64> = Entity::find().select_only().column(Column::SettledTo).into_tuple().one(tx).await?;
    Ok(watermark.unwrap_or(0))
}

/// Moves the watermark of a clinic.
pub async fn move_review_watermark(app: &App, clinic: Uuid, now: DateTime<Utc>) -> Result<()> {
    let entered = enter_for_job(&app.tenants.db, clinic).await?;
    let tx = &entered.tx;
    let from = current(tx).await?;
    tx.execute_raw(sql::forget_settled()).await?;
    if let Some(to) = newest_until(tx, now - AFTER).await?.filter(|to| *to > from) {
        tx.execute_raw(sql::keep_waiting(from, to)).await?;
        tx.execute_raw(sql::set_watermark(to, now)).await?;
    }
    entered.commit().await
}

/// The newest treatment recorded until this time.
async fn newest_until(tx: &ClinicTx, until: DateTime<Utc>) -> Result<Option<i64>> {
    let recorded = treatment::Entity::find().filter(treatment::Column::CreatedAt.lte(until));
    let newest: Option<Option<i64>> =
        recorded.select_only().column_as(treatment::Column::Id.max(), "id").into_tuple().one(tx).await?;
    Ok(newest.flatten())
}
