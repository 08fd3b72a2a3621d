use sea_orm::FromJsonQueryResult;
use serde::{Deserialize, Serialize};

/// Who signed, at that moment: later changes of a member do not change this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Signer {
    /// The member's id; the patient's where a patient signed.
    pub id: i64,
    pub name: String,
    pub role: String,
    /// Stored under the name that the rows of earlier releases have.
    #[serde(rename = "licence")]
    pub license: Option<String>,
}
