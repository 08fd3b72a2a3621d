//! Plans that the service grants to a clinic without a payment at Stripe (`celadon clinic plan`). Only the
//! database's owner can write them.

use chrono::{DateTime, Utc};
use entity::clinic::plan_grant::{Column, Entity};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder};

use super::catalog::PlanId;
use base::error::Result;

/// The plan that is granted at `now`, if any.
pub async fn in_force(tx: &impl ConnectionTrait, now: DateTime<Utc>) -> Result<Option<PlanId>> {
    let row = Entity::find()
        .filter(Column::EndedAt.is_null())
        .filter(Condition::any().add(Column::EndsAt.is_null()).add(Column::EndsAt.gt(now)))
        .order_by_desc(Column::Id)
        .one(tx)
        .await?;
    Ok(row.map(|row| row.plan))
}
