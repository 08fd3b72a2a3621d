//! How many mails go out: to one person of each kind, over all clinics, and from one clinic in a day.
//! Nothing is lost by it: what is too much waits in the outbox.

use chrono::{DateTime, Days, NaiveTime, TimeDelta, Utc};
use sea_orm::{ConnectionTrait, DbBackend, Statement};

use super::Problem;
use crate::{
    config::MasterKey,
    error::Result,
    tenancy::{ClinicTx, Db},
};

/// So many mails of a kind in an hour and in a day to one address.
const AN_HOUR: usize = 3;
const A_DAY: usize = 10;
const HOUR: TimeDelta = TimeDelta::hours(1);
const DAY: TimeDelta = TimeDelta::days(1);

/// Why a mail waits, and until when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hold {
    pub problem: Problem,
    pub until: DateTime<Utc>,
}

/// The allowance of one address. `factor` multiplies it, as it does other limits.
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

    /// Counts a mail to this address, unless the allowance is used up: then says until when.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn reserve(self, db: &Db, mail: &Counted, now: DateTime<Utc>) -> Result<Option<Hold>> {
        let (hour, day) = (now - HOUR, now - DAY);
        let reserved = Statement::from_sql_and_values(
            DbBackend::Postgres,
            "insert into registry.mail_count as held (subject, kind, sent_at, last_at) values ($1, $2, array[$3], $3)
             on conflict (subject, kind) do update
                set sent_at = array(select moment from unnest(held.sent_at) as sent (moment) where moment > $5 order by moment) || $3, last_at = $3
                where (select count(*) from unnest(held.sent_at) as sent (moment) where moment > $4) < $6
                  and (select count(*) from unnest(held.sent_at) as sent (moment) where moment > $5) < $7
             returning 1 as one",
            [
                mail.subject.as_str().into(),
                mail.kind.as_str().into(),
                now.into(),
                hour.into(),
                day.into(),
                i64::try_from(self.an_hour).unwrap_or(i64::MAX).into(),
                i64::try_from(self.a_day).unwrap_or(i64::MAX).into(),
            ],
        );
        if db.registry().query_one_raw(reserved).await?.is_some() {
            return Ok(None);
        }
        let sent = Statement::from_sql_and_values(
            DbBackend::Postgres,
            "select array(select moment from unnest(sent_at) as sent (moment) where moment > $3 order by moment desc) as sent
             from registry.mail_count where subject = $1 and kind = $2",
            [mail.subject.as_str().into(), mail.kind.as_str().into(), day.into()],
        );
        let row = db.registry().query_one_raw(sent).await?;
        let sent: Vec<DateTime<Utc>> = row.map_or(Ok(Vec::new()), |row| row.try_get("", "sent"))?;
        Ok(Some(Hold { problem: Problem::RecipientLimit, until: self.free_at(&sent, now) }))
    }

    /// When one more may go out, given when the last ones did, the newest first.
    fn free_at(self, sent: &[DateTime<Utc>], now: DateTime<Utc>) -> DateTime<Utc> {
        let after = |many: usize, term: TimeDelta| sent.get(many - 1).map(|at| *at + term);
        let free = [after(self.an_hour, HOUR), after(self.a_day, DAY)].into_iter().flatten().max();
        // Another worker may have let one go meanwhile: then it is tried again soon.
        free.unwrap_or(now).max(now + TimeDelta::minutes(1))
    }
}

/// What a mail is counted as.
#[derive(Debug, Clone)]
pub struct Counted {
    /// A keyed hash of the address.
    subject: String,
    kind: String,
    /// When it was counted, which names it among the others.
    at: DateTime<Utc>,
}

impl Counted {
    pub fn new(key: &MasterKey, kind: String, address: &str, now: DateTime<Utc>) -> Self {
        let subject = hex::encode(key.derive(format!("mail {}", address.to_lowercase()).as_bytes()));
        Self { subject, kind, at: now }
    }

    /// Gives back what was reserved for a mail that was not sent.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn release(&self, db: &Db) -> Result<()> {
        let released =
            "update registry.mail_count set sent_at = array_remove(sent_at, $3) where subject = $1 and kind = $2";
        let values = [self.subject.as_str().into(), self.kind.as_str().into(), self.at.into()];
        db.registry().execute_raw(Statement::from_sql_and_values(DbBackend::Postgres, released, values)).await?;
        Ok(())
    }
}

/// Counts a mail of the clinic's day (UTC), of which `cap` may be sent, unless they all were.
///
/// # Errors
/// When the database is out of reach.
pub async fn reserve_of_the_day(tx: &ClinicTx, cap: i64, now: DateTime<Utc>) -> Result<Option<Hold>> {
    let counted = Statement::from_sql_and_values(
        DbBackend::Postgres,
        "insert into mail_day as held (day, sent) values ($1, 1)
         on conflict (day) do update set sent = held.sent + 1 where held.sent < $2 returning 1 as one",
        [now.date_naive().into(), cap.into()],
    );
    if tx.query_one_raw(counted).await?.is_some() {
        return Ok(None);
    }
    let tomorrow = (now.date_naive() + Days::new(1)).and_time(NaiveTime::MIN).and_utc();
    Ok(Some(Hold { problem: Problem::ClinicLimit, until: tomorrow }))
}

/// Gives back what [`reserve_of_the_day`] counted at `at`.
///
/// # Errors
/// When the database is out of reach.
pub async fn release_of_the_day(tx: &ClinicTx, at: DateTime<Utc>) -> Result<()> {
    let given_back = "update mail_day set sent = sent - 1 where day = $1 and sent > 0";
    tx.execute_raw(Statement::from_sql_and_values(DbBackend::Postgres, given_back, [at.date_naive().into()])).await?;
    Ok(())
}

/// Forgets the days before yesterday.
///
/// # Errors
/// When the database is out of reach.
pub async fn forget_days(tx: &ClinicTx, now: DateTime<Utc>) -> Result<()> {
    let yesterday = now.date_naive() - Days::new(1);
    let forgotten = "delete from mail_day where day < $1";
    tx.execute_raw(Statement::from_sql_and_values(DbBackend::Postgres, forgotten, [yesterday.into()])).await?;
    Ok(())
}

/// Forgets to whom mails went a day ago or earlier.
///
/// # Errors
/// When the registry is out of reach.
pub async fn forget_recipients(db: &Db, now: DateTime<Utc>) -> Result<()> {
    let forgotten = "delete from registry.mail_count where last_at <= $1";
    let values = [(now - DAY).into()];
    db.registry().execute_raw(Statement::from_sql_and_values(DbBackend::Postgres, forgotten, values)).await?;
    Ok(())
}
