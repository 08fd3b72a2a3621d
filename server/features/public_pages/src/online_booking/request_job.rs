//! The mail to the front desk about an online request. It names neither the patient nor the service.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{appointment, member},
    ids::{AppointmentId, MemberId},
    words::{AppointmentStatus, Role},
};
use sea_orm::EntityTrait;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::answer_job::date_and_time;
use auth::is_kept;
use base::error::Result;
use mail::Email;
use outbox::{Failed, Job, Outcome, Run, To, Writer, enqueue};
use tenancy::ClinicTx;

/// Notifies a member of a patient's online request, unless it has been answered already.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct NotifyDesk {
    pub(super) member: MemberId,
    pub(super) appointment: AppointmentId,
}

impl Job for NotifyDesk {
    const KIND: &'static str = "booking_request";
    const MAIL_ABOUT: Option<&'static str> = Some("A request from online booking");

    fn member(&self) -> Option<MemberId> {
        Some(self.member)
    }

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        run.mail(To::Active(self.member), async |writer| {
            let visit = appointment::Entity::find_by_id(self.appointment).one(&writer.entered.tx).await?;
            let is_open = |visit: &appointment::Model| {
                visit.requested_at.is_some()
                    && visit.status != AppointmentStatus::Cancelled
                    && visit.starts_at > run.now
            };
            Ok(visit.filter(is_open).map(|visit| email(writer, visit.starts_at).into()))
        })
        .await
    }
}

/// Notifies the members who take bookings: the receptionists, else the practice managers, else the owners.
pub(super) async fn notify_desk(tx: &ClinicTx, clinic: Uuid, now: DateTime<Utc>, booked: AppointmentId) -> Result<()> {
    let mut team = member::Entity::active().all(tx).await?;
    team.retain(|member| !is_kept(&member.email));
    let with_role = |role: Role| team.iter().filter(|member| member.role == role).collect::<Vec<_>>();
    let owners = || team.iter().filter(|member| member.is_owner).collect::<Vec<_>>();
    let found = [with_role(Role::Receptionist), with_role(Role::PracticeManager), owners()];
    for member in found.into_iter().find(|members| !members.is_empty()).unwrap_or_default() {
        enqueue(tx, clinic, now, &NotifyDesk { member: member.id, appointment: booked }).await?;
    }
    Ok(())
}

fn email(writer: &Writer<'_>, starts_at: DateTime<Utc>) -> Email {
    let clinic = &writer.entered.clinic;
    let origin = writer.app.base_url.origin_of(&clinic.subdomain);
    let when = date_and_time(starts_at, clinic.time_zone);
    Email::new(writer.recipient(), &clinic.name, |name, clinic| {
        let text = format!(
            "Hello {name},\n\na patient has asked {clinic} online for an appointment on {when}. The time is kept until you accept or \
             decline the request:\n\n{origin}/\n"
        );
        (format!("A request for an appointment: {clinic}"), text)
    })
}
