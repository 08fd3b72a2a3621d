//! The token of a link that a job mails. It is derived from the master key and a number in the job, so that the job
//! can derive it again and it is never stored. The database holds its hash, as for every other token.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::token;
use config::MasterKey;

/// The part of a token that a job stores.
#[derive(Debug, Serialize, Deserialize)]
pub struct DerivedToken {
    nonce: Uuid,
    /// The name of the secret that the token is derived from.
    key: u32,
}

impl DerivedToken {
    /// A new token, derived from the current secret.
    pub fn new(master: &MasterKey) -> Self {
        Self { nonce: Uuid::new_v4(), key: master.current().number() }
    }

    /// The token of a clinic's link for one purpose.
    pub fn text(&self, purpose: &str, clinic: Uuid, master: &MasterKey) -> String {
        // The secret may have been changed since the mail was postponed.
        let made_with = master.all().find(|one| one.number() == self.key).unwrap_or(master.current());
        token::text(made_with.derive(format!("{purpose} {clinic} {}", self.nonce).as_bytes()))
    }
}
