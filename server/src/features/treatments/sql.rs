//! The parts of the list of treatments that SeaORM cannot express.

use entity::ids::PatientId;
use sea_orm::{Value, sea_query::Expr};

use crate::foundation::http::page::MAX_PAGE_BYTES;

/// The treatments before one that fit on a page, and one more. Postgres stores the lengths apart from the values, so
/// rows that do not fit are never read. SeaORM has no named windows.
pub(super) fn fits_on_page(patient_id: PatientId, before: i64, most: u64) -> Expr {
    let bytes = i64::from(MAX_PAGE_BYTES);
    let values: [Value; 4] = [patient_id.into(), before.into(), most.into(), bytes.into()];
    Expr::cust_with_values(
        "treatment.id in (
            select id from (
                select id, row_number() over newest as place, coalesce(sum(bytes) over before, 0) as bytes_before
                from (
                    select t.id, 5000
                        + 4 * (octet_length(t.provider_signature) + coalesce(octet_length(a.director_signature), 0)) / 3
                        + 2 * (coalesce(octet_length(t.areas), 0) + coalesce(octet_length(t.notes), 0)
                            + coalesce(octet_length(t.lot), 0) + coalesce(octet_length(t.volumes_ml), 0)) as bytes
                    from treatment t left join treatment_approval a on a.treatment_id = t.id
                    where t.patient_id in (
                            select id from patient where (id = $1 and merged_into is null) or merged_into = $1
                        ) and t.id < $2
                    order by t.id desc limit $3
                ) as measured
                window newest as (order by id desc),
                    before as (order by id desc rows between unbounded preceding and 1 preceding)
            ) as counted
            where place = 1 or bytes_before <= $4
        )",
        values,
    )
}

/// The ids of those who added or invited a member. SeaORM has no array of a subquery.
pub(super) fn sponsors() -> Expr {
    Expr::cust("array(select s.sponsor_id from member_sponsor s where s.member_id = member.id)")
}
