//! The size of a clinic, and the expected length of its fence during a move.

use std::time::Duration;

use sqlx::postgres::PgConnection;

use super::{ClinicOpsError, find, sql, tables};
use tenancy::OwnerDb;

/// The minimum time of a fence: waiting for locks and reading each table on both sides. Nearly empty clinics were
/// fenced for 1.6 and 1.8 seconds, by a development build on two busy processors.
const FENCE_BASE: Duration = Duration::from_millis(1_500);

/// How many rows per second are compared while a clinic is fenced.
const ROWS_A_SECOND: u64 = 60_000;

/// The size of a clinic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClinicSize {
    pub rows: u64,
    /// The bytes of its tables and indexes on disk.
    pub bytes: u64,
}

/// The size of the clinic at this address.
pub async fn size(owner: &OwnerDb, subdomain: &str) -> Result<ClinicSize, ClinicOpsError> {
    let clinic = find(owner, subdomain).await?;
    ClinicSize::measure(&mut owner.session(&clinic.placement).await?, &clinic.schema_name).await
}

impl ClinicSize {
    /// Counts a clinic's rows and the bytes of its tables.
    ///
    /// Fails when the connection is lost.
    pub async fn measure(connection: &mut PgConnection, schema: &str) -> Result<Self, ClinicOpsError> {
        let mut rows = 0;
        for table in tables::load(connection, schema).await? {
            rows += sql::count(&table, schema).fetch_one(&mut *connection).await?.unsigned_abs();
        }
        let bytes = sql::bytes(schema).fetch_one(connection).await?.unsigned_abs();
        Ok(Self { rows, bytes })
    }

    /// The approximate time for which a move will fence the clinic. Both sides are read and compared meanwhile.
    pub fn expected_fence(self) -> Duration {
        FENCE_BASE + Duration::from_millis(self.rows.saturating_mul(1000) / ROWS_A_SECOND)
    }
}
