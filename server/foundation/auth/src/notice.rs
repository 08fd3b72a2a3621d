//! Mails members every change to their sign-in, so that they learn of a change that they did not make.

pub use entity::words::AccountChange;

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{
        account_notice::{ActiveModel, Column, Entity},
        member,
    },
    ids::MemberId,
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::device;
use base::{date_format::day_and_time, error::Result};
use mail::{Email, Recipient};
use outbox::{AddressStatus, Draft, Failed, Job, Outcome, Run, To, Writer};
use tenancy::{ClinicTx, Origin};

/// How long a notice is stored. A mail that cannot be sent is retried for days.
const KEPT: TimeDelta = TimeDelta::days(30);

/// Queues a mail to this address. Call it in the transaction of the change, before the member's row is changed,
/// because that row says whether the address was confirmed.
pub async fn notify_member(
    tx: &ClinicTx,
    clinic: Uuid,
    member: MemberId,
    address: &str,
    change: AccountChange,
    origin: &Origin,
) -> Result<()> {
    let known = member::Entity::find_by_id(member).one(tx).await?;
    let is_confirmed =
        known.is_some_and(|known| known.email_confirmed_at.is_some() && known.email.eq_ignore_ascii_case(address));
    let row = ActiveModel {
        member_id: Set(member),
        kind: Set(change),
        address: Set(address.to_owned()),
        address_confirmed: Set(is_confirmed),
        ip: Set(origin.ip.clone()),
        user_agent: Set(origin.user_agent.clone()),
        at: Set(origin.now),
        ..Default::default()
    };
    let notice = row.insert(tx).await?.id;
    outbox::enqueue(tx, clinic, origin.now, &AccountNotice { member, notice }).await
}

/// Deletes old notices.
pub async fn forget_notices(tx: &ClinicTx, now: DateTime<Utc>) -> Result<()> {
    Entity::delete_many().filter(Column::At.lte(now - KEPT)).exec(tx).await?;
    Ok(())
}

/// Mails a member a change to their account.
#[derive(Debug, Serialize, Deserialize)]
pub struct AccountNotice {
    member: MemberId,
    notice: i64,
}

impl Job for AccountNotice {
    const KIND: &'static str = "account_notice";
    const MAIL_ABOUT: Option<&'static str> = Some("A change to the account");

    fn member(&self) -> Option<MemberId> {
        Some(self.member)
    }

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        // A member who has left since the change is mailed too.
        run.mail(To::Former(self.member), async |writer| email(writer, self.notice).await).await
    }
}

/// Written to the address in the notice, even if another person has it now. Each kind of change is counted
/// separately, so that a changed password is still mailed within the hour after sign-ins on three new devices.
async fn email(writer: &Writer<'_>, notice: i64) -> Result<Option<Draft>> {
    let clinic = &writer.entered.clinic;
    let Some(notice) = Entity::find_by_id(notice).one(&writer.entered.tx).await? else { return Ok(None) };
    let origin = writer.app.base_url.origin_of(&clinic.subdomain);
    let when = day_and_time(notice.at, clinic.time_zone);
    let whence = format!("{when}, from {} ({})", device::in_words(&notice.user_agent), notice.ip);
    let known = if notice.address_confirmed { AddressStatus::Confirmed } else { AddressStatus::Unconfirmed };
    Ok(Some(Draft {
        email: account_changed(
            notice.kind,
            Recipient::new(writer.to.full_name(), notice.address),
            &clinic.name,
            &whence,
            &origin,
        ),
        counted_as: Some(format!("{}.{}", AccountNotice::KIND, notice.kind.as_str())),
        known: Some(known),
    }))
}

/// The mail about a change to an account: what, when, from where, and what to do if the recipient did not make the change.
fn account_changed(change: AccountChange, to: Recipient, clinic: &str, whence: &str, origin: &str) -> Email {
    let what = match change {
        AccountChange::Password => "Your password was changed",
        AccountChange::Email => "The e-mail address of your account was changed",
        AccountChange::SecondFactorOn => "Two-step sign-in was set up for your account",
        AccountChange::SecondFactorOff => "Two-step sign-in was turned off for your account",
        AccountChange::RecoveryCodes => "New recovery codes were made for your account",
        AccountChange::NewDevice => "Your account was signed in to on a new device",
    };
    Email::new(to, clinic, |name, clinic| {
        let text = format!(
            "Hello {name},\n\n{what} at {clinic}: {whence}.\n\n\
             If it was you, there is nothing to do. If it was not, set a new password at once and tell your clinic's \
             owner:\n\n{origin}/forgot-password\n"
        );
        (format!("{what}: {clinic}"), text)
    })
}
