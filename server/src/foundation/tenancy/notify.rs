//! Notices through the database, for whoever listens on a channel.

use sea_orm::{
    ConnectionTrait, DbErr,
    sea_query::{Func, Query},
};

/// Tells the channel's listeners when the transaction commits, or at once where there is none.
///
/// # Errors
/// When the database is out of reach.
pub async fn notify(db: &impl ConnectionTrait, channel: &str, word: &str) -> Result<(), DbErr> {
    let told = Func::cust("pg_notify").arg(channel).arg(word);
    db.execute(Query::select().expr(told)).await?;
    Ok(())
}
