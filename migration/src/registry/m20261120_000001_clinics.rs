use crate::sql::Step;

/// Placements and clinics. The reserved names are refused here too, so that no path around the
/// server's own list makes `www` a clinic.
pub const STEP: Step = Step {
    name: "m20261120_000001_clinics",
    up: &[
        "create table placement (
            name text primary key,
            kind text not null constraint placement_kind check (kind in ('postgres', 'citus')),
            shards integer not null constraint placement_shards check (shards between 1 and 64),
            accepting boolean not null default true,
            created_at timestamptz not null default now()
        )",
        "create table clinic (
            id uuid primary key,
            subdomain text not null constraint clinic_subdomain_key unique,
            name text not null,
            schema_name text not null constraint clinic_schema_name_key unique,
            placement text not null references placement (name),
            shard integer not null,
            status text not null constraint clinic_status check (status in ('active', 'suspended')),
            schema_version text not null,
            time_zone text not null,
            created_at timestamptz not null default now(),
            constraint clinic_schema_name_generated check (schema_name ~ '^clinic_[0-9a-z]{1,26}$'),
            constraint clinic_subdomain_form check (
                subdomain ~ '^[a-z][a-z0-9-]{0,38}[a-z0-9]$' and subdomain !~ '^..--'
            ),
            constraint clinic_subdomain_reserved check (
                subdomain not in ('www', 'api', 'admin', 'app', 'portal', 'hooks', 'mail', 'static', 'status',
                    'billing', 'public', 'auth', 'login', 'sso', 'internal', 'assets', 'cdn', 'docs', 'help',
                    'support', 'root', 'system', 'localhost', 'smtp', 'imap', 'ftp', 'metrics')
                and subdomain !~ '^pg'
            )
        )",
    ],
    grants: &[],
    down: &["drop table clinic", "drop table placement"],
};
