//! The mail about a protocol that ends: to the members who may sign protocols, thirty days before, once for each version.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        member,
        protocol_notice::{ActiveModel, Column, Entity},
    },
    ids::{MemberId, ProtocolVersionId},
};
use sea_orm::{ActiveValue::Set, EntityTrait, sea_query::OnConflict};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::due::{ProtocolDue, ProtocolTask, due};
use base::{
    date_format::long_date,
    error::Result,
    permission::{Access, Grants, Permission, ProtocolSign},
};
use http_api::state::App;
use mail::{Email, plain_name};
use outbox::{Failed, Job, Outcome, Run, To, Writer, enqueue};
use tenancy::enter_for_job;

/// Queues the mails about the clinic's protocols that end soon and have not been announced yet: one to each active member who may
/// sign protocols.
pub async fn remind_of_protocols(app: &App, clinic: Uuid, now: DateTime<Utc>) -> Result<()> {
    let entered = enter_for_job(&app.tenants.db, clinic).await?;
    let tx = &entered.tx;
    let mut versions = Vec::new();
    for one in due(entered.work(now), None, true).await? {
        if one.task != ProtocolTask::Ends {
            continue;
        }
        let row = ActiveModel { version_id: Set(one.version_id), noticed_at: Set(now) };
        let known = OnConflict::column(Column::VersionId).do_nothing().to_owned();
        if Entity::insert(row).on_conflict(known).exec_without_returning(tx).await? > 0 {
            versions.push(one.version_id);
        }
    }
    if !versions.is_empty() {
        let may_sign = |row: &member::Model| Grants::from_member(row).access(ProtocolSign::NAME) == Some(Access::Full);
        for member in member::Entity::active().all(tx).await?.iter().filter(|row| may_sign(row)) {
            enqueue(tx, clinic, now, &ProtocolEnds { member: member.id, versions: versions.clone() }).await?;
        }
    }
    entered.commit().await
}

/// Mails a director which protocols end.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ProtocolEnds {
    pub member: MemberId,
    pub versions: Vec<ProtocolVersionId>,
}

impl Job for ProtocolEnds {
    const KIND: &'static str = "protocol_ends";
    const MAIL_ABOUT: Option<&'static str> = Some("A protocol that ends");

    fn member(&self) -> Option<MemberId> {
        Some(self.member)
    }

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        let now = run.now;
        run.mail(To::Active(self.member), async |writer| Ok(self.email(writer, now).await?.map(Into::into))).await
    }
}

impl ProtocolEnds {
    /// `None` if each has a successor by now, or was retired.
    async fn email(&self, writer: &Writer<'_>, now: DateTime<Utc>) -> Result<Option<Email>> {
        let entered = writer.entered;
        let due = due(entered.work(now), None, true).await?;
        let ending: Vec<_> = due
            .iter()
            .filter(|one| self.versions.contains(&one.version_id) && one.task != ProtocolTask::Sign)
            .collect();
        if ending.is_empty() {
            return Ok(None);
        }
        let list: String = ending.iter().map(|one| line(one)).collect();
        let page = format!("{}/protocols", writer.app.base_url.origin_of(&entered.clinic.subdomain));
        Ok(Some(Email::new(writer.recipient(), &entered.clinic.name, |name, clinic| {
            let text = format!(
                "Hello {name},\n\nthese protocols of {clinic} end soon and have no successor:\n\n{list}\n\
                 After that day nobody records a treatment by them. A new version is written and signed here:\n\n{page}\n"
            );
            (format!("Protocols end soon: {clinic}"), text)
        })))
    }
}

fn line(one: &ProtocolDue) -> String {
    format!("- {}, version {}: {}\n", plain_name(&one.service), one.number, long_date(one.valid_until))
}
