//! When a recall is due, and whether it is still wanted.

use chrono::{DateTime, Days, NaiveTime, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{appointment, patient, recall_skip},
    words::{AppointmentStatus, MessageReason},
};
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};

use base::{
    error::Result,
    local_time::{day_of, first_at},
};
use tenancy::ClinicTx;

/// The day so many weeks after a visit, at this time of day.
pub(super) fn due_at(visit: DateTime<Utc>, weeks: i32, time: NaiveTime, zone: Tz) -> DateTime<Utc> {
    let day = day_of(visit, zone);
    let days = u64::from(weeks.unsigned_abs()) * 7;
    first_at(day.checked_add_days(Days::new(days)).unwrap_or(day).and_time(time), zone)
}

/// Whether the patient should be reminded to book again after this visit, and if not, why: a later visit took place or is booked,
/// the clinic skipped this recall, or the record is archived.
pub(super) async fn is_wanted(
    tx: &ClinicTx,
    visit: &appointment::Model,
    person: &patient::Model,
) -> Result<std::result::Result<(), MessageReason>> {
    use appointment::Column;
    if person.archived_at.is_some() {
        return Ok(Err(MessageReason::Archived));
    }
    if recall_skip::Entity::find_by_id(visit.id).one(tx).await?.is_some() {
        return Ok(Err(MessageReason::Skipped));
    }
    let further = appointment::Entity::find()
        .filter(Column::PatientId.in_subquery(patient::Entity::ids_of(person.id)))
        .filter(Column::ServiceId.eq(visit.service_id))
        .filter(Column::StartsAt.gt(visit.starts_at))
        .filter(Column::Status.is_not_in(AppointmentStatus::FREE))
        .count(tx)
        .await?;
    Ok(if further > 0 { Err(MessageReason::VisitBooked) } else { Ok(()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_time_whole_weeks_later_at_the_same_time_by_the_clock() {
        let visit: DateTime<Utc> = "2026-10-20T02:30:00Z".parse().unwrap();
        let nine = NaiveTime::from_hms_opt(9, 0, 0).unwrap();
        // In New York the visit was on the evening of the 19th. Daylight saving time ends between the two dates.
        let due = due_at(visit, 4, nine, chrono_tz::America::New_York);
        assert_eq!(due, "2026-11-16T14:00:00Z".parse::<DateTime<Utc>>().unwrap());
    }
}
