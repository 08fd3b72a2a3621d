use crate::sql::Step;

/// What a search looks through, computed by Postgres for each patient: names in both orders, preferred name, address
/// and phone digits, in lower case and without accents. `features/patients/fold.rs` folds a search in the same way.
pub const STEP: Step = Step {
    name: "m20261124_000143_patient_search",
    up: &[
        "alter table patient add column search_text text generated always as (
            lower(translate(
                regexp_replace(
                    normalize(first_name || ' ' || last_name || ', ' || first_name || ' ' || coalesce(preferred_name, '')
                        || ' ' || coalesce(email, '') || ' ' || coalesce(phone_digits, ''), nfkd),
                    '[\u{300}-\u{36f}]', '', 'g'),
                'øłđıØŁĐ', 'oldioLD'))
        ) stored",
        "alter table patient add column search_names text generated always as (
            lower(translate(
                regexp_replace(
                    normalize(first_name || ' ' || last_name || ', ' || first_name || ' ' || coalesce(preferred_name, ''), nfkd),
                    '[\u{300}-\u{36f}]', '', 'g'),
                'øłđıØŁĐ', 'oldioLD'))
        ) stored",
        "create index patient_search_text on patient using gin (search_text extensions.gin_trgm_ops)",
        "drop index patient_search",
    ],
    grants: &[],
    down: &[
        "create index patient_search on patient using gin (
            lower(first_name || ' ' || last_name || ', ' || first_name || ' ' || coalesce(email, '')
                || ' ' || coalesce(phone_digits, '')) extensions.gin_trgm_ops
        )",
        "drop index patient_search_text",
        "alter table patient drop column search_names",
        "alter table patient drop column search_text",
    ],
};
