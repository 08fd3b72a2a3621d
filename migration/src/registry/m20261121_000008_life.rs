use crate::sql::Step;

/// Deleted clinics, reserved names, the fence around a clinic that is being moved, and former tables.
///
/// A deleted clinic's row stays, without its name and its data, because billing refers to it. Its address, and
/// the former one of a renamed clinic, are reserved in `held_subdomain`: links in old mails must not lead to
/// another clinic.
pub const STEP: Step = Step {
    name: "m20261121_000008_life",
    up: &[
        "alter table placement add constraint placement_name check (name ~ '^[a-z][a-z0-9_]{0,30}$')",
        "alter table clinic add column fenced_until timestamptz",
        "alter table clinic add column deleted_at timestamptz",
        "alter table clinic drop constraint clinic_status",
        "alter table clinic add constraint clinic_status
            check (status in ('active', 'suspended', 'spare', 'spoilt', 'deleted'))",
        "alter table clinic add constraint clinic_deleted_at check ((status = 'deleted') = (deleted_at is not null))",
        "alter table clinic add constraint clinic_deleted_subdomain
            check ((status = 'deleted') = (subdomain ~ '^deleted-[0-9a-f]{32}$'))",
        "create table held_subdomain (
            subdomain text primary key,
            clinic_id uuid not null references clinic (id),
            reason text not null constraint held_subdomain_reason check (reason in ('renamed', 'deleted')),
            held_at timestamptz not null,
            free_at timestamptz,
            constraint held_subdomain_term check (free_at > held_at)
        )",
        "create index held_subdomain_clinic on held_subdomain (clinic_id)",
        // A copy in progress: where the clinic is being copied to.
        "create table clinic_move (
            clinic_id uuid primary key references clinic (id),
            reason text not null constraint clinic_move_reason check (reason in ('moved', 'restored')),
            from_placement text not null references placement (name),
            from_schema text not null,
            to_placement text not null references placement (name),
            to_schema text not null constraint clinic_move_to_schema_key unique,
            to_shard integer not null,
            begun_at timestamptz not null
        )",
        // Schemas that no clinic uses any more.
        "create table former_schema (
            placement text not null references placement (name),
            schema_name text not null,
            clinic_id uuid not null references clinic (id),
            reason text not null constraint former_schema_reason check (reason in ('moved', 'restored', 'deleted')),
            left_at timestamptz not null,
            primary key (placement, schema_name)
        )",
        "create index former_schema_clinic on former_schema (clinic_id)",
    ],
    grants: &[],
    down: &[
        "drop table former_schema",
        "drop table clinic_move",
        "drop table held_subdomain",
        "alter table clinic drop constraint clinic_deleted_subdomain",
        "alter table clinic drop constraint clinic_deleted_at",
        "alter table clinic drop constraint clinic_status",
        "alter table clinic add constraint clinic_status check (status in ('active', 'suspended', 'spare', 'spoilt'))",
        "alter table clinic drop column deleted_at",
        "alter table clinic drop column fenced_until",
        "alter table placement drop constraint placement_name",
    ],
};
