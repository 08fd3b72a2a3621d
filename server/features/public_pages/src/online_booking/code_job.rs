//! The job that sends a code. The message contains nothing that the visitor typed, so nobody can use it to write to strangers.

use entity::{
    clinic::{booking_hold, text_stop},
    words::MessageChannel,
};
use sea_orm::EntityTrait;
use serde::{Deserialize, Serialize};

use super::code::code_of;
use base::{error::Error, phone::international};
use contact::messages::{SendError, Texter, text_callback};
use mail::{Email, Recipient};
use outbox::{Failed, Job, LaneKind, Outcome, Problem, Run};
use tenancy::enter_for_job;

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct BookingCode {
    pub(super) hold: i64,
    /// The number of the hold's code; an older code is not sent any more.
    pub(super) number: i32,
}

impl Job for BookingCode {
    const KIND: &'static str = "booking_code";
    const LANE: LaneKind = LaneKind::Sending;

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
        let row = booking_hold::Entity::find_by_id(self.hold).one(&entered.tx).await?;
        entered.commit().await?;
        // A code that has waited too long is useless.
        let is_wanted = |row: &booking_hold::Model| {
            row.codes == self.number && row.released_at.is_none() && row.code_expires_at.is_some_and(|at| run.now < at)
        };
        let Some(row) = row.filter(is_wanted) else { return Ok(Outcome::Done) };
        let Some(code) = code_of(&run.app.master, run.clinic, &row) else { return Ok(Outcome::Done) };
        let Some(contact) = row.contact else { return Ok(Outcome::Done) };
        match row.channel {
            Some(MessageChannel::Text) => text(&run, &contact, &code).await,
            _ => mail(&run, &contact, &code).await,
        }
    }
}

async fn mail(run: &Run<'_>, address: &str, code: &str) -> Result<Outcome, Failed> {
    let write = async |entered: &tenancy::JobTx| {
        Ok(Some(Email::new(Recipient::new("", address), &entered.clinic.name, |_, clinic| {
            let text = format!(
                "Your code is {code}.\n\nEnter it on the page where you are booking an appointment at {clinic}. It is valid for \
                 ten minutes.\n\nIf you did not ask for it, there is nothing to do.\n"
            );
            (format!("{code} is your code for {clinic}"), text)
        })))
    };
    run.mail_stranger(write).await
}

async fn text(run: &Run<'_>, number: &str, code: &str) -> Result<Outcome, Failed> {
    let Some(number) = international(number) else { return Ok(Outcome::Done) };
    let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
    if text_stop::Entity::find_by_id(number.clone()).one(&entered.tx).await?.is_some() {
        return Ok(Outcome::Done);
    }
    let counted = match run.reserve_text(&entered, &number).await? {
        Ok(counted) => counted,
        Err(hold) => return Ok(Outcome::Delayed(hold)),
    };
    let clinic = entered.clinic.clone();
    let callback = text_callback(run.app, &clinic.subdomain);
    let words = format!("{code} is your code to book at {}. It is valid for ten minutes.", entered.clinic.name);
    entered.commit().await?;
    match run.app.part::<Texter>().send(&clinic.subdomain, &number, &words, &callback).await {
        // A text that may have been accepted is not sent again.
        Ok(_) | Err(SendError::Unknown) => Ok(Outcome::Done),
        Err(SendError::OutOfReach) => {
            run.release(&counted).await?;
            let error = Error::Internal("the provider of texts could not be reached, or takes nothing just now".into());
            Err(Failed { problem: Problem::OutOfReach, error })
        }
        Err(SendError::Number | SendError::Stopped | SendError::Refused) => {
            run.release(&counted).await?;
            Ok(Outcome::Done)
        }
    }
}
