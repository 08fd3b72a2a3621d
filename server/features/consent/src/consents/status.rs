//! A consent as staff see it in a list: its status follows from its row, the signature, the decline and the time.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{consent, consent_decline, consent_signature, consent_template, patient},
    ids::{ConsentId, ConsentTemplateId, PatientId},
};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, Select,
    sea_query::{Expr, ExprTrait, IntoCondition},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::foundation::{
    error::{Error, Result},
    tenancy::ClinicTx,
};

/// An issued consent's status (specification 4; the last three are ours).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub(super) enum ConsentStatus {
    Pending,
    Signed,
    Expired,
    Declined,
    Revoked,
}

/// A consent as it was issued. Never holds the link.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Consent {
    #[schema(value_type = i64)]
    pub(super) id: ConsentId,
    #[schema(value_type = i64)]
    patient_id: PatientId,
    #[schema(value_type = i64)]
    pub(super) template_id: ConsentTemplateId,
    template_name: String,
    template_version: i32,
    /// Whether the template on the list has another text by now, which can be issued instead.
    has_newer_version: bool,
    pub(super) status: ConsentStatus,
    signed_by_patient: bool,
    #[schema(required)]
    pub(super) signed_at: Option<DateTime<Utc>>,
    #[schema(required)]
    pub(super) declined_at: Option<DateTime<Utc>>,
    /// In the patient's own words.
    #[schema(required)]
    decline_reason: Option<String>,
    issued_at: DateTime<Utc>,
    /// Until when the newest link is valid.
    expires_at: DateTime<Utc>,
}

/// The columns of a consent in a list: not its text.
#[derive(FromQueryResult)]
struct Listed {
    id: ConsentId,
    patient_id: PatientId,
    template_id: ConsentTemplateId,
    template_name: String,
    template_version: i32,
    /// None for a template that is no longer on the list.
    newest_version: Option<i32>,
    issued_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    link_expires_at: Option<DateTime<Utc>>,
    revoked_at: Option<DateTime<Utc>>,
    signed_at: Option<DateTime<Utc>>,
    declined_at: Option<DateTime<Utc>>,
    decline_reason: Option<String>,
}

impl Consent {
    fn new(now: DateTime<Utc>, row: Listed) -> Self {
        let expires_at = row.link_expires_at.unwrap_or(row.expires_at);
        let status = match (row.signed_at, row.declined_at, row.revoked_at) {
            (Some(_), ..) => ConsentStatus::Signed,
            (None, Some(_), _) => ConsentStatus::Declined,
            (None, None, Some(_)) => ConsentStatus::Revoked,
            (None, None, None) if expires_at <= now => ConsentStatus::Expired,
            (None, None, None) => ConsentStatus::Pending,
        };
        Self {
            id: row.id,
            patient_id: row.patient_id,
            template_id: row.template_id,
            template_name: row.template_name,
            template_version: row.template_version,
            has_newer_version: row.newest_version.is_some_and(|newest| newest > row.template_version),
            status,
            signed_by_patient: row.signed_at.is_some(),
            signed_at: row.signed_at,
            declined_at: row.declined_at,
            decline_reason: row.decline_reason,
            issued_at: row.issued_at,
            expires_at,
        }
    }

    /// A patient's consents, newest first.
    ///
    /// # Errors
    /// When the database is out of reach.
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
    ///
    /// # Errors
    /// When the database is out of reach.
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
    /// [`Error::NotFound`] when there is none with this id in this clinic.
    pub(super) async fn load(tx: &ClinicTx, id: ConsentId, now: DateTime<Utc>) -> Result<Self> {
        let row = listed().filter(consent::Column::Id.eq(id)).into_model::<Listed>().one(tx).await?;
        Ok(Self::new(now, row.ok_or(Error::NotFound)?))
    }
}

/// One query: the signature, the decline and the template's version come with the consents.
fn listed() -> Select<consent::Entity> {
    let signature = consent::Entity::belongs_to(consent_signature::Entity)
        .from(consent::Column::Id)
        .to(consent_signature::Column::ConsentId);
    let decline = consent::Entity::belongs_to(consent_decline::Entity)
        .from(consent::Column::Id)
        .to(consent_decline::Column::ConsentId);
    let template = consent::Entity::belongs_to(consent_template::Entity)
        .from(consent::Column::TemplateId)
        .to(consent_template::Column::Id)
        .on_condition(|_, template| {
            Expr::col((template, consent_template::Column::RemovedAt)).is_null().into_condition()
        });
    consent::Entity::find()
        .select_only()
        .columns([
            consent::Column::Id,
            consent::Column::PatientId,
            consent::Column::TemplateId,
            consent::Column::TemplateName,
            consent::Column::TemplateVersion,
            consent::Column::IssuedAt,
            consent::Column::ExpiresAt,
            consent::Column::LinkExpiresAt,
            consent::Column::RevokedAt,
        ])
        .join(JoinType::LeftJoin, signature.into())
        .join(JoinType::LeftJoin, decline.into())
        .join(JoinType::LeftJoin, template.into())
        .column_as(consent_signature::Column::SignedAt, "signed_at")
        .column_as(consent_decline::Column::DeclinedAt, "declined_at")
        .column_as(consent_decline::Column::Reason, "decline_reason")
        .column_as(consent_template::Column::Version, "newest_version")
}
