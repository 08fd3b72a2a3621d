//! The appointments of the demo clinics, with their events until now.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{appointment, appointment_event, member, patient},
    ids::AppointmentId,
    words::{AppointmentEventKind, AppointmentStatus, Role, ServiceName},
};
use practice::clinical::durations::default_minutes;
use sea_orm::{ActiveModelTrait, ActiveValue::Set, ConnectionTrait, DbErr};
use serde::Deserialize;

use super::{calendar::Moment, seed::Seed};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DemoAppointment {
    pub(super) service: ServiceName,
    pub(super) provider: String,
    pub(super) when: Moment,
    notes: Option<String>,
    status: Option<AppointmentStatus>,
    pub(super) cancel_reason: Option<String>,
}

impl DemoAppointment {
    /// A visit without a status is completed in the past, and booked otherwise.
    pub(super) fn status(&self) -> AppointmentStatus {
        let is_past = self.when.day.days_from_today() < 0;
        self.status.unwrap_or(if is_past { AppointmentStatus::Completed } else { AppointmentStatus::Booked })
    }
}

impl<C: ConnectionTrait> Seed<'_, C> {
    pub(super) async fn add_appointment(&self, patient: &patient::Model, demo: &DemoAppointment) -> Result<(), DbErr> {
        let starts_at = self.calendar.at(demo.when);
        let status = demo.status();
        let provider = self.member(&demo.provider)?;
        let desk = self.members.values().find(|member| member.role == Role::Receptionist).unwrap_or(provider);
        let booked_at = patient.created_at.min(starts_at);
        let is_booked = status == AppointmentStatus::Booked;
        // No event is in the future, whatever the hour of seeding.
        let status_at = status_at(status, starts_at).min(self.calendar.now).max(booked_at);
        let row = appointment::ActiveModel {
            patient_id: Set(patient.id),
            provider_id: Set(Some(provider.id)),
            resource_id: Set(self.rooms.get(&demo.provider).copied()),
            service: Set(demo.service.as_str().to_owned()),
            starts_at: Set(starts_at),
            ends_at: Set(starts_at + TimeDelta::minutes(i64::from(default_minutes(demo.service)))),
            notes: Set(demo.notes.clone()),
            allow_overlap: Set(false),
            created_by: Set(Some(desk.id)),
            created_at: Set(booked_at),
            status: Set(status),
            status_at: Set((!is_booked).then_some(status_at)),
            cancel_reason: Set(demo.cancel_reason.clone()),
            version: Set(if is_booked { 1 } else { 2 }),
            updated_at: Set((!is_booked).then_some(status_at)),
            updated_by: Set((!is_booked).then_some(desk.id)),
            updated_by_name: Set((!is_booked).then(|| desk.full_name())),
            ..Default::default()
        };
        let row = row.insert(self.db).await?;
        let booked = appointment_event::ActiveModel {
            kind: Set(AppointmentEventKind::Booked),
            to_status: Set(Some(AppointmentStatus::Booked)),
            starts_at: Set(Some(row.starts_at)),
            ends_at: Set(Some(row.ends_at)),
            provider_name: Set(Some(provider.full_name())),
            ..Default::default()
        };
        self.event(row.id, desk, booked_at, booked).await?;
        if is_booked {
            return Ok(());
        }
        let changed = appointment_event::ActiveModel {
            kind: Set(AppointmentEventKind::Status),
            from_status: Set(Some(AppointmentStatus::Booked)),
            to_status: Set(Some(status)),
            reason: Set(demo.cancel_reason.clone()),
            ..Default::default()
        };
        self.event(row.id, desk, status_at, changed).await
    }

    async fn event(
        &self,
        id: AppointmentId,
        by: &member::Model,
        at: DateTime<Utc>,
        event: appointment_event::ActiveModel,
    ) -> Result<(), DbErr> {
        let event = appointment_event::ActiveModel {
            appointment_id: Set(id),
            at: Set(at),
            actor_id: Set(Some(by.id)),
            actor_name: Set(by.full_name()),
            warnings: Set(Vec::new()),
            ..event
        };
        event.insert(self.db).await?;
        Ok(())
    }
}

/// The usual time at which a visit that starts at `starts_at` gets this status.
fn status_at(status: AppointmentStatus, starts_at: DateTime<Utc>) -> DateTime<Utc> {
    let minutes = match status {
        AppointmentStatus::Booked | AppointmentStatus::Confirmed => -24 * 60,
        AppointmentStatus::Arrived => -8,
        AppointmentStatus::InRoom => 4,
        AppointmentStatus::Completed => 35,
        AppointmentStatus::NoShow => 20,
        AppointmentStatus::Cancelled => -180,
    };
    starts_at + TimeDelta::minutes(minutes)
}
