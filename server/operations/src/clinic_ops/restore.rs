//! Replaces a clinic's data with an export of the clinic.
//!
//! The export is imported beside the clinic under a fresh name. Then the registry points to the new schema. The former
//! tables are kept, inaccessible, until the operator removes them or restores them.

use std::time::Instant;

use chrono::{DateTime, Utc};
use entity::{
    registry::{clinic, clinic_move, former_schema},
    words::{ClinicStatus, FormerReason, MoveReason},
};
use migration::clinic as clinic_migrations;
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, ModelTrait, QueryFilter, QueryOrder};
use sea_orm_migration::MigratorTrait;
use sqlx::Executor;
use uuid::Uuid;

use super::{
    ClinicOpsError,
    fill::fill,
    find,
    import::{end_what_was_open, fits},
    is_current, note,
    rows::{close, lock_against_writes},
    source::{OpenExport, Source},
    sql, tables,
    transfer::{
        FENCE, clear, current_time, fence, give_up, lock_against_other_commands, note_begin, register_new_place,
        resumed,
    },
};
use tenancy::{OwnerDb, SchemaSlot};

/// Replaces a clinic's data with an export of the clinic. Everybody signs in again.
///
/// Fails without a change when there is no such clinic, the export is incomplete, another clinic's or of another schema, or somebody keeps the
/// tables locked. Also fails after completing an interrupted earlier restore. The error says so.
pub async fn restore<'a>(
    owner: &OwnerDb,
    subdomain: &str,
    source: impl Into<Source<'a>>,
    now: DateTime<Utc>,
) -> Result<(), ClinicOpsError> {
    let mut export = OpenExport::open(source.into())?;
    fits(&export.manifest)?;
    let clinic = find(owner, subdomain).await?;
    if export.manifest.clinic.id != clinic.id {
        let theirs = &export.manifest.clinic.subdomain;
        return ClinicOpsError::refused(format!("the export is of another clinic ({theirs})"));
    }
    let _lock = lock_against_other_commands(owner, clinic.id).await?;
    let clinic = suspended(owner, subdomain, now).await?;
    let slot = OwnerDb::slot_beside(&clinic);
    note_begin(owner, &clinic, &slot, MoveReason::Restored, now).await?;
    let done = replace(owner, &clinic, &slot, &mut export, now).await;
    if done.is_err() {
        give_up(owner, &clinic, &slot).await?;
    }
    done
}

/// The clinic, if its tables may be replaced now.
async fn suspended(owner: &OwnerDb, subdomain: &str, now: DateTime<Utc>) -> Result<clinic::Model, ClinicOpsError> {
    let clinic = find(owner, subdomain).await?;
    // An interrupted restore is completed first, and then nothing else is done. After an interrupted move, the command continues.
    if let Some(left) = clinic_move::Entity::find_by_id(clinic.id).one(owner.registry()).await?
        && resumed(owner, &clinic, &left, now).await?
        && left.reason == MoveReason::Restored
    {
        return ClinicOpsError::refused(format!(
            "the restore that was begun at {} had been cut short and is finished now; nothing else was done: this \
             export was not brought in, nothing was put back. Run it again if you still want to",
            left.begun_at.format("%Y-%m-%d %H:%M:%SZ")
        ));
    }
    let clinic = find(owner, subdomain).await?;
    is_current(&clinic)?;
    // A suspended clinic gets no new entries, which the restore would lose.
    if clinic.status != ClinicStatus::Suspended {
        return ClinicOpsError::refused(format!("{subdomain} is open: `celadon clinic suspend {subdomain}` first"));
    }
    Ok(clinic)
}

async fn replace(
    owner: &OwnerDb,
    clinic: &clinic::Model,
    slot: &SchemaSlot,
    export: &mut OpenExport<'_>,
    now: DateTime<Utc>,
) -> Result<(), ClinicOpsError> {
    let begun = Instant::now();
    owner.create_slot(slot).await?;
    fill(owner, slot, export).await?;
    let inside = owner.enter_schema(&slot.placement, &slot.schema).await?;
    put_in_use(owner, clinic, slot, inside, "celadon clinic restore", begun, now).await
}

/// Ends the sessions and tokens that were open in the slot's data, records the command in the slot's audit, and
/// exchanges the slot for the clinic's tables.
async fn put_in_use(
    owner: &OwnerDb,
    clinic: &clinic::Model,
    slot: &SchemaSlot,
    inside: DatabaseTransaction,
    command: &str,
    begun: Instant,
    now: DateTime<Utc>,
) -> Result<(), ClinicOpsError> {
    end_what_was_open(&inside, now).await?;
    note::write(&inside, "clinic.restore", command, Vec::new(), now).await?;
    inside.commit().await?;
    exchange(owner, clinic, slot, begun, now).await
}

/// Points the registry to the slot, and keeps the tables that the clinic had until now.
async fn exchange(
    owner: &OwnerDb,
    clinic: &clinic::Model,
    slot: &SchemaSlot,
    begun: Instant,
    now: DateTime<Utc>,
) -> Result<(), ClinicOpsError> {
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

/// The result of undoing a restore.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PutBack {
    /// When the tables that are in use again were replaced.
    pub replaced_at: DateTime<Utc>,
}

/// Undoes the newest restore of a clinic. The replaced tables are in use again, and the restored tables are kept in
/// their place, so a second undo returns to them. Everybody signs in again.
///
/// Fails when there is no such clinic, it is open, its placement has no tables that a restore replaced, or somebody
/// keeps the tables locked. The clinic is then unchanged, and the former tables are kept.
pub async fn undo_restore(owner: &OwnerDb, subdomain: &str, now: DateTime<Utc>) -> Result<PutBack, ClinicOpsError> {
    let _lock = lock_against_other_commands(owner, find(owner, subdomain).await?.id).await?;
    let clinic = suspended(owner, subdomain, now).await?;
    let former = former_schema::Entity::find()
        .filter(former_schema::Column::ClinicId.eq(clinic.id))
        .filter(former_schema::Column::Placement.eq(clinic.placement.as_str()))
        .filter(former_schema::Column::Reason.eq(FormerReason::Restored))
        .order_by_desc(former_schema::Column::LeftAt)
        .one(owner.registry())
        .await?;
    let Some(former) = former else {
        return ClinicOpsError::refused(format!(
            "no tables that a restore of {subdomain} has replaced are kept in {}",
            clinic.placement
        ));
    };
    let slot = SchemaSlot { schema: former.schema_name, ..OwnerDb::slot_beside(&clinic) };
    note_begin(owner, &clinic, &slot, MoveReason::Restored, now).await?;
    let done = put_back(owner, &clinic, &slot, now).await;
    if done.is_err() {
        give_up(owner, &clinic, &slot).await?;
    }
    done.map(|()| PutBack { replaced_at: former.left_at })
}

async fn put_back(
    owner: &OwnerDb,
    clinic: &clinic::Model,
    slot: &SchemaSlot,
    now: DateTime<Utc>,
) -> Result<(), ClinicOpsError> {
    let begun = Instant::now();
    let inside = owner.enter_schema(&slot.placement, &slot.schema).await?;
    // The tables may have been replaced under an earlier release.
    clinic_migrations::Migrator::up(&inside, None).await?;
    owner.open_slot(&inside, slot).await?;
    put_in_use(owner, clinic, slot, inside, "celadon clinic restore --undo", begun, now).await
}

/// Drops the tables that restores have replaced, and returns their number.
///
/// Fails when there is no such clinic, or another command is working on it or was interrupted.
pub async fn drop_former(owner: &OwnerDb, subdomain: &str) -> Result<usize, ClinicOpsError> {
    let clinic = find(owner, subdomain).await?;
    let _lock = lock_against_other_commands(owner, clinic.id).await?;
    // An interrupted command may be about to use the former tables again.
    if clinic_move::Entity::find_by_id(clinic.id).one(owner.registry()).await?.is_some() {
        return ClinicOpsError::refused(format!(
            "a restore or a move of {subdomain} was interrupted: run it again first"
        ));
    }
    clear_former(owner, clinic.id).await
}

/// Drops the clinic's former tables, which restores and moves have left, and returns their number. The caller holds the
/// lock against other commands.
pub(super) async fn clear_former(owner: &OwnerDb, clinic: Uuid) -> Result<usize, ClinicOpsError> {
    let left =
        former_schema::Entity::find().filter(former_schema::Column::ClinicId.eq(clinic)).all(owner.registry()).await?;
    let many = left.len();
    for former in left {
        owner.clear_slot(&former.placement, &former.schema_name).await?;
        former.delete(owner.registry()).await?;
    }
    Ok(many)
}
