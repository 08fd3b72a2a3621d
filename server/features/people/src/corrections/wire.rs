//! The wire types of corrections.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{Signer, addendum},
    ids::AddendumId,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use http_api::{
    Computed,
    fields::{Line, Note},
    signature::{TallSignature, data_url},
};

/// An addendum to a signed record.
#[derive(Debug, Serialize, ToSchema)]
pub struct Addendum {
    pub id: AddendumId,
    pub reason: String,
    pub text: String,
    /// The author's name and role at that moment.
    pub author_name: String,
    pub author_role: String,
    /// A PNG as a data URL.
    pub signature: String,
    pub created_at: DateTime<Utc>,
}

impl From<addendum::Model> for Addendum {
    fn from(row: addendum::Model) -> Self {
        Self {
            id: row.id,
            reason: row.reason,
            text: row.text,
            author_name: row.signer.name,
            author_role: row.signer.role,
            signature: data_url(&row.signature),
            created_at: row.created_at,
        }
    }
}

/// An addendum to a signed record.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAddendum {
    /// Why it is added.
    pub reason: Line,
    pub text: Note,
    pub signature: TallSignature,
}

impl Computed for NewAddendum {
    const COMPUTED: &'static [&'static str] = &["id", "created_at"];
}

/// The void of a record: who voided it, when and why.
#[derive(Debug, Serialize, ToSchema)]
pub struct Voided {
    /// The name of the member who voided it, at that moment.
    pub by: String,
    pub at: DateTime<Utc>,
    pub reason: String,
    /// The drawn signature: a PNG as a data URL. Null in a list of exams, for a role that may not see an estimate's
    /// signatures, and for a void from before signatures were required.
    pub signature: Option<String>,
}

impl Voided {
    #[must_use]
    pub fn of(signer: Signer, at: DateTime<Utc>, reason: String, signature: Option<&[u8]>) -> Self {
        Self { by: signer.name, at, reason, signature: signature.map(data_url) }
    }
}

/// A void of a record, with the signature of the member who voids it. The record no longer counts.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewVoid {
    pub reason: Line,
    pub signature: TallSignature,
}
