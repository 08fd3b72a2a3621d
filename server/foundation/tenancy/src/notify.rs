//! Notifications through the database.

use sea_orm::{
    ConnectionTrait, DbErr,
    sea_query::{Func, Query},
};
use uuid::Uuid;

use super::sql;

/// Notifies the channel's listeners when the transaction commits, or at once outside a transaction.
pub async fn notify(db: &impl ConnectionTrait, channel: &str, word: &str) -> Result<(), DbErr> {
    let notify = Func::cust("pg_notify").arg(channel).arg(word);
    db.execute(Query::select().expr(notify)).await?;
    Ok(())
}

/// Announces that a job is due in a clinic. A clinic's role may call this function but not `pg_notify`, because with
/// `pg_notify` it could tell every server that the registry has changed.
pub async fn announce_job(db: &impl ConnectionTrait, clinic: Uuid) -> Result<(), DbErr> {
    db.execute_raw(sql::announce_job(clinic)).await?;
    Ok(())
}
