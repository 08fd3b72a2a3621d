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

/// Makes the transaction read from one snapshot. SeaORM sets the isolation level only of transactions that it begins.
pub(super) fn repeatable_read() -> Statement {
    Statement::from_string(DbBackend::Postgres, "set transaction isolation level repeatable read")
}
