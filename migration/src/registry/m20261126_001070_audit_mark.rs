use crate::sql::Step;

/// How far each clinic's audit was verified: `celadon audit verify` goes on from there. The gateway has no rights on it:
/// who can change the mark of a clinic owns its audit too. The mark belongs to the tables of one schema, so that a
/// restored or imported clinic is read from its first row.
pub const STEP: Step = Step {
    name: "m20261126_001070_audit_mark",
    up: &["create table audit_mark (
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
        )"],
    grants: &[],
    down: &["drop table audit_mark"],
};
