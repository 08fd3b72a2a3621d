//! What the database's errors mean: which are temporary, and which constraint refused a write.

use std::borrow::Cow;

use sea_orm::{DbErr, RuntimeErr};

use super::{Error, Result};

fn cause(error: &DbErr) -> Option<&sqlx::Error> {
    match error {
        DbErr::Exec(RuntimeErr::SqlxError(cause))
        | DbErr::Query(RuntimeErr::SqlxError(cause))
        | DbErr::Conn(RuntimeErr::SqlxError(cause)) => Some(cause),
        _ => None,
    }
}

/// The name of the constraint that a write violated. Constraints decide about a rule where two requests race.
pub fn constraint(error: &DbErr) -> Option<String> {
    cause(error)?.as_database_error()?.constraint().map(str::to_owned)
}

pub(super) fn sql_state(error: &DbErr) -> Option<String> {
    cause(error)?.as_database_error()?.code().map(Cow::into_owned)
}

pub(super) fn kind(error: &DbErr) -> &'static str {
    match cause(error) {
        Some(sqlx::Error::PoolTimedOut) => "pool timed out",
        Some(sqlx::Error::Io(_)) => "connection lost",
        Some(sqlx::Error::Database(_)) => "refused by the database",
        Some(sqlx::Error::ColumnDecode { .. } | sqlx::Error::ColumnNotFound(_)) => "a column did not fit",
        Some(_) => "driver",
        None => "orm",
    }
}

/// No connection is available, the database is shutting down or starting, or it lacks resources: a full disk
/// (53100), no memory (53200), a failing disk (58030).
pub(super) fn is_temporary(error: &DbErr) -> bool {
    match cause(error) {
        Some(sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::Io(_) | sqlx::Error::WorkerCrashed) => {
            true
        }
        Some(sqlx::Error::Database(error)) => error.code().is_some_and(|code| {
            matches!(
                code.as_ref(),
                "57P01"
                    | "57P02"
                    | "57P03"
                    | "53100"
                    | "53200"
                    | "53300"
                    | "58030"
                    | "55P03"
                    | "57014"
                    | "40P01"
                    | "40001"
                    | "25006"
                    | "25P03"
            ) || code.starts_with("08")
        }),
        _ => matches!(error, DbErr::ConnectionAcquire(_)),
    }
}

/// The table (42P01), the schema (3F000), the role (22023) or the right (42501) does not exist.
pub(super) fn finds_nothing(error: &Error) -> bool {
    let Error::Db(error) = error else { return false };
    sql_state(error).is_some_and(|state| matches!(state.as_str(), "42P01" | "3F000" | "22023" | "42501"))
}

/// Turns a named constraint into a sentence for the person.
pub trait OnConstraint<T> {
    /// # Errors
    /// `then` where this constraint refused the write; every other error as it is.
    fn on_constraint(self, name: &str, then: impl FnOnce() -> Error) -> Result<T>;
}

impl<T> OnConstraint<T> for Result<T, DbErr> {
    fn on_constraint(self, name: &str, then: impl FnOnce() -> Error) -> Result<T> {
        self.map_err(|error| if constraint(&error).as_deref() == Some(name) { then() } else { error.into() })
    }
}

/// For the second constraint of a write that may break either.
impl<T> OnConstraint<T> for Result<T> {
    fn on_constraint(self, name: &str, then: impl FnOnce() -> Error) -> Result<T> {
        self.map_err(|error| match error {
            Error::Db(cause) if constraint(&cause).as_deref() == Some(name) => then(),
            other => other,
        })
    }
}
