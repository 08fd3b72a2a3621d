//! Marks every account at Stripe to be synced again.

use chrono::{DateTime, Utc};
use entity::registry::billing_account::{Column, Entity};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter,
    sea_query::{Expr, ExprTrait},
};

/// Marks every linked account, for when the registry was put back to an earlier moment: the events since then have been confirmed to
/// Stripe, which does not send them again. Returns how many there are.
///
/// # Errors
/// When the registry is out of reach.
pub async fn sync_all_again(registry: &impl ConnectionTrait, now: DateTime<Utc>) -> Result<u64, DbErr> {
    let marked = Entity::update_many()
        .col_expr(Column::DirtySeq, Expr::col(Column::DirtySeq).add(1))
        .col_expr(Column::NextAttemptAt, Expr::value(now))
        .filter(Column::StripeCustomerId.is_not_null())
        .exec(registry)
        .await?;
    Ok(marked.rows_affected)
}
