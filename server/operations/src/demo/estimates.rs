//! A complete Good Faith Estimate of a demo clinic: a course for the hair, issued and handed over on paper.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        estimate,
        estimate_content::{self, ContentLine, ContentLines, SeparateItems},
        estimate_delivery,
        estimate_issue::{self, ProviderTotals},
        estimate_setting::{self, ChangedTexts},
        member,
    },
    ids::{EstimateIssueId, PatientId},
    words::{EstimateGiven, UsState},
};
use papers::estimate_issues::{MakeEstimateFile, assemble};
use rust_decimal::Decimal;
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{NotSet, Set},
    ConnectionTrait, DbErr, EntityTrait, IntoActiveModel,
};
use serde::Deserialize;
use uuid::Uuid;

use super::{
    calendar::{Day, Moment, unknown},
    patients::DemoPatient,
    seed::{PatientIds, Seed},
    team::signer,
};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DemoEstimate {
    pub(super) patient: String,
    provider: String,
    provider_npi: String,
    when: Moment,
    primary_service: String,
    service: String,
    service_code: String,
    diagnosis_code: String,
    unit_cost: Decimal,
    sessions: i32,
    discount: Decimal,
    separate_items: Vec<String>,
    first_session: Day,
    last_session: Day,
    frequency: String,
    expected_duration: String,
    clinic: DemoEstimateSettings,
}

/// What every estimate says about the clinic.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DemoEstimateSettings {
    npi: String,
    tin: String,
    address: String,
    city: String,
    state: UsState,
    zip: String,
    phone: String,
}

impl DemoEstimate {
    fn total(&self) -> Decimal {
        self.unit_cost * Decimal::from(self.sessions)
    }
}

impl<C: ConnectionTrait> Seed<'_, C> {
    /// Enters the clinic's numbers, and issues the estimate.
    pub(super) async fn issue_estimate(
        &self,
        clinic_id: Uuid,
        clinic_name: &str,
        demo: &DemoEstimate,
        patient: &DemoPatient,
        patients: &PatientIds,
    ) -> Result<(), DbErr> {
        let patient_id = *patients.get(&demo.patient).ok_or_else(|| unknown(&demo.patient))?;
        let (owner, provider) = (self.owner()?, self.member(&demo.provider)?);
        let at = self.calendar.at(demo.when);
        let setting = settings(&demo.clinic, owner, at);
        setting.clone().into_active_model().reset_all().update(self.db).await?;
        let numbered = member::ActiveModel {
            id: Set(provider.id),
            npi: Set(Some(demo.provider_npi.clone())),
            ..Default::default()
        };
        numbered.update(self.db).await?;
        let row = self.add_estimate(demo, patient_id, patient, provider).await?;
        let content = self.estimate_content(demo, &row, provider);
        estimate_content::Entity::insert(content.clone().into_active_model().reset_all())
            .exec_without_returning(self.db)
            .await?;
        let numbers = HashMap::from([(provider.full_name(), demo.provider_npi.clone())]);
        let gathered = assemble(clinic_name, &row, Some(&content), setting, &numbers);
        let mut issued = estimate_issue::Model {
            id: 0.into(),
            estimate_id: row.id,
            version: 1,
            patient_id,
            estimate_version: 1,
            issued_at: at,
            issued_by: provider.id,
            issuer: signer(provider),
            document: gathered.document.text().map_err(|error| DbErr::Custom(error.to_string()))?,
            total: gathered.total,
            provider_totals: ProviderTotals(gathered.provider_totals),
            service_date: gathered.document.service_date,
            valid_until: gathered.document.valid_until,
            changes: Vec::new(),
            content_digest: Vec::new(),
        };
        issued.content_digest = evidence::estimate_issue(&issued).digest();
        let issued = estimate_issue::ActiveModel { id: NotSet, ..issued.into_active_model() }.insert(self.db).await?;
        self.hand_over(issued.id, provider, at).await?;
        let file = MakeEstimateFile { issue: issued.id };
        let queued = outbox::enqueue(self.db, clinic_id, self.calendar.now, &file).await;
        queued.map_err(|error| DbErr::Custom(error.to_string()))
    }

    /// Records that the patient was given the estimate on paper.
    async fn hand_over(
        &self,
        issue_id: EstimateIssueId,
        provider: &member::Model,
        at: DateTime<Utc>,
    ) -> Result<(), DbErr> {
        let given = estimate_delivery::ActiveModel {
            id: NotSet,
            issue_id: Set(issue_id),
            how: Set(EstimateGiven::Paper),
            given_at: Set(at),
            member_id: Set(Some(provider.id)),
            member_name: Set(Some(provider.full_name())),
            address: Set(None),
        };
        given.insert(self.db).await?;
        Ok(())
    }

    /// Writes the specification's fields, without signatures.
    async fn add_estimate(
        &self,
        demo: &DemoEstimate,
        patient_id: PatientId,
        patient: &DemoPatient,
        provider: &member::Model,
    ) -> Result<estimate::Model, DbErr> {
        let (day, at) = (self.calendar.date(demo.when.day), self.calendar.at(demo.when));
        let row = estimate::ActiveModel {
            patient_id: Set(patient_id),
            version: Set(1),
            pt_name: Set(patient.full_name()),
            pt_dob: Set(patient.birth_date.ok_or_else(|| unknown("a birth date"))?),
            prov_name: Set(provider.full_name()),
            est_date: Set(day),
            pt_sig_date: Set(day),
            prov_sig_date: Set(day),
            expected_duration: Set(Some(demo.expected_duration.clone())),
            hair_service: Set(Some(demo.service.clone())),
            hair_unit_cost: Set(Some(demo.unit_cost)),
            hair_qty: Set(Some(Decimal::ONE)),
            hair_sessions: Set(Some(demo.sessions.to_string())),
            hair_subtotal: Set(demo.total()),
            face_subtotal: Set(Decimal::ZERO),
            hands_subtotal: Set(Decimal::ZERO),
            neck_subtotal: Set(Decimal::ZERO),
            other_subtotal: Set(Decimal::ZERO),
            grand_total: Set(demo.total()),
            created_by: Set(provider.id),
            created_at: Set(at),
            updated_at: Set(at),
            writer: Set(Some(signer(provider))),
            ..Default::default()
        };
        // The digest covers the row as the database stores it.
        let row = row.insert(self.db).await?;
        let digest = evidence::estimate(&row).digest();
        let signed = estimate::ActiveModel { id: Set(row.id), content_digest: Set(Some(digest)), ..Default::default() };
        signed.update(self.db).await
    }

    fn estimate_content(
        &self,
        demo: &DemoEstimate,
        row: &estimate::Model,
        by: &member::Model,
    ) -> estimate_content::Model {
        let first = self.calendar.date(demo.first_session);
        estimate_content::Model {
            estimate_id: row.id,
            version: 1,
            primary_service: Some(demo.primary_service.clone()),
            service_date: Some(first),
            lines: ContentLines(vec![ContentLine {
                area: "hair".to_owned(),
                service_code: Some(demo.service_code.clone()),
                diagnosis_code: Some(demo.diagnosis_code.clone()),
                discount: Some(demo.discount),
                ..ContentLine::default()
            }]),
            separate_items: SeparateItems(demo.separate_items.clone()),
            recurs_from: Some(first),
            recurs_until: Some(self.calendar.date(demo.last_session)),
            recurs_frequency: Some(demo.frequency.clone()),
            recurs_count: Some(demo.sessions),
            updated_at: row.created_at,
            updated_by: by.id,
            updated_by_name: by.full_name(),
        }
    }
}

fn settings(demo: &DemoEstimateSettings, owner: &member::Model, at: DateTime<Utc>) -> estimate_setting::Model {
    estimate_setting::Model {
        id: 1,
        npi: Some(demo.npi.clone()),
        tin: Some(demo.tin.clone()),
        address: Some(demo.address.clone()),
        city: Some(demo.city.clone()),
        state: Some(demo.state),
        zip: Some(demo.zip.clone()),
        phone: Some(demo.phone.clone()),
        texts: ChangedTexts::default(),
        version: 1,
        updated_at: at,
        updated_by: Some(owner.id),
        updated_by_name: Some(owner.full_name()),
    }
}
