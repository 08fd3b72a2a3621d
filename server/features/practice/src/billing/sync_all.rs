//! Asks for a sync of every account at Stripe.

use chrono::{DateTime, Utc};
use entity::registry::billing_account::{Column, Entity};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter,
    sea_query::{Expr, ExprTrait},
};

/// Asks for a sync of every linked account, after the registry was put back to an earlier moment. The server has confirmed later events to
/// Stripe, so Stripe does not send them again. Returns the number of accounts.
pub async fn sync_all_again(registry: &impl ConnectionTrait, now: DateTime<Utc>) -> Result<u64, DbErr> {
    let requested = Entity::update_many()
        .col_expr(Column::DirtySeq, Expr::col(Column::DirtySeq).add(1))
        .col_expr(Column::NextAttemptAt, Expr::value(now))
        .filter(Column::StripeCustomerId.is_not_null())
        .exec(registry)
        .await?;
    Ok(requested.rows_affected)
}
