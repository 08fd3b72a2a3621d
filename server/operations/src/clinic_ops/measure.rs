//! How large a clinic is, and how long its fence will be when it is moved.

use std::time::Duration;

use sqlx::postgres::PgConnection;

use super::{ClinicOpsError, find, sql, tables};
use crate::foundation::tenancy::OwnerDb;

/// What every fence takes: waiting for locks and looking at each table on both sides. Nearly empty clinics were fenced for 1.6 and 1.8
/// seconds, by a build for development on two busy processors.
const FENCE_BASE: Duration = Duration::from_millis(1_500);

/// How many rows of a clinic are compared in a second while it is fenced.
const ROWS_A_SECOND: u64 = 60_000;

/// The size of a clinic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClinicSize {
    pub rows: u64,
    /// Of tables and indexes on disk.
    pub bytes: u64,
}

/// The size of the clinic at this address.
///
/// # Errors
/// When there is none, or its placement is out of reach.
pub async fn size(owner: &OwnerDb, subdomain: &str) -> Result<ClinicSize, ClinicOpsError> {
    let clinic = find(owner, subdomain).await?;
    ClinicSize::measure(&mut owner.session(&clinic.placement).await?, &clinic.schema_name).await
}

impl ClinicSize {
    /// Counts a clinic's rows and the bytes of its tables.
    ///
    /// # Errors
    /// When the connection is lost.
    pub async fn measure(connection: &mut PgConnection, schema: &str) -> Result<Self, ClinicOpsError> {
        let mut rows = 0;
        for table in tables::load(connection, schema).await? {
            rows += sql::count(&table, schema).fetch_one(&mut *connection).await?.unsigned_abs();
        }
        let bytes = sql::bytes(schema).fetch_one(connection).await?.unsigned_abs();
        Ok(Self { rows, bytes })
    }

    /// How long a move will fence the clinic, about: both sides are read and compared meanwhile.
    pub fn expected_fence(self) -> Duration {
        FENCE_BASE + Duration::from_millis(self.rows.saturating_mul(1000) / ROWS_A_SECOND)
    }
}
