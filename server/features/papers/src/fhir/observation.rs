//! The vitals of an exam as FHIR resources, each with its LOINC code.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        Signer,
        exam::{Column, Entity},
        record_void,
    },
    ids::{ExamId, MemberId, PatientId},
    words::ApiScope,
};
use rust_decimal::Decimal;
use sea_orm::{ColumnTrait, DerivePartialModel, EntityTrait, QueryFilter, QueryOrder, QuerySelect, sea_query::Expr};
use serde::Serialize;

use super::{
    datatypes::{Annotation, CodeableConcept, Coding, Instant, Quantity, Reference},
    filter::Filter,
    outcome::Refusal,
    params::Search,
    patient::{is_of, survivors},
    resource::{Batch, Cursor, Entry, Kind, Reader},
    vitals::{self, Degrees, Length, Mass, Reading, Vital},
};
use base::error::Result;

/// The parameters of a search.
pub const PARAMETERS: [&str; 6] = ["_id", "patient", "subject", "date", "category", "code"];

const LOINC: &str = "http://loinc.org";
const CATEGORIES: &str = "http://terminology.hl7.org/CodeSystem/observation-category";
const VITAL_SIGNS: &str = "vital-signs";

/// The most exams read for one page. Most exams have vitals; if few have, a page is short.
const MAX_EXAMS: usize = 500;

#[derive(Debug, Serialize)]
pub struct Observation {
    #[serde(rename = "resourceType")]
    resource_type: &'static str,
    id: String,
    status: &'static str,
    category: [CodeableConcept; 1],
    code: CodeableConcept,
    subject: Reference,
    #[serde(rename = "effectiveDateTime")]
    effective: Instant,
    performer: [Reference; 1],
    #[serde(rename = "valueQuantity", skip_serializing_if = "Option::is_none")]
    value: Option<Quantity>,
    /// The entry as written.
    note: [Annotation; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    component: Vec<Component>,
}

/// An exam without its findings.
#[derive(DerivePartialModel)]
#[sea_orm(entity = "Entity")]
struct Exam {
    id: ExamId,
    patient_id: PatientId,
    examiner_id: MemberId,
    vitals: Option<String>,
    created_at: DateTime<Utc>,
    signer: Option<Signer>,
}

#[derive(Debug, Serialize)]
struct Component {
    code: CodeableConcept,
    #[serde(rename = "valueQuantity")]
    value: Quantity,
}

fn coded(code: &'static str, display: &'static str) -> CodeableConcept {
    CodeableConcept::coded(LOINC, code, display)
}

fn blood_pressure(code: &'static str, display: &'static str, value: Decimal) -> Component {
    Component { code: coded(code, display), value: Quantity::new(value, "mmHg", "mm[Hg]") }
}

/// The code and the value; a blood pressure has two components instead of a value.
fn measured(reading: Reading) -> (CodeableConcept, Option<Quantity>, Vec<Component>) {
    let (code, value) = match reading {
        Reading::BloodPressure { systolic, diastolic } => {
            let parts = vec![
                blood_pressure("8480-6", "Systolic blood pressure", systolic),
                blood_pressure("8462-4", "Diastolic blood pressure", diastolic),
            ];
            return (coded("85354-9", "Blood pressure panel with all children optional"), None, parts);
        }
        Reading::HeartRate(rate) => (coded("8867-4", "Heart rate"), Quantity::new(rate, "beats/minute", "/min")),
        Reading::Temperature(degrees, unit) => {
            let (unit, code) = match unit {
                Degrees::Fahrenheit => ("°F", "[degF]"),
                Degrees::Celsius => ("°C", "Cel"),
            };
            (coded("8310-5", "Body temperature"), Quantity::new(degrees, unit, code))
        }
        Reading::OxygenSaturation(percent) => {
            // FHIR's profile of vital signs requires the first code; the second one is for a pulse oximeter's reading.
            let mut code = coded("2708-6", "Oxygen saturation in Arterial blood");
            let display = Some("Oxygen saturation in Arterial blood by Pulse oximetry");
            code.coding.push(Coding { system: LOINC, code: "59408-5", display });
            (code, Quantity::new(percent, "%", "%"))
        }
        Reading::RespiratoryRate(rate) => {
            (coded("9279-1", "Respiratory rate"), Quantity::new(rate, "breaths/minute", "/min"))
        }
        Reading::Weight(weight, unit) => {
            let (unit, code) = match unit {
                Mass::Pounds => ("lb", "[lb_av]"),
                Mass::Kilograms => ("kg", "kg"),
            };
            (coded("29463-7", "Body weight"), Quantity::new(weight, unit, code))
        }
        Reading::Height(height, unit) => {
            let (unit, code) = match unit {
                Length::Inches => ("in", "[in_i]"),
                Length::Centimeters => ("cm", "cm"),
            };
            (coded("8302-2", "Body height"), Quantity::new(height, unit, code))
        }
        Reading::BodyMassIndex(index) => {
            (coded("39156-5", "Body mass index (BMI) [Ratio]"), Quantity::new(index, "kg/m2", "kg/m2"))
        }
        Reading::Pain(score) => (
            coded("72514-3", "Pain severity - 0-10 verbal numeric rating [Score] - Reported"),
            Quantity::new(score, "{score}", "{score}"),
        ),
    };
    (code, Some(value), Vec::new())
}

impl Kind for Observation {
    const KIND: ApiScope = ApiScope::Observation;

    fn id(&self) -> &str {
        &self.id
    }
}

impl Observation {
    fn new(exam: &Exam, vital: Vital, patient: PatientId, is_voided: bool) -> Self {
        let (code, value, component) = measured(vital.reading);
        Self {
            resource_type: "Observation",
            id: format!("{}-{}", exam.id, vital.number),
            status: if is_voided { "entered-in-error" } else { "final" },
            category: [CodeableConcept::coded(CATEGORIES, VITAL_SIGNS, "Vital Signs")],
            code,
            subject: Reference::to("Patient", patient),
            effective: Instant(exam.created_at),
            performer: [Reference::to("Practitioner", exam.examiner_id)
                .named(exam.signer.as_ref().map(|signer| signer.name.clone()))],
            value,
            note: [Annotation::text(vital.text)],
            component,
        }
    }

    fn has_code(&self, codes: &[String]) -> bool {
        self.code.coding.iter().any(|coding| codes.iter().any(|code| code == coding.code))
    }
}

/// The additional filters of observations.
#[derive(Debug, Default)]
pub struct Kinds {
    /// LOINC codes. `None`: all.
    codes: Option<Vec<String>>,
    /// Whether another category was asked for, so that nothing matches.
    none: bool,
}

impl Kinds {
    pub fn read(wanted: &Search) -> Self {
        let of_system = |value: &str, system: &str| match value.split_once('|') {
            Some((own, code)) => (own == system).then(|| code.to_owned()),
            None => Some(value.to_owned()),
        };
        let all = |name, system| {
            let values = wanted.any(name)?;
            Some(values.into_iter().filter_map(|value| of_system(value, system)).collect::<Vec<_>>())
        };
        let none = all("category", CATEGORIES).is_some_and(|names| !names.iter().any(|name| name == VITAL_SIGNS));
        Self { codes: all("code", LOINC), none }
    }
}

/// A page of the vitals that match. It may be shorter than the limit if few exams have vitals.
pub async fn page(
    reader: &Reader<'_>,
    filter: &Filter,
    kinds: &Kinds,
    after: Option<Cursor>,
    limit: usize,
) -> Result<Batch> {
    let mut part = Batch { entries: Vec::new(), next: after };
    if kinds.none {
        return Ok(Batch::default());
    }
    let mut read = 0;
    while part.entries.len() <= limit {
        let batch = limit + 1;
        let rows = exams(reader, filter, part.next, batch).await?;
        let is_last = rows.len() < batch;
        read += rows.len();
        let end = rows.last().map(|row| Cursor { row: row.id.into(), part: usize::MAX });
        let found = entries(reader, rows, filter, kinds).await?;
        part.entries.extend(found.into_iter().filter(|entry| after.is_none_or(|after| entry.at > after)));
        part.next = if is_last { None } else { end };
        if is_last || read >= MAX_EXAMS {
            break;
        }
    }
    if part.entries.len() > limit {
        return Ok(Batch::take(part.entries, limit));
    }
    Ok(part)
}

/// The exam in an observation's id.
pub fn exam_of(id: &str) -> Option<i64> {
    id.split_once('-')?.0.parse().ok()
}

/// The exams from the cursor's exam on, including that exam, because some of its vitals may be left.
async fn exams(reader: &Reader<'_>, filter: &Filter, after: Option<Cursor>, limit: usize) -> Result<Vec<Exam>> {
    let place = match after {
        Some(Cursor { row, part: usize::MAX }) => Column::Id.gt(row),
        Some(Cursor { row, .. }) => Column::Id.gte(row),
        None => Column::Id.is_not_null(),
    };
    let found = Entity::find()
        .filter(Column::Vitals.is_not_null())
        .filter(is_of(Column::PatientId, filter.patient))
        .filter(filter.has_row(Column::Id, exam_of))
        .filter(filter.is_at(&Expr::col(Column::CreatedAt)))
        .filter(place);
    Ok(found.order_by_asc(Column::Id).limit(limit as u64).into_partial_model().all(reader.tx).await?)
}

async fn entries(reader: &Reader<'_>, rows: Vec<Exam>, filter: &Filter, kinds: &Kinds) -> Result<Vec<Entry>> {
    let of_these = record_void::Column::ExamId.is_in(rows.iter().map(|row| row.id));
    let voids = record_void::Entity::find().filter(of_these).all(reader.tx).await?;
    let voided: HashSet<ExamId> = voids.into_iter().filter_map(|void| void.exam_id).collect();
    let person = survivors(reader, rows.iter().map(|row| row.patient_id).collect()).await?;
    let mut found = Vec::new();
    for row in rows {
        let patient = person(row.patient_id);
        for vital in vitals::read(row.vitals.as_deref().unwrap_or_default()) {
            let at = Cursor { row: row.id.into(), part: vital.number };
            let observation = Observation::new(&row, vital, patient, voided.contains(&row.id));
            let is_wanted = filter.ids.as_ref().is_none_or(|ids| ids.contains(&observation.id))
                && kinds.codes.as_ref().is_none_or(|codes| observation.has_code(codes));
            if is_wanted {
                found.push(Entry::new(at, Some(patient), &observation)?);
            }
        }
    }
    Ok(found)
}

/// A page of a search.
///
/// Fails if a parameter cannot be read.
pub async fn search(reader: &Reader<'_>, wanted: &Search) -> Result<Batch, Refusal> {
    let filter = Filter::read(wanted, reader.zone)?;
    Ok(page(reader, &filter, &Kinds::read(wanted), wanted.cursor()?, wanted.count).await?)
}
