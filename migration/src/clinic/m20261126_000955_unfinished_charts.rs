use crate::sql::Step;

/// Visits that need no chart, and since when unfinished charts are looked for: what was completed before is left alone.
pub const STEP: Step = Step {
    name: "m20261126_000955_unfinished_charts",
    up: &[
        "alter table clinic_setting add column charts_since timestamptz not null default now()",
        "create table chart_not_needed (
            appointment_id bigint constraint chart_not_needed_once primary key references appointment (id) on delete cascade,
            reason text not null constraint chart_not_needed_reason check (length(reason) between 1 and 200),
            member_id bigint not null references member (id),
            member_name text not null,
            marked_at timestamptz not null
        )",
        "create index appointment_completed_at on appointment (status_at) where status = 'Completed'",
    ],
    grants: &[("chart_not_needed", "select, insert, delete")],
    down: &["drop index appointment_completed_at", "drop table chart_not_needed", "alter table clinic_setting drop column charts_since"],
};
