//! The plan around bookings: members' working hours, the days on which the clinic is closed, and blocked times.

use std::{
    collections::HashMap,
    ops::{Range, RangeInclusive},
};

use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, TimeDelta, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{
        closure, time_block,
        working_hours::{self, Span},
    },
    ids::{MemberId, ResourceId},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};

use base::{
    error::Result,
    local_time::{first_at, start_of},
};
use practice::settings;
use tenancy::ClinicTx;

/// Days on which the clinic is closed.
pub struct ClosedDays {
    pub days: RangeInclusive<NaiveDate>,
    pub reason: String,
}

/// A blocked time of a member or of a resource; of everybody if both are `None`.
pub struct BlockedTime {
    pub member: Option<MemberId>,
    pub resource: Option<ResourceId>,
    pub times: Range<DateTime<Utc>>,
    pub reason: String,
}

/// The plan for some days, without the appointments.
pub struct Timetable {
    pub zone: Tz,
    pub clinic_hours: (NaiveTime, NaiveTime),
    /// The hours of the members who have their own, in the order of the week.
    pub own_hours: HashMap<MemberId, Vec<Span>>,
    pub closed: Vec<ClosedDays>,
    pub blocked_times: Vec<BlockedTime>,
}

impl Timetable {
    /// Reads the plan for these days, with the same few statements for any number of days.
    pub async fn read(tx: &ClinicTx, zone: Tz, days: RangeInclusive<NaiveDate>) -> Result<Self> {
        let clinic = settings::current(tx).await?;
        let (first, last) = days.into_inner();
        let own_hours = working_hours::Entity::find().all(tx).await?;
        let own_hours = own_hours.into_iter().map(|row| (row.member_id, row.spans.0));
        let closures = closure::Entity::find()
            .filter(closure::Column::FirstDate.lte(last))
            .filter(closure::Column::LastDate.gte(first))
            .order_by_asc(closure::Column::Id);
        let closed = |row: closure::Model| ClosedDays { days: row.first_date..=row.last_date, reason: row.reason };
        let blocks = time_block::Entity::find()
            .filter(time_block::Column::StartsAt.lt(start_of(last + TimeDelta::days(1), zone)))
            .filter(time_block::Column::EndsAt.gt(start_of(first, zone)))
            .order_by_asc(time_block::Column::StartsAt)
            .order_by_asc(time_block::Column::Id);
        let blocked_times = |row: time_block::Model| BlockedTime {
            member: row.member_id,
            resource: row.resource_id,
            times: row.starts_at..row.ends_at,
            reason: row.reason,
        };
        Ok(Self {
            zone,
            clinic_hours: (clinic.opens_at, clinic.closes_at),
            own_hours: own_hours.filter(|(_, spans)| !spans.is_empty()).collect(),
            closed: closures.all(tx).await?.into_iter().map(closed).collect(),
            blocked_times: blocks.all(tx).await?.into_iter().map(blocked_times).collect(),
        })
    }

    /// Why the clinic is closed on a day.
    pub fn closure(&self, day: NaiveDate) -> Option<&str> {
        self.closed.iter().find(|closed| closed.days.contains(&day)).map(|closed| closed.reason.as_str())
    }

    pub fn has_own_hours(&self, member: MemberId) -> bool {
        self.own_hours.contains_key(&member)
    }

    /// A member's working hours on a day of the week, in local time; the clinic's hours for a member without their own. Adjacent
    /// spans are joined.
    pub fn hours(&self, member: MemberId, day: NaiveDate) -> Vec<(NaiveTime, NaiveTime)> {
        let Some(spans) = self.own_hours.get(&member) else { return vec![self.clinic_hours] };
        let mut hours: Vec<(NaiveTime, NaiveTime)> = Vec::new();
        for span in spans.iter().filter(|span| u32::from(span.weekday) == day.weekday().number_from_monday()) {
            match hours.last_mut() {
                Some((_, closes_at)) if *closes_at == span.opens_at => *closes_at = span.closes_at,
                _ => hours.push((span.opens_at, span.closes_at)),
            }
        }
        hours
    }

    /// A member's working hours as instants of that day.
    pub fn work(&self, member: MemberId, day: NaiveDate) -> Vec<Range<DateTime<Utc>>> {
        let instant = |time| first_at(day.and_time(time), self.zone);
        self.hours(member, day).into_iter().map(|(opens, closes)| instant(opens)..instant(closes)).collect()
    }

    /// The blocks within these times, for this member and this resource or for everybody.
    pub fn blocked_times(
        &self,
        times: &Range<DateTime<Utc>>,
        member: Option<MemberId>,
        resource: Option<ResourceId>,
    ) -> impl Iterator<Item = &BlockedTime> {
        let concerns = move |block: &BlockedTime| match (block.member, block.resource) {
            (None, None) => true,
            (of_member, of_resource) => {
                of_member.is_some() && of_member == member || of_resource.is_some() && of_resource == resource
            }
        };
        self.blocked_times
            .iter()
            .filter(move |block| block.times.start < times.end && block.times.end > times.start)
            .filter(move |block| concerns(block))
    }
}
