//! Deletes data that the booking page keeps only for a limited time.

use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::{
    booking_code,
    booking_hold::{Column, Entity},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, sea_query::Expr};

use base::error::Result;
use tenancy::ClinicTx;

/// Clears the address or number of each hold that has ended, and deletes holds and codes that no longer count.
pub async fn forget_holds(tx: &ClinicTx, now: DateTime<Utc>) -> Result<()> {
    let day_ago = now - TimeDelta::days(1);
    Entity::delete_many().filter(Column::CreatedAt.lt(day_ago)).exec(tx).await?;
    booking_code::Entity::delete_many().filter(booking_code::Column::SentAt.lt(day_ago)).exec(tx).await?;
    Entity::update_many()
        .col_expr(Column::Contact, Expr::value(None::<String>))
        .filter(Column::ExpiresAt.lt(now - TimeDelta::minutes(30)))
        .filter(Column::Contact.is_not_null())
        .exec(tx)
        .await?;
    Ok(())
}
