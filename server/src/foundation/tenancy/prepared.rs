//! What a connection is told once and then knows by name: the question that a transaction begins
//! with, and the audit row that it ends with. Both come in a message that goes to Postgres anyway.

use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{literals::Literals, sql};

/// A connection keeps so many plans of each at most. A plan holds for one clinic's tables: clinics of the
/// same name for it, which are few where a connection sees a few hundred, each plan it anew after the
/// other. With fewer in tests, that is tried.
pub(super) const PLANS: u16 = if cfg!(test) { 2 } else { 1024 };

/// A question with which a transaction begins.
pub struct PreparedQuery {
    /// With the types of its parameters.
    definition: &'static str,
    /// By the clinic's number.
    names: Vec<Names>,
}

/// What a connection knows a question by, and the audit row beside it.
struct Names {
    question: String,
    audit: String,
}

impl PreparedQuery {
    /// `definition` is what follows the name where it is prepared: ` (types) AS ...`.
    pub fn new(definition: &'static str) -> Self {
        // A pooler's connections live longer than a server: nothing else may ever have these names. Who
        // knows the question knows the row, so that the name of either stands for both texts.
        let texts = Sha256::new().chain_update(definition).chain_update(sql::AUDIT).finalize();
        let texts = hex::encode(&texts[..8]);
        let names =
            |number| Names { question: format!("question_{texts}_{number}"), audit: format!("audit_{texts}_{number}") };
        Self { definition, names: (0..PLANS).map(names).collect() }
    }

    pub(super) fn asked(&'static self, clinic: Uuid, values: &Literals) -> BoundQuery {
        let Names { question, audit } = &self.names[number(clinic)];
        BoundQuery { definition: self.definition, question, audit, ask: sql::execute(question, values) }
    }
}

/// Of the bits that choose neither the shard nor the place in it.
pub(super) fn number(clinic: Uuid) -> usize {
    let [.., first, second, _, _] = clinic.into_bytes();
    usize::from(u16::from_be_bytes([first, second]) % PLANS)
}

/// A question with its values, for one clinic.
pub(super) struct BoundQuery {
    definition: &'static str,
    /// Whoever knows it knows the audit row too: it is told after that.
    pub question: &'static str,
    pub audit: &'static str,
    ask: String,
}

/// What a connection knows of an [`Asked`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PreparedState {
    Nothing,
    /// It was told, and then something came between.
    Audit,
    Both,
}

impl BoundQuery {
    /// What is sent to a connection that knows so much.
    pub(super) fn text(&self, known: PreparedState) -> String {
        let Self { definition, question, audit, ask } = self;
        let row = || sql::prepare(audit, sql::AUDIT);
        let question = || sql::prepare(question, definition);
        match known {
            PreparedState::Nothing => format!("{}; {}; {ask}", row(), question()),
            PreparedState::Audit => format!("{}; {ask}", question()),
            PreparedState::Both => ask.clone(),
        }
    }

    /// What is said before the transaction begins again, and what the connection knows then: where it
    /// knew less or more than was believed, or knows the question of tables of other types.
    pub(super) fn again(&self, error: &sqlx::Error) -> Option<(String, PreparedState)> {
        let error = error.as_database_error()?;
        match error.code()?.as_ref() {
            "26000" => Some((String::new(), PreparedState::Nothing)),
            // The name is told in every language.
            "42P05" if error.message().contains(self.audit) => Some((String::new(), PreparedState::Audit)),
            "42P05" => Some((String::new(), PreparedState::Both)),
            "0A000" => Some((sql::deallocate(self.question), PreparedState::Audit)),
            _ => None,
        }
    }
}
