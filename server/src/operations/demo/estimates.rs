//! A complete Good Faith Estimate of the larger demo clinic, issued and given on paper.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use entity::{
    clinic::{
        estimate,
        estimate_content::{self, ContentLine, ContentLines, SeparateItems},
        estimate_delivery,
        estimate_issue::{self, ProviderTotals},
        estimate_setting::{self, ChangedTexts},
        member,
    },
    ids::PatientId,
    words::{EstimateGiven, UsState},
};
use rust_decimal::Decimal;
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{NotSet, Set},
    ConnectionTrait, DbErr, EntityTrait, IntoActiveModel,
};
use uuid::Uuid;

use super::{
    aurelle::team::{OWNER, PRACTITIONER},
    people::DemoClinic,
    seed::{Seed, signer},
};
use crate::{
    features::estimate_issues::{MakeEstimateFile, assemble},
    foundation::{evidence, jobs},
};

/// The client whom it is for.
const PATIENT: &str = "Chen";
/// The practitioner's NPI: made up, with a digit that fits.
const PRACTITIONER_NPI: &str = "1234567893";

impl<C: ConnectionTrait> Seed<'_, C> {
    /// Enters the clinic's numbers, and issues the estimate.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub(super) async fn issued_estimate(
        &self,
        clinic: &DemoClinic,
        patients: &[PatientId],
        id: Uuid,
    ) -> Result<(), DbErr> {
        let seed = self;
        let Some((who, person)) = patients.iter().zip(clinic.patients()).find(|(_, one)| one.last_name == PATIENT)
        else {
            return Ok(());
        };
        let Some(born) = person.birth_date else { return Ok(()) };
        let (owner, provider) = (seed.member(OWNER)?, seed.member(PRACTITIONER)?);
        let at = seed.calendar.at(-3, "10:20")?;
        let setting = settings(owner, at);
        estimate_setting::Entity::insert(setting.clone().into_active_model().reset_all())
            .exec_without_returning(seed.db)
            .await?;
        let numbered = member::ActiveModel {
            id: Set(provider.id),
            npi: Set(Some(PRACTITIONER_NPI.to_owned())),
            ..Default::default()
        };
        numbered.update(seed.db).await?;
        let born = born.parse().map_err(|_| DbErr::Custom("a birth date of the demo".to_owned()))?;
        let name = format!("{} {}", person.first_name, person.last_name);
        let row = estimate(seed, *who, (name, born), provider, at).await?;
        let content = content(seed, &row, provider, at);
        estimate_content::Entity::insert(content.clone().into_active_model().reset_all())
            .exec_without_returning(seed.db)
            .await?;
        let numbers = HashMap::from([(provider.full_name(), PRACTITIONER_NPI.to_owned())]);
        let gathered = assemble(clinic.name, &row, Some(&content), setting, &numbers);
        let mut issued = estimate_issue::Model {
            id: 0.into(),
            estimate_id: row.id,
            version: 1,
            patient_id: *who,
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
        let issued = estimate_issue::ActiveModel { id: NotSet, ..issued.into_active_model() }.insert(seed.db).await?;
        let given = estimate_delivery::ActiveModel {
            id: NotSet,
            issue_id: Set(issued.id),
            how: Set(EstimateGiven::Paper),
            given_at: Set(at),
            member_id: Set(Some(provider.id)),
            member_name: Set(Some(provider.full_name())),
            address: Set(None),
        };
        given.insert(seed.db).await?;
        let file = MakeEstimateFile { issue: issued.id };
        jobs::enqueue(seed.db, id, seed.calendar.now, &file).await.map_err(|error| DbErr::Custom(error.to_string()))
    }
}

fn settings(owner: &member::Model, at: DateTime<Utc>) -> estimate_setting::Model {
    estimate_setting::Model {
        id: 1,
        npi: Some("1679576722".to_owned()),
        tin: Some("83-1234567".to_owned()),
        address: Some("214 W 18th Street".to_owned()),
        city: Some("New York".to_owned()),
        state: Some(UsState::NewYork),
        zip: Some("10011".to_owned()),
        phone: Some("(212) 555-0100".to_owned()),
        texts: ChangedTexts::default(),
        version: 1,
        updated_at: at,
        updated_by: Some(owner.id),
        updated_by_name: Some(owner.full_name()),
    }
}

/// The specification's fields: three sessions of PRP for the hair, nobody has signed.
async fn estimate<C: ConnectionTrait>(
    seed: &Seed<'_, C>,
    patient_id: PatientId,
    (name, born): (String, NaiveDate),
    provider: &member::Model,
    at: DateTime<Utc>,
) -> Result<estimate::Model, DbErr> {
    let day = seed.calendar.today() - TimeDelta::days(3);
    let total = Decimal::new(150_000, 2);
    let row = estimate::ActiveModel {
        patient_id: Set(patient_id),
        version: Set(1),
        pt_name: Set(name),
        pt_dob: Set(born),
        prov_name: Set(provider.full_name()),
        est_date: Set(day),
        pt_sig_date: Set(day),
        prov_sig_date: Set(day),
        expected_duration: Set(Some("Four months".to_owned())),
        hair_service: Set(Some("PRP Hair Restoration".to_owned())),
        hair_unit_cost: Set(Some(Decimal::from(500))),
        hair_qty: Set(Some(Decimal::ONE)),
        hair_sessions: Set(Some("3".to_owned())),
        hair_subtotal: Set(total),
        face_subtotal: Set(Decimal::ZERO),
        hands_subtotal: Set(Decimal::ZERO),
        neck_subtotal: Set(Decimal::ZERO),
        other_subtotal: Set(Decimal::ZERO),
        grand_total: Set(total),
        created_by: Set(provider.id),
        created_at: Set(at),
        updated_at: Set(at),
        writer: Set(Some(signer(provider))),
        ..Default::default()
    };
    // The digest is of the row as the database stores it.
    let row = row.insert(seed.db).await?;
    let digest = evidence::estimate(&row).digest();
    let signed = estimate::ActiveModel { id: Set(row.id), content_digest: Set(Some(digest)), ..Default::default() };
    signed.update(seed.db).await
}

fn content<C>(
    seed: &Seed<'_, C>,
    row: &estimate::Model,
    by: &member::Model,
    at: DateTime<Utc>,
) -> estimate_content::Model {
    let first = seed.calendar.today() + TimeDelta::days(18);
    estimate_content::Model {
        estimate_id: row.id,
        version: 1,
        primary_service: Some("Hair restoration with your own platelets".to_owned()),
        service_date: Some(first),
        lines: ContentLines(vec![ContentLine {
            area: "hair".to_owned(),
            service_code: Some("PRP-H".to_owned()),
            diagnosis_code: Some("Z41.1".to_owned()),
            discount: Some(Decimal::new(15_000, 2)),
            ..ContentLine::default()
        }]),
        separate_items: SeparateItems(vec!["A blood count, if your history asks for it".to_owned()]),
        recurs_from: Some(first),
        recurs_until: Some(first + TimeDelta::days(84)),
        recurs_frequency: Some("every six weeks".to_owned()),
        recurs_count: Some(3),
        updated_at: at,
        updated_by: by.id,
        updated_by_name: by.full_name(),
    }
}
