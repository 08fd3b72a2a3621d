//! Reminders about licenses that expire: 60, 30 and 7 days before, by the clinic's calendar, to the member and to the owner. An
//! expired license is shown. It blocks only actions for which the modules Exam clearance and Protocols require a license.

use std::collections::HashMap;

use chrono::{DateTime, Days, NaiveDate, Utc};
use entity::{
    clinic::{
        license_notice::{ActiveModel, Column, Entity},
        member,
    },
    ids::MemberId,
};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, sea_query::OnConflict,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use base::{date_format::long_date, error::Result};
use http_api::state::App;
use mail::{Email, plain_name};
use outbox::{Failed, Job, Outcome, Run, To, Writer, enqueue};
use tenancy::{ClinicTx, enter_for_job};

/// How many days before the expiry a reminder is due, the latest reminder first.
const BEFORE: [i32; 3] = [7, 30, 60];

/// The reminder that is due. An earlier one that was missed is skipped.
fn due(expires_on: NaiveDate, today: NaiveDate) -> Option<i32> {
    let left = (expires_on - today).num_days();
    BEFORE.into_iter().find(|days| (0..=i64::from(*days)).contains(&left))
}

/// Queues the due reminders of a clinic: one mail to each member concerned, and one about all of them to the owner.
pub async fn remind_of_licenses(app: &App, clinic: Uuid, now: DateTime<Utc>) -> Result<()> {
    let entered = enter_for_job(&app.tenants.db, clinic).await?;
    let (tx, today) = (&entered.tx, entered.work(now).today());
    let expiring = member::Entity::active()
        .filter(member::Column::LicenseExpiresOn.between(today, today + Days::new(60)))
        .order_by_asc(member::Column::LicenseExpiresOn)
        .order_by_asc(member::Column::Id);
    let mut made = Vec::new();
    for member in expiring.all(tx).await? {
        if let Some(notice) = keep(tx, &member, today, now).await? {
            enqueue(tx, clinic, now, &LicenseReminder { member: member.id, notices: vec![notice] }).await?;
            made.push((member.id, notice));
        }
    }
    if !made.is_empty()
        && let Some(owner) = member::Entity::active().filter(member::Column::IsOwner.eq(true)).one(tx).await?
    {
        let notices: Vec<_> = made.into_iter().filter(|(id, _)| *id != owner.id).map(|(_, notice)| notice).collect();
        if !notices.is_empty() {
            enqueue(tx, clinic, now, &LicenseReminder { member: owner.id, notices }).await?;
        }
    }
    entered.commit().await
}

/// A license that expires soon, or has expired.
#[derive(Debug, Serialize, ToSchema)]
pub struct EndingLicense {
    member_id: MemberId,
    member_name: String,
    expires_on: NaiveDate,
}

/// The licenses of active members that expire within sixty days or have expired; or only those of one member.
pub async fn ending_licenses(tx: &ClinicTx, today: NaiveDate, of: Option<MemberId>) -> Result<Vec<EndingLicense>> {
    let ending = member::Entity::active()
        .apply_if(of, |members, id| members.filter(member::Column::Id.eq(id)))
        .filter(member::Column::LicenseExpiresOn.lte(today + Days::new(60)))
        .order_by_asc(member::Column::LicenseExpiresOn)
        .order_by_asc(member::Column::Id);
    let to_wire = |row: member::Model| {
        let expires_on = row.license_expires_on?;
        Some(EndingLicense { member_id: row.id, member_name: row.full_name(), expires_on })
    };
    Ok(ending.all(tx).await?.into_iter().filter_map(to_wire).collect())
}

/// Stores the due reminder. `None` if none is due, or it is already stored.
async fn keep(tx: &ClinicTx, member: &member::Model, today: NaiveDate, now: DateTime<Utc>) -> Result<Option<i64>> {
    let Some(expires_on) = member.license_expires_on else { return Ok(None) };
    let Some(days) = due(expires_on, today) else { return Ok(None) };
    let row = ActiveModel {
        member_id: Set(member.id),
        expires_on: Set(expires_on),
        days_before: Set(days),
        noticed_at: Set(now),
        ..Default::default()
    };
    let known = OnConflict::columns([Column::MemberId, Column::ExpiresOn, Column::DaysBefore]).do_nothing().to_owned();
    if Entity::insert(row).on_conflict(known).exec_without_returning(tx).await? == 0 {
        return Ok(None);
    }
    let own = Entity::find()
        .filter(Column::MemberId.eq(member.id))
        .filter(Column::ExpiresOn.eq(expires_on))
        .filter(Column::DaysBefore.eq(days));
    Ok(own.select_only().column(Column::Id).into_tuple().one(tx).await?)
}

/// Mails a member about licenses that expire: the member's own, or for the owner those of the others.
#[derive(Debug, Serialize, Deserialize)]
pub struct LicenseReminder {
    pub member: MemberId,
    pub notices: Vec<i64>,
}

impl Job for LicenseReminder {
    const KIND: &'static str = "license_reminder";
    const MAIL_ABOUT: Option<&'static str> = Some("A license that expires");

    fn member(&self) -> Option<MemberId> {
        Some(self.member)
    }

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        run.mail(To::Active(self.member), async |writer| Ok(email(writer, &self.notices).await?.map(Into::into))).await
    }
}

/// `None` if every license was renewed meanwhile, or its holder has left.
async fn email(writer: &Writer<'_>, notices: &[i64]) -> Result<Option<Email>> {
    let expiring = still_expiring(&writer.entered.tx, notices).await?;
    let own =
        expiring.iter().find(|(holder, _)| holder.id == writer.to.id).map(|(_, expires_on)| long_date(*expires_on));
    let list: String = expiring.iter().map(|(holder, expires_on)| line(holder, *expires_on)).collect();
    let Some((_, first)) = expiring.first() else { return Ok(None) };
    let subject = own.as_ref().map_or_else(
        || format!("Licenses of your team expire from {}", long_date(*first)),
        |expires_on| format!("Your license expires on {expires_on}"),
    );
    let page = format!("{}/team", writer.app.base_url.origin_of(&writer.entered.clinic.subdomain));
    Ok(Some(Email::new(writer.recipient(), &writer.entered.clinic.name, |name, clinic| {
        let about = own.map_or_else(
            || format!("these licenses on the team of {clinic} expire soon:\n\n{list}"),
            |expires_on| format!("your license at {clinic} expires on {expires_on}.\n"),
        );
        let text = format!(
            "Hello {name},\n\n{about}\n\
             When a license is renewed, its new date is entered under Team, and the reminders end:\n\n{page}\n\n\
             Celadon blocks nothing when a license expires.\n"
        );
        (format!("{subject}: {clinic}"), text)
    })))
}

/// The holders of these licenses that still expire on the day of the reminder, by that day.
async fn still_expiring(tx: &ClinicTx, notices: &[i64]) -> Result<Vec<(member::Model, NaiveDate)>> {
    let rows = Entity::find().filter(Column::Id.is_in(notices.iter().copied())).order_by_asc(Column::ExpiresOn);
    let rows = rows.order_by_asc(Column::Id).all(tx).await?;
    let ids: Vec<_> = rows.iter().map(|row| row.member_id).collect();
    let holders = member::Entity::active().filter(member::Column::Id.is_in(ids)).all(tx).await?;
    let mut holders: HashMap<_, _> = holders.into_iter().map(|holder| (holder.id, holder)).collect();
    let each = rows.into_iter().filter_map(|row| {
        let holder = holders.remove(&row.member_id)?;
        (holder.license_expires_on == Some(row.expires_on)).then_some((holder, row.expires_on))
    });
    Ok(each.collect())
}

fn line(holder: &member::Model, expires_on: NaiveDate) -> String {
    let state = holder.license_state.map(|state| format!(" ({})", state.full_name())).unwrap_or_default();
    format!("- {}{state}: {}\n", plain_name(&holder.full_name()), long_date(expires_on))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reminder_is_due_from_60_30_and_7_days_before_to_the_day_itself() {
        let expires_on: NaiveDate = "2027-03-01".parse().unwrap();
        let on = |days: u64| due(expires_on, expires_on - Days::new(days));
        assert_eq!([on(61), on(60), on(31)], [None, Some(60), Some(60)]);
        assert_eq!([on(30), on(8), on(7), on(0)], [Some(30), Some(30), Some(7), Some(7)]);
        assert_eq!(due(expires_on, expires_on + Days::new(1)), None);
    }
}
