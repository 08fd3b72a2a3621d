//! Whether a placement takes new clinics.

use entity::{
    registry::{clinic, placement},
    words::ClinicStatus,
};
use sea_orm::{
    ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, QuerySelect, TransactionTrait, sea_query::Expr,
};

use super::{super::clinic_ops::ClinicOpsError, refused, variable};
use tenancy::{OwnerDb, WARM_POOL_CHANNEL, notify};

/// Lets a placement take new clinics. Does nothing if it already does.
///
/// Fails when there is no such placement, or this program cannot make clinics there.
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

/// Stops a placement from taking new clinics. Its clinics stay, and the provisioner removes its unclaimed ones. Does
/// nothing if it is already closed.
///
/// Fails when there is no such placement, or no other placement takes new clinics.
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

/// All placements, if this placement exists. The rows are locked, so that the second of two commands that each close a
/// placement sees the first one's change.
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
