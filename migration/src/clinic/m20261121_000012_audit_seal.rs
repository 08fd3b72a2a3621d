use crate::sql::Step;

/// The seals that chain the audit's rows, the stored responses of requests with an idempotency key, and the
/// counts of sign-in tries.
pub const STEP: Step = Step {
    name: "m20261121_000012_audit_seal",
    up: &[
        // A seal lists the ids of its rows: ids are assigned before their transactions commit, so no range of
        // ids is ever certainly complete.
        "create table audit_seal (
            id bigint primary key constraint audit_seal_from_one check (id > 0),
            made_at timestamptz not null,
            settled_through timestamptz not null,
            audit_ids bigint[] not null,
            row_digests bytea not null,
            rows_sealed bigint not null,
            previous bytea not null,
            digest bytea not null constraint audit_seal_digest_key unique
        )",
        "create index audit_seal_settled on audit_seal (settled_through)",
        // Newest first, by person and by action: each query walks one index.
        "drop index audit_at",
        "drop index audit_member",
        "create index audit_newest on audit (at, id)",
        "create index audit_member_newest on audit (member_id, at, id)",
        "create index audit_action_newest on audit (action, at, id)",
        "create table kept_answer (
            member_id bigint not null references member (id),
            key text not null constraint kept_answer_key_length check (length(key) between 1 and 200),
            request_mac bytea not null,
            status integer,
            body bytea,
            created_at timestamptz not null,
            primary key (member_id, key)
        )",
        "create index kept_answer_created on kept_answer (created_at)",
        "create table sign_in_limit (
            subject text primary key,
            settled_at timestamptz not null
        )",
        "create index sign_in_limit_settled on sign_in_limit (settled_at)",
    ],
    grants: &[
        ("audit_seal", "select, insert"),
        ("kept_answer", "select, insert, update, delete"),
        ("sign_in_limit", "select, insert, update, delete"),
    ],
    down: &[
        "drop table sign_in_limit",
        "drop table kept_answer",
        "drop index audit_action_newest",
        "drop index audit_member_newest",
        "drop index audit_newest",
        "create index audit_member on audit (member_id, id)",
        "create index audit_at on audit (at)",
        "drop table audit_seal",
    ],
};
