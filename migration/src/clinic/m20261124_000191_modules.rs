use crate::sql::Step;

/// Which modules the clinic's owner has switched on. A module without a row is off.
pub const STEP: Step = Step {
    name: "m20261124_000191_modules",
    up: &["create table clinic_module (
            module text primary key
                constraint clinic_module_module check (module in (
                    'import_clients', 'services', 'photos', 'reports', 'analytics'
                )),
            is_on boolean not null,
            version integer not null,
            changed_by bigint references member (id),
            changed_by_name text,
            changed_at timestamptz not null
        )"],
    grants: &[("clinic_module", "select, insert, update")],
    down: &["drop table clinic_module"],
};
