//! Consents, and mails that asked again for a signature, in the timeline of a patient's record.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{Signer, audit, consent, member, patient::Records},
    ids::ConsentId,
};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait,
    sea_query::{ExprTrait, Func, SelectStatement, extension::postgres::PgFunc},
};
use serde::Deserialize;

use super::status::{ConsentStatus, StatusColumns, with_status};
use base::permission::{ConsentList, Permission};
use people::timeline::{Entry, Shown, Source, TimelineKind, rows};

/// What consents tell the timeline.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConsentEntry {
    Consent(IssuedConsent),
    Message { template_name: String, actor_name: Option<String>, consent_id: ConsentId },
}

/// A consent at the time when it was issued.
#[derive(Deserialize)]
pub struct IssuedConsent {
    template_name: String,
    by: String,
    #[serde(flatten)]
    columns: StatusColumns,
}

impl Entry for ConsentEntry {
    const SOURCES: &'static [Source] = &[
        Source { word: "consent", kind: TimelineKind::Consent, permission: ConsentList::NAME, rows: consents },
        Source { word: "message", kind: TimelineKind::Message, permission: ConsentList::NAME, rows: reminders },
    ];

    fn show(self, now: DateTime<Utc>) -> Shown {
        match self {
            Self::Consent(consent) => Shown {
                title: Some(consent.template_name),
                by: Some(consent.by),
                state: Some(word(consent.columns.status(now)).into()),
                ..Shown::default()
            },
            Self::Message { template_name, actor_name, consent_id } => Shown {
                title: Some(template_name),
                by: actor_name,
                of: Some(TimelineKind::Consent.of(consent_id)),
                ..Shown::default()
            },
        }
    }
}

/// The word of a status in the timeline.
const fn word(status: ConsentStatus) -> &'static str {
    match status {
        ConsentStatus::Pending => "pending",
        ConsentStatus::Signed => "signed",
        ConsentStatus::Expired => "expired",
        ConsentStatus::Declined => "declined",
        ConsentStatus::Revoked => "revoked",
        ConsentStatus::Withdrawn => "withdrawn",
    }
}

fn consents(records: Records) -> SelectStatement {
    use consent::{Column, Entity};
    let by = Func::coalesce([Signer::name_in(Column::Issuer), member::Entity::name_of(Column::IssuedBy)]);
    let issued = rows(Entity::find().filter(records.hold(Column::PatientId)), Column::Id, Column::IssuedAt);
    with_status(issued).column(Column::TemplateName).expr_as(by, "by").into_query()
}

/// The audit has the mails that members had sent. Those that the clinic's settings send are messages.
fn reminders(records: Records) -> SelectStatement {
    use audit::{Column, Entity};
    let mut reminders = Entity::done("consent.remind", records.ids()).filter(records.hold(consent::Column::PatientId));
    let is_about = consent::Column::Id.into_expr().eq(PgFunc::any(Column::ObjectIds.into_expr()));
    QueryTrait::query(&mut reminders).inner_join(consent::Entity, is_about);
    rows(reminders, Column::Id, Column::At)
        .column(Column::ActorName)
        .column(consent::Column::TemplateName)
        .column_as(consent::Column::Id, "consent_id")
        .into_query()
}
