use crate::sql::Step;

/// Which servers can serve a clinic's tables: during a release, servers of the release before continue to serve
/// clinics that have been migrated already.
pub const STEP: Step = Step {
    name: "m20261121_000005_oldest_server",
    up: &["alter table clinic add column oldest_server text not null default ''"],
    grants: &[],
    down: &["alter table clinic drop column oldest_server"],
};
