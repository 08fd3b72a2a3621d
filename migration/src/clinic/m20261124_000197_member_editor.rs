use crate::sql::Step;

/// Who last changed a member, by the name of that moment. Null for a change from before this was stored.
pub const STEP: Step = Step {
    name: "m20261124_000197_member_editor",
    up: &["alter table member add column updated_by_name text"],
    grants: &[],
    down: &["alter table member drop column updated_by_name"],
};
