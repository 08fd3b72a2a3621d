//! Whether a placement takes new clinics.

use entity::{
    registry::{clinic, placement},
    words::ClinicStatus,
};
use sea_orm::{
    ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, QuerySelect, TransactionTrait, sea_query::Expr,
};

use super::{super::clinic_ops::ClinicOpsError, refused, variable};
use crate::foundation::tenancy::{OwnerDb, WARM_POOL_CHANNEL, notify};

/// Lets a placement take new clinics. Does nothing when it does already.
///
/// # Errors
/// When there is no such placement, or this program cannot make clinics there.
pub async fn open(owner: &OwnerDb, name: &str) -> Result<(), ClinicOpsError> {
    let tx = owner.registry().begin().await?;
    find(&tx, name).await?;
    if !owner.has_login(name) {
        return refused(format!("{} is not set", variable(name)));
    }
    if !owner.reaches(name).await {
        return refused(format!("the database of {name} does not answer"));
    }
    set(&tx, name, true).await?;
    tx.commit().await?;
    Ok(())
}

/// Lets a placement take no new clinics. Those that are there stay; unclaimed ones are removed by the provisioner. Does
/// nothing when it is closed already.
///
/// # Errors
/// When there is no such placement, or no other one takes new clinics.
pub async fn close(owner: &OwnerDb, name: &str) -> Result<(), ClinicOpsError> {
    let tx = owner.registry().begin().await?;
    let all = find(&tx, name).await?;
    if !all.iter().any(|placement| placement.accepting && placement.name != name) {
        return refused(format!("{name} is the last placement that takes new clinics: open another one first"));
    }
    set(&tx, name, false).await?;
    clinic::Entity::update_many()
        .col_expr(clinic::Column::Status, Expr::value(ClinicStatus::Spoilt))
        .filter(clinic::Column::Placement.eq(name))
        .filter(clinic::Column::Status.eq(ClinicStatus::Spare))
        .exec(&tx)
        .await?;
    notify(&tx, WARM_POOL_CHANNEL, "").await?;
    tx.commit().await?;
    Ok(())
}

/// All placements, if this one is among them. They are locked: of two commands that each close one, the second sees what
/// the first has done.
async fn find(tx: &DatabaseTransaction, name: &str) -> Result<Vec<placement::Model>, ClinicOpsError> {
    let all = placement::Entity::find().lock_exclusive().all(tx).await?;
    if all.iter().any(|placement| placement.name == name) {
        Ok(all)
    } else {
        refused(format!("there is no placement {name}"))
    }
}

async fn set(tx: &DatabaseTransaction, name: &str, accepting: bool) -> Result<(), ClinicOpsError> {
    placement::Entity::update_many()
        .col_expr(placement::Column::Accepting, Expr::value(accepting))
        .filter(placement::Column::Name.eq(name))
        .exec(tx)
        .await?;
    Ok(())
}
