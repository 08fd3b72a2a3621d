//! Rooms, breaks, holidays and the waitlist of the demo clinics.

use std::collections::HashMap;

use chrono::{Datelike, NaiveDate, NaiveTime};
use entity::{
    clinic::{closure, resource, time_block, waitlist_entry},
    ids::{PatientId, ResourceId},
    words::{PartOfDay, ResourceKind, ServiceName, WaitlistStatus},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, ConnectionTrait, DbErr};
use serde::Deserialize;

use super::{
    calendar::{Day, Moment, time, unknown},
    seed::{PatientIds, Seed},
};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DemoRoom {
    pub(super) name: String,
    kind: ResourceKind,
    /// The provider who sees patients in this room.
    used_by: Option<String>,
}

/// A break on every day for [`DAYS_OF_BREAKS`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DemoBreak {
    pub(super) member: String,
    #[serde(deserialize_with = "time")]
    pub(super) starts: NaiveTime,
    #[serde(deserialize_with = "time")]
    pub(super) ends: NaiveTime,
    reason: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DemoHoliday {
    month: u32,
    day: u32,
    reason: String,
}

/// A patient on the waitlist.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DemoWait {
    pub(super) patient: String,
    pub(super) service: ServiceName,
    pub(super) provider: Option<String>,
    /// Monday is 1.
    #[serde(default)]
    weekdays: Vec<i16>,
    part_of_day: Option<PartOfDay>,
    note: Option<String>,
}

/// The number of days from today for which breaks are planned.
const DAYS_OF_BREAKS: i64 = 14;

impl<C: ConnectionTrait> Seed<'_, C> {
    /// Adds the rooms and returns which one each provider uses.
    pub(super) async fn add_rooms(&self, all: &[DemoRoom]) -> Result<HashMap<String, ResourceId>, DbErr> {
        let owner = self.owner()?;
        let mut rooms = HashMap::new();
        for room in all {
            let row = resource::ActiveModel {
                name: Set(room.name.clone()),
                kind: Set(room.kind),
                is_active: Set(true),
                version: Set(1),
                created_at: Set(self.calendar.now),
                updated_at: Set(self.calendar.now),
                updated_by: Set(owner.id),
                updated_by_name: Set(owner.full_name()),
                ..Default::default()
            };
            let row = row.insert(self.db).await?;
            rooms.extend(room.used_by.clone().map(|member| (member, row.id)));
        }
        Ok(rooms)
    }

    pub(super) async fn add_breaks(&self, breaks: &[DemoBreak]) -> Result<(), DbErr> {
        for pause in breaks {
            for days in 0..DAYS_OF_BREAKS {
                self.add_break(pause, Day::after_today(days)).await?;
            }
        }
        Ok(())
    }

    async fn add_break(&self, pause: &DemoBreak, day: Day) -> Result<(), DbErr> {
        let member = self.member(&pause.member)?;
        let row = time_block::ActiveModel {
            member_id: Set(Some(member.id)),
            resource_id: Set(None),
            starts_at: Set(self.calendar.at(Moment { day, time: pause.starts })),
            ends_at: Set(self.calendar.at(Moment { day, time: pause.ends })),
            reason: Set(pause.reason.clone()),
            version: Set(1),
            created_at: Set(self.calendar.now),
            updated_at: Set(self.calendar.now),
            updated_by: Set(member.id),
            updated_by_name: Set(member.full_name()),
            ..Default::default()
        };
        row.insert(self.db).await?;
        Ok(())
    }

    pub(super) async fn add_holidays(&self, holidays: &[DemoHoliday]) -> Result<(), DbErr> {
        for holiday in holidays {
            self.add_holiday(holiday).await?;
        }
        Ok(())
    }

    /// Closes the clinic on the holiday's next date after today.
    async fn add_holiday(&self, holiday: &DemoHoliday) -> Result<(), DbErr> {
        let owner = self.owner()?;
        let today = self.calendar.today();
        let of_year = |year| NaiveDate::from_ymd_opt(year, holiday.month, holiday.day);
        let next = [today.year(), today.year() + 1].into_iter().filter_map(of_year).find(|date| *date > today);
        let date = next.ok_or_else(|| unknown(&holiday.reason))?;
        let row = closure::ActiveModel {
            first_date: Set(date),
            last_date: Set(date),
            reason: Set(holiday.reason.clone()),
            created_at: Set(self.calendar.now),
            created_by: Set(owner.id),
            created_by_name: Set(owner.full_name()),
            ..Default::default()
        };
        row.insert(self.db).await?;
        Ok(())
    }

    pub(super) async fn add_waitlist(&self, waiting: &[DemoWait], patients: &PatientIds) -> Result<(), DbErr> {
        for wait in waiting {
            let patient = patients.get(&wait.patient).ok_or_else(|| unknown(&wait.patient))?;
            self.add_waiting(wait, *patient).await?;
        }
        Ok(())
    }

    async fn add_waiting(&self, wait: &DemoWait, patient: PatientId) -> Result<(), DbErr> {
        let owner = self.owner()?;
        let provider = wait.provider.as_deref().map(|name| self.member(name)).transpose()?;
        let row = waitlist_entry::ActiveModel {
            patient_id: Set(patient),
            service: Set(wait.service.as_str().to_owned()),
            provider_id: Set(provider.map(|member| member.id)),
            weekdays: Set(wait.weekdays.clone()),
            part_of_day: Set(wait.part_of_day),
            note: Set(wait.note.clone()),
            status: Set(WaitlistStatus::Waiting),
            version: Set(1),
            created_at: Set(self.calendar.now),
            created_by: Set(owner.id),
            created_by_name: Set(owner.full_name()),
            updated_at: Set(self.calendar.now),
            updated_by: Set(owner.id),
            updated_by_name: Set(owner.full_name()),
            ..Default::default()
        };
        row.insert(self.db).await?;
        Ok(())
    }
}
