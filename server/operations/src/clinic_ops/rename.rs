//! Gives a clinic another address or another name.
//!
//! The old address answers like an unknown one, and it is reserved, because links in old mails must not lead to another
//! clinic.

use chrono::{DateTime, Utc};
use entity::{
    clinic::clinic_setting,
    registry::{
        clinic,
        held_subdomain::{self, Column},
    },
    words::HoldReason,
};
use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, TransactionTrait,
    sea_query::{Expr, ExprTrait, OnConflict},
};

use super::{ClinicOpsError, find, note};
use tenancy::{OwnerDb, lock_subdomain, new_subdomain_error, notify_servers, refuse_reserved_subdomain};

/// The changes.
#[derive(Debug, Clone, Default)]
pub struct NewNames {
    pub subdomain: Option<String>,
    pub name: Option<String>,
}

/// Renames a clinic. Servers notice within a second. Everybody signs in again at a new address, because a session's
/// cookie belongs to one host.
///
/// Fails when there is no such clinic, or the new address is not available.
pub async fn rename(
    owner: &OwnerDb,
    subdomain: &str,
    new: &NewNames,
    now: DateTime<Utc>,
) -> Result<(), ClinicOpsError> {
    let clinic = find(owner, subdomain).await?;
    let name = new.name.as_deref().map(str::trim);
    if name.is_some_and(|name| name.is_empty() || name.chars().count() > 200 || name.chars().any(char::is_control)) {
        return ClinicOpsError::refused("a clinic's name has 1 to 200 characters");
    }
    let inside = owner.enter_schema(&clinic.placement, &clinic.schema_name).await?;
    if let Some(name) = name {
        // The clinic's own settings hold its name; the registry has a copy.
        clinic_setting::Entity::update_many()
            .col_expr(clinic_setting::Column::Name, Expr::value(name))
            .col_expr(clinic_setting::Column::Version, Expr::col(clinic_setting::Column::Version).add(1))
            .col_expr(clinic_setting::Column::UpdatedAt, Expr::value(now))
            .filter(clinic_setting::Column::Id.eq(1))
            .exec(&inside)
            .await?;
    }
    note::write(&inside, "clinic.rename", "celadon clinic rename", Vec::new(), now).await?;

    let tx = owner.registry().begin().await?;
    if let Some(wanted) = &new.subdomain {
        change_address(&tx, &clinic, wanted, now).await?;
    }
    if let Some(name) = name {
        let row = clinic::ActiveModel { id: Unchanged(clinic.id), name: Set(name.to_owned()), ..Default::default() };
        clinic::Entity::update(row).exec_without_returning(&tx).await?;
    }
    notify_servers(&tx, subdomain).await?;
    // The registry commits last. If it fails, the clinic's own name can be written again.
    inside.commit().await?;
    tx.commit().await?;
    Ok(())
}

async fn change_address(
    tx: &DatabaseTransaction,
    clinic: &clinic::Model,
    wanted: &str,
    now: DateTime<Utc>,
) -> Result<(), ClinicOpsError> {
    if new_subdomain_error(wanted).is_some() {
        return ClinicOpsError::refused(format!("\"{wanted}\" cannot be a clinic's subdomain"));
    }
    // A clinic may take back its own former address.
    held_subdomain::Entity::delete_many()
        .filter(Column::Subdomain.eq(wanted))
        .filter(Column::ClinicId.eq(clinic.id))
        .filter(Column::Reason.eq(HoldReason::Renamed))
        .exec(tx)
        .await?;
    refuse_reserved_subdomain(tx, wanted).await?;
    let taken = clinic::Entity::by_subdomain(wanted).one(tx).await?;
    if taken.is_some() {
        return ClinicOpsError::refused(format!("\"{wanted}\" is a clinic's address"));
    }
    hold(tx, &clinic.subdomain, clinic.id, HoldReason::Renamed, None, now).await?;
    let row = clinic::ActiveModel { id: Unchanged(clinic.id), subdomain: Set(wanted.to_owned()), ..Default::default() };
    clinic::Entity::update(row).exec_without_returning(tx).await?;
    notify_servers(tx, wanted).await?;
    Ok(())
}

/// Reserves an address until `free_at` or forever. Takes the lock of the name, so that nobody gets the name between its
/// release and its reservation.
pub(super) async fn hold(
    tx: &DatabaseTransaction,
    subdomain: &str,
    clinic: uuid::Uuid,
    reason: HoldReason,
    free_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<(), ClinicOpsError> {
    lock_subdomain(tx, subdomain).await?;
    let row = held_subdomain::ActiveModel {
        subdomain: Set(subdomain.to_owned()),
        clinic_id: Set(clinic),
        reason: Set(reason),
        held_at: Set(now),
        free_at: Set(free_at),
    };
    let again = OnConflict::column(Column::Subdomain)
        .update_columns([Column::ClinicId, Column::Reason, Column::HeldAt, Column::FreeAt])
        .to_owned();
    held_subdomain::Entity::insert(row).on_conflict(again).exec_without_returning(tx).await?;
    Ok(())
}
