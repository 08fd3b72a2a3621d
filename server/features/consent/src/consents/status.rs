//! A consent as staff see it in a list. Its status depends on its row, the signature, the decline and the time.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{consent, consent_decline, consent_signature, consent_template, consent_withdrawal, patient},
    ids::{ConsentId, ConsentTemplateId, PatientId},
};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, Select,
    sea_query::{Expr, ExprTrait, IntoCondition},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use base::error::{Error, Result};
use tenancy::ClinicTx;

/// An issued consent's status (specification 4; the last four are ours).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub(super) enum ConsentStatus {
    Pending,
    Signed,
    Expired,
    Declined,
    Revoked,
    /// Signed, and withdrawn by the patient.
    Withdrawn,
}

/// What a consent's status depends on, beside the time.
#[derive(FromQueryResult, Deserialize)]
#[expect(clippy::struct_field_names, reason = "the names of columns")]
pub(super) struct StatusColumns {
    expires_at: DateTime<Utc>,
    link_expires_at: Option<DateTime<Utc>>,
    revoked_at: Option<DateTime<Utc>>,
    signed_at: Option<DateTime<Utc>>,
    declined_at: Option<DateTime<Utc>>,
    withdrawn_at: Option<DateTime<Utc>>,
}

impl StatusColumns {
    /// Until when the newest link is valid.
    fn link_ends_at(&self) -> DateTime<Utc> {
        self.link_expires_at.unwrap_or(self.expires_at)
    }

    pub(super) fn status(&self, now: DateTime<Utc>) -> ConsentStatus {
        match (self.signed_at, self.declined_at, self.revoked_at) {
            (Some(_), ..) if self.withdrawn_at.is_some() => ConsentStatus::Withdrawn,
            (Some(_), ..) => ConsentStatus::Signed,
            (None, Some(_), _) => ConsentStatus::Declined,
            (None, None, Some(_)) => ConsentStatus::Revoked,
            (None, None, None) if self.link_ends_at() <= now => ConsentStatus::Expired,
            (None, None, None) => ConsentStatus::Pending,
        }
    }
}

/// A consent as it was issued. It never holds the link.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Consent {
    pub(super) id: ConsentId,
    patient_id: PatientId,
    pub(super) template_id: ConsentTemplateId,
    template_name: String,
    template_version: i32,
    /// Whether the template on the list has a newer text, which can be issued instead.
    has_newer_version: bool,
    pub(super) status: ConsentStatus,
    signed_by_patient: bool,
    pub(super) signed_at: Option<DateTime<Utc>>,
    pub(super) declined_at: Option<DateTime<Utc>>,
    /// In the patient's own words.
    decline_reason: Option<String>,
    /// When the patient withdrew a signed consent.
    withdrawn_at: Option<DateTime<Utc>>,
    /// The name of the member who recorded the withdrawal.
    withdrawn_by: Option<String>,
    withdrawal_reason: Option<String>,
    issued_at: DateTime<Utc>,
    /// Until when the newest link is valid.
    expires_at: DateTime<Utc>,
}

/// The columns of a consent in a list, without its text.
#[derive(FromQueryResult)]
struct Listed {
    id: ConsentId,
    patient_id: PatientId,
    template_id: ConsentTemplateId,
    template_name: String,
    template_version: i32,
    /// `None` if the template is no longer on the list.
    newest_version: Option<i32>,
    issued_at: DateTime<Utc>,
    #[sea_orm(nested)]
    columns: StatusColumns,
    decline_reason: Option<String>,
    withdrawn_by: Option<String>,
    withdrawal_reason: Option<String>,
}

impl Consent {
    fn new(now: DateTime<Utc>, row: Listed) -> Self {
        let columns = row.columns;
        Self {
            id: row.id,
            patient_id: row.patient_id,
            template_id: row.template_id,
            template_name: row.template_name,
            template_version: row.template_version,
            has_newer_version: row.newest_version.is_some_and(|newest| newest > row.template_version),
            status: columns.status(now),
            signed_by_patient: columns.signed_at.is_some(),
            signed_at: columns.signed_at,
            declined_at: columns.declined_at,
            decline_reason: row.decline_reason,
            withdrawn_at: columns.withdrawn_at,
            withdrawn_by: row.withdrawn_by,
            withdrawal_reason: row.withdrawal_reason,
            issued_at: row.issued_at,
            expires_at: columns.link_ends_at(),
        }
    }

    /// A patient's consents, newest first.
    pub(super) async fn of_patient(tx: &ClinicTx, patient_id: PatientId, now: DateTime<Utc>) -> Result<Vec<Self>> {
        let rows = listed()
            .filter(consent::Column::PatientId.in_subquery(patient::Entity::ids_of(patient_id)))
            .order_by_desc(consent::Column::Id)
            .limit(1_000)
            .into_model::<Listed>()
            .all(tx)
            .await?;
        Ok(rows.into_iter().map(|row| Self::new(now, row)).collect())
    }

    /// A person's consents of these templates, newest first.
    pub(super) async fn of_templates(
        tx: &ClinicTx,
        patient_id: PatientId,
        templates: impl Iterator<Item = ConsentTemplateId>,
        now: DateTime<Utc>,
    ) -> Result<Vec<Self>> {
        let rows = listed()
            .filter(consent::Column::PatientId.in_subquery(patient::Entity::ids_of(patient_id)))
            .filter(consent::Column::TemplateId.is_in(templates))
            .order_by_desc(consent::Column::Id)
            .into_model::<Listed>()
            .all(tx)
            .await?;
        Ok(rows.into_iter().map(|row| Self::new(now, row)).collect())
    }

    /// One consent.
    ///
    /// # Errors
    /// [`Error::NotFound`] if this clinic has no such consent.
    pub(super) async fn load(tx: &ClinicTx, id: ConsentId, now: DateTime<Utc>) -> Result<Self> {
        let row = listed().filter(consent::Column::Id.eq(id)).into_model::<Listed>().one(tx).await?;
        Ok(Self::new(now, row.ok_or(Error::NotFound)?))
    }
}

/// Joins the signature, the decline and the withdrawal of each consent, if there are any.
pub(super) fn with_decisions(consents: Select<consent::Entity>) -> Select<consent::Entity> {
    let signature = consent::Entity::belongs_to(consent_signature::Entity)
        .from(consent::Column::Id)
        .to(consent_signature::Column::ConsentId);
    let decline = consent::Entity::belongs_to(consent_decline::Entity)
        .from(consent::Column::Id)
        .to(consent_decline::Column::ConsentId);
    let withdrawal = consent::Entity::belongs_to(consent_withdrawal::Entity)
        .from(consent::Column::Id)
        .to(consent_withdrawal::Column::ConsentId);
    consents
        .join(JoinType::LeftJoin, signature.into())
        .join(JoinType::LeftJoin, decline.into())
        .join(JoinType::LeftJoin, withdrawal.into())
}

/// Adds [`StatusColumns`] to the selected columns, and joins what they are read from.
pub(super) fn with_status(consents: Select<consent::Entity>) -> Select<consent::Entity> {
    with_decisions(consents)
        .columns([consent::Column::ExpiresAt, consent::Column::LinkExpiresAt, consent::Column::RevokedAt])
        .column(consent_signature::Column::SignedAt)
        .column(consent_decline::Column::DeclinedAt)
        .column(consent_withdrawal::Column::WithdrawnAt)
}

/// Selects consents with what decides their status and the template's version, in one query.
fn listed() -> Select<consent::Entity> {
    let template = consent::Entity::belongs_to(consent_template::Entity)
        .from(consent::Column::TemplateId)
        .to(consent_template::Column::Id)
        .on_condition(|_, template| {
            Expr::col((template, consent_template::Column::RemovedAt)).is_null().into_condition()
        });
    with_status(consent::Entity::find().select_only())
        .columns([
            consent::Column::Id,
            consent::Column::PatientId,
            consent::Column::TemplateId,
            consent::Column::TemplateName,
            consent::Column::TemplateVersion,
            consent::Column::IssuedAt,
        ])
        .join(JoinType::LeftJoin, template.into())
        .column_as(consent_decline::Column::Reason, "decline_reason")
        .column_as(consent_withdrawal::Column::MemberName, "withdrawn_by")
        .column_as(consent_withdrawal::Column::Reason, "withdrawal_reason")
        .column_as(consent_template::Column::Version, "newest_version")
}
