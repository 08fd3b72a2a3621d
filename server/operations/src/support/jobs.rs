//! The mail that tells owners that support may read their clinic's data.

use entity::{
    clinic::{member, support_access},
    ids::MemberId,
    words::MemberStatus,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde::{Deserialize, Serialize};

use base::{date_format::day_and_time, error::Result};
use mail::{Email, plain_name};
use outbox::{Draft, Failed, Job, Jobs, Outcome, Run, To, Writer, enqueue};
use tenancy::enter_for_job;

/// Registers the jobs of support.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<SupportGranted>()
}

/// Mails one of the clinic's owners that support may read the clinic's data. Without a member, mails each owner.
#[derive(Debug, Serialize, Deserialize)]
pub struct SupportGranted {
    pub access: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member: Option<MemberId>,
}

impl Job for SupportGranted {
    const KIND: &'static str = "support_granted";
    const MAIL_ABOUT: Option<&'static str> = Some("Celadon’s support may look into the clinic");

    fn member(&self) -> Option<MemberId> {
        self.member
    }

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        match self.member {
            Some(member) => run.mail(To::Active(member), async |writer| email(writer, self.access).await).await,
            None => Ok(for_each_owner(run, self.access).await?),
        }
    }
}

/// One job for each owner, so that a retry for one does not mail another again.
async fn for_each_owner(run: Run<'_>, access: i64) -> Result<Outcome> {
    let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
    let owners = member::Entity::find()
        .filter(member::Column::IsOwner.eq(true))
        .filter(member::Column::Status.eq(MemberStatus::Active))
        .filter(member::Column::RemovedAt.is_null())
        .all(&entered.tx)
        .await?;
    for owner in owners {
        enqueue(&entered.tx, run.clinic, run.now, &SupportGranted { access, member: Some(owner.id) }).await?;
    }
    entered.commit().await?;
    Ok(Outcome::Done)
}

/// Names the support person but not the reason. The clinic itself shows the reason, which could name a person.
async fn email(writer: &Writer<'_>, access: i64) -> Result<Option<Draft>> {
    let clinic = &writer.entered.clinic;
    let Some(access) = support_access::Entity::find_by_id(access).one(&writer.entered.tx).await? else {
        return Ok(None);
    };
    let until = day_and_time(access.ends_at, clinic.time_zone);
    let operator = plain_name(&access.operator);
    Ok(Some(Email::new(writer.recipient(), &clinic.name, |name, clinic| {
        let text = format!(
            "Hello {name},\n\n{operator}, of Celadon's support, was given leave to look into {clinic} until {until}, \
             and to change nothing. Every look is in your activity log, where you also find why, and can end it.\n\n\
             If you did not ask for help, please end it and write to us.\n"
        );
        (format!("Celadon's support looks into {clinic}"), text)
    }).into()))
}
