//! Moves a clinic to another placement, with a short fence.
//!
//! 1. The clinic's rows of one moment are copied to fresh tables there, while people work.
//! 2. The fence: only this clinic is answered 503 for a moment.
//! 3. Its tables are locked, which waits for transactions at work, and the changes since the copy are copied.
//!    Both sides are counted and compared.
//! 4. The role that reads it loses its rights here, in the transaction that holds the locks: from now on nobody can write
//!    into the former tables, however old a server's cache is.
//! 5. The registry names the new place, and the fence is removed.
//!
//! From a Citus cluster everything is copied under the locks, and nothing before the fence: its coordinator does not know which
//! rows a worker's transactions have changed since.
//!
//! After an interruption the next try continues: before step 4 nothing has happened to the clinic, and after it
//! the copy is complete.

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
use crate::foundation::tenancy::{MAIN, OwnerDb, SchemaSlot, notify_servers};

/// The longest time of a fence: after it, an interrupted move no longer blocks the clinic.
pub(super) const FENCE: TimeDelta = TimeDelta::seconds(60);

/// The result of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moved {
    pub rows: u64,
    /// Rows that changed while the first copy was made.
    pub followed: u64,
    pub fenced_milliseconds: u128,
}

/// The point at which a test interrupts the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Nothing has been made yet.
    Noted,
    /// The schema slot has been made, nothing has been copied.
    Begun,
    /// Copied, not fenced.
    Copied,
    /// Fenced, the changes since have not been copied.
    Fenced,
    /// Everything is copied; nobody has rights here any more.
    Closed,
    /// The registry names the new place.
    Registered,
}

/// Moves a clinic to another placement, or continues an interrupted move.
///
/// # Errors
/// When there is no such clinic or placement, somebody keeps the tables locked, or a database is out of reach.
/// The clinic is served as before, or the next try continues.
pub async fn move_to(owner: &OwnerDb, subdomain: &str, to: &str, now: DateTime<Utc>) -> Result<Moved, ClinicOpsError> {
    until(owner, subdomain, to, now, &async |_: Stage| false).await
}

/// The same; stops at the point in `stops_at`.
pub(super) async fn until(
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
    // Recorded before it is made, so that the next try finds what an interruption leaves.
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

/// The steps of the move. None when it was interrupted.
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
    let followed = copy_left(&mut from, &mut to, &tables, (clinic, &reader), slot, left).await?;
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

/// The time now, given the time when something started.
pub(super) fn current_time(at_start: DateTime<Utc>, started: Instant) -> DateTime<Utc> {
    at_start + TimeDelta::from_std(started.elapsed()).unwrap_or_default()
}

/// Keeps others from moving, restoring, exporting or deleting the same clinic, as long as the connection is
/// open.
pub(super) async fn lock_against_other_commands(
    owner: &OwnerDb,
    clinic: uuid::Uuid,
) -> Result<PgConnection, ClinicOpsError> {
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

/// Ends an interrupted move: forward if the copy was complete, otherwise back. True when the clinic is at its
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

/// Whether the role that reads the clinic still has its rights here: they are revoked when the copy is complete and
/// committed.
async fn is_open(owner: &OwnerDb, clinic: &clinic::Model) -> Result<bool, ClinicOpsError> {
    let schema = clinic.schema_name.as_str();
    let reader = owner.reader(&clinic.placement, schema, clinic.shard).await?;
    let from = &mut owner.session(&clinic.placement).await?;
    from.execute(sql::BEGIN).await?;
    from.execute(sql::LOCK_TIMEOUT).await?;
    // An interrupted move may have left a commit that is still being written. Its locks, and only they, block
    // this statement.
    if let Some(table) = tables::load(from, schema).await?.first() {
        from.execute(sql::lock_against_movers(table, schema)).await?;
    }
    let is_open = sql::is_open(schema, &reader).fetch_one(&mut *from).await?;
    from.execute(sql::COMMIT).await?;
    Ok(is_open)
}

/// Removes the copy; the clinic stays where it was. Not after the point of no return: from there the next try
/// goes forward.
pub(super) async fn give_up(owner: &OwnerDb, clinic: &clinic::Model, slot: &SchemaSlot) -> Result<(), ClinicOpsError> {
    if !is_open(owner, clinic).await? {
        return Ok(());
    }
    if former_of(slot).one(owner.registry()).await?.is_some() {
        // Tables that a restore replaced, about to be put back: they are kept, out of reach as before.
        let reader = owner.reader(&slot.placement, &slot.schema, i32::from(slot.shard)).await?;
        close(&mut owner.session(&slot.placement).await?, &slot.schema, &reader).await?;
    } else {
        owner.clear_slot(&slot.placement, &slot.schema).await?;
    }
    fence(owner, clinic, None).await?;
    clinic_move::Entity::delete_by_id(clinic.id).exec(owner.registry()).await?;
    Ok(())
}

/// The record of a slot whose tables were a clinic's before.
fn former_of(slot: &SchemaSlot) -> sea_orm::Select<former_schema::Entity> {
    former_schema::Entity::find_by_id((slot.placement.clone(), slot.schema.clone()))
}

/// Sets or removes the fence; servers notice within a second.
pub(super) async fn fence(
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

/// The registry names the new place, and the fence is removed.
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
    // These may have been former tables themselves.
    former_schema::Entity::delete_by_id((slot.placement.clone(), slot.schema.clone())).exec(&tx).await?;
    notify_servers(&tx, &clinic.subdomain).await?;
    tx.commit().await?;
    Ok(())
}

/// Removes the former tables of a finished move. Tables that a restore replaced are kept until the operator
/// removes them.
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
