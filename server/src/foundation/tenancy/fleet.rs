//! Counts of all clinics: by status, and how many have tables that this server cannot serve.

use sea_orm::{ConnectionTrait, DbBackend, Statement};

use super::Db;
use crate::foundation::error::Result;

/// The registry's clinics, counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fleet {
    pub by_status: Vec<(String, u64)>,
    /// Answered 503: their tables are older or newer than this server can serve.
    pub out_of_range: u64,
    /// Their tables are older than this release's: the last migration has not reached them.
    pub parked: u64,
}

/// One query over the whole registry.
///
/// # Errors
/// When the registry is out of reach.
pub async fn fleet(db: &Db) -> Result<Fleet> {
    let statement = Statement::from_sql_and_values(
        DbBackend::Postgres,
        // Versions are compared byte by byte, as the server compares them.
        r#"select status, count(*) as clinics,
            count(*) filter (where status = 'active'
                and (schema_version collate "C" < $1 or oldest_server collate "C" > $2)) as out_of_range,
            count(*) filter (where status <> 'deleted' and schema_version collate "C" < $2) as parked
        from registry.clinic group by status order by status"#,
        [migration::clinic::OLDEST_SERVED.into(), migration::clinic::LATEST.into()],
    );
    let mut fleet = Fleet { by_status: Vec::new(), out_of_range: 0, parked: 0 };
    for row in db.registry().query_all_raw(statement).await? {
        let number = |column: &str| Ok::<_, sea_orm::DbErr>(row.try_get::<i64>("", column)?.unsigned_abs());
        fleet.by_status.push((row.try_get("", "status")?, number("clinics")?));
        fleet.out_of_range += number("out_of_range")?;
        fleet.parked += number("parked")?;
    }
    Ok(fleet)
}
