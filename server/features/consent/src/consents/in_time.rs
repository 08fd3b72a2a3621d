//! How long a signed consent counts for treatments, in Rust for one patient and in SQL for the many charts of a review.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

use base::local_time::months_after;
use people::{corrections::sql::is_void_treatment, patients::sql::records_of_person};

/// For how many days a consent to a single treatment counts after it was signed.
pub(super) const SIGNED_AHEAD_DAYS: i64 = 30;

/// When a consent stops counting: after the rule's months. A consent to a single treatment stops counting with that treatment,
/// or after [`SIGNED_AHEAD_DAYS`]. `treated` is the last treatment with the service.
pub(super) fn counts_until(
    signed_at: DateTime<Utc>,
    valid_months: Option<i32>,
    treated: Option<DateTime<Utc>>,
    zone: Tz,
) -> DateTime<Utc> {
    match valid_months {
        Some(months) => months_after(signed_at, months, zone),
        None if treated.is_some_and(|treated| treated >= signed_at) => signed_at,
        None => signed_at + TimeDelta::days(SIGNED_AHEAD_DAYS),
    }
}

/// The same in SQL: whether the signature `s` of the consent `c` counted for `treatment` of the person `p`, by the rule `n` of its
/// service. A consent that was withdrawn before the treatment did not count. The parameter is the clinic's time zone.
pub(super) fn counted_for_treatment() -> String {
    format!(
        "s.signed_at <= treatment.created_at and not exists (select from consent_withdrawal w
            where w.consent_id = s.consent_id and w.withdrawn_at <= treatment.created_at)
        and case when n.valid_months is not null
        then ((s.signed_at at time zone $1::text) + make_interval(months => n.valid_months)) at time zone $1::text > treatment.created_at
        else s.signed_at > treatment.created_at - interval '{SIGNED_AHEAD_DAYS} days' and not exists (
            select from treatment earlier
            where (earlier.service_id = treatment.service_id or (earlier.service_id is null and treatment.service_id is null
                    and earlier.treatment_type = treatment.treatment_type))
                and earlier.created_at >= s.signed_at
                and earlier.created_at < treatment.created_at
                and earlier.patient_id in {records}
                and not {is_void})
        end",
        records = records_of_person("coalesce(p.merged_into, p.id)"),
        is_void = is_void_treatment("earlier.id"),
    )
}
