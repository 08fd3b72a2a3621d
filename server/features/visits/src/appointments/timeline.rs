//! Visits in the timeline of a patient's record.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        appointment::{Column, Entity},
        member,
        patient::Records,
    },
    words::AppointmentStatus,
};
use sea_orm::{EntityTrait, QueryFilter, QuerySelect, QueryTrait, sea_query::SelectStatement};
use serde::Deserialize;

use base::permission::{AppointmentList, Permission};
use people::timeline::{Entry, Shown, Source, TimelineKind, rows};

/// What visits tell the timeline. A visit stands at its start.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VisitEntry {
    Appointment {
        service: String,
        /// The provider's present name.
        by: Option<String>,
        status: AppointmentStatus,
        starts_at: DateTime<Utc>,
        ends_at: DateTime<Utc>,
    },
}

impl Entry for VisitEntry {
    const SOURCES: &'static [Source] = &[Source {
        word: "appointment",
        kind: TimelineKind::Appointment,
        permission: AppointmentList::NAME,
        rows: visits,
    }];

    fn show(self, now: DateTime<Utc>) -> Shown {
        let Self::Appointment { service, by, status, starts_at, ends_at } = self;
        let state = VisitState::of(status, starts_at, ends_at, now).as_str();
        Shown { title: Some(service), by, state: Some(state.into()), ..Shown::default() }
    }
}

/// What a visit is by its status and the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum VisitState {
    Booked,
    Begun,
    /// The patient has arrived.
    Here,
    Completed,
    Cancelled,
    NoShow,
    /// Over, without a status that says how it ended.
    Past,
}

impl VisitState {
    fn of(status: AppointmentStatus, starts_at: DateTime<Utc>, ends_at: DateTime<Utc>, now: DateTime<Utc>) -> Self {
        match status {
            AppointmentStatus::Cancelled => Self::Cancelled,
            AppointmentStatus::NoShow => Self::NoShow,
            AppointmentStatus::Completed => Self::Completed,
            _ if ends_at <= now => Self::Past,
            AppointmentStatus::Arrived | AppointmentStatus::InRoom => Self::Here,
            AppointmentStatus::Booked | AppointmentStatus::Confirmed if starts_at <= now => Self::Begun,
            AppointmentStatus::Booked | AppointmentStatus::Confirmed => Self::Booked,
        }
    }

    const fn as_str(self) -> &'static str {
        match self {
            Self::Booked => "booked",
            Self::Begun => "begun",
            Self::Here => "here",
            Self::Completed => "completed",
            Self::Cancelled => "cancelled",
            Self::NoShow => "no_show",
            Self::Past => "past",
        }
    }
}

fn visits(records: Records) -> SelectStatement {
    rows(Entity::find().filter(records.hold(Column::PatientId)), Column::Id, Column::StartsAt)
        .columns([Column::Service, Column::Status, Column::StartsAt, Column::EndsAt])
        .expr_as(member::Entity::name_of(Column::ProviderId), "by")
        .into_query()
}
