//! What the demo patients answered about their health, and what the team noted about them.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        clinical_answer::{self, ClinicalEntries, ClinicalEntry},
        member, patient_note,
    },
    ids::PatientId,
    words::{ClinicalAnswer, ClinicalKind, NoteKind},
};
use sea_orm::{ActiveValue::Set, ConnectionTrait, DbErr, EntityTrait};

/// The name of an allergy, a medication or a condition, and a note about it.
type Entry = (&'static str, &'static str);

/// A patient's answers and notes; one without answers was not asked yet.
struct DemoRecord {
    last_name: &'static str,
    answers: &'static [(ClinicalKind, ClinicalAnswer, &'static [Entry])],
    notes: &'static [(NoteKind, &'static str)],
}

const RECORDS: &[DemoRecord] = &[
    DemoRecord {
        last_name: "Hart",
        answers: &[
            (
                ClinicalKind::Allergies,
                ClinicalAnswer::Listed,
                &[("Lidocaine", "Hives, 2019"), ("Latex", "Contact rash")],
            ),
            (ClinicalKind::Medications, ClinicalAnswer::Listed, &[("Levothyroxine", "75 mcg a day")]),
            (ClinicalKind::Conditions, ClinicalAnswer::Listed, &[("Hypothyroidism", "since 2014")]),
            (ClinicalKind::Pregnancy, ClinicalAnswer::Neither, &[]),
        ],
        notes: &[
            (NoteKind::Alert, "Faints at needles: treat lying down"),
            (NoteKind::Note, "Prefers mornings. Parks behind the house."),
        ],
    },
    DemoRecord {
        last_name: "Rahman",
        answers: &[
            (ClinicalKind::Allergies, ClinicalAnswer::NoneKnown, &[]),
            (ClinicalKind::Medications, ClinicalAnswer::NoneKnown, &[]),
        ],
        notes: &[(NoteKind::Note, "Asked about microneedling for the autumn.")],
    },
    DemoRecord {
        last_name: "Chen",
        answers: &[
            (ClinicalKind::Allergies, ClinicalAnswer::Listed, &[("Penicillin", "")]),
            (ClinicalKind::Pregnancy, ClinicalAnswer::Breastfeeding, &[]),
        ],
        notes: &[],
    },
];

/// Stores the demo record of the patient with this last name; the member `by` asked and noted it. Does nothing for a
/// patient without one.
///
/// # Errors
/// When the database is out of reach.
pub async fn store(
    db: &impl ConnectionTrait,
    (patient_id, last_name): (PatientId, &str),
    by: &member::Model,
    at: DateTime<Utc>,
) -> Result<(), DbErr> {
    let Some(record) = RECORDS.iter().find(|record| record.last_name == last_name) else { return Ok(()) };
    let entry = |(name, note): &Entry| ClinicalEntry {
        name: (*name).to_owned(),
        note: Some((*note).to_owned()).filter(|note| !note.is_empty()),
    };
    let answers = record.answers.iter().map(|(kind, answer, entries)| clinical_answer::ActiveModel {
        patient_id: Set(patient_id),
        kind: Set(*kind),
        version: Set(1),
        answer: Set(*answer),
        entries: Set(ClinicalEntries(entries.iter().map(entry).collect())),
        member_id: Set(by.id),
        member_name: Set(by.full_name()),
        asked_at: Set(at),
        ..Default::default()
    });
    clinical_answer::Entity::insert_many(answers).exec_without_returning(db).await?;
    for (kind, body) in record.notes {
        let note = patient_note::ActiveModel {
            patient_id: Set(patient_id),
            kind: Set(*kind),
            body: Set((*body).to_owned()),
            pinned: Set(false),
            author_id: Set(by.id),
            author_name: Set(by.full_name()),
            created_at: Set(at),
            version: Set(1),
            ..Default::default()
        };
        patient_note::Entity::insert(note).exec_without_returning(db).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::RECORDS;
    use crate::operations::demo::CLINICS;

    #[test]
    fn every_record_belongs_to_one_demo_patient() {
        for record in RECORDS {
            let named =
                CLINICS.iter().flat_map(|clinic| clinic.patients()).filter(|one| one.last_name == record.last_name);
            assert_eq!(named.count(), 1, "{}", record.last_name);
        }
    }
}
