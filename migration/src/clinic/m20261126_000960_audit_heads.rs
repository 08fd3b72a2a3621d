use crate::sql::Step;

/// The head of the audit's chain once a day, and whether it is mailed to the owner.
pub const STEP: Step = Step {
    name: "m20261126_000960_audit_heads",
    up: &[
        "create table audit_head (
            day date primary key,
            seal_id bigint not null,
            rows_sealed bigint not null,
            digest bytea not null,
            published_at timestamptz not null
        )",
        "alter table clinic_setting add column audit_heads text not null default 'log',
            add constraint clinic_setting_audit_heads check (audit_heads in ('log', 'mail'))",
    ],
    grants: &[("audit_head", "select, insert")],
    down: &[
        "alter table clinic_setting drop constraint clinic_setting_audit_heads, drop column audit_heads",
        "drop table audit_head",
    ],
};
