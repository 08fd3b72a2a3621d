//! The mail to a director about an adverse event. The mail holds no name and nothing clinical.

use entity::{
    clinic::{adverse_event, adverse_event_entry},
    ids::{AdverseEventEntryId, AdverseEventId, MemberId},
    words::AdverseEventEntryKind,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryTrait};
use serde::{Deserialize, Serialize};

use crate::treatments::Team;
use base::error::Result;
use mail::Email;
use outbox::{Failed, Job, Jobs, Outcome, Run, To, Writer, enqueue};
use tenancy::Work;

/// Registers the jobs of this feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<AdverseEventNews>()
}

/// Mails a director that an adverse event was reported or is more severe, unless a director has acknowledged it since.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct AdverseEventNews {
    pub member: MemberId,
    pub event: AdverseEventId,
    /// The correction that raised the severity. `None` if the mail is about the report itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raised_by: Option<AdverseEventEntryId>,
}

impl Job for AdverseEventNews {
    const KIND: &'static str = "adverse_event_news";
    const MAIL_ABOUT: Option<&'static str> = Some("An adverse event");

    fn member(&self) -> Option<MemberId> {
        Some(self.member)
    }

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        run.mail(To::Active(self.member), async |writer| {
            if !self.is_current(writer).await? {
                return Ok(None);
            }
            Ok(Some(self.email(writer).into()))
        })
        .await
    }
}

/// Queues a mail to every active Medical Director.
pub(super) async fn tell_directors(
    work: Work<'_>,
    event: AdverseEventId,
    raised_by: Option<AdverseEventEntryId>,
) -> Result<()> {
    let Work { tx, clinic, now, .. } = work;
    for member in Team::load(tx).await?.directors() {
        enqueue(tx, clinic.id, now, &AdverseEventNews { member, event, raised_by }).await?;
    }
    Ok(())
}

impl AdverseEventNews {
    async fn is_current(&self, writer: &Writer<'_>) -> Result<bool> {
        use adverse_event_entry::{Column, Entity};
        let tx = &writer.entered.tx;
        if adverse_event::Entity::find_by_id(self.event).one(tx).await?.is_none() {
            return Ok(false);
        }
        let acknowledged = Entity::find()
            .filter(Column::EventId.eq(self.event))
            .filter(Column::Kind.eq(AdverseEventEntryKind::Acknowledgement))
            // An acknowledgment from before the correction was for the lower severity, so it does not count.
            .apply_if(self.raised_by, |entries, correction| entries.filter(Column::Id.gt(correction)));
        Ok(acknowledged.one(tx).await?.is_none())
    }

    fn email(&self, writer: &Writer<'_>) -> Email {
        let origin = writer.app.base_url.origin_of(&writer.entered.clinic.subdomain);
        let event = self.event;
        let is_raised = self.raised_by.is_some();
        Email::new(writer.recipient(), &writer.entered.clinic.name, |name, clinic| {
            if is_raised {
                let text = format!(
                    "Hello {name},\n\na correction at {clinic} says that an adverse event is more severe than it was known to \
                     be: report {event}. Please sign in and read it:\n\n{origin}/adverse-events\n"
                );
                return (format!("An adverse event is more severe than reported: {clinic}"), text);
            }
            let text = format!(
                "Hello {name},\n\nan adverse event was reported at {clinic}: report {event}. \
                 Please sign in, read it, and acknowledge that you have seen it:\n\n{origin}/adverse-events\n"
            );
            (format!("An adverse event was reported: {clinic}"), text)
        })
    }
}
