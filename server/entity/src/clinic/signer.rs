use sea_orm::FromJsonQueryResult;
use serde::{Deserialize, Serialize};

/// Who signed, as they were at that moment: what is changed on a member later changes nothing here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Signer {
    /// The member's number; the patient's where a patient signed.
    pub id: i64,
    pub name: String,
    pub role: String,
    pub licence: Option<String>,
}
