//! The two statements that every connection prepares once: the query that begins a transaction, and the INSERT of the
//! audit row that ends it. Each is sent in a message that goes to Postgres anyway.

use std::sync::atomic::{AtomicU16, Ordering};

use sha2::{Digest, Sha256};
use sqlx::{error::DatabaseError, postgres::PgDatabaseError};
use uuid::Uuid;

use super::{literals::Literals, sql};

/// How many plans of each statement a connection keeps. A plan is valid for one clinic's tables, so clinics that
/// share a name would replan it for each other. With 1,024 names few clinics on a connection share one.
static PLANS: AtomicU16 = AtomicU16::new(1024);

pub(super) fn plans() -> u16 {
    PLANS.load(Ordering::Relaxed)
}

/// Leaves two names, which all clinics share. For tests of clinics that share one; call it before the first query.
pub fn share_two_names() {
    PLANS.store(2, Ordering::Relaxed);
}

/// A query that begins a transaction.
pub struct PreparedQuery {
    /// The parameter types and the text.
    definition: String,
    /// The names, by the clinic's number.
    names: Vec<Names>,
}

/// The names under which a connection has prepared the query and the audit row.
struct Names {
    query: String,
    audit: String,
}

impl PreparedQuery {
    /// `definition` is what follows the name in PREPARE: ` (types) AS ...`.
    pub fn new(definition: impl Into<String>) -> Self {
        let definition = definition.into();
        // A pooler's connections outlive a server, so a name must always stand for the same text. A connection that
        // has prepared the query has prepared the audit row too; therefore each name is a hash of both texts.
        let texts = Sha256::new().chain_update(&definition).chain_update(sql::AUDIT).finalize();
        let texts = hex::encode(&texts[..8]);
        let names =
            |number| Names { query: format!("query_{texts}_{number}"), audit: format!("audit_{texts}_{number}") };
        Self { definition, names: (0..plans()).map(names).collect() }
    }

    pub(super) fn bind(&'static self, clinic: Uuid, values: &Literals) -> BoundQuery {
        let Names { query, audit } = &self.names[number(clinic) % self.names.len()];
        BoundQuery { definition: &self.definition, query, audit, execution: sql::execute(query, values) }
    }
}

/// The clinic's number, from bits of its id that choose neither the shard nor the slot.
pub fn number(clinic: Uuid) -> usize {
    let [.., first, second, _, _] = clinic.into_bytes();
    usize::from(u16::from_be_bytes([first, second]) % plans())
}

/// A query with its values, for one clinic.
pub(super) struct BoundQuery {
    definition: &'static str,
    /// The audit row is prepared before the query, so a connection with this name has both.
    pub query: &'static str,
    pub audit: &'static str,
    execution: String,
}

/// The statements of a [`BoundQuery`] that a connection has prepared.
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

    /// The message to send before the transaction begins again, and the connection's state after that message. `None` unless
    /// the connection had prepared less or more than expected, or had prepared the query for tables of other types.
    pub(super) fn again(&self, error: &sqlx::Error) -> Option<(String, PreparedState)> {
        let error = error.as_database_error()?;
        match error.code()?.as_ref() {
            "26000" => Some((String::new(), PreparedState::Nothing)),
            // The message contains the name in every language.
            "42P05" if error.message().contains(self.audit) => Some((String::new(), PreparedState::Audit)),
            "42P05" => Some((String::new(), PreparedState::Both)),
            // Citus uses the same code for statements that it does not support.
            "0A000" if is_stale_plan(error) => Some((sql::deallocate(self.query), PreparedState::Audit)),
            _ => None,
        }
    }
}

/// Whether a prepared statement was for tables of other types. Checks the function that raised the error, because the
/// message may be in any language.
fn is_stale_plan(error: &(dyn DatabaseError + 'static)) -> bool {
    let routine = error.try_downcast_ref::<PgDatabaseError>().and_then(PgDatabaseError::routine);
    routine == Some("RevalidateCachedQuery") || error.message().starts_with("cached plan must not change")
}
