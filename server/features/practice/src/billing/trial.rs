//! The trial that comes with signing up: all features, without a plan and without a card. A clinic has one trial, so a
//! plan that is bought meanwhile starts with the days that are left.

use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::clinic_setting;
use sea_orm::{
    ActiveValue::{Set, Unchanged},
    EntityTrait,
};

use super::catalog::TRIAL_DAYS;
use crate::settings;
use base::error::Result;
use tenancy::ClinicTx;

/// Starts the trial.
pub async fn begin(tx: &ClinicTx, now: DateTime<Utc>) -> Result<()> {
    let ends_at = now + TimeDelta::days(TRIAL_DAYS.into());
    let row = clinic_setting::ActiveModel { id: Unchanged(1), trial_ends_at: Set(Some(ends_at)), ..Default::default() };
    clinic_setting::Entity::update(row).exec(tx).await?;
    Ok(())
}

/// When the trial ends or ended. `None` if the clinic never had one.
pub async fn ends_at(tx: &ClinicTx) -> Result<Option<DateTime<Utc>>> {
    Ok(settings::current(tx).await?.trial_ends_at)
}

/// The days of trial of a first plan. A day that has begun counts as a whole day.
pub fn days_left(ends_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> i32 {
    let Some(ends_at) = ends_at else { return TRIAL_DAYS };
    let begun = (ends_at - now - TimeDelta::seconds(1)).num_days() + 1;
    if ends_at <= now { 0 } else { i32::try_from(begun).unwrap_or(0).clamp(0, TRIAL_DAYS) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_trial_is_counted_in_started_days() {
        const DAY: i64 = 86_400;
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let left = |seconds: i64| days_left(Some(now + TimeDelta::seconds(seconds)), now);
        assert_eq!((left(14 * DAY), left(14 * DAY - 5), left(13 * DAY + 1), left(13 * DAY)), (14, 14, 14, 13));
        assert_eq!((left(1), left(0), left(-1), left(-40 * DAY), left(90 * DAY)), (1, 0, 0, 0, 14));
        assert_eq!(days_left(None, now), 14);
    }
}
