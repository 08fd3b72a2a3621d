//! Replaces a clinic's data by an export of it.
//!
//! The export is imported beside the clinic, under a fresh name; then the registry points to the new schema.
//! The former tables stay, out of reach, until the operator removes them.

use std::{path::Path, time::Instant};

use chrono::{DateTime, Utc};
use entity::{
    registry::{clinic_move, former_schema},
    words::{ClinicStatus, MoveReason},
};
use sea_orm::{ColumnTrait, EntityTrait, ModelTrait, QueryFilter};
use sqlx::Executor;

use super::{
    ClinicOpsError, find,
    import::{end_what_was_open, fill, fits},
    is_current,
    manifest::Manifest,
    note,
    rows::{close, lock_against_writes},
    sql, tables,
    transfer::{
        FENCE, clear, current_time, fence, give_up, lock_against_other_commands, note_begin, register_new_place,
        resumed,
    },
};
use crate::foundation::tenancy::{OwnerDb, SchemaSlot};

/// Replaces this clinic's data by an export of it. Everybody signs in again.
///
/// # Errors
/// When there is no such clinic, the export is incomplete, another clinic's or of another schema, somebody
/// keeps the tables locked, or the database is out of reach. The clinic is unchanged. Also when an earlier
/// restore of it had to be finished instead; the message says so.
pub async fn restore(
    owner: &OwnerDb,
    subdomain: &str,
    folder: &Path,
    now: DateTime<Utc>,
) -> Result<(), ClinicOpsError> {
    let manifest = Manifest::verified(folder)?;
    fits(&manifest)?;
    let clinic = find(owner, subdomain).await?;
    if manifest.clinic.id != clinic.id {
        return ClinicOpsError::refused(format!("the export is of another clinic ({})", manifest.clinic.subdomain));
    }
    let _lock = lock_against_other_commands(owner, clinic.id).await?;
    let clinic = find(owner, subdomain).await?;
    // A restore that was interrupted after its point of no return is finished; a move is another matter.
    if let Some(left) = clinic_move::Entity::find_by_id(clinic.id).one(owner.registry()).await?
        && resumed(owner, &clinic, &left, now).await?
        && left.reason == MoveReason::Restored
    {
        return ClinicOpsError::refused(format!(
            "the restore that was begun at {} had been cut short and is finished now; this export was not brought in. \
             Run it again if you still want to",
            left.begun_at.format("%Y-%m-%d %H:%M:%SZ")
        ));
    }
    let clinic = find(owner, subdomain).await?;
    is_current(&clinic)?;
    // What people enter meanwhile would be lost without notice.
    if clinic.status != ClinicStatus::Suspended {
        return ClinicOpsError::refused(format!("{subdomain} is open: `celadon clinic suspend {subdomain}` first"));
    }
    let slot = OwnerDb::slot_beside(&clinic);
    note_begin(owner, &clinic, &slot, MoveReason::Restored, now).await?;
    let done = replace(owner, &clinic, &slot, folder, &manifest, now).await;
    if done.is_err() {
        give_up(owner, &clinic, &slot).await?;
    }
    done
}

async fn replace(
    owner: &OwnerDb,
    clinic: &entity::registry::clinic::Model,
    slot: &SchemaSlot,
    folder: &Path,
    manifest: &Manifest,
    now: DateTime<Utc>,
) -> Result<(), ClinicOpsError> {
    let begun = Instant::now();
    owner.create_slot(slot).await?;
    fill(owner, slot, folder, manifest).await?;
    let inside = owner.enter_schema(&slot.placement, &slot.schema).await?;
    end_what_was_open(&inside, now).await?;
    note::write(&inside, "clinic.restore", "celadon clinic restore", Vec::new(), now).await?;
    inside.commit().await?;
    fence(owner, clinic, Some(current_time(now, begun) + FENCE)).await?;
    let schema = clinic.schema_name.as_str();
    let mut from = owner.session(&clinic.placement).await?;
    let tables = tables::load(&mut from, schema).await?;
    lock_against_writes(&mut from, &tables, schema).await?;
    let reader = owner.reader(&clinic.placement, schema, clinic.shard).await?;
    close(&mut from, schema, &reader).await?;
    from.execute(sql::COMMIT).await?;
    register_new_place(owner, clinic, slot, MoveReason::Restored, now).await?;
    clear(owner, clinic).await
}

/// Drops the tables that restores have replaced. Returns how many there were.
///
/// # Errors
/// When there is no such clinic or the database is out of reach.
pub async fn drop_former(owner: &OwnerDb, subdomain: &str) -> Result<usize, ClinicOpsError> {
    let clinic = find(owner, subdomain).await?;
    let left = former_schema::Entity::find()
        .filter(former_schema::Column::ClinicId.eq(clinic.id))
        .all(owner.registry())
        .await?;
    let many = left.len();
    for former in left {
        owner.clear_slot(&former.placement, &former.schema_name).await?;
        former.delete(owner.registry()).await?;
    }
    Ok(many)
}
