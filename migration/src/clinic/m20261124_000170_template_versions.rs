use crate::sql::Step;

/// What consent templates and exam templates said at each change. Inserted, never changed. A template from before
/// this gets its first row by its first change.
pub const STEP: Step = Step {
    name: "m20261124_000170_template_versions",
    up: &[
        "create table consent_template_version (
            template_id bigint not null references consent_template (id),
            version integer not null,
            name text not null,
            body text not null,
            saved_by bigint references member (id),
            saved_by_name text,
            saved_at timestamptz not null,
            primary key (template_id, version)
        )",
        "create table exam_template_version (
            template_id bigint not null references exam_template (id),
            version integer not null,
            name text not null,
            description text,
            vitals_template text,
            ros_template text,
            pe_template text,
            saved_by bigint references member (id),
            saved_by_name text,
            saved_at timestamptz not null,
            primary key (template_id, version)
        )",
    ],
    grants: &[("consent_template_version", "select, insert"), ("exam_template_version", "select, insert")],
    down: &["drop table exam_template_version", "drop table consent_template_version"],
};
