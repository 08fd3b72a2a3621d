use crate::sql::Step;

/// Limits and retries of the platform's own host.
///
/// A "find my clinic" request is tried again where a clinic could not be entered: `missed` names those that are
/// left, `tries` limits how often. How many clinics one address may sign up is counted here, so that counts
/// survive a restart and servers share them; `subject` is a keyed hash, never the address.
pub const STEP: Step = Step {
    name: "m20261121_000006_platform_asks",
    up: &[
        "alter table find_request
            add column tries integer not null default 0,
            add column missed uuid[] not null default '{}'",
        "create table sign_up_limit (
            subject text primary key,
            settled_at timestamptz not null
        )",
    ],
    grants: &[],
    down: &["drop table sign_up_limit", "alter table find_request drop column missed, drop column tries"],
};
