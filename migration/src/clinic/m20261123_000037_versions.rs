use crate::sql::Step;

/// Versions, so that a form that was opened before a change cannot undo it.
pub const STEP: Step = Step {
    name: "m20261123_000037_versions",
    up: &[
        "alter table member add column version integer not null default 1",
        "alter table exam_template add column version integer not null default 1",
    ],
    grants: &[],
    down: &["alter table exam_template drop column version", "alter table member drop column version"],
};
