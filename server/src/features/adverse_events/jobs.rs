//! The mail to a director about an adverse event. It names nobody and says nothing clinical.

use entity::{
    clinic::{adverse_event, adverse_event_entry},
    ids::{AdverseEventId, MemberId},
    words::AdverseEventEntryKind,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde::{Deserialize, Serialize};

use crate::foundation::{
    error::Result,
    jobs::{Failed, Job, Jobs, Outcome, Run, To, Writer},
    mail::Email,
};

/// Registers the jobs of this feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<AdverseEventNews>()
}

/// Tells a director that an adverse event was reported, unless one has acknowledged it already.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct AdverseEventNews {
    pub member: MemberId,
    pub event: AdverseEventId,
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

impl AdverseEventNews {
    async fn is_current(&self, writer: &Writer<'_>) -> Result<bool> {
        use adverse_event_entry::{Column, Entity};
        let tx = &writer.entered.tx;
        if adverse_event::Entity::find_by_id(self.event).one(tx).await?.is_none() {
            return Ok(false);
        }
        let acknowledged = Entity::find()
            .filter(Column::EventId.eq(self.event))
            .filter(Column::Kind.eq(AdverseEventEntryKind::Acknowledgement));
        Ok(acknowledged.one(tx).await?.is_none())
    }

    fn email(&self, writer: &Writer<'_>) -> Email {
        let origin = writer.app.base_url.origin_of(&writer.entered.clinic.subdomain);
        let (name, event) = (writer.to.full_name(), self.event);
        Email::new((&name, &writer.to.email), &writer.entered.clinic.name, |name, clinic| {
            let text = format!(
                "Hello {name},\n\nan adverse event was reported at {clinic}: report {event}. \
                 Please sign in, read it, and acknowledge that you have seen it:\n\n{origin}/adverse-events\n"
            );
            (format!("An adverse event was reported: {clinic}"), text)
        })
    }
}
