//! Rooms, breaks, holidays and the waitlist of the demo clinics.

use std::collections::HashMap;

use chrono::{Datelike, NaiveDate};
use entity::{
    clinic::{closure, member, resource, time_block, waitlist_entry},
    ids::{PatientId, ResourceId},
    words::WaitlistStatus,
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, ConnectionTrait, DbErr};

use super::{
    calendar::unreadable,
    people::{DemoBreak, DemoDesk, DemoHoliday, DemoWait},
    seed::Seed,
};

/// For how many days from today the breaks are planned.
const DAYS_OF_BREAKS: i64 = 14;

impl<C: ConnectionTrait> Seed<'_, C> {
    /// Adds the rooms and returns which one each provider uses.
    pub(super) async fn rooms(&self, desk: &DemoDesk) -> Result<HashMap<&'static str, ResourceId>, DbErr> {
        let owner = self.owner()?;
        let mut rooms = HashMap::new();
        for room in desk.rooms {
            let row = resource::ActiveModel {
                name: Set(room.name.to_owned()),
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
            rooms.extend(room.used_by.map(|member| (member, row.id)));
        }
        Ok(rooms)
    }

    /// Adds breaks, holidays and waitlist entries. `patients` are the clinic's, in the order of its data.
    pub(super) async fn planned(&self, desk: &DemoDesk, patients: &[PatientId]) -> Result<(), DbErr> {
        for pause in desk.breaks {
            for day in 0..DAYS_OF_BREAKS {
                self.pause(pause, day).await?;
            }
        }
        for holiday in desk.holidays {
            self.holiday(holiday).await?;
        }
        for wait in desk.waiting {
            let patient = patients.get(wait.patient).ok_or_else(|| unreadable("a patient who waits"))?;
            self.waiting(wait, *patient).await?;
        }
        Ok(())
    }

    fn owner(&self) -> Result<&member::Model, DbErr> {
        self.members.values().find(|member| member.is_owner).ok_or_else(|| unreadable("an owner"))
    }

    async fn pause(&self, pause: &DemoBreak, day: i64) -> Result<(), DbErr> {
        let member = self.member(pause.member)?;
        let row = time_block::ActiveModel {
            member_id: Set(Some(member.id)),
            resource_id: Set(None),
            starts_at: Set(self.calendar.at(day, pause.starts)?),
            ends_at: Set(self.calendar.at(day, pause.ends)?),
            reason: Set(pause.reason.to_owned()),
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

    /// Closes the clinic on the holiday's next date after today.
    async fn holiday(&self, holiday: &DemoHoliday) -> Result<(), DbErr> {
        let owner = self.owner()?;
        let today = self.calendar.today();
        let of_year = |year| NaiveDate::from_ymd_opt(year, holiday.month, holiday.day);
        let next = [today.year(), today.year() + 1].into_iter().filter_map(of_year).find(|date| *date > today);
        let date = next.ok_or_else(|| unreadable(holiday.reason))?;
        let row = closure::ActiveModel {
            first_date: Set(date),
            last_date: Set(date),
            reason: Set(holiday.reason.to_owned()),
            created_at: Set(self.calendar.now),
            created_by: Set(owner.id),
            created_by_name: Set(owner.full_name()),
            ..Default::default()
        };
        row.insert(self.db).await?;
        Ok(())
    }

    async fn waiting(&self, wait: &DemoWait, patient: PatientId) -> Result<(), DbErr> {
        let owner = self.owner()?;
        let provider = wait.provider.map(|email| self.member(email)).transpose()?;
        let row = waitlist_entry::ActiveModel {
            patient_id: Set(patient),
            service: Set(wait.service.as_str().to_owned()),
            provider_id: Set(provider.map(|member| member.id)),
            weekdays: Set(wait.weekdays.to_vec()),
            part_of_day: Set(wait.part_of_day),
            note: Set(wait.note.map(str::to_owned)),
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
