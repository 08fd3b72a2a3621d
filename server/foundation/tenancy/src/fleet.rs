//! Counts of all clinics: by status, and how many have tables that this server cannot serve.

use sea_orm::ConnectionTrait;

use super::{Db, sql};
use base::error::Result;

/// The registry's clinics, counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fleet {
    pub by_status: Vec<(String, u64)>,
    /// Clinics that are answered with 503: their tables are older or newer than this server can serve.
    pub out_of_range: u64,
    /// Clinics whose tables are older than this release's: the last migration has not reached them.
    pub parked: u64,
}

/// One query over the whole registry.
pub async fn fleet(db: &Db) -> Result<Fleet> {
    let mut fleet = Fleet { by_status: Vec::new(), out_of_range: 0, parked: 0 };
    for row in db.registry().query_all_raw(sql::fleet()).await? {
        let number = |column: &str| Ok::<_, sea_orm::DbErr>(row.try_get::<i64>("", column)?.unsigned_abs());
        fleet.by_status.push((row.try_get("", "status")?, number("clinics")?));
        fleet.out_of_range += number("out_of_range")?;
        fleet.parked += number("parked")?;
    }
    Ok(fleet)
}
