//! The mail to a Medical Director about an emergency access. It names neither the patient nor the member nor the reason.

use entity::{
    clinic::emergency_access,
    ids::{EmergencyAccessId, MemberId},
};
use sea_orm::EntityTrait;
use serde::{Deserialize, Serialize};

use base::error::Result;
use mail::Email;
use outbox::{Failed, Job, Jobs, Outcome, Run, To};

/// Registers the jobs of this feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<EmergencyNotice>()
}

/// Tells a Medical Director that a record was opened by emergency access.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct EmergencyNotice {
    pub member: MemberId,
    pub access: EmergencyAccessId,
}

impl Job for EmergencyNotice {
    const KIND: &'static str = "emergency_notice";
    const MAIL_ABOUT: Option<&'static str> = Some("An emergency access");

    fn member(&self) -> Option<MemberId> {
        Some(self.member)
    }

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        run.mail(To::Active(self.member), async |writer| {
            let found = emergency_access::Entity::find_by_id(self.access).one(&writer.entered.tx).await?;
            // Another director has already assessed it.
            let Some(access) = found.filter(|access| access.assessed_at.is_none()) else { return Ok(None) };
            let origin = writer.app.base_url.origin_of(&writer.entered.clinic.subdomain);
            let email = Email::new(writer.recipient(), &writer.entered.clinic.name, |name, clinic| {
                let (event, subject) = if access.is_export {
                    ("has exported a client's whole record, although their role does not open clinical records", "exported")
                } else {
                    ("has opened a client's clinical record by emergency access, which lasts for an hour", "opened by emergency access")
                };
                let text = format!(
                    "Hello {name},\n\nsomebody at {clinic} {event}. See who it was and why, and say whether it was justified:\n\n\
                     {origin}/emergency-access\n"
                );
                (format!("A record was {subject}: {clinic}"), text)
            });
            Ok(Some(email.into()))
        })
        .await
    }
}
