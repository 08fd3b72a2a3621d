use crate::sql::Step;

/// That directors were told by mail that a version of a protocol ends, once for each version. A server of the release before
/// tells nobody.
pub const STEP: Step = Step {
    name: "m20261126_000981_protocol_notices",
    up: &["create table protocol_notice (
            version_id bigint constraint protocol_notice_pkey primary key references protocol_version (id),
            noticed_at timestamptz not null
        )"],
    grants: &[("protocol_notice", "select, insert")],
    down: &["drop table protocol_notice"],
};
