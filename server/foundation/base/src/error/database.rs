//! Classifies the database's errors: which are temporary, and which constraint refused a write.

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

/// The name of the constraint that a write violated. When two requests race, the constraint decides.
pub fn constraint(error: &DbErr) -> Option<String> {
    let error = cause(error)?.as_database_error()?;
    let at_worker =
        || constraint_of_shard(error.message()).filter(|_| error.code().is_some_and(|code| code.starts_with("23")));
    error.constraint().or_else(at_worker).map(str::to_owned)
}

/// The constraint's name in the message of a Citus worker, which the coordinator passes on without its fields. In the
/// message the shard's number follows the name. The workers' messages must be in English (`lc_messages`).
fn constraint_of_shard(message: &str) -> Option<&str> {
    let (_, quoted) = message.split_once("constraint \"")?;
    let (name, shard) = quoted.split_once('"')?.0.rsplit_once('_')?;
    (!shard.is_empty() && shard.bytes().all(|digit| digit.is_ascii_digit())).then_some(name)
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

/// Whether the error is temporary: no connection is available, the database is shutting down or starting, or it lacks
/// resources (a full disk 53100, no memory 53200, a failing disk 58030). Or a worker of a Citus cluster has died.
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
                || is_node_lost(&code, error.message())
        }),
        _ => matches!(error, DbErr::ConnectionAcquire(_)),
    }
}

/// The beginnings of messages that Citus reports as an internal error if a node dies during a statement. The transaction is rolled
/// back. Some messages are Citus' own; others are the last message of libpq or the worker, for which Citus has no code.
const NODE_LOST: [&str; 7] = [
    "failure on connection marked as essential",
    "postmaster was shut down, exiting",
    "terminating connection due to",
    "server closed the connection unexpectedly",
    "no connection to the server",
    "could not receive data from server",
    "SSL connection has been closed unexpectedly",
];

fn is_node_lost(code: &str, message: &str) -> bool {
    code == "XX000" && NODE_LOST.iter().any(|start| message.starts_with(start))
}

/// Whether the table (42P01), the schema (3F000), the role (22023) or the right (42501) does not exist.
pub(super) fn finds_nothing(error: &Error) -> bool {
    let Error::Db(error) = error else { return false };
    sql_state(error).is_some_and(|state| matches!(state.as_str(), "42P01" | "3F000" | "22023" | "42501"))
}

/// Turns a named constraint into a sentence for the person.
pub trait OnConstraint<T> {
    /// # Errors
    /// `then` if this constraint refused the write. Every other error is returned unchanged.
    fn on_constraint(self, name: &str, then: impl FnOnce() -> Error) -> Result<T>;
}

impl<T> OnConstraint<T> for Result<T, DbErr> {
    fn on_constraint(self, name: &str, then: impl FnOnce() -> Error) -> Result<T> {
        self.map_err(|error| if constraint(&error).as_deref() == Some(name) { then() } else { error.into() })
    }
}

/// For the second constraint of a write that may violate either.
impl<T> OnConstraint<T> for Result<T> {
    fn on_constraint(self, name: &str, then: impl FnOnce() -> Error) -> Result<T> {
        self.map_err(|error| match error {
            Error::Db(cause) if constraint(&cause).as_deref() == Some(name) => then(),
            other => other,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{constraint_of_shard, is_node_lost};

    #[test]
    fn a_node_that_dies_is_out_of_reach_and_other_internal_errors_are_faults() {
        let messages = [
            "failure on connection marked as essential: worker-1:5432",
            "postmaster was shut down, exiting",
            "terminating connection due to unexpected postmaster exit",
            "server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally",
        ];
        for message in messages {
            assert!(is_node_lost("XX000", message), "{message}");
            assert!(!is_node_lost("42P01", message), "{message}");
        }
        assert!(!is_node_lost("XX000", "cache lookup failed for relation 16384"));
    }

    #[test]
    fn a_workers_message_names_the_constraint_without_the_shard() {
        for (message, name) in [
            (
                "conflicting key value violates exclusion constraint \"appointment_provider_free_102117\"",
                Some("appointment_provider_free"),
            ),
            ("duplicate key value violates unique constraint \"member_email_2_102118\"", Some("member_email_2")),
            (
                "insert or update on table \"patient_102119\" violates foreign key constraint \"patient_x_fkey_102119\"",
                Some("patient_x_fkey"),
            ),
            ("new row for relation \"a_1\" violates check constraint \"a_check_1\"", Some("a_check")),
            ("null value in column \"a\" of relation \"a_102119\" violates not-null constraint", None),
            ("duplicate key value violates unique constraint \"member_email\"", None),
            ("duplicate key value violates unique constraint \"102118\"", None),
            ("duplicate key value violates unique constraint \"member_email_", None),
            ("", None),
        ] {
            assert_eq!(constraint_of_shard(message), name, "{message}");
        }
    }
}
