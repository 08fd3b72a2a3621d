//! Limits how many mails are sent: to one person of each kind, and from one clinic in a day. No mail is lost: mails
//! beyond a limit wait in the outbox.
//!
//! Mails to a person are counted by the status of the address in the clinic, because any sender whose mails are
//! counted together can use up the limit:
//!
//! - Mails to an address that was confirmed in a clinic are counted for that clinic alone. Mails of other clinics
//!   delay neither its notice that a password was changed nor its link for a new one.
//! - Mails to any other address are counted over all clinics. An unconfirmed address that is entered in
//!   many clinics gets no more mails than one clinic could send.
//! - A clinic whose owner has not confirmed the address sends only the mail that asks for the confirmation
//!   (`run.rs`). These mails are also counted for the clinic, over all addresses. So repeated changes of the
//!   address do not turn the clinic into a mail relay.

use chrono::{DateTime, Days, NaiveTime, TimeDelta, Utc};
use entity::{clinic::mail_day, registry::mail_count};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter,
    sea_query::{Expr, Func, OnConflict},
};
use uuid::Uuid;

use super::{Problem, sql};
use base::error::Result;
use config::MasterKey;
use tenancy::{ClinicTx, Db};

/// How many mails of a kind in an hour and in a day.
const AN_HOUR: usize = 3;
const A_DAY: usize = 10;
const HOUR: TimeDelta = TimeDelta::hours(1);
const DAY: TimeDelta = TimeDelta::days(1);

/// Why a mail waits, and until when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delay {
    pub problem: Problem,
    pub until: DateTime<Utc>,
}

/// The limit of mails that are counted together. `factor` multiplies it, like other limits.
#[derive(Debug, Clone, Copy)]
pub struct MailLimits {
    an_hour: usize,
    a_day: usize,
}

impl MailLimits {
    pub fn new(factor: u32) -> Self {
        let factor = usize::try_from(factor.max(1)).unwrap_or(1);
        Self { an_hour: AN_HOUR.saturating_mul(factor), a_day: A_DAY.saturating_mul(factor) }
    }

    /// Counts a mail. If a limit is used up, returns the time until which the limit holds.
    pub async fn reserve(self, db: &Db, mail: &MailCount) -> Result<Option<Delay>> {
        for (before, subject) in mail.subjects.iter().enumerate() {
            let Some(until) = self.reserve_of(db, subject, mail).await? else { continue };
            mail.give_back(db, &mail.subjects[..before]).await?;
            return Ok(Some(Delay { problem: Problem::RecipientLimit, until }));
        }
        Ok(None)
    }

    /// The time at which another mail of this subject may be sent. `None` if this mail was counted.
    async fn reserve_of(self, db: &Db, subject: &str, mail: &MailCount) -> Result<Option<DateTime<Utc>>> {
        let now = mail.at;
        let (hour, day) = (now - HOUR, now - DAY);
        let allowance = sql::Allowance { subject, kind: &mail.kind, an_hour: self.an_hour, a_day: self.a_day };
        if db.registry().query_one_raw(sql::reserve(&allowance, now, hour, day)).await?.is_some() {
            return Ok(None);
        }
        let counted = mail_count::Entity::find_by_id((subject.to_owned(), mail.kind.clone()));
        let mut sent = counted.one(&db.registry()).await?.map(|counted| counted.sent_at).unwrap_or_default();
        sent.retain(|moment| *moment > day);
        sent.sort_unstable_by(|one, other| other.cmp(one));
        Ok(Some(self.free_at(&sent, now)))
    }

    /// The time at which another mail may be sent. `sent` has the times of the last mails, newest first.
    fn free_at(self, sent: &[DateTime<Utc>], now: DateTime<Utc>) -> DateTime<Utc> {
        let after = |many: usize, term: TimeDelta| sent.get(many - 1).map(|at| *at + term);
        let free = [after(self.an_hour, HOUR), after(self.a_day, DAY)].into_iter().flatten().max();
        // Another worker may have released a count meanwhile; then the mail is tried again in a minute.
        free.unwrap_or(now).max(now + TimeDelta::minutes(1))
    }
}

/// Whether a mail's address was confirmed in the clinic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressStatus {
    /// The address was confirmed in the clinic.
    Confirmed,
    /// The address was not confirmed in the clinic.
    Unconfirmed,
    /// The mail itself asks for the confirmation.
    BeingConfirmed,
}

/// The subjects and the kind under which a mail is counted.
#[derive(Debug, Clone)]
pub struct MailCount {
    /// Keyed hashes of the subjects.
    subjects: Vec<String>,
    kind: String,
    /// The time of the count, which also identifies it among the others.
    at: DateTime<Utc>,
}

impl MailCount {
    pub fn new(
        key: &MasterKey,
        clinic: Uuid,
        kind: String,
        address: &str,
        known: AddressStatus,
        now: DateTime<Utc>,
    ) -> Self {
        let mailbox = mailbox(address);
        let everywhere = format!("mail {mailbox}");
        let subjects = match known {
            AddressStatus::Confirmed => vec![format!("mail of {clinic} {mailbox}")],
            AddressStatus::Unconfirmed => vec![everywhere],
            AddressStatus::BeingConfirmed => vec![everywhere, format!("mail of {clinic}")],
        };
        let subjects = subjects.into_iter().map(|subject| hex::encode(key.derive(subject.as_bytes()))).collect();
        Self { subjects, kind, at: now }
    }

    /// Releases the count of a mail that was not sent.
    pub async fn release(&self, db: &Db) -> Result<()> {
        self.give_back(db, &self.subjects).await
    }

    async fn give_back(&self, db: &Db, subjects: &[String]) -> Result<()> {
        let others = Func::cust("array_remove").arg(Expr::col(mail_count::Column::SentAt)).arg(self.at);
        mail_count::Entity::update_many()
            .col_expr(mail_count::Column::SentAt, others.into())
            .filter(mail_count::Column::Subject.is_in(subjects))
            .filter(mail_count::Column::Kind.eq(self.kind.as_str()))
            .exec(&db.registry())
            .await?;
        Ok(())
    }
}

/// The mailbox of an address for counting: lower case, and without the `+tag`, because any tag can be added to one
/// mailbox. For counting only: elsewhere these are addresses of different people.
pub fn mailbox(address: &str) -> String {
    let address = address.to_lowercase();
    let Some((local, domain)) = address.rsplit_once('@') else { return address };
    match local.split_once('+') {
        Some((name, _)) if !name.is_empty() => format!("{name}@{domain}"),
        _ => address,
    }
}

/// Counts a mail of the clinic's day (UTC), unless `cap` mails were counted already.
pub async fn reserve_of_the_day(tx: &ClinicTx, cap: i64, now: DateTime<Utc>) -> Result<Option<Delay>> {
    use sea_orm::sea_query::ExprTrait;
    let sent = Expr::col((mail_day::Entity, mail_day::Column::Sent));
    let one_more = OnConflict::column(mail_day::Column::Day)
        .value(mail_day::Column::Sent, sent.clone().add(1))
        .action_and_where(sent.lt(cap))
        .to_owned();
    let first = mail_day::ActiveModel { day: Set(now.date_naive()), sent: Set(1) };
    if mail_day::Entity::insert(first).on_conflict(one_more).exec_without_returning(tx).await? > 0 {
        return Ok(None);
    }
    let tomorrow = (now.date_naive() + Days::new(1)).and_time(NaiveTime::MIN).and_utc();
    Ok(Some(Delay { problem: Problem::ClinicLimit, until: tomorrow }))
}

/// Releases a count that [`reserve_of_the_day`] made at `at`.
pub async fn release_of_the_day(tx: &ClinicTx, at: DateTime<Utc>) -> Result<()> {
    use sea_orm::sea_query::ExprTrait;
    mail_day::Entity::update_many()
        .col_expr(mail_day::Column::Sent, Expr::col(mail_day::Column::Sent).sub(1))
        .filter(mail_day::Column::Day.eq(at.date_naive()))
        .filter(mail_day::Column::Sent.gt(0))
        .exec(tx)
        .await?;
    Ok(())
}

/// Deletes the counts of days before yesterday.
pub async fn forget_days(tx: &ClinicTx, now: DateTime<Utc>) -> Result<()> {
    let yesterday = now.date_naive() - Days::new(1);
    mail_day::Entity::delete_many().filter(mail_day::Column::Day.lt(yesterday)).exec(tx).await?;
    Ok(())
}

/// Deletes the counts of mails that were sent a day ago or earlier.
pub async fn forget_recipients(db: &Db, now: DateTime<Utc>) -> Result<()> {
    mail_count::Entity::delete_many().filter(mail_count::Column::LastAt.lte(now - DAY)).exec(&db.registry()).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::mailbox;

    #[test]
    fn a_tagged_address_counts_as_the_mailbox_without_the_tag() {
        for address in ["nia@clinic.example", "Nia+1@Clinic.example", "nia+a+b@clinic.example", "nia+@clinic.example"] {
            assert_eq!(mailbox(address), "nia@clinic.example", "{address}");
        }
        for other in ["n.ia@clinic.example", "nia@other.example", "+nia@clinic.example", "nia"] {
            assert_eq!(mailbox(other), other);
        }
    }
}
