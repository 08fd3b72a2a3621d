-- The placements, the clinics and their states, and what stays of a clinic that was renamed, moved or deleted.

create table placement (
    name text primary key constraint placement_name check (name ~ '^[a-z][a-z0-9_]{0,30}$'),
    kind text not null constraint placement_kind check (kind in ('postgres', 'citus')),
    shards integer not null constraint placement_shards check (shards between 1 and 64),
    accepting boolean not null default true,
    created_at timestamptz not null default now()
);

-- The table refuses the reserved names, too, so that `www` cannot become a clinic by bypassing the server's own list.
create table clinic (
    id uuid primary key,
    subdomain text not null constraint clinic_subdomain_key unique
        constraint clinic_subdomain_form check (subdomain ~ '^[a-z][a-z0-9-]{0,38}[a-z0-9]$' and subdomain !~ '^..--')
        constraint clinic_subdomain_reserved check (subdomain not in ('www', 'api', 'admin', 'app', 'portal', 'hooks',
            'mail', 'static', 'status', 'billing', 'public', 'auth', 'login', 'sso', 'internal', 'assets', 'cdn',
            'docs', 'help', 'support', 'root', 'system', 'localhost', 'smtp', 'imap', 'ftp', 'metrics')
            and subdomain !~ '^pg'),
    name text not null,
    schema_name text not null constraint clinic_schema_name_key unique
        constraint clinic_schema_name_generated check (schema_name ~ '^clinic_[0-9a-z]{1,26}$'),
    placement text not null references placement (name),
    shard integer not null,
    -- `spare` is an unclaimed clinic, which sign-up claims. `spoilt` is an unclaimed clinic in which a failed claim
    -- left data: nobody gets it, and the provisioner removes it. A deleted clinic's row stays without its name and its
    -- data, because billing refers to it.
    status text not null
        constraint clinic_status check (status in ('active', 'suspended', 'spare', 'spoilt', 'deleted')),
    schema_version text not null,
    time_zone text not null,
    created_at timestamptz not null default now(),
    -- The servers that can serve the clinic's tables. During a rollout, servers of the previous release still serve
    -- clinics that are already migrated.
    oldest_server text not null default '',
    -- The fence around a clinic that is being moved.
    fenced_until timestamptz,
    deleted_at timestamptz,
    -- Nobody can request an unclaimed clinic's placeholder: the server reserves such names, and only an unclaimed
    -- clinic may have one.
    constraint clinic_spare_subdomain check ((status in ('spare', 'spoilt')) = (subdomain ~ '^spare-[0-9a-f]{32}$')),
    constraint clinic_deleted_at check ((status = 'deleted') = (deleted_at is not null)),
    constraint clinic_deleted_subdomain check ((status = 'deleted') = (subdomain ~ '^deleted-[0-9a-f]{32}$'))
);
create index clinic_spare on clinic (created_at) where status in ('spare', 'spoilt');

-- The address of a deleted clinic, and the former address of a renamed one, because links in old mails must not lead to
-- another clinic.
create table held_subdomain (
    subdomain text primary key,
    clinic_id uuid not null references clinic (id),
    reason text not null constraint held_subdomain_reason check (reason in ('renamed', 'deleted')),
    held_at timestamptz not null,
    free_at timestamptz,
    constraint held_subdomain_term check (free_at > held_at)
);
create index held_subdomain_clinic on held_subdomain (clinic_id);

-- A copy in progress, and its target.
create table clinic_move (
    clinic_id uuid primary key references clinic (id),
    reason text not null constraint clinic_move_reason check (reason in ('moved', 'restored')),
    from_placement text not null references placement (name),
    from_schema text not null,
    to_placement text not null references placement (name),
    to_schema text not null constraint clinic_move_to_schema_key unique,
    to_shard integer not null,
    begun_at timestamptz not null
);

-- Schemas that no clinic uses any more.
create table former_schema (
    placement text not null references placement (name),
    schema_name text not null,
    clinic_id uuid not null references clinic (id),
    reason text not null constraint former_schema_reason check (reason in ('moved', 'restored', 'deleted')),
    left_at timestamptz not null,
    primary key (placement, schema_name)
);
create index former_schema_clinic on former_schema (clinic_id);

-- How far each clinic's audit was verified. `celadon audit verify` continues from there. The gateway has no rights on
-- the mark: only a role that also owns the clinic's audit can change it. The mark belongs to the tables of one schema,
-- so a restored or imported clinic is read from its first row.
create table audit_mark (
    clinic_id uuid primary key references clinic (id) on delete cascade,
    schema_name text not null,
    seal_id bigint not null,
    rows_sealed bigint not null,
    digest bytea not null,
    covered_from bigint[] not null,
    covered_to bigint[] not null,
    verified_at timestamptz not null,
    full_at timestamptz not null,
    found_at timestamptz
);
