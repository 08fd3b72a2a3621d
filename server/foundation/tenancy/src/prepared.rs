//! The two statements that every connection prepares once: the query with which a transaction begins, and the
//! INSERT of the audit row with which it ends. Each is sent in a message that goes to Postgres anyway.

use sha2::{Digest, Sha256};
use sqlx::{error::DatabaseError, postgres::PgDatabaseError};
use uuid::Uuid;

use super::{literals::Literals, sql};

/// How many plans of each a connection keeps. A plan holds for one clinic's tables. Clinics that share a name
/// would replan it for each other; with 1,024 names few clinics on a connection share one. Tests use two names,
/// to try exactly that.
pub(super) const PLANS: u16 = if cfg!(test) { 2 } else { 1024 };

/// A query with which a transaction begins.
pub struct PreparedQuery {
    /// The parameter types and the text.
    definition: &'static str,
    /// By the clinic's number.
    names: Vec<Names>,
}

/// The names under which a connection has prepared the query and the audit row.
struct Names {
    query: String,
    audit: String,
}

impl PreparedQuery {
    /// `definition` is what follows the name in PREPARE: ` (types) AS ...`.
    pub fn new(definition: &'static str) -> Self {
        // A pooler's connections outlive a server, so a name must identify its text for ever. A connection that
        // has prepared the query has prepared the audit row too; therefore each name is a hash of both texts.
        let texts = Sha256::new().chain_update(definition).chain_update(sql::AUDIT).finalize();
        let texts = hex::encode(&texts[..8]);
        let names =
            |number| Names { query: format!("query_{texts}_{number}"), audit: format!("audit_{texts}_{number}") };
        Self { definition, names: (0..PLANS).map(names).collect() }
    }

    pub(super) fn bind(&'static self, clinic: Uuid, values: &Literals) -> BoundQuery {
        let Names { query, audit } = &self.names[number(clinic)];
        BoundQuery { definition: self.definition, query, audit, execution: sql::execute(query, values) }
    }
}

/// The clinic's number, from bits that choose neither the shard nor the slot in it.
pub(super) fn number(clinic: Uuid) -> usize {
    let [.., first, second, _, _] = clinic.into_bytes();
    usize::from(u16::from_be_bytes([first, second]) % PLANS)
}

/// A query with its values, for one clinic.
pub(super) struct BoundQuery {
    definition: &'static str,
    /// The audit row is prepared before the query: a connection with this name has both.
    pub query: &'static str,
    pub audit: &'static str,
    execution: String,
}

/// What a connection has prepared of a [`BoundQuery`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PreparedState {
    Nothing,
    /// The audit row was prepared, and then the request was cut short.
    Audit,
    Both,
}

impl BoundQuery {
    /// The message for a connection in this state.
    pub(super) fn text(&self, state: PreparedState) -> String {
        let Self { definition, query, audit, execution } = self;
        let row = || sql::prepare(audit, sql::AUDIT);
        let query = || sql::prepare(query, definition);
        match state {
            PreparedState::Nothing => format!("{}; {}; {execution}", row(), query()),
            PreparedState::Audit => format!("{}; {execution}", query()),
            PreparedState::Both => execution.clone(),
        }
    }

    /// What to send before the transaction begins again, and the connection's state after that: it had prepared
    /// less or more than expected, or the query for tables of other types.
    pub(super) fn again(&self, error: &sqlx::Error) -> Option<(String, PreparedState)> {
        let error = error.as_database_error()?;
        match error.code()?.as_ref() {
            "26000" => Some((String::new(), PreparedState::Nothing)),
            // The name is part of the message in every language.
            "42P05" if error.message().contains(self.audit) => Some((String::new(), PreparedState::Audit)),
            "42P05" => Some((String::new(), PreparedState::Both)),
            // In Citus the same code stands for what it does not support.
            "0A000" if is_stale_plan(error) => Some((sql::deallocate(self.query), PreparedState::Audit)),
            _ => None,
        }
    }
}

/// Whether a prepared statement was for tables of other types: told by the function that raises it, because the message may be
/// in any language.
fn is_stale_plan(error: &(dyn DatabaseError + 'static)) -> bool {
    let routine = error.try_downcast_ref::<PgDatabaseError>().and_then(PgDatabaseError::routine);
    routine == Some("RevalidateCachedQuery") || error.message().starts_with("cached plan must not change")
}
