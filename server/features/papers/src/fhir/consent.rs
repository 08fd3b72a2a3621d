//! A consent as a FHIR resource.

use std::collections::HashMap;

use base64::{Engine, engine::general_purpose::STANDARD};
use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        consent::{Column, Entity},
        consent_decline, consent_signature, consent_withdrawal,
    },
    ids::{ConsentId, PatientId},
    words::ApiScope,
};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, Func},
};
use serde::Serialize;

use super::{
    datatypes::{CodeableConcept, Instant, Reference},
    filter::Filter,
    patient::{is_of, survivors},
    resource::{Batch, Cursor, Entry, Kind, Reader},
};
use base::error::Result;
use consent::consents;
use http_api::page;

/// The parameters of a search.
pub const PARAMETERS: [&str; 4] = ["_id", "patient", "subject", "date"];

#[derive(Debug, Serialize)]
pub struct Consent {
    #[serde(rename = "resourceType")]
    resource_type: &'static str,
    id: String,
    status: &'static str,
    scope: CodeableConcept,
    category: [CodeableConcept; 1],
    patient: Reference,
    #[serde(rename = "dateTime")]
    date_time: Instant,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    performer: Vec<Reference>,
    #[serde(rename = "sourceAttachment")]
    source: Attachment,
    #[serde(rename = "policyRule")]
    policy_rule: CodeableConcept,
}

#[derive(Debug, Serialize)]
struct Attachment {
    #[serde(rename = "contentType")]
    content_type: &'static str,
    data: String,
    title: String,
    creation: Instant,
}

/// A consent without its text, and the length of the text.
#[derive(FromQueryResult)]
struct Row {
    id: ConsentId,
    patient_id: PatientId,
    template_name: String,
    issued_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    link_expires_at: Option<DateTime<Utc>>,
    revoked_at: Option<DateTime<Utc>>,
    signed_at: Option<DateTime<Utc>>,
    declined_at: Option<DateTime<Utc>>,
    withdrawn_at: Option<DateTime<Utc>>,
    octets: i32,
}

impl Row {
    /// The status that members see, in FHIR's words. Declining is a decision, as signing is; a link that was not used has no
    /// effect.
    fn status(&self, now: DateTime<Utc>) -> &'static str {
        let expires_at = self.link_expires_at.unwrap_or(self.expires_at);
        match (self.signed_at, self.declined_at, self.revoked_at) {
            (Some(_), ..) if self.withdrawn_at.is_some() => "inactive",
            (Some(_), ..) => "active",
            (None, Some(_), _) => "rejected",
            (None, None, Some(_)) => "inactive",
            (None, None, None) if expires_at <= now => "inactive",
            (None, None, None) => "proposed",
        }
    }
}

impl Kind for Consent {
    const KIND: ApiScope = ApiScope::Consent;

    fn id(&self) -> &str {
        &self.id
    }
}

impl Consent {
    fn new(row: Row, patient: PatientId, text: &str, now: DateTime<Utc>) -> Self {
        let status = row.status(now);
        let category = CodeableConcept::coded("http://loinc.org", "59284-0", "Consent Document");
        Self {
            resource_type: "Consent",
            id: row.id.to_string(),
            status,
            scope: CodeableConcept::coded(
                "http://terminology.hl7.org/CodeSystem/consentscope",
                "treatment",
                "Treatment",
            ),
            category: [category.with_text(Some(row.template_name.clone()))],
            patient: Reference::to("Patient", patient),
            date_time: Instant(row.signed_at.or(row.declined_at).unwrap_or(row.issued_at)),
            performer: row.signed_at.map(|_| Reference::to("Patient", patient)).into_iter().collect(),
            source: Attachment {
                content_type: "text/html; charset=utf-8",
                data: STANDARD.encode(text),
                title: row.template_name,
                creation: Instant(row.issued_at),
            },
            policy_rule: CodeableConcept::text("As the attached text says"),
        }
    }
}

/// A page of the consents that match. It may be shorter than the limit, because texts are long.
pub async fn page(reader: &Reader<'_>, filter: &Filter, after: Option<Cursor>, limit: usize) -> Result<Batch> {
    let mut rows = rows(reader, filter, after, limit).await?;
    let fitting =
        page::fitting_rows(rows.iter().map(|row| usize::try_from(row.octets).unwrap_or(0) * 4 / 3)).min(limit);
    let next = (rows.len() > fitting).then(|| Cursor::row(rows[fitting - 1].id));
    rows.truncate(fitting);
    let bodies: HashMap<ConsentId, String> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::Body])
        .filter(Column::Id.is_in(rows.iter().map(|row| row.id)))
        .into_tuple::<(ConsentId, String)>()
        .all(reader.tx)
        .await?
        .into_iter()
        .collect();
    let person = survivors(reader, rows.iter().map(|row| row.patient_id).collect()).await?;
    let mut entries = Vec::new();
    for row in rows {
        let text = consents::sanitized_one(bodies.get(&row.id).cloned().unwrap_or_default()).await?;
        let (at, patient) = (Cursor::row(row.id), person(row.patient_id));
        entries.push(Entry::new(at, Some(patient), &Consent::new(row, patient, &text, reader.now))?);
    }
    Ok(Batch { entries, next })
}

async fn rows(reader: &Reader<'_>, filter: &Filter, after: Option<Cursor>, limit: usize) -> Result<Vec<Row>> {
    let signature =
        Entity::belongs_to(consent_signature::Entity).from(Column::Id).to(consent_signature::Column::ConsentId);
    let decline = Entity::belongs_to(consent_decline::Entity).from(Column::Id).to(consent_decline::Column::ConsentId);
    let withdrawal =
        Entity::belongs_to(consent_withdrawal::Entity).from(Column::Id).to(consent_withdrawal::Column::ConsentId);
    let decided_at = Func::coalesce([
        Expr::col((consent_signature::Entity, consent_signature::Column::SignedAt)),
        Expr::col((consent_decline::Entity, consent_decline::Column::DeclinedAt)),
        Expr::col((Entity, Column::IssuedAt)),
    ]);
    let found = Entity::find()
        .select_only()
        .columns([
            Column::Id,
            Column::PatientId,
            Column::TemplateName,
            Column::IssuedAt,
            Column::ExpiresAt,
            Column::LinkExpiresAt,
            Column::RevokedAt,
        ])
        .column_as(consent_signature::Column::SignedAt, "signed_at")
        .column_as(consent_decline::Column::DeclinedAt, "declined_at")
        .column_as(consent_withdrawal::Column::WithdrawnAt, "withdrawn_at")
        .expr_as(page::octets(Column::Body), "octets")
        .join(JoinType::LeftJoin, signature.into())
        .join(JoinType::LeftJoin, decline.into())
        .join(JoinType::LeftJoin, withdrawal.into())
        .filter(is_of(Column::PatientId, filter.patient))
        .filter(filter.has_id(Column::Id))
        .filter(filter.is_at(&decided_at.into()))
        .filter(Column::Id.gt(after.map_or(i64::MIN, |after| after.row)))
        .order_by_asc(Column::Id)
        .limit(limit as u64 + 1);
    Ok(found.into_model().all(reader.tx).await?)
}
