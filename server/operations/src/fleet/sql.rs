//! The statements of the rounds through all clinics that SeaORM cannot express.

use sea_orm::{DbBackend, Statement};

/// Counts the audit's rows after the last seal. SeaORM cannot write the time `-infinity`.
pub(super) fn unsealed() -> Statement {
    Statement::from_string(
        DbBackend::Postgres,
        "select count(*) as n from audit
         where at > coalesce((select max(settled_through) from audit_seal), '-infinity')",
    )
}

/// Reads everything as of one moment from here on. SeaORM sets that only for transactions that it begins.
pub(super) fn repeatable_read() -> Statement {
    Statement::from_string(DbBackend::Postgres, "set transaction isolation level repeatable read")
}
