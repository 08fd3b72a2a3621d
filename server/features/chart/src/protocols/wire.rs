//! The wire types of protocols.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::{protocol_draft, protocol_override},
    ids::{MemberId, ProtocolDraftId, ProtocolId, ProtocolOverrideId, ProtocolVersionId, ServiceId},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::current::{ProtocolState, Version};
use crate::foundation::http::{
    Payload,
    fields::{Day, Html, Id, Line, Name},
    optional, required,
    signature::TallSignature,
};

/// The protocols of every treatment that can be chosen, and what directors let pass today.
#[derive(Debug, Serialize, ToSchema)]
pub struct Protocols {
    /// Whether the module is on. While it is off, everything below is empty.
    pub on: bool,
    /// Every treatment in the clinic's order, then those with a protocol that can no longer be chosen.
    pub services: Vec<ServiceProtocol>,
    /// What directors let pass today, the newest first.
    pub overrides: Vec<ProtocolOverride>,
    /// Who records treatments, by name.
    pub providers: Vec<ProtocolMember>,
}

/// The protocol of a service, as it stands today.
#[derive(Debug, Serialize, ToSchema)]
pub struct ServiceProtocol {
    /// Null for one of the fixed list.
    #[schema(required, value_type = Option<i64>)]
    pub service_id: Option<ServiceId>,
    pub service: String,
    /// Whether it can be chosen for a treatment.
    pub offered: bool,
    /// Null where nobody has begun one.
    #[schema(required, value_type = Option<i64>)]
    pub protocol_id: Option<ProtocolId>,
    pub state: ProtocolState,
    /// The version that counts, that counted last, or that comes into force first.
    #[schema(required)]
    pub version: Option<ProtocolVersion>,
    /// How many days are left after today; negative once it has ended.
    #[schema(required)]
    pub days_left: Option<i64>,
    /// How many versions wait for a director's signature.
    pub drafts: usize,
    /// Everybody who performs the service, with when they have signed the version.
    pub performers: Vec<ProtocolPerformer>,
}

/// A member by name.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProtocolMember {
    #[schema(value_type = i64)]
    pub member_id: MemberId,
    pub name: String,
}

/// A member who performs a service.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProtocolPerformer {
    #[schema(value_type = i64)]
    pub member_id: MemberId,
    pub name: String,
    /// When they have signed the version; null while they have not.
    #[schema(required)]
    pub signed_at: Option<DateTime<Utc>>,
}

/// A signed version, without its text.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProtocolVersion {
    #[schema(value_type = i64)]
    pub id: ProtocolVersionId,
    pub number: i32,
    pub title: String,
    pub valid_from: NaiveDate,
    /// The last day on which it counts.
    pub valid_until: NaiveDate,
    /// The director by the name of that moment.
    pub signed_by: String,
    pub signed_at: DateTime<Utc>,
    /// Null for one that was not retired.
    #[schema(required)]
    pub retired_at: Option<DateTime<Utc>>,
    #[schema(required)]
    pub retired_by: Option<String>,
    #[schema(required)]
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
    #[schema(value_type = i64)]
    pub id: ProtocolId,
    pub service: String,
    pub versions: Vec<ProtocolVersion>,
    /// What waits for a director's signature, the newest first.
    pub drafts: Vec<ProtocolDraft>,
}

/// A signed version with its text and the signatures.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProtocolText {
    pub version: ProtocolVersion,
    #[schema(value_type = i64)]
    pub protocol_id: ProtocolId,
    pub service: String,
    /// Sanitized HTML.
    pub body: String,
    /// The director's.
    pub signature: String,
    /// Whether the signed-in member may sign it now.
    pub may_agree: bool,
    /// When the signed-in member has signed it; null while they have not.
    #[schema(required)]
    pub agreed_at: Option<DateTime<Utc>>,
}

/// The next version, until a director signs it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProtocolDraft {
    #[schema(value_type = i64)]
    pub id: ProtocolDraftId,
    #[schema(value_type = i64)]
    pub protocol_id: ProtocolId,
    /// The number of the newest signed version when it was last saved; 0 while there was none.
    pub follows: i32,
    pub title: String,
    /// Sanitized HTML.
    pub body: String,
    /// Null: from the day on which it is signed.
    #[schema(required)]
    pub valid_from: Option<NaiveDate>,
    pub valid_until: NaiveDate,
    /// The version of the draft; sent back as `If-Match` it keeps a change from overwriting another one, and a director from signing
    /// what they have not read.
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
    /// A treatment of the clinic's catalogue, or of the fixed list while it has none.
    pub service: Line,
    pub title: Name,
    pub body: Html,
    /// Left out: from the day on which it is signed.
    #[serde(default, deserialize_with = "optional")]
    pub valid_from: Option<Day>,
    /// Left out: for twelve months.
    #[serde(default, deserialize_with = "optional")]
    pub valid_until: Option<Day>,
}

impl Payload for NewProtocolDraft {}

/// What a draft says from now on.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangedProtocolDraft {
    pub title: Name,
    pub body: Html,
    /// Left out: from the day on which it is signed.
    #[serde(default, deserialize_with = "optional")]
    pub valid_from: Option<Day>,
    /// Left out: for twelve months.
    #[serde(default, deserialize_with = "optional")]
    pub valid_until: Option<Day>,
}

impl Payload for ChangedProtocolDraft {
    const IGNORED: &'static [&'static str] = &["id", "protocol_id", "follows", "version", "updated_at", "updated_by"];
}

/// A director's signature on a draft, or a provider's on a version.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProtocolSigning {
    pub signature: TallSignature,
}

impl Payload for ProtocolSigning {}

/// Why a protocol is retired.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewProtocolRetirement {
    pub reason: Line,
}

impl Payload for NewProtocolRetirement {}

/// What a director lets pass today.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewProtocolOverride {
    #[schema(value_type = Id)]
    #[serde(deserialize_with = "required")]
    pub provider_id: MemberId,
    pub service: Line,
    pub reason: Line,
}

impl Payload for NewProtocolOverride {}

/// That a director lets a provider treat with a service until the end of the day.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProtocolOverride {
    #[schema(value_type = i64)]
    pub id: ProtocolOverrideId,
    #[schema(value_type = i64)]
    pub provider_id: MemberId,
    pub provider_name: String,
    pub service: String,
    pub reason: String,
    /// The clinic's day on which it counts.
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

/// The protocols as they concern the signed-in provider.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnProtocols {
    /// Whether the module is on. While it is off, everything below is empty.
    pub on: bool,
    /// Every treatment that can be chosen, in the clinic's order.
    pub services: Vec<OwnProtocol>,
    /// The directors who can let a treatment of the signed-in member pass for the day.
    pub directors: Vec<String>,
}

/// The protocol of a service, as it concerns the signed-in provider.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnProtocol {
    pub service: String,
    pub state: ProtocolState,
    /// The version that counts, that counted last, or that comes into force first.
    #[schema(required)]
    pub version: Option<ProtocolVersion>,
    #[schema(required)]
    pub days_left: Option<i64>,
    /// When the signed-in member has signed it; null while they have not.
    #[schema(required)]
    pub agreed_at: Option<DateTime<Utc>>,
    /// Whether the version waits for the signed-in member's signature: it is in force or comes into force, they perform the
    /// service, and they have not signed it.
    pub awaits: bool,
    /// Why a treatment of theirs with the service would be refused now, if no director let it pass.
    #[schema(required)]
    pub obstacle: Option<String>,
    /// What a director lets pass today.
    #[schema(required)]
    pub lifted: Option<ProtocolOverride>,
}
