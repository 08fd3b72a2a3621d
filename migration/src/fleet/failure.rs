//! Why a run failed, and which failures are temporary.

use std::sync::Arc;

use sea_orm_migration::sea_orm::{DbErr, RuntimeErr};

/// Why a run ended without a report.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("another migration is running on this database")]
    Busy,
    #[error(transparent)]
    Database(#[from] DbErr),
}

impl Failure {
    /// As [`Report::exit_code`](super::Report::exit_code): 1 if another run may help, otherwise 2.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Busy => 1,
            Self::Database(error) => {
                if is_temporary(error) {
                    1
                } else {
                    2
                }
            }
        }
    }
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(DbErr::Conn(RuntimeErr::SqlxError(Arc::new(error))))
    }
}

/// Locks, deadlocks, and a server that is full, stopping or out of reach are temporary. Any other error is the
/// migration's fault.
pub(super) fn is_temporary(error: &DbErr) -> bool {
    let cause = match error {
        DbErr::ConnectionAcquire(_) => return true,
        DbErr::Conn(RuntimeErr::SqlxError(cause))
        | DbErr::Exec(RuntimeErr::SqlxError(cause))
        | DbErr::Query(RuntimeErr::SqlxError(cause)) => cause.as_ref(),
        _ => return false,
    };
    match cause {
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut => true,
        // Class 08: a coordinator cannot reach its worker.
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            matches!(code.as_ref(), "55P03" | "40P01" | "53300" | "57P01" | "57P02" | "57P03") || code.starts_with("08")
        }),
        _ => false,
    }
}
