//! The wire types of corrections.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{Signer, addendum},
    ids::AddendumId,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::foundation::http::{
    Payload,
    fields::{Line, Note},
    signature::{TallSignature, data_url},
};

/// What was added to a signed record.
#[derive(Debug, Serialize, ToSchema)]
pub struct Addendum {
    #[schema(value_type = i64)]
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

impl Payload for NewAddendum {
    const IGNORED: &'static [&'static str] = &["id", "created_at"];
}

/// That a record no longer counts: who said so, when and why.
#[derive(Debug, Serialize, ToSchema)]
pub struct Voided {
    /// The name of who voided it, at that moment.
    pub by: String,
    pub at: DateTime<Utc>,
    pub reason: String,
    /// What was drawn: a PNG as a data URL. Null in a list of exams, for a role that may not see an estimate's
    /// signatures, and for a void from before signatures were asked for.
    #[schema(required)]
    pub signature: Option<String>,
}

impl Voided {
    #[must_use]
    pub fn of(signer: Signer, at: DateTime<Utc>, reason: String, signature: Option<&[u8]>) -> Self {
        Self { by: signer.name, at, reason, signature: signature.map(data_url) }
    }
}

/// A void: it takes a record out of what counts, with the signature of the member who voids it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewVoid {
    pub reason: Line,
    pub signature: TallSignature,
}

impl Payload for NewVoid {}
