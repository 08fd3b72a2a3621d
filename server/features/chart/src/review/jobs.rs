//! The mails of the review: to a provider about a return, to a director about an answer. They contain no names and nothing
//! clinical.

use entity::{
    clinic::treatment,
    ids::{MemberId, TreatmentId},
};
use sea_orm::EntityTrait;
use serde::{Deserialize, Serialize};

use crate::treatments;
use base::error::Result;
use mail::Email;
use outbox::{Failed, Job, Jobs, Outcome, Run, To, Writer};

/// Registers the jobs of this feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<ReviewNews>()
}

/// The event that a member is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ReviewNewsKind {
    Returned,
    Resubmitted,
}

/// Tells a member that a treatment was returned or answered, unless that is no longer so.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ReviewNews {
    pub member: MemberId,
    pub treatment: TreatmentId,
    pub news: ReviewNewsKind,
}

impl Job for ReviewNews {
    const KIND: &'static str = "review_news";
    const MAIL_ABOUT: Option<&'static str> = Some("A treatment under review");

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

impl ReviewNews {
    /// Whether the treatment is still returned, or still answered.
    async fn is_current(&self, writer: &Writer<'_>) -> Result<bool> {
        let tx = &writer.entered.tx;
        if treatment::Entity::find_by_id(self.treatment).one(tx).await?.is_none() {
            return Ok(false);
        }
        let last = treatments::last_return(tx, self.treatment).await?;
        Ok(last.is_some_and(|(_, answer)| answer.is_none() == (self.news == ReviewNewsKind::Returned)))
    }

    fn email(&self, writer: &Writer<'_>) -> Email {
        let origin = writer.app.base_url.origin_of(&writer.entered.clinic.subdomain);
        Email::new(writer.recipient(), &writer.entered.clinic.name, |name, clinic| match self.news {
            ReviewNewsKind::Returned => {
                let text = format!(
                    "Hello {name},\n\na director has returned one of your treatments at {clinic} with a comment. \
                     You find it on the first page, under Returned to you, where you can answer:\n\n{origin}/\n"
                );
                (format!("A treatment was returned to you: {clinic}"), text)
            }
            ReviewNewsKind::Resubmitted => {
                let text = format!(
                    "Hello {name},\n\na provider at {clinic} has answered what was returned. \
                     The treatment waits for your review again:\n\n{origin}/review\n"
                );
                (format!("A returned treatment was answered: {clinic}"), text)
            }
        })
    }
}
