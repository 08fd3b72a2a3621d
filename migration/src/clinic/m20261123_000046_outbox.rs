use crate::sql::Step;

/// The outbox merges equal jobs, gives up after a time, and stores why a job failed.
///
/// Unfinished jobs with the same `dedupe_key` are one: another request adds nothing, or increments `wanted`
/// where the work must be done once more after the running one. `mail_day` counts a clinic's mails. Rows of the
/// release before have neither key nor end: they are given up three days after their creation.
pub const STEP: Step = Step {
    name: "m20261123_000046_outbox",
    up: &[
        "alter table job
            add column dedupe_key text,
            add column wanted integer not null default 1,
            add column give_up_at timestamptz,
            add column last_problem text",
        "create unique index job_unfinished on job (dedupe_key) where done_at is null and failed_at is null",
        "create index job_given_up on job (failed_at) where failed_at is not null",
        "create table mail_day (
            day date primary key,
            sent integer not null constraint mail_day_sent check (sent >= 0)
        )",
    ],
    grants: &[("mail_day", "select, insert, update, delete")],
    down: &[
        "drop table mail_day",
        "drop index job_given_up",
        "drop index job_unfinished",
        "alter table job
            drop column last_problem,
            drop column give_up_at,
            drop column wanted,
            drop column dedupe_key",
    ],
};
