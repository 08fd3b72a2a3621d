//! The filter of a list of appointments.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use chrono_tz::Tz;
use entity::{clinic::appointment, ids::MemberId, words::AppointmentStatus};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Select};
use serde::Deserialize;
use utoipa::IntoParams;

use base::{
    error::Result,
    local_time::{day_of, start_of},
};
use http_api::fields::in_our_time;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Window {
    /// The first day, in the clinic's time zone. Default: today.
    from: Option<NaiveDate>,
    /// The last day. Default: no end.
    to: Option<NaiveDate>,
    /// Only appointments with this provider.
    #[param(value_type = Option<i64>)]
    provider_id: Option<MemberId>,
    /// Include canceled appointments. Default: false.
    include_cancelled: Option<bool>,
}

impl Window {
    pub(super) fn appointments(&self, now: DateTime<Utc>, zone: Tz) -> Result<Select<appointment::Entity>> {
        use appointment::{Column, Entity};
        in_our_time("from", self.from)?;
        in_our_time("to", self.to)?;
        let today = day_of(now, zone);
        let from = start_of(self.from.unwrap_or(today), zone);
        let mut wanted = Entity::find().filter(Column::StartsAt.gte(from));
        if let Some(last) = self.to {
            let after = last.checked_add_signed(TimeDelta::days(1)).unwrap_or(last);
            wanted = wanted.filter(Column::StartsAt.lt(start_of(after, zone)));
        }
        if let Some(provider) = self.provider_id {
            wanted = wanted.filter(Column::ProviderId.eq(provider));
        }
        if !self.include_cancelled.unwrap_or(false) {
            wanted = wanted.filter(Column::Status.ne(AppointmentStatus::Cancelled));
        }
        Ok(wanted)
    }

    /// The filter as query parameters.
    pub(super) fn query(&self) -> Vec<(&'static str, String)> {
        let given = [
            ("from", self.from.map(|day| day.to_string())),
            ("to", self.to.map(|day| day.to_string())),
            ("provider_id", self.provider_id.map(|id| id.to_string())),
            ("include_cancelled", self.include_cancelled.map(|is_wanted| is_wanted.to_string())),
        ];
        given.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }
}
