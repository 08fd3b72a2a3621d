use crate::sql::Step;

/// A stored response belongs to its session, and records whether the request needed a fresh proof and whose
/// data it holds; and the audit distinguishes a repeated request from one that did something.
pub const STEP: Step = Step {
    name: "m20261123_000040_repeats",
    up: &[
        "alter table kept_answer add column session_id uuid",
        "alter table kept_answer add column needs_proof boolean not null default false",
        "alter table kept_answer add column patient_ids bigint[] not null default '{}'",
        "alter table kept_answer add column object_ids bigint[] not null default '{}'",
        "alter table audit drop constraint audit_outcome",
        "alter table audit add constraint audit_outcome check (outcome in ('done', 'denied', 'repeated'))",
    ],
    grants: &[],
    down: &[
        "alter table audit drop constraint audit_outcome",
        "alter table audit add constraint audit_outcome check (outcome in ('done', 'denied'))",
        "alter table kept_answer drop column object_ids",
        "alter table kept_answer drop column patient_ids",
        "alter table kept_answer drop column needs_proof",
        "alter table kept_answer drop column session_id",
    ],
};
