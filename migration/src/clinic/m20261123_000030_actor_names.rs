use crate::sql::Step;

/// Who acted, with the name and license of that moment, and what changed: a later change of the member's row
/// must not change the audit. Rows written before this step have none.
pub const STEP: Step = Step {
    name: "m20261123_000030_actor_names",
    up: &["alter table audit
            add column actor_name text,
            add column actor_licence text,
            add column detail text"],
    grants: &[],
    down: &["alter table audit drop column detail, drop column actor_licence, drop column actor_name"],
};
