//! What the rounds ask of a clinic and SeaORM cannot say.

use sea_orm::{DbBackend, Statement};

/// How many rows of the audit came after the last seal: SeaORM has no time before all others.
pub(super) fn unsealed() -> Statement {
    Statement::from_string(
        DbBackend::Postgres,
        "select count(*) as n from audit
         where at > coalesce((select max(settled_through) from audit_seal), '-infinity')",
    )
}

/// From here on everything is read as it is at one moment: SeaORM says that of transactions which it begins itself.
pub(super) fn at_one_moment() -> Statement {
    Statement::from_string(DbBackend::Postgres, "set transaction isolation level repeatable read")
}
