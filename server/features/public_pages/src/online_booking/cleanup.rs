//! What the booking page keeps for a limited time.

use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::booking_hold::{Column, Entity};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, sea_query::Expr};

use crate::foundation::{error::Result, tenancy::ClinicTx};

/// Clears the address or number of each hold that has ended, and deletes holds that are counted no more.
///
/// # Errors
/// When the database is out of reach.
pub async fn forget_holds(tx: &ClinicTx, now: DateTime<Utc>) -> Result<()> {
    Entity::delete_many().filter(Column::CreatedAt.lt(now - TimeDelta::days(1))).exec(tx).await?;
    Entity::update_many()
        .col_expr(Column::Contact, Expr::value(None::<String>))
        .filter(Column::ExpiresAt.lt(now - TimeDelta::minutes(30)))
        .filter(Column::Contact.is_not_null())
        .exec(tx)
        .await?;
    Ok(())
}
