//! Once a day the head of the audit's chain is stored, written to the operator's log and, if the clinic's setting says so,
//! mailed to the owner. Somebody who recomputes the whole chain cannot change a mail that was delivered.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::{
        audit_head::{Column, Entity, Model},
        audit_seal, clinic_setting, member,
    },
    ids::MemberId,
    words::AuditHeads,
};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect,
    sea_query::OnConflict,
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use base::{date_format::long_date, error::Result};
use http_api::state::App;
use mail::Email;
use outbox::{Failed, Job, Outcome, Run, To};
use tenancy::{ClinicTx, enter_for_job};

/// Publishes the head of a clinic's chain, unless it was published on this day of the clinic's calendar or does not exist yet.
pub async fn publish_head(app: &App, clinic: Uuid, now: DateTime<Utc>) -> Result<()> {
    let entered = enter_for_job(&app.tenants.db, clinic).await?;
    let tx = &entered.tx;
    let day = entered.work(now).today();
    let Some(head) = keep(tx, day, now).await? else { return entered.commit().await };
    let setting = clinic_setting::Entity::find_by_id(1_i16).select_only().column(clinic_setting::Column::AuditHeads);
    let setting: Option<AuditHeads> = setting.into_tuple().one(tx).await?;
    let owner = member::Entity::active().filter(member::Column::IsOwner.eq(true)).one(tx).await?;
    if let Some(owner) = owner.filter(|_| setting == Some(AuditHeads::Mail)) {
        outbox::enqueue(tx, clinic, now, &AuditHeadMail { member: owner.id, day }).await?;
    }
    entered.commit().await?;
    tracing::info!(
        target: "celadon::audit::head",
        {
            clinic.id = %clinic,
            audit.day = %head.day,
            audit.seals = head.seal_id,
            audit.rows = head.rows_sealed,
            audit.head = hex::encode(&head.digest),
        },
        "published the head of the audit"
    );
    Ok(())
}

/// Stores the day's head. `None` if the day has a head already, or if there is no seal yet.
async fn keep(tx: &ClinicTx, day: NaiveDate, now: DateTime<Utc>) -> Result<Option<Model>> {
    use audit_seal::Column::{Digest, Id, RowsSealed};
    if Entity::find_by_id(day).one(tx).await?.is_some() {
        return Ok(None);
    }
    let newest = audit_seal::Entity::find().select_only().columns([Id, RowsSealed, Digest]).order_by_desc(Id);
    let Some((seal_id, rows_sealed, digest)) = newest.into_tuple::<(i64, i64, Vec<u8>)>().one(tx).await? else {
        return Ok(None);
    };
    let row = Model { day, seal_id, rows_sealed, digest, published_at: now };
    let insert = Entity::insert(row.clone().into_active_model().reset_all());
    // Another server may have stored it first.
    let once = OnConflict::column(Column::Day).do_nothing().to_owned();
    Ok((insert.on_conflict(once).exec_without_returning(tx).await? == 1).then_some(row))
}

/// Mails the head of a day to the owner.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct AuditHeadMail {
    pub member: MemberId,
    pub day: NaiveDate,
}

impl Job for AuditHeadMail {
    const KIND: &'static str = "audit_head";
    const MAIL_ABOUT: Option<&'static str> = Some("The day's proof of the activity log");

    fn member(&self) -> Option<MemberId> {
        Some(self.member)
    }

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        run.mail(To::Active(self.member), async |writer| {
            let Some(head) = Entity::find_by_id(self.day).one(&writer.entered.tx).await? else { return Ok(None) };
            let (digest, day) = (hex::encode(&head.digest), long_date(head.day));
            let email = Email::new(writer.recipient(), &writer.entered.clinic.name, |name, clinic| {
                let text = format!(
                    "Hello {name},\n\nkeep this mail: it proves what the activity log of {clinic} held on {day}.\n\n\
                     Entries: {}\nSeal: {}\nHead: {digest}\n\n\
                     Each seal covers the one before. If an entry up to this one is ever changed or removed, no seal of \
                     the log has this head any more. Whoever runs the service can check it with this value: \
                     celadon audit verify --expect-head.\n",
                    head.rows_sealed, head.seal_id,
                );
                (format!("Proof of the activity log of {clinic}, {day}"), text)
            });
            Ok(Some(email.into()))
        })
        .await
    }
}
