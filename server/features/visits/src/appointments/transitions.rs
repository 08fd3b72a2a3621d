//! The table of the statuses that may follow each other.

use chrono::{DateTime, Utc};
use entity::words::AppointmentStatus::{self, Arrived, Booked, Cancelled, Completed, Confirmed, InRoom, NoShow};

use base::error::{Error, Result};

/// The statuses that may follow this status.
const fn after(status: AppointmentStatus) -> &'static [AppointmentStatus] {
    match status {
        Booked => &[Confirmed, Arrived, InRoom, NoShow, Cancelled],
        Confirmed => &[Booked, Arrived, InRoom, NoShow, Cancelled],
        Arrived => &[Confirmed, InRoom, Completed, NoShow, Cancelled],
        InRoom => &[Arrived, Completed],
        Completed => &[InRoom],
        NoShow => &[Booked, Arrived],
        Cancelled => &[Booked],
    }
}

/// Refuses a status that may not follow.
///
/// # Errors
/// `transition` if `to` may not follow `from`. `too_early` for a no-show before the appointment has begun.
pub(super) fn check(
    from: AppointmentStatus,
    to: AppointmentStatus,
    starts_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<()> {
    if !after(from).contains(&to) {
        let sentence = format!("{} cannot become {}.", subject(from), predicate(to));
        return Err(Error::conflict("transition", sentence));
    }
    if to == NoShow && now < starts_at {
        return Err(Error::conflict("too_early", "This appointment has not begun yet."));
    }
    Ok(())
}

/// Refuses to move an appointment that is over.
///
/// # Errors
/// `appointment_is_over` for an appointment that cannot be moved any more.
pub(super) fn check_movable(status: AppointmentStatus) -> Result<()> {
    match status {
        Booked | Confirmed | Arrived | InRoom => Ok(()),
        Completed | NoShow | Cancelled => {
            let sentence = format!("This appointment is {}. Reopen it first.", predicate(status));
            Err(Error::conflict("appointment_is_over", sentence))
        }
    }
}

fn subject(status: AppointmentStatus) -> &'static str {
    match status {
        Booked => "A booked appointment",
        Confirmed => "A confirmed appointment",
        Arrived => "An appointment whose client has arrived",
        InRoom => "An appointment whose client is in the room",
        Completed => "A completed appointment",
        NoShow => "A no-show",
        Cancelled => "A cancelled appointment",
    }
}

fn predicate(status: AppointmentStatus) -> &'static str {
    match status {
        Booked => "booked",
        Confirmed => "confirmed",
        Arrived => "arrived",
        InRoom => "in room",
        Completed => "completed",
        NoShow => "a no-show",
        Cancelled => "cancelled",
    }
}

#[cfg(test)]
mod tests {
    use sea_orm::Iterable;

    use super::*;

    #[test]
    fn the_transitions_are_as_agreed() {
        let allowed: Vec<_> = AppointmentStatus::iter()
            .map(|from| {
                let to: Vec<_> = AppointmentStatus::iter()
                    .filter(|to| check(from, *to, DateTime::UNIX_EPOCH, DateTime::UNIX_EPOCH).is_ok())
                    .map(AppointmentStatus::as_str)
                    .collect();
                format!("{}: {}", from.as_str(), to.join(", "))
            })
            .collect();
        assert_eq!(
            allowed,
            [
                "Booked: Confirmed, Arrived, In room, No-show, Cancelled",
                "Confirmed: Booked, Arrived, In room, No-show, Cancelled",
                "Arrived: Confirmed, In room, Completed, No-show, Cancelled",
                "In room: Arrived, Completed",
                "Completed: In room",
                "No-show: Booked, Arrived",
                "Cancelled: Booked",
            ]
        );
    }

    #[test]
    fn nothing_leads_to_a_no_show_before_the_start() {
        let start = DateTime::UNIX_EPOCH + chrono::TimeDelta::days(1);
        let before = start - chrono::TimeDelta::seconds(1);
        for from in [Booked, Confirmed, Arrived] {
            assert!(matches!(check(from, NoShow, start, before), Err(Error::Conflict { code: "too_early", .. })));
            assert!(check(from, NoShow, start, start).is_ok());
        }
    }
}
