//! The mail about estimates that are due: once on a business day, to the members named in the settings. It names no patient.

use chrono::{DateTime, NaiveDate, Timelike, Utc};
use entity::{clinic::estimate_clock_setting::Model, ids::MemberId};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, FromQueryResult, IntoActiveModel};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{clocks::closed_days, on_visit_change::start_missing, settings::mailed, sql};
use base::error::Result;
use http_api::state::App;
use mail::Email;
use outbox::{Failed, Job, Jobs, Outcome, Run, To, Writer, enqueue};
use practice::settings::lock_settings;
use tenancy::{ClinicTx, enter_for_job};

/// No mail is sent before this hour in the clinic's time zone.
const FROM_HOUR: u32 = 7;

/// Registers the jobs of this feature.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.with::<EstimatesDue>()
}

/// Starts the missing deadlines of a clinic, and queues the mails of the day.
pub async fn remind_of_estimates(app: &App, clinic: Uuid, now: DateTime<Utc>) -> Result<()> {
    let entered = enter_for_job(&app.tenants.db, clinic).await?;
    let work = entered.work(now);
    let (tx, today) = (work.tx, work.today());
    start_missing(work, None).await?;
    let is_time =
        now.with_timezone(&work.zone()).hour() >= FROM_HOUR && closed_days(tx, today).await?.is_business_day(today);
    if is_time && Counts::on(tx, today).await?.is_any() {
        let row = lock_settings::<Model>(tx).await?;
        if row.mailed_on.is_none_or(|day| day < today) {
            for member in mailed(tx, &row).await? {
                enqueue(tx, clinic, now, &EstimatesDue { member }).await?;
            }
            let mut row = row.into_active_model();
            row.mailed_on = Set(Some(today));
            row.update(tx).await?;
        }
    }
    entered.commit().await
}

#[derive(FromQueryResult)]
struct Counts {
    today: i64,
    overdue: i64,
}

impl Counts {
    async fn on(tx: &ClinicTx, today: NaiveDate) -> Result<Self> {
        let counts = Self::find_by_statement(sql::counts(today)).one(tx).await?;
        Ok(counts.unwrap_or(Self { today: 0, overdue: 0 }))
    }

    const fn is_any(&self) -> bool {
        self.today > 0 || self.overdue > 0
    }

    /// `2 estimates are due today and 1 is overdue`.
    fn in_words(&self) -> String {
        let of = |number: i64| if number == 1 { "1 estimate is".to_owned() } else { format!("{number} estimates are") };
        match (self.today, self.overdue) {
            (today, 0) => format!("{} due today", of(today)),
            (0, overdue) => format!("{} overdue", of(overdue)),
            (today, 1) => format!("{} due today and 1 is overdue", of(today)),
            (today, overdue) => format!("{} due today and {overdue} are overdue", of(today)),
        }
    }
}

/// Tells a member how many estimates are due, unless they have been issued meanwhile.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct EstimatesDue {
    pub member: MemberId,
}

impl Job for EstimatesDue {
    const KIND: &'static str = "estimates_due";
    const MAIL_ABOUT: Option<&'static str> = Some("Estimates that are due");

    fn member(&self) -> Option<MemberId> {
        Some(self.member)
    }

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        run.mail(To::Active(self.member), async |writer| {
            let today = writer.entered.work(writer.app.clock.now()).today();
            let counts = Counts::on(&writer.entered.tx, today).await?;
            Ok(counts.is_any().then(|| email(writer, &counts).into()))
        })
        .await
    }
}

fn email(writer: &Writer<'_>, counts: &Counts) -> Email {
    let origin = writer.app.base_url.origin_of(&writer.entered.clinic.subdomain);
    let words = counts.in_words();
    Email::new(writer.recipient(), &writer.entered.clinic.name, |name, clinic| {
        let text = format!(
            "Hello {name},\n\n{words} at {clinic}. Please sign in to see for whom:\n\n{origin}/estimates-due\n"
        );
        (format!("{words}: {clinic}"), text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mail_counts_in_words() {
        let words = |today, overdue| Counts { today, overdue }.in_words();
        assert_eq!(words(1, 0), "1 estimate is due today");
        assert_eq!(words(2, 0), "2 estimates are due today");
        assert_eq!(words(0, 1), "1 estimate is overdue");
        assert_eq!(words(0, 3), "3 estimates are overdue");
        assert_eq!(words(2, 1), "2 estimates are due today and 1 is overdue");
        assert_eq!(words(1, 2), "1 estimate is due today and 2 are overdue");
    }
}
