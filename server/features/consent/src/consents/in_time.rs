//! How long a signed consent counts for treatments of one patient. `sql.rs` has the same rule for the many charts of a review.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

use base::local_time::months_after;

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
