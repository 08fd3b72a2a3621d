//! The values that are sent with the prepared INSERT of an audit row.

use chrono::{DateTime, Utc};
use entity::{
    ids::{MemberId, PatientId},
    words::{ActorKind, Outcome},
};
use uuid::Uuid;

use super::literals::Literals;

/// The columns of [`entity::clinic::audit`].
pub(super) struct Row<'r> {
    pub at: DateTime<Utc>,
    pub request_id: Uuid,
    pub member_id: Option<MemberId>,
    pub actor: ActorKind,
    pub role: Option<&'r str>,
    pub action: &'r str,
    pub outcome: Outcome,
    pub patient_ids: &'r [PatientId],
    pub object_ids: &'r [i64],
    pub ip: &'r str,
    pub user_agent: &'r str,
    pub actor_name: Option<&'r str>,
    pub actor_license: Option<&'r str>,
    pub detail: Option<&'r str>,
}

impl Row<'_> {
    /// The values, in the order of [`super::sql::AUDIT`].
    pub(super) fn values(&self) -> Literals {
        Literals::default()
            .integer(self.at.timestamp_micros())
            .uuid(self.request_id)
            .integer(self.member_id.map(i64::from))
            .bytes(self.actor.as_str().as_bytes())
            .bytes(self.role.map(str::as_bytes))
            .bytes(self.action.as_bytes())
            .bytes(self.outcome.as_str().as_bytes())
            .integers(self.patient_ids)
            .integers(self.object_ids)
            .bytes(self.ip.as_bytes())
            .bytes(self.user_agent.as_bytes())
            .bytes(self.actor_name.map(str::as_bytes))
            .bytes(self.actor_license.map(str::as_bytes))
            .bytes(self.detail.map(str::as_bytes))
    }
}
