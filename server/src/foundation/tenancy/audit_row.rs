//! The prepared INSERT of an audit row, and the values that are sent with it.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::literals::Literals;

/// What follows the name in PREPARE. Text is sent as the hexadecimal digits of its bytes. For a member who is
/// signed in, name, role and licence are sent with the row; for a member whom a visitor's attempt concerns, the
/// statement reads them at that moment, in the form of [`super::Member::signer`].
pub(super) const DEFINITION: &str =
    " (bigint, uuid, bigint, text, text, text, text, bigint[], bigint[], text, text, text, text, text) AS insert into audit
        (at, request_id, member_id, actor, role, action, outcome, patient_ids, object_ids, ip, user_agent,
         actor_name, actor_licence, detail)
     select timestamptz 'epoch' + $1 * interval '1 microsecond', $2, $3,
        convert_from(decode($4, 'hex'), 'UTF8'),
        coalesce(convert_from(decode($5, 'hex'), 'UTF8'), about.role || case when about.is_owner then ', owner' else '' end),
        convert_from(decode($6, 'hex'), 'UTF8'), convert_from(decode($7, 'hex'), 'UTF8'), $8, $9,
        convert_from(decode($10, 'hex'), 'UTF8'), convert_from(decode($11, 'hex'), 'UTF8'),
        coalesce(convert_from(decode($12, 'hex'), 'UTF8'), about.first_name || ' ' || about.last_name),
        coalesce(convert_from(decode($13, 'hex'), 'UTF8'), about.license_number),
        convert_from(decode($14, 'hex'), 'UTF8')
     from (values (1)) one left join member about on about.id = $3 and $12 is null";

/// The columns of [`entity::clinic::audit`].
pub(super) struct Row<'r> {
    pub at: DateTime<Utc>,
    pub request_id: Uuid,
    pub member_id: Option<i64>,
    pub actor: &'r str,
    pub role: Option<&'r str>,
    pub action: &'r str,
    pub outcome: &'r str,
    pub patient_ids: &'r [i64],
    pub object_ids: &'r [i64],
    pub ip: &'r str,
    pub user_agent: &'r str,
    pub actor_name: Option<&'r str>,
    pub actor_licence: Option<&'r str>,
    pub detail: Option<&'r str>,
}

impl Row<'_> {
    /// The values, in the order of [`DEFINITION`].
    pub(super) fn values(&self) -> Literals {
        Literals::default()
            .integer(self.at.timestamp_micros())
            .uuid(self.request_id)
            .integer(self.member_id)
            .bytes(self.actor.as_bytes())
            .bytes(self.role.map(str::as_bytes))
            .bytes(self.action.as_bytes())
            .bytes(self.outcome.as_bytes())
            .integers(self.patient_ids)
            .integers(self.object_ids)
            .bytes(self.ip.as_bytes())
            .bytes(self.user_agent.as_bytes())
            .bytes(self.actor_name.map(str::as_bytes))
            .bytes(self.actor_licence.map(str::as_bytes))
            .bytes(self.detail.map(str::as_bytes))
    }
}
