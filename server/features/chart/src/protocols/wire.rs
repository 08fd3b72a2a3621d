//! The wire types of protocols.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::{protocol_draft, protocol_override},
    ids::{MemberId, ProtocolDraftId, ProtocolId, ProtocolOverrideId, ProtocolVersionId, ServiceId},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::current::{ProtocolState, Version};
use http_api::{
    Computed,
    fields::{Day, Html, Line, Name},
    signature::TallSignature,
};

/// The protocols of every treatment that can be chosen, and today's overrides.
#[derive(Debug, Serialize, ToSchema)]
pub struct Protocols {
    /// Whether the module is on. While it is off, everything below is empty.
    pub on: bool,
    /// Every treatment in the clinic's order, then those that have a protocol but can no longer be chosen.
    pub services: Vec<ServiceProtocol>,
    /// Today's overrides, the newest first.
    pub overrides: Vec<ProtocolOverride>,
    /// The members who record treatments, by name.
    pub providers: Vec<ProtocolMember>,
}

/// The protocol of a service, in its state of today.
#[derive(Debug, Serialize, ToSchema)]
pub struct ServiceProtocol {
    /// Null for a service of the fixed list.
    pub service_id: Option<ServiceId>,
    pub service: String,
    /// Whether it can be chosen for a treatment.
    pub offered: bool,
    /// Null if the service has no protocol yet.
    pub protocol_id: Option<ProtocolId>,
    pub state: ProtocolState,
    /// The version in force, the last one in force, or the one that comes into force first.
    pub version: Option<ProtocolVersion>,
    /// How many days are left after today; negative once the version has ended.
    pub days_left: Option<i64>,
    /// How many drafts need a director's signature.
    pub drafts: usize,
    /// The members who perform the service, and when each signed the version.
    pub performers: Vec<ProtocolPerformer>,
}

/// A member by name.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProtocolMember {
    pub member_id: MemberId,
    pub name: String,
}

/// A member who performs a service.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProtocolPerformer {
    pub member_id: MemberId,
    pub name: String,
    /// When the member signed the version; null if not signed.
    pub signed_at: Option<DateTime<Utc>>,
}

/// A signed version, without its text.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProtocolVersion {
    pub id: ProtocolVersionId,
    pub number: i32,
    pub title: String,
    pub valid_from: NaiveDate,
    /// The last day of the version.
    pub valid_until: NaiveDate,
    /// The director's name at that moment.
    pub signed_by: String,
    pub signed_at: DateTime<Utc>,
    /// Null if the version was not retired.
    pub retired_at: Option<DateTime<Utc>>,
    pub retired_by: Option<String>,
    pub retired_for: Option<String>,
}

impl From<&Version> for ProtocolVersion {
    fn from(row: &Version) -> Self {
        Self {
            id: row.id,
            number: row.number,
            title: row.title.clone(),
            valid_from: row.valid_from,
            valid_until: row.valid_until,
            signed_by: row.signer.name.clone(),
            signed_at: row.signed_at,
            retired_at: row.retired_at,
            retired_by: row.retired_by.as_ref().map(|signer| signer.name.clone()),
            retired_for: row.retired_for.clone(),
        }
    }
}

/// A protocol with all its versions, the newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct Protocol {
    pub id: ProtocolId,
    pub service: String,
    pub versions: Vec<ProtocolVersion>,
    /// The drafts that need a director's signature, the newest first.
    pub drafts: Vec<ProtocolDraft>,
}

/// A signed version with its text and the signatures.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProtocolText {
    pub version: ProtocolVersion,
    pub protocol_id: ProtocolId,
    pub service: String,
    /// Sanitized HTML.
    pub body: String,
    /// The director's signature.
    pub signature: String,
    /// Whether the signed-in member may sign it now.
    pub may_agree: bool,
    /// When the signed-in member signed it; null if not signed.
    pub agreed_at: Option<DateTime<Utc>>,
}

/// The next version, until a director signs it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProtocolDraft {
    pub id: ProtocolDraftId,
    pub protocol_id: ProtocolId,
    /// The number of the newest signed version when the draft was last saved; 0 if there was none.
    pub follows: i32,
    pub title: String,
    /// Sanitized HTML.
    pub body: String,
    /// Null: from the day of signing.
    pub valid_from: Option<NaiveDate>,
    pub valid_until: NaiveDate,
    /// The version of the draft. Sent back as `If-Match`, it keeps a change from overwriting another one, and a director from
    /// signing an unread text.
    pub version: i32,
    pub updated_at: DateTime<Utc>,
    pub updated_by: String,
}

impl From<protocol_draft::Model> for ProtocolDraft {
    fn from(row: protocol_draft::Model) -> Self {
        Self {
            id: row.id,
            protocol_id: row.protocol_id,
            follows: row.follows,
            title: row.title,
            body: row.body,
            valid_from: row.valid_from,
            valid_until: row.valid_until,
            version: row.version,
            updated_at: row.updated_at,
            updated_by: row.updated_by_name,
        }
    }
}

/// The next version of a service's protocol, or the first.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewProtocolDraft {
    /// A treatment of the clinic's catalogue, or of the fixed list if the clinic has no catalogue.
    pub service: Line,
    pub title: Name,
    pub body: Html,
    /// Default: from the day of signing.
    pub valid_from: Option<Day>,
    /// Default: for twelve months.
    pub valid_until: Option<Day>,
}

/// The new content of a draft.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangedProtocolDraft {
    pub title: Name,
    pub body: Html,
    /// Default: from the day of signing.
    pub valid_from: Option<Day>,
    /// Default: for twelve months.
    pub valid_until: Option<Day>,
}

impl Computed for ChangedProtocolDraft {
    const COMPUTED: &'static [&'static str] = &["id", "protocol_id", "follows", "version", "updated_at", "updated_by"];
}

/// A director's signature on a draft, or a provider's on a version.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProtocolSigning {
    pub signature: TallSignature,
}

/// Why a protocol is retired.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewProtocolRetirement {
    pub reason: Line,
}

/// A new override by a director.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewProtocolOverride {
    pub provider_id: MemberId,
    pub service: Line,
    pub reason: Line,
}

/// A director's permission for a provider to treat with a service until the end of the day.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProtocolOverride {
    pub id: ProtocolOverrideId,
    pub provider_id: MemberId,
    pub provider_name: String,
    pub service: String,
    pub reason: String,
    /// The clinic's day of the override.
    pub valid_on: NaiveDate,
    pub given_by: String,
    pub given_at: DateTime<Utc>,
}

impl ProtocolOverride {
    pub fn from_model(row: protocol_override::Model, provider_name: String) -> Self {
        Self {
            id: row.id,
            provider_id: row.provider_id,
            provider_name,
            service: row.service,
            reason: row.reason,
            valid_on: row.valid_on,
            given_by: row.signer.name,
            given_at: row.given_at,
        }
    }
}

/// The protocols from the signed-in provider's view.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnProtocols {
    /// Whether the module is on. While it is off, everything below is empty.
    pub on: bool,
    /// Every treatment that can be chosen, in the clinic's order.
    pub services: Vec<OwnProtocol>,
    /// The directors who can let a treatment of the signed-in member pass for the day.
    pub directors: Vec<String>,
}

/// The protocol of a service, from the signed-in provider's view.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnProtocol {
    pub service: String,
    pub state: ProtocolState,
    /// The version in force, the last one in force, or the one that comes into force first.
    pub version: Option<ProtocolVersion>,
    pub days_left: Option<i64>,
    /// When the signed-in member signed it; null if not signed.
    pub agreed_at: Option<DateTime<Utc>>,
    /// Whether the signed-in member has to sign the version: it is in force or comes into force, the member performs the service,
    /// and has not signed it.
    pub awaits: bool,
    /// Why a treatment by the signed-in member with the service would be refused now without an override.
    pub obstacle: Option<String>,
    /// The override of today.
    pub lifted: Option<ProtocolOverride>,
}
