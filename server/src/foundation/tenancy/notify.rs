//! Notifications through the database.

use sea_orm::{
    ConnectionTrait, DbErr,
    sea_query::{Func, Query},
};

/// Notifies the channel's listeners when the transaction commits, or at once without one.
///
/// # Errors
/// When the database is out of reach.
pub async fn notify(db: &impl ConnectionTrait, channel: &str, word: &str) -> Result<(), DbErr> {
    let notify = Func::cust("pg_notify").arg(channel).arg(word);
    db.execute(Query::select().expr(notify)).await?;
    Ok(())
}
