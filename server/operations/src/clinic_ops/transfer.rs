//! Moves a clinic to another placement, with a short fence.
//!
//! 1. A snapshot of the clinic's rows is copied to fresh tables at the new place, while people work.
//! 2. The fence: for a moment, requests to this clinic are answered 503.
//! 3. The clinic's tables are locked, which waits for active transactions, and the changes since the copy are copied.
//!    The rows of both sides are counted and compared.
//! 4. The role that reads the tables loses its rights here, in the transaction that holds the locks. From now on nobody
//!    can write into the former tables, even if a server's cache is stale.
//! 5. The registry points to the new place, and the fence is removed.
//!
//! From a Citus cluster, everything is copied under the locks and nothing before the fence, because its coordinator
//! does not know which rows a worker's transactions have changed since.
//!
//! After an interruption the next try continues. Before step 4 the clinic is unchanged; after it the copy is complete.

use std::time::Instant;

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    registry::{clinic, clinic_move, former_schema, placement},
    words::{MoveReason, PlacementKind},
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{Set, Unchanged},
    EntityTrait, IntoActiveModel, ModelTrait, TransactionTrait,
};
use sqlx::{Executor, postgres::PgConnection};

use super::{
    ClinicOpsError, find, is_current,
    rows::{Left, close, copy, copy_left, is_locked},
    sql, tables,
};
use tenancy::{MAIN, OwnerDb, SchemaSlot, notify_servers};

/// The longest time of a fence. Afterwards, an interrupted move no longer blocks the clinic.
pub const FENCE: TimeDelta = TimeDelta::seconds(60);

/// The result of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moved {
    pub rows: u64,
    /// Rows that changed after the first copy began.
    pub followed: u64,
    pub fenced_milliseconds: u128,
}

/// The point at which a test interrupts the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Recorded; nothing has been made yet.
    Noted,
    /// The schema slot has been made; nothing has been copied.
    Begun,
    /// The first copy is complete; the clinic is not fenced.
    Copied,
    /// Fenced; the changes since have not been copied.
    Fenced,
    /// Everything is copied, and nobody has rights at the old place.
    Closed,
    /// The registry points to the new place.
    Registered,
}

/// Moves a clinic to another placement, or continues an interrupted move.
///
/// Fails when there is no such clinic or placement, or somebody keeps the tables locked. The clinic is then served as
/// before, or the next try continues the move.
pub async fn move_to(owner: &OwnerDb, subdomain: &str, to: &str, now: DateTime<Utc>) -> Result<Moved, ClinicOpsError> {
    until(owner, subdomain, to, now, &async |_: Stage| false).await
}

/// Like [`move_to`], but stops at the first stage for which `stops_at` is true.
pub async fn until(
    owner: &OwnerDb,
    subdomain: &str,
    to: &str,
    now: DateTime<Utc>,
    stops_at: &impl AsyncFn(Stage) -> bool,
) -> Result<Moved, ClinicOpsError> {
    let _lock = lock_against_other_commands(owner, find(owner, subdomain).await?.id).await?;
    let mut clinic = find(owner, subdomain).await?;
    if let Some(interrupted) = clinic_move::Entity::find_by_id(clinic.id).one(owner.registry()).await?
        && resumed(owner, &clinic, &interrupted, now).await?
    {
        // The interrupted move may have had another target.
        clinic = find(owner, subdomain).await?;
        if clinic.placement == to {
            return Ok(Moved { rows: 0, followed: 0, fenced_milliseconds: 0 });
        }
    }
    if clinic.placement == to {
        return ClinicOpsError::refused(format!("{subdomain} is in {to} already"));
    }
    if placement::Entity::find_by_id(to).one(owner.registry()).await?.is_none() {
        return ClinicOpsError::refused(format!("there is no placement {to}"));
    }
    is_current(&clinic)?;
    // Recorded before the slot is made, so that the next try finds what an interruption leaves.
    let slot = owner.choose_slot(Some(to)).await?;
    note_begin(owner, &clinic, &slot, MoveReason::Moved, now).await?;
    match transfer(owner, &clinic, &slot, now, stops_at).await {
        Ok(Some(moved)) => Ok(moved),
        Ok(None) => ClinicOpsError::refused("the move was interrupted"),
        Err(fault) => {
            give_up(owner, &clinic, &slot).await?;
            Err(fault)
        }
    }
}

/// The steps of the move. `None` if it was interrupted.
async fn transfer(
    owner: &OwnerDb,
    clinic: &clinic::Model,
    slot: &SchemaSlot,
    now: DateTime<Utc>,
    stops_at: &impl AsyncFn(Stage) -> bool,
) -> Result<Option<Moved>, ClinicOpsError> {
    if stops_at(Stage::Noted).await {
        return Ok(None);
    }
    owner.create_slot(slot).await?;
    if stops_at(Stage::Begun).await {
        return Ok(None);
    }
    let started = Instant::now();
    let mut from = owner.session(&clinic.placement).await?;
    let mut to = owner.session(&slot.placement).await?;
    let tables = tables::load(&mut from, &clinic.schema_name).await?;
    let reader = owner.reader(&clinic.placement, &clinic.schema_name, clinic.shard).await?;
    let (rows, left) = match owner.kind_of(&clinic.placement).await? {
        PlacementKind::Citus => (0, Left::Whole),
        PlacementKind::Postgres => {
            let (rows, horizon) = copy(&mut from, &mut to, &tables, &clinic.schema_name, &slot.schema).await?;
            (rows, Left::Since { horizon, to: owner.kind_of(&slot.placement).await? })
        }
    };
    if stops_at(Stage::Copied).await {
        return Ok(None);
    }
    let fenced = Instant::now();
    fence(owner, clinic, Some(current_time(now, started) + FENCE)).await?;
    if stops_at(Stage::Fenced).await {
        return Ok(None);
    }
    let followed = copy_left(&mut from, &mut to, &tables, clinic, &reader, slot, left).await?;
    let (rows, followed) = if left == Left::Whole { (followed, 0) } else { (rows, followed) };
    if stops_at(Stage::Closed).await {
        return Ok(None);
    }
    register_new_place(owner, clinic, slot, MoveReason::Moved, now).await?;
    let fenced_milliseconds = fenced.elapsed().as_millis();
    if stops_at(Stage::Registered).await {
        return Ok(None);
    }
    clear(owner, clinic).await?;
    Ok(Some(Moved { rows, followed, fenced_milliseconds }))
}

/// The time now, computed from `at_start` and the time elapsed since `started`.
pub(super) fn current_time(at_start: DateTime<Utc>, started: Instant) -> DateTime<Utc> {
    at_start + TimeDelta::from_std(started.elapsed()).unwrap_or_default()
}

/// Keeps others from moving, restoring, exporting or deleting the same clinic while the connection is open.
pub async fn lock_against_other_commands(owner: &OwnerDb, clinic: uuid::Uuid) -> Result<PgConnection, ClinicOpsError> {
    let mut guard = owner.session(MAIN).await?;
    guard.execute(sql::SESSION_LOCK_TIMEOUT).await?;
    sql::lock_clinic(clinic).execute(&mut guard).await.map_err(|error| {
        if is_locked(&error) {
            ClinicOpsError::Refused("another command is at work on this clinic: try again when it is done".to_owned())
        } else {
            error.into()
        }
    })?;
    Ok(guard)
}

pub(super) async fn note_begin(
    owner: &OwnerDb,
    clinic: &clinic::Model,
    slot: &SchemaSlot,
    reason: MoveReason,
    now: DateTime<Utc>,
) -> Result<(), ClinicOpsError> {
    let row = clinic_move::ActiveModel {
        clinic_id: Set(clinic.id),
        reason: Set(reason),
        from_placement: Set(clinic.placement.clone()),
        from_schema: Set(clinic.schema_name.clone()),
        to_placement: Set(slot.placement.clone()),
        to_schema: Set(slot.schema.clone()),
        to_shard: Set(i32::from(slot.shard)),
        begun_at: Set(now),
    };
    row.insert(owner.registry()).await?;
    Ok(())
}

/// Ends an interrupted move: completes it if the copy was complete, otherwise undoes it. True if the clinic is at its
/// new place.
pub(super) async fn resumed(
    owner: &OwnerDb,
    clinic: &clinic::Model,
    interrupted: &clinic_move::Model,
    now: DateTime<Utc>,
) -> Result<bool, ClinicOpsError> {
    let slot = SchemaSlot {
        placement: interrupted.to_placement.clone(),
        schema: interrupted.to_schema.clone(),
        shard: u16::try_from(interrupted.to_shard).unwrap_or(0),
    };
    if clinic.schema_name == interrupted.to_schema {
        clear(owner, clinic).await?;
        return Ok(true);
    }
    if is_open(owner, clinic).await? {
        give_up(owner, clinic, &slot).await?;
        return Ok(false);
    }
    register_new_place(owner, clinic, &slot, interrupted.reason, now).await?;
    clear(owner, clinic).await?;
    Ok(true)
}

/// Whether the role that reads the clinic still has its rights here. They are revoked when the copy is complete and
/// committed.
async fn is_open(owner: &OwnerDb, clinic: &clinic::Model) -> Result<bool, ClinicOpsError> {
    let schema = clinic.schema_name.as_str();
    let reader = owner.reader(&clinic.placement, schema, clinic.shard).await?;
    let from = &mut owner.session(&clinic.placement).await?;
    from.execute(sql::BEGIN).await?;
    from.execute(sql::LOCK_TIMEOUT).await?;
    // The commit of an interrupted move may still be in progress. Only its locks block this statement.
    if let Some(table) = tables::load(from, schema).await?.first() {
        from.execute(sql::lock_against_movers(table, schema)).await?;
    }
    let is_open = sql::is_open(schema, &reader).fetch_one(&mut *from).await?;
    from.execute(sql::COMMIT).await?;
    Ok(is_open)
}

/// Removes the copy, and the clinic stays where it was. Does nothing after the point of no return, because the next try
/// then completes the move.
pub(super) async fn give_up(owner: &OwnerDb, clinic: &clinic::Model, slot: &SchemaSlot) -> Result<(), ClinicOpsError> {
    if !is_open(owner, clinic).await? {
        return Ok(());
    }
    if former_of(slot).one(owner.registry()).await?.is_some() {
        // The slot has tables that a restore replaced and an undo was about to use again. They are kept, inaccessible as before.
        let reader = owner.reader(&slot.placement, &slot.schema, i32::from(slot.shard)).await?;
        close(&mut owner.session(&slot.placement).await?, &slot.schema, &reader).await?;
    } else {
        owner.clear_slot(&slot.placement, &slot.schema).await?;
    }
    fence(owner, clinic, None).await?;
    clinic_move::Entity::delete_by_id(clinic.id).exec(owner.registry()).await?;
    Ok(())
}

/// The record of a slot whose tables a clinic used before.
fn former_of(slot: &SchemaSlot) -> sea_orm::Select<former_schema::Entity> {
    former_schema::Entity::find_by_id((slot.placement.clone(), slot.schema.clone()))
}

/// Sets or removes the fence; servers notice within a second.
pub async fn fence(
    owner: &OwnerDb,
    clinic: &clinic::Model,
    until: Option<DateTime<Utc>>,
) -> Result<(), ClinicOpsError> {
    let tx = owner.registry().begin().await?;
    let row = clinic::ActiveModel { id: Unchanged(clinic.id), fenced_until: Set(until), ..Default::default() };
    clinic::Entity::update(row).exec_without_returning(&tx).await?;
    notify_servers(&tx, &clinic.subdomain).await?;
    tx.commit().await?;
    Ok(())
}

/// Points the registry to the new place, and removes the fence.
pub(super) async fn register_new_place(
    owner: &OwnerDb,
    clinic: &clinic::Model,
    slot: &SchemaSlot,
    reason: MoveReason,
    now: DateTime<Utc>,
) -> Result<(), ClinicOpsError> {
    let tx = owner.registry().begin().await?;
    let mut row = clinic.clone().into_active_model();
    row.placement = Set(slot.placement.clone());
    row.schema_name = Set(slot.schema.clone());
    row.shard = Set(i32::from(slot.shard));
    row.fenced_until = Set(None);
    row.update(&tx).await?;
    let former = former_schema::ActiveModel {
        placement: Set(clinic.placement.clone()),
        schema_name: Set(clinic.schema_name.clone()),
        clinic_id: Set(clinic.id),
        reason: Set(reason.into()),
        left_at: Set(now),
    };
    former.insert(&tx).await?;
    // The slot's tables may have been former tables.
    former_schema::Entity::delete_by_id((slot.placement.clone(), slot.schema.clone())).exec(&tx).await?;
    notify_servers(&tx, &clinic.subdomain).await?;
    tx.commit().await?;
    Ok(())
}

/// Drops the former tables of a finished move. Tables that a restore replaced are kept until the operator removes them.
pub(super) async fn clear(owner: &OwnerDb, clinic: &clinic::Model) -> Result<(), ClinicOpsError> {
    let Some(done) = clinic_move::Entity::find_by_id(clinic.id).one(owner.registry()).await? else { return Ok(()) };
    if done.reason == MoveReason::Moved {
        owner.clear_slot(&done.from_placement, &done.from_schema).await?;
        former_schema::Entity::delete_by_id((done.from_placement.clone(), done.from_schema.clone()))
            .exec(owner.registry())
            .await?;
    }
    done.delete(owner.registry()).await?;
    Ok(())
}
