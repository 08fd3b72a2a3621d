//! One report, and what it changes.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{
        mail_report, mail_stop,
        message::{self, Column, Entity},
    },
    words::{MailStopReason, MessageChannel, MessageReason, MessageStatus},
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect,
    sea_query::OnConflict,
};
use serde::Deserialize;
use uuid::Uuid;

use crate::foundation::{error::Result, tenancy::ClinicTx};

/// For how long a repeated report is known as such. Providers give up long before.
const KNOWN_FOR: TimeDelta = TimeDelta::days(30);

/// What a mail's own id begins with: a part that nobody can guess, and the clinic.
pub fn reference(clinic: Uuid) -> String {
    format!("{}.{}", Uuid::new_v4().simple(), clinic.simple())
}

/// The body, as far as it is read.
#[derive(Deserialize)]
struct Body {
    r#type: String,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    message_id: String,
    bounce: Option<String>,
}

/// What became of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Delivered,
    /// Whether for good.
    Bounced(bool),
    Complained,
}

/// A report about a mail of a clinic.
pub struct Report {
    pub clinic: Uuid,
    reference: String,
    what: What,
}

impl Report {
    /// None for what is no report that is known.
    pub fn read(body: &[u8]) -> Option<Self> {
        let body: Body = serde_json::from_slice(body).ok()?;
        let what = match (body.r#type.as_str(), body.data.bounce.as_deref()) {
            ("mail.delivered", _) => What::Delivered,
            ("mail.bounced", Some("permanent")) => What::Bounced(true),
            ("mail.bounced", Some("transient")) => What::Bounced(false),
            ("mail.complained", _) => What::Complained,
            _ => return None,
        };
        let id = body.data.message_id.trim().trim_start_matches('<');
        let (reference, _) = id.split_once('@')?;
        let (_, clinic) = reference.split_once('.')?;
        Some(Self { clinic: Uuid::try_parse(clinic).ok()?, reference: reference.to_owned(), what })
    }

    /// Writes down what became of the mail; false when nothing changes, because the report was taken in before, or is about no
    /// mail of this clinic.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub async fn apply(&self, tx: &ClinicTx, id: &str, now: DateTime<Utc>) -> Result<bool> {
        let found = Entity::find()
            .filter(Column::ProviderRef.eq(&self.reference))
            .filter(Column::Channel.eq(MessageChannel::Email))
            .lock_exclusive()
            .one(tx)
            .await?;
        let Some((row, (status, reason))) = found.and_then(|row| self.outcome(&row).map(|to| (row, to))) else {
            return Ok(false);
        };
        let there = OnConflict::column(mail_report::Column::Id).do_nothing().to_owned();
        let report = mail_report::ActiveModel { id: Set(id.to_owned()), received_at: Set(now) };
        if mail_report::Entity::insert(report).on_conflict(there).exec_without_returning(tx).await? == 0 {
            return Ok(false);
        }
        mail_report::Entity::delete_many().filter(mail_report::Column::ReceivedAt.lt(now - KNOWN_FOR)).exec(tx).await?;
        let address = row.sent_to.clone();
        let mut changed = row.into_active_model();
        changed.status = Set(status);
        changed.reason = Set(reason);
        changed.update(tx).await?;
        let stops = match reason {
            Some(MessageReason::Returned) => Some(MailStopReason::Returned),
            Some(MessageReason::Complained) => Some(MailStopReason::Complained),
            _ => None,
        };
        if let Some((address, reason)) = address.zip(stops) {
            stop(tx, &address, reason, now).await?;
        }
        Ok(true)
    }

    /// What the message becomes. Reports come twice and in any order: a mail that came back was not delivered, whatever is said
    /// later, and one of which it was not known whether it was sent was.
    fn outcome(&self, row: &message::Model) -> Option<(MessageStatus, Option<MessageReason>)> {
        let is_sent = row.status == MessageStatus::Sent
            || (row.status == MessageStatus::Failed && row.reason == Some(MessageReason::Interrupted));
        let is_there = row.status == MessageStatus::Delivered && row.reason.is_none();
        match self.what {
            What::Delivered if is_sent => Some((MessageStatus::Delivered, None)),
            What::Bounced(is_permanent) if is_sent || is_there => {
                Some((MessageStatus::Bounced, is_permanent.then_some(MessageReason::Returned)))
            }
            What::Complained if is_sent || is_there => {
                Some((MessageStatus::Delivered, Some(MessageReason::Complained)))
            }
            _ => None,
        }
    }
}

/// Notes that an address gets no more mail. That somebody does not want any counts more than that a mail came back.
async fn stop(tx: &ClinicTx, address: &str, reason: MailStopReason, now: DateTime<Utc>) -> Result<()> {
    let key = mail_stop::Entity::key(address);
    if reason == MailStopReason::Complained {
        mail_stop::Entity::delete_by_id(key.clone()).exec(tx).await?;
    }
    let row = mail_stop::ActiveModel { address: Set(key), reason: Set(reason), stopped_at: Set(now) };
    let there = OnConflict::column(mail_stop::Column::Address).do_nothing().to_owned();
    mail_stop::Entity::insert(row).on_conflict(there).exec_without_returning(tx).await?;
    Ok(())
}
