//! The parts of the queries for treatments that SeaORM cannot express. The tables of returns and of the clinic's share stand in the
//! text because `review` owns them, which uses this feature.

use entity::ids::PatientId;
use sea_orm::{Value, sea_query::Expr};

use http_api::page::MAX_PAGE_BYTES;
use people::{
    corrections::sql::{count_additions, is_void_treatment, void_bytes},
    patients::sql::{records_of, records_of_person},
};

/// The part of a row's JSON that is not the length of a column: field names, people's names, times, the reason of a void.
pub(super) const FIXED_BYTES: u16 = 5_000;

/// The treatments before one that fit on a page, and one more. Postgres stores the lengths apart from the values, so
/// rows that do not fit are never read. SeaORM has no named windows.
pub(super) fn fits_on_page(patient_id: PatientId, before: i64, most: u64) -> Expr {
    let bytes = i64::from(MAX_PAGE_BYTES);
    let values: [Value; 5] =
        [patient_id.into(), before.into(), most.into(), bytes.into(), i64::from(FIXED_BYTES).into()];
    let text = format!(
        "treatment.id in (
            select id from (
                select id, row_number() over newest as place, coalesce(sum(bytes) over before, 0) as bytes_before
                from (
                    select t.id, $5
                        + 4 * (octet_length(t.provider_signature) + coalesce(octet_length(a.director_signature), 0)
                            + coalesce({void_bytes}, 0)) / 3
                        + 2 * (coalesce(octet_length(t.areas), 0) + coalesce(octet_length(t.notes), 0)
                            + coalesce(octet_length(t.lot), 0) + coalesce(octet_length(t.volumes_ml), 0)) as bytes
                    from treatment t left join treatment_approval a on a.treatment_id = t.id
                    where t.patient_id in {records} and t.id < $2
                    order by t.id desc limit $3
                ) as measured
                window newest as (order by id desc),
                    before as (order by id desc rows between unbounded preceding and 1 preceding)
            ) as counted
            where place = 1 or bytes_before <= $4
        )",
        void_bytes = void_bytes("t.id"),
        records = records_of("$1"),
    );
    Expr::cust_with_values(text, values)
}

/// As `is_selected`, for statements that include it in their text.
pub const IS_SELECTED: &str = "(not exists (select from review_seed) or coalesce(
        (select ('x' || left(encode(sha256(seed.seed || int8send(treatment.id)), 'hex'), 8))::bit(32)::bigint * 100
            from review_seed seed)
        < 4294967296 * coalesce(
            (select own.share from review_sample own
                where own.provider_id = treatment.provider_id and own.since <= treatment.created_at
                order by own.since desc, own.id desc limit 1),
            (select clinic.share from review_sample clinic
                where clinic.provider_id is null and clinic.since <= treatment.created_at
                order by clinic.since desc, clinic.id desc limit 1),
            100),
        true))";

/// Whether directors review the treatment of a query. The share in force at the time of recording applies; without a share
/// everything is reviewed. The selection looks random without the clinic's seed, and is the same each time it is computed. The
/// query checks once whether there is a seed, because most clinics have none. SeaORM has neither `sha256` nor bit strings.
pub fn is_selected() -> Expr {
    Expr::cust(IS_SELECTED)
}

/// Whether the treatment with this id is neither approved nor void, for a statement in text.
pub fn is_open(id: &str) -> String {
    format!(
        "not exists (select from treatment_approval done where done.treatment_id = {id}) and not {}",
        is_void_treatment(id)
    )
}

/// Whether the person `p` of a statement in text was given the service of the treatment `treatment` since a moment, but before
/// that treatment. A treatment without a service of the catalogue counts by its type.
pub fn was_given_since(moment: &str) -> String {
    format!(
        "exists (
            select from treatment earlier
            where (earlier.service_id = treatment.service_id or (earlier.service_id is null and treatment.service_id is null
                    and earlier.treatment_type = treatment.treatment_type))
                and earlier.created_at >= {moment}
                and earlier.created_at < treatment.created_at
                and earlier.patient_id in {records}
                and not {is_void})",
        records = records_of_person("p.id"),
        is_void = is_void_treatment("earlier.id"),
    )
}

/// Joins the last return `r` of the treatment of a statement in text, and its end `a`, if there are any.
pub const LAST_RETURN: &str =
    "left join lateral (select r.id, r.comment, r.returned_at, r.signer from treatment_return r
        where r.treatment_id = treatment.id order by r.number desc limit 1) r on true
    left join treatment_return_answer a on a.return_id = r.id";

/// Whether the treatment of a query was returned and not answered. SeaORM would need a name for each of the two tables.
pub(super) fn waits_for_provider() -> Expr {
    Expr::cust(
        "exists (select from treatment_return r where r.treatment_id = treatment.id
            and not exists (select from treatment_return_answer a where a.return_id = r.id))",
    )
}

/// Whether the treatment of a query was ever returned.
pub fn was_returned() -> Expr {
    Expr::cust("exists (select from treatment_return r where r.treatment_id = treatment.id)")
}

/// How much was added to the chart of the treatment of a query since it was recorded: addenda, returns and their answers, and
/// additions to its exam. These rows are never removed, so the number is the chart's version. SeaORM has no sum of subqueries.
pub(super) fn chart_version() -> Expr {
    Expr::cust(chart_version_in_text())
}

/// As `chart_version`, for statements that include it in their text.
pub fn chart_version_in_text() -> String {
    format!(
        "({}
            + (select count(*) from treatment_return r where r.treatment_id = treatment.id)
            + (select count(*) from treatment_return_answer a join treatment_return r on r.id = a.return_id
                where r.treatment_id = treatment.id) + 1)::integer",
        count_additions("treatment.id", "treatment.exam_id"),
    )
}
