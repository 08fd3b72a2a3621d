//! The audit row as a connection is told of it, and its values as they are sent.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::literals::Literals;

/// What follows the name where it is prepared. Text comes as the digits of its bytes. Of somebody who
/// is signed in the name comes with the row; of a member whom a visitor's attempt is about it is read.
pub(super) const DEFINITION: &str =
    " (bigint, uuid, bigint, text, text, text, text, bigint[], bigint[], text, text, text, text, text) AS insert into audit
        (at, request_id, member_id, actor, role, action, outcome, patient_ids, object_ids, ip, user_agent,
         actor_name, actor_licence, detail)
     values (timestamptz 'epoch' + $1 * interval '1 microsecond', $2, $3,
        convert_from(decode($4, 'hex'), 'UTF8'), convert_from(decode($5, 'hex'), 'UTF8'),
        convert_from(decode($6, 'hex'), 'UTF8'), convert_from(decode($7, 'hex'), 'UTF8'), $8, $9,
        convert_from(decode($10, 'hex'), 'UTF8'), convert_from(decode($11, 'hex'), 'UTF8'),
        case when $12 is null then (select first_name || ' ' || last_name from member where id = $3)
            else convert_from(decode($12, 'hex'), 'UTF8') end,
        case when $12 is null then (select license_number from member where id = $3)
            else convert_from(decode($13, 'hex'), 'UTF8') end,
        convert_from(decode($14, 'hex'), 'UTF8'))";

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
    /// In the order of [`DEFINITION`].
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
