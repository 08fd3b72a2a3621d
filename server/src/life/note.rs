//! What the operator does with a clinic's records, in the clinic's own audit.

use chrono::{DateTime, Utc};
use entity::clinic::audit;
use sea_orm::{ActiveValue::Set, ConnectionTrait, DbErr, EntityTrait};
use uuid::Uuid;

/// Writes the row. `who` stands where a member's role would: which person, or which command.
pub async fn write(
    db: &impl ConnectionTrait,
    action: &str,
    who: &str,
    objects: Vec<i64>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let row = audit::ActiveModel {
        at: Set(now),
        request_id: Set(Uuid::now_v7()),
        member_id: Set(None),
        actor: Set("operator".to_owned()),
        role: Set(Some(who.to_owned())),
        action: Set(action.to_owned()),
        outcome: Set("done".to_owned()),
        patient_ids: Set(Vec::new()),
        object_ids: Set(objects),
        ip: Set(String::new()),
        user_agent: Set("celadon".to_owned()),
        ..Default::default()
    };
    audit::Entity::insert(row).exec_without_returning(db).await?;
    Ok(())
}
