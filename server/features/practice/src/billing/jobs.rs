//! The mail about a clinic's subscription.

use entity::ids::MemberId;
use serde::{Deserialize, Serialize};

use super::notice_email;
use outbox::{Failed, Job, Jobs, Outcome, Run, To};

/// Registers the jobs of this feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<BillingNotice>()
}

/// Mails a member who manages the billing about the clinic's subscription.
#[derive(Debug, Serialize, Deserialize)]
pub struct BillingNotice {
    pub member: MemberId,
    pub notice: i64,
}

impl Job for BillingNotice {
    const KIND: &'static str = "billing_notice";
    const MAIL_ABOUT: Option<&'static str> = Some("News of the subscription");

    fn member(&self) -> Option<MemberId> {
        Some(self.member)
    }

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        run.mail(To::Active(self.member), async |writer| {
            let clinic = &writer.entered.clinic;
            let base_url = &writer.app.base_url;
            let email = notice_email::email(&writer.entered.tx, clinic, base_url, writer.to, self.notice).await?;
            Ok(email.map(Into::into))
        })
        .await
    }
}
