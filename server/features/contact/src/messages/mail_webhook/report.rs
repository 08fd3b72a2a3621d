//! One report, and the changes it makes.

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

use base::error::Result;
use tenancy::ClinicTx;

/// How long the id of a report is kept to detect a repeat. Providers stop repeating long before.
const KNOWN_FOR: TimeDelta = TimeDelta::days(30);

/// The first part of a mail's own id: a random part that nobody can guess, and the clinic.
pub fn reference(clinic: Uuid) -> String {
    format!("{}.{}", Uuid::new_v4().simple(), clinic.simple())
}

/// The fields of the body that are read.
#[derive(Deserialize)]
struct Body {
    r#type: String,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    message_id: String,
    bounce: Option<String>,
    /// The answer of the receiving server.
    diagnostic: Option<String>,
}

/// The outcome of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Delivered,
    /// A later try may deliver it.
    Delayed,
    Returned(BounceCause),
    Complained,
}

/// Why a mail came back for good. Only a wrong address stops further mail. A refusal because of our reputation does not, or the
/// patient would hear of no visit any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BounceCause {
    Address,
    /// The fault is ours: reputation, signatures or content.
    Ours,
    /// Another reason, such as a full mailbox.
    Other,
}

/// What servers write about the sender, if they give no code of RFC 3463.
const OURS: [&str; 13] = [
    "block",
    "spam",
    "blacklist",
    "denylist",
    "reputation",
    "authenticat",
    "dmarc",
    "spf",
    "dkim",
    "policy",
    "sender",
    "helo",
    "reverse dns",
];

/// What servers write about a mailbox that exists, or about us.
const SOMEBODY: [&str; 4] = ["full", "quota", "storage", "too many"];

/// Words for the recipient, followed by phrases for an unknown recipient.
const RECIPIENTS: [&str; 6] = ["user", "recipient", "mailbox", "account", "address", "addressee"];
const NOBODY_BEFORE: [&str; 3] = ["unknown", "no such", "invalid"];
const NOBODY_AFTER: [&str; 5] = ["unknown", "not found", "unavailable", "invalid", "is unknown"];
const NOBODY: [&str; 3] = ["does not exist", "doesn't exist", "not local"];

impl BounceCause {
    /// Reads the code of RFC 3463 in the answer of the receiving server, such as `550 5.1.1 no such user`. A report without an
    /// answer means that the provider itself knows the address as wrong.
    fn parse(diagnostic: Option<&str>) -> Self {
        let Some(text) = diagnostic.map(str::to_lowercase).filter(|text| !text.trim().is_empty()) else {
            return Self::Address;
        };
        let code = text.split(|c: char| !(c.is_ascii_digit() || c == '.')).find_map(|word| {
            let mut parts = word.trim_matches('.').split('.');
            let numbers = [parts.next()?, parts.next()?, parts.next()?].map(|part| part.parse::<u16>().ok());
            match (numbers, parts.next()) {
                ([Some(class @ (4 | 5)), Some(subject), Some(detail)], None) => Some((class, subject, detail)),
                _ => None,
            }
        });
        match code {
            Some((5, 1, 7 | 8) | (5, 5..=7, _)) => Self::Ours,
            Some((5, 1, _) | (5, 2, 1) | (5, 4, 4)) => Self::Address,
            None if OURS.iter().any(|word| text.contains(word)) => Self::Ours,
            None if says_nobody(&text) => Self::Address,
            // Such as too many connections, which says nothing about the address.
            _ => Self::Other,
        }
    }
}

/// Whether an answer without a code of RFC 3463 says that the mailbox does not exist.
fn says_nobody(text: &str) -> bool {
    let code = text.split(|c: char| !c.is_ascii_digit()).find(|digits| digits.len() == 3);
    // "User <nora@example.com> unknown" is read as "user unknown".
    let words = text.replace('\u{2019}', "'");
    let words = words.split_whitespace().filter(|word| !word.contains('@'));
    let words: Vec<_> = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric())).collect();
    let words = words.join(" ");
    let is_nobody = |recipient: &&str| {
        NOBODY_BEFORE.iter().any(|said| words.contains(&format!("{said} {recipient}")))
            || NOBODY_AFTER.iter().any(|said| words.contains(&format!("{recipient} {said}")))
    };
    // In RFC 5321, 551 is "user not local" and 552 means that there is no room.
    match code {
        Some("551") => true,
        Some("552") => false,
        _ if SOMEBODY.iter().any(|said| words.contains(said)) => false,
        _ => NOBODY.iter().any(|said| words.contains(said)) || RECIPIENTS.iter().any(is_nobody),
    }
}

/// A report about a mail of a clinic.
pub struct Report {
    pub clinic: Uuid,
    reference: String,
    what: What,
}

impl Report {
    /// `None` if the body is not a known report.
    pub fn read(body: &[u8]) -> Option<Self> {
        let body: Body = serde_json::from_slice(body).ok()?;
        let bounce = body.data.bounce.as_deref().map(str::to_ascii_lowercase);
        let what = match (body.r#type.as_str(), bounce.as_deref()) {
            ("mail.delivered", _) => What::Delivered,
            ("mail.bounced", Some("permanent")) => What::Returned(BounceCause::parse(body.data.diagnostic.as_deref())),
            ("mail.bounced", Some("transient")) => What::Delayed,
            ("mail.complained", _) => What::Complained,
            _ => return None,
        };
        let id = body.data.message_id.trim().trim_start_matches('<');
        let (reference, _) = id.split_once('@')?;
        let (_, clinic) = reference.split_once('.')?;
        Some(Self { clinic: Uuid::try_parse(clinic).ok()?, reference: reference.to_owned(), what })
    }

    /// Stores the outcome of the mail. False if nothing changes, because the report was handled before or is about no mail of this
    /// clinic.
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

    /// Whether the receiving server refused the mail because of us as its sender.
    pub fn is_our_fault(&self) -> bool {
        self.what == What::Returned(BounceCause::Ours)
    }

    /// The new state of the message. Reports come twice and in any order: a bounce counts whatever is reported later, and a
    /// report about a mail that was interrupted proves that it was sent.
    fn outcome(&self, row: &message::Model) -> Option<(MessageStatus, Option<MessageReason>)> {
        let is_sent = row.status == MessageStatus::Sent
            || (row.status == MessageStatus::Failed && row.reason == Some(MessageReason::Interrupted));
        let is_there = row.status == MessageStatus::Delivered && row.reason.is_none();
        match self.what {
            What::Delivered if is_sent => Some((MessageStatus::Delivered, None)),
            What::Delayed if is_sent || is_there => Some((MessageStatus::Bounced, None)),
            What::Returned(BounceCause::Address) if is_sent || is_there => {
                Some((MessageStatus::Bounced, Some(MessageReason::Returned)))
            }
            What::Returned(BounceCause::Ours | BounceCause::Other) if is_sent || is_there => {
                Some((MessageStatus::Bounced, Some(MessageReason::Refused)))
            }
            What::Complained if is_sent || is_there => {
                Some((MessageStatus::Delivered, Some(MessageReason::Complained)))
            }
            _ => None,
        }
    }
}

/// Records that an address gets no more mail. A complaint replaces the reason of a bounce.
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

#[cfg(test)]
mod tests {
    use super::BounceCause::{self, Address, Other, Ours};

    #[test]
    fn only_what_says_that_the_address_is_wrong_is_its_fault() {
        for (diagnostic, fault) in [
            (None, Address),
            (Some(""), Address),
            (Some("550 5.1.1 no such user"), Address),
            (Some("550-5.1.1 The email account that you tried to reach does not exist. p-5.1.1 gsmtp"), Address),
            (Some("smtp; 550 5.2.1 mailbox disabled"), Address),
            (Some("551 user unknown at 192.0.2.7"), Address),
            (Some("smtp; 551 try another server"), Address),
            (Some("550 User unknown"), Address),
            (
                Some("550 <nora@example.com>: Recipient address rejected: User unknown in virtual mailbox table"),
                Address,
            ),
            (Some("550 no such user here"), Address),
            (Some("550 User <nora@example.com> does not exist"), Address),
            (Some("550 user (nora@example.com) unknown"), Address),
            (Some("554 This user doesn\u{2019}t exist"), Address),
            (Some("550 Invalid recipient <nora@example.com>"), Address),
            (Some("553 invalid address"), Address),
            (Some("550 Requested action not taken: mailbox unavailable"), Address),
            (Some("550 mailbox not found"), Address),
            (Some("554 5.7.1 sending address is on a block list"), Ours),
            (Some("550 5.7.26 mail is not authenticated"), Ours),
            (Some("550-5.7.1 [192.0.2.7 12] Our system has detected unsolicited mail"), Ours),
            (Some("550 5.1.8 sender address rejected"), Ours),
            (Some("554 message rejected: spam"), Ours),
            (Some("552 5.2.2 mailbox is full"), Other),
            (Some("552 5.3.4 message too big"), Other),
            (Some("550 message rejected by policy server"), Ours),
            (Some("550 sender address does not exist"), Ours),
            (Some("550 HELO name is invalid"), Ours),
            (Some("552 mailbox full"), Other),
            (Some("552 mailbox unavailable: over quota"), Other),
            (Some("554 Message refused"), Other),
            (Some("550 too many connections"), Other),
            (Some("550 too many invalid recipients"), Other),
            (Some("550"), Other),
        ] {
            assert_eq!(BounceCause::parse(diagnostic), fault, "{diagnostic:?}");
        }
    }
}
