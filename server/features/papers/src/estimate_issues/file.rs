//! The PDF of an issued version. The worker makes it once, and it is kept as long as the version.

use chrono::{DateTime, Datelike, Timelike, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{
        estimate_file::{Column, Entity, Model},
        estimate_issue,
    },
    ids::{EstimateIssueId, PatientId},
};
use sea_orm::{EntityTrait, IntoActiveModel, QuerySelect, sea_query::OnConflict};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{
    document::{Document, LineOnEstimate},
    settings,
};
use crate::documents::set;
use base::{
    date_format::{date_and_time, long_date},
    error::{Error, Result},
};
use money::dollars::grouped;
use outbox::{Failed, Job, LaneKind, Outcome, Run};
use tenancy::{ClinicTx, JobTx, Subject, enter_for_audited_job, enter_for_job};

/// Makes the PDF of an issued version.
#[derive(Debug, Serialize, Deserialize)]
pub struct MakeEstimateFile {
    pub issue: EstimateIssueId,
}

impl Job for MakeEstimateFile {
    const KIND: &'static str = "estimate_file";
    const LANE: LaneKind = LaneKind::Large;

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
        if size_of(&entered.tx, self.issue).await?.is_some() {
            return Ok(Outcome::Done);
        }
        let Some(row) = estimate_issue::Entity::find_by_id(self.issue).one(&entered.tx).await? else {
            return Ok(Outcome::Done);
        };
        let paper = paper(&entered, &row, &run)?;
        entered.commit().await?;
        let file = set(&run, &paper)
            .await?
            .map_err(|problem| Error::Internal(format!("an issued estimate was not set: {}", problem.as_str())))?;
        keep(Model { issue_id: row.id, sha256: Sha256::digest(&file).to_vec(), file }, row.patient_id, &run).await?;
        Ok(Outcome::Done)
    }
}

/// Stores the PDF, unless another worker has.
async fn keep(file: Model, patient: PatientId, run: &Run<'_>) -> Result<()> {
    let entered = enter_for_audited_job(&run.app.tenants.db, run.clinic).await?;
    let id = file.issue_id;
    let subject = Subject::patient(patient).and(id).signed("estimate_file", id, &file.sha256);
    let once = OnConflict::column(Column::IssueId).do_nothing().to_owned();
    let insert = Entity::insert(file.into_active_model()).on_conflict(once);
    if insert.exec_without_returning(&entered.tx).await? == 0 {
        return Ok(());
    }
    entered.commit_for_patient("estimate.file.make", subject, run.now).await
}

/// The size of the PDF. `None` before it is made.
async fn size_of(tx: &ClinicTx, id: EstimateIssueId) -> Result<Option<Vec<u8>>> {
    Ok(Entity::find_by_id(id).select_only().column(Column::Sha256).into_tuple().one(tx).await?)
}

/// The PDF. `None` before it is made.
pub async fn file_of(tx: &ClinicTx, id: EstimateIssueId) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).one(tx).await?)
}

/// The input for typesetting. It does not depend on the time of the run, so that a version always gives the same bytes.
fn paper(entered: &JobTx, row: &estimate_issue::Model, run: &Run<'_>) -> Result<Value> {
    let document = Document::read(&row.document)?;
    let zone = entered.clinic.time_zone;
    let title = "Good Faith Estimate";
    Ok(json!({
        "kind": "issue",
        "id": format!("{} estimate {} version {}", entered.clinic.id, row.estimate_id, row.version),
        "description": format!("{title} {}, version {}, of record {}", row.estimate_id, row.version, row.patient_id),
        "title": title,
        "clinic": {
            "name": document.clinic.name, "address": run.app.base_url.origin_of(&entered.clinic.subdomain),
        },
        "patient": {
            "name": document.patient_name,
            "birth_date": long_date(document.patient_birth_date),
            "number": row.patient_id.to_string(),
        },
        "printed": { "at": date_and_time(row.issued_at, zone), "by": row.issuer.name },
        "made": moment(row.issued_at),
        "content": content(&document, row, zone),
    }))
}

pub(super) fn moment(at: DateTime<Utc>) -> [i64; 6] {
    [at.year().into(), at.month().into(), at.day().into(), at.hour().into(), at.minute().into(), at.second().into()]
}

/// The template's input: the document's content in words.
pub fn content(document: &Document, row: &estimate_issue::Model, zone: Tz) -> Value {
    let texts = &document.texts;
    let clinic = &document.clinic;
    let place = settings::in_one_line(
        [clinic.address.clone(), clinic.city.clone()],
        [clinic.state.clone(), clinic.zip.clone()],
    );
    json!({
        "version": row.version.to_string(),
        "issued": date_and_time(row.issued_at, zone),
        "issued_by": format!("{}, {}", row.issuer.name, row.issuer.role),
        "patient_name": document.patient_name,
        "patient_birth_date": long_date(document.patient_birth_date),
        "clinic": {
            "name": clinic.name, "npi": clinic.npi, "tin": clinic.tin, "place": place.unwrap_or_default(), "phone": clinic.phone,
            "state": clinic.state,
        },
        "provider": document.provider,
        "est_date": long_date(document.est_date),
        "valid_until": long_date(document.valid_until),
        "primary_service": document.primary_service,
        "service_date": document.service_date.map(long_date),
        "expected_duration": document.expected_duration,
        "notes": document.notes,
        "lines": document.lines.iter().map(line).collect::<Vec<_>>(),
        "total": dollars(&document.total),
        "provider_totals": document.provider_totals.iter().map(|one| {
            json!({ "provider": one.provider, "npi": one.npi, "total": dollars(&one.total) })
        }).collect::<Vec<_>>(),
        "separate_items": document.separate_items,
        "recurrence": document.recurrence.as_ref().map(|one| json!({
            "from": one.from.map(long_date),
            "until": one.until.map(long_date),
            "frequency": one.frequency,
            "number": one.number.map(|number| number.to_string()),
        })),
        "disclaimers": [&texts.only_an_estimate, &texts.further_items, &texts.dispute_right, &texts.no_contract],
        "how_to_dispute": texts.how_to_dispute,
        "separate_items_notice": texts.separate_items,
        "digest": hex::encode(&row.content_digest),
    })
}

fn line(line: &LineOnEstimate) -> Value {
    let area = match line.area.as_str() {
        "face" => "Face",
        "hair" => "Hair",
        "hands" => "Hands",
        "neck" => "Neck",
        _ => "Other",
    };
    json!({
        "area": area,
        "service": line.service.as_deref().unwrap_or("Not named"),
        "provider": line.provider,
        "npi": line.provider_npi,
        "service_code": line.service_code,
        "diagnosis_code": line.diagnosis_code,
        "unit_cost": dollars(&line.unit_cost),
        "quantity": line.quantity,
        "sessions": line.sessions,
        "discount": line.discount.as_deref().map(dollars),
        "charge": dollars(&line.charge),
    })
}

/// Formats an amount: `$1,860.00` from `1860.00`.
fn dollars(amount: &str) -> String {
    let (whole, cents) = amount.split_once('.').unwrap_or((amount, "00"));
    format!("${}.{cents}", grouped(whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dollars_are_grouped_by_thousands() {
        for (amount, shown) in [
            ("0.00", "$0.00"),
            ("12.50", "$12.50"),
            ("999.99", "$999.99"),
            ("1860.00", "$1,860.00"),
            ("999999999999.99", "$999,999,999,999.99"),
        ] {
            assert_eq!(dollars(amount), shown);
        }
    }
}
