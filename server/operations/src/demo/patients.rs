//! The patients of the demo clinics, their answers about their health, and the team's notes about them.

use base::phone;
use chrono::NaiveDate;
use entity::{
    clinic::{
        clinical_answer::{self, ClinicalEntries, ClinicalEntry},
        patient, patient_note,
    },
    ids::PatientId,
    words::{ClinicalAnswer, ClinicalKind, NoteKind},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, ConnectionTrait, DbErr, EntityTrait};
use serde::Deserialize;

use super::{
    calendar::Moment,
    consents::DemoConsent,
    exams::{DemoExam, DemoHealthChange},
    seed::Seed,
    treatments::DemoTreatment,
    visits::DemoAppointment,
};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DemoPatient {
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) email: Option<String>,
    pub(super) phone: Option<String>,
    pub(super) birth_date: Option<NaiveDate>,
    /// When the record was made.
    pub(super) added: Moment,
    /// Empty for a patient who was not asked yet.
    #[serde(default)]
    answers: Vec<DemoAnswer>,
    #[serde(default)]
    notes: Vec<DemoNote>,
    #[serde(default)]
    pub(super) exams: Vec<DemoExam>,
    #[serde(default)]
    pub(super) treatments: Vec<DemoTreatment>,
    #[serde(default)]
    pub(super) consents: Vec<DemoConsent>,
    #[serde(default)]
    pub(super) appointments: Vec<DemoAppointment>,
    #[serde(default)]
    health_changes: Vec<DemoHealthChange>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DemoAnswer {
    kind: ClinicalKind,
    answer: ClinicalAnswer,
    #[serde(default)]
    entries: Vec<DemoEntry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DemoEntry {
    name: String,
    note: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DemoNote {
    kind: NoteKind,
    body: String,
}

impl DemoPatient {
    pub(super) fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

impl<C: ConnectionTrait> Seed<'_, C> {
    /// Adds the patient with the whole chart.
    pub(super) async fn add_patient(&self, person: &DemoPatient) -> Result<PatientId, DbErr> {
        let row = patient::ActiveModel {
            first_name: Set(person.first_name.clone()),
            last_name: Set(person.last_name.clone()),
            email: Set(person.email.clone()),
            phone: Set(person.phone.clone()),
            phone_digits: Set(person.phone.as_deref().map(phone::digits)),
            birth_date: Set(person.birth_date),
            created_by: Set(Some(self.owner()?.id)),
            created_at: Set(self.calendar.until_now(person.added)),
            ..Default::default()
        };
        let patient = row.insert(self.db).await?;
        self.add_answers(&patient, &person.answers).await?;
        self.add_notes(&patient, &person.notes).await?;
        let mut exams = Vec::new();
        for exam in &person.exams {
            exams.push(self.add_exam(patient.id, exam).await?);
        }
        for treatment in &person.treatments {
            self.add_treatment(patient.id, &exams, treatment).await?;
        }
        for consent in &person.consents {
            self.add_consent(&patient, consent).await?;
        }
        for appointment in &person.appointments {
            self.add_appointment(&patient, appointment).await?;
        }
        for change in &person.health_changes {
            self.add_health_change(patient.id, change).await?;
        }
        Ok(patient.id)
    }

    /// The owner asked when the record was made.
    async fn add_answers(&self, patient: &patient::Model, answers: &[DemoAnswer]) -> Result<(), DbErr> {
        let by = self.owner()?;
        let entry = |demo: &DemoEntry| ClinicalEntry { name: demo.name.clone(), note: demo.note.clone() };
        for demo in answers {
            let row = clinical_answer::ActiveModel {
                patient_id: Set(patient.id),
                kind: Set(demo.kind),
                version: Set(1),
                answer: Set(demo.answer),
                entries: Set(ClinicalEntries(demo.entries.iter().map(entry).collect())),
                member_id: Set(by.id),
                member_name: Set(by.full_name()),
                asked_at: Set(patient.created_at),
                ..Default::default()
            };
            clinical_answer::Entity::insert(row).exec_without_returning(self.db).await?;
        }
        Ok(())
    }

    async fn add_notes(&self, patient: &patient::Model, notes: &[DemoNote]) -> Result<(), DbErr> {
        let by = self.owner()?;
        for demo in notes {
            let row = patient_note::ActiveModel {
                patient_id: Set(patient.id),
                kind: Set(demo.kind),
                body: Set(demo.body.clone()),
                pinned: Set(false),
                author_id: Set(by.id),
                author_name: Set(by.full_name()),
                created_at: Set(patient.created_at),
                version: Set(1),
                ..Default::default()
            };
            patient_note::Entity::insert(row).exec_without_returning(self.db).await?;
        }
        Ok(())
    }
}
