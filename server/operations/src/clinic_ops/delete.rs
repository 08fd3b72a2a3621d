//! Deletes a clinic permanently. Its row stays as a tombstone without its name and address, because billing refers to
//! it. Its address is reserved.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    registry::{billing_account, checkout_attempt, clinic, clinic_move, former_schema},
    words::{CheckoutState, ClinicStatus, FormerReason, HoldReason, SubscriptionStatus},
};
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, QueryFilter, Set, TransactionTrait, sea_query::Expr};

use super::{ClinicOpsError, find, rename::hold, restore::clear_former, transfer::lock_against_other_commands};
use tenancy::{DELETED, OwnerDb, notify_servers};

/// The operator's options.
#[derive(Debug, Clone)]
pub struct Deletion {
    /// The address typed again, as a confirmation.
    pub confirmed: String,
    /// After this time another clinic may have the address. `None` means never.
    pub name_free_after: Option<TimeDelta>,
}

/// Deletes a suspended clinic: its tables, its role and its name. After an interruption it can be run again: a clinic
/// whose data was not removed yet is already a tombstone.
///
/// Fails when there is no such clinic, it is not suspended, its subscription has not ended, or the confirmation differs.
pub async fn delete(
    owner: &OwnerDb,
    subdomain: &str,
    wanted: &Deletion,
    now: DateTime<Utc>,
) -> Result<(), ClinicOpsError> {
    if wanted.confirmed != subdomain {
        return ClinicOpsError::refused("the confirmation must be the clinic's subdomain");
    }
    let row = match clinic::Entity::by_subdomain(subdomain).one(owner.registry()).await? {
        Some(row) => {
            // Without the lock, a clinic that is being moved would continue to exist at its new place.
            let _lock = lock_against_other_commands(owner, row.id).await?;
            let row = find(owner, subdomain).await?;
            tombstone(owner, &row, wanted, now).await?;
            row
        }
        None => find_deleted(owner, subdomain).await?,
    };
    // Once the registry has changed, no request reads these tables, so removing them may take long. A deletion that an
    // earlier release has started has no row in `former_schema`.
    owner.clear_slot(&row.placement, &row.schema_name).await?;
    clear_former(owner, row.id).await?;
    Ok(())
}

/// Finds a clinic that an earlier run has started to delete.
async fn find_deleted(owner: &OwnerDb, subdomain: &str) -> Result<clinic::Model, ClinicOpsError> {
    let held = entity::registry::held_subdomain::Entity::find_by_id(subdomain)
        .filter(entity::registry::held_subdomain::Column::Reason.eq(HoldReason::Deleted))
        .one(owner.registry())
        .await?;
    let row = match held {
        Some(held) => clinic::Entity::find_by_id(held.clinic_id).one(owner.registry()).await?,
        None => None,
    };
    row.filter(|row| row.status == ClinicStatus::Deleted)
        .ok_or_else(|| ClinicOpsError::NoSuchClinic(subdomain.to_owned()))
}

async fn tombstone(
    owner: &OwnerDb,
    row: &clinic::Model,
    wanted: &Deletion,
    now: DateTime<Utc>,
) -> Result<(), ClinicOpsError> {
    if row.status != ClinicStatus::Suspended {
        return ClinicOpsError::refused(format!("{0} is open: `celadon clinic suspend {0}` first", row.subdomain));
    }
    if clinic_move::Entity::find_by_id(row.id).one(owner.registry()).await?.is_some() {
        return ClinicOpsError::refused("it is on the way to another place: let that come to its end first");
    }
    let account = billing_account::Entity::find_by_id(row.id).one(owner.registry()).await?;
    if account.is_some_and(|account| account.status.is_some_and(|status| status != SubscriptionStatus::Canceled)) {
        return ClinicOpsError::refused(
            "its subscription at Stripe has not ended: cancel it there first, or it is charged on",
        );
    }
    let tx = owner.registry().begin().await?;
    hold(&tx, &row.subdomain, row.id, HoldReason::Deleted, wanted.name_free_after.map(|term| now + term), now).await?;
    let find_deleted = clinic::Entity::update_many()
        .col_expr(clinic::Column::Status, Expr::value(ClinicStatus::Deleted))
        .col_expr(clinic::Column::DeletedAt, Expr::value(now))
        .col_expr(clinic::Column::Name, Expr::value(""))
        .col_expr(clinic::Column::Subdomain, Expr::value(format!("{DELETED}{}", row.id.simple())))
        .filter(clinic::Column::Id.eq(row.id))
        .filter(clinic::Column::Status.eq(ClinicStatus::Suspended))
        .filter(clinic::Column::Subdomain.eq(row.subdomain.as_str()))
        .exec(&tx)
        .await?;
    if find_deleted.rows_affected == 0 {
        return ClinicOpsError::refused(format!(
            "{} was opened or renamed a moment ago: nothing was deleted",
            row.subdomain
        ));
    }
    tables_left_by(row, now).insert(&tx).await?;
    // Removes the account from syncing, because a deleted clinic has no subscription.
    checkout_attempt::Entity::update_many()
        .col_expr(checkout_attempt::Column::State, Expr::value(CheckoutState::Expired))
        .col_expr(checkout_attempt::Column::ClosedAt, Expr::value(now))
        .filter(checkout_attempt::Column::ClinicId.eq(row.id))
        .filter(checkout_attempt::Column::State.eq(CheckoutState::Open))
        .exec(&tx)
        .await?;
    notify_servers(&tx, &row.subdomain).await?;
    tx.commit().await?;
    Ok(())
}

/// The former tables, which a drain of the placement names until they are dropped.
fn tables_left_by(row: &clinic::Model, now: DateTime<Utc>) -> former_schema::ActiveModel {
    former_schema::ActiveModel {
        placement: Set(row.placement.clone()),
        schema_name: Set(row.schema_name.clone()),
        clinic_id: Set(row.id),
        reason: Set(FormerReason::Deleted),
        left_at: Set(now),
    }
}
