//! Audit rows of the operator's actions, in the clinic's own audit.

use chrono::{DateTime, Utc};
use entity::{
    clinic::audit,
    words::{ActorKind, Outcome},
};
use sea_orm::{ActiveValue::Set, ConnectionTrait, DbErr, EntityTrait};
use uuid::Uuid;

use super::sql;
use tenancy::{Change, Detail};

/// Writes the row. `who` is the person or the command, in place of a member's role.
pub async fn write(
    db: &impl ConnectionTrait,
    action: &str,
    who: &str,
    objects: Vec<i64>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    changed(db, action, who, objects, Vec::new(), now).await
}

/// As `write`, with the old and new values of a member's changed fields.
///
/// # Errors
/// As `write`.
pub(super) async fn changed(
    db: &impl ConnectionTrait,
    action: &str,
    who: &str,
    objects: Vec<i64>,
    changed: Vec<Change>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let row = audit::ActiveModel {
        at: Set(now),
        request_id: Set(Uuid::now_v7()),
        member_id: Set(None),
        actor: Set(ActorKind::Operator),
        role: Set(Some(who.to_owned())),
        action: Set(action.to_owned()),
        outcome: Set(Outcome::Done),
        patient_ids: Set(Vec::new()),
        object_ids: Set(objects),
        ip: Set(String::new()),
        user_agent: Set("celadon".to_owned()),
        detail: Set(Detail { changed, ..Detail::default() }.to_text()),
        ..Default::default()
    };
    // The insert waits for a move that holds locks on the tables, so the clinic's place is checked again afterwards.
    audit::Entity::insert(row).exec_without_returning(db).await?;
    let is_left = db.query_one_raw(sql::is_left()).await?;
    match is_left {
        Some(_) => Err(DbErr::Custom("the clinic is just moving to another place: try again in a moment".to_owned())),
        None => Ok(()),
    }
}
