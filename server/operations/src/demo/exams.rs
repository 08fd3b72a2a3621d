//! The Good Faith Exams of the demo's patients, who signed them for which services, and what changed since.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use entity::{
    clinic::{exam, exam_clearance, exam_signature, health_change},
    ids::PatientId,
    words::{ClearanceDecision, ExamMode, ExamText, ServiceName},
};
use practice::clinical::{
    exam_templates::{EXAM_TEMPLATES, ExamTemplate},
    normal_findings,
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{NotSet, Set},
    ConnectionTrait, DbErr, IdenStatic, IntoActiveModel, Iterable, TryIntoModel,
};
use serde::{Deserialize, Deserializer, de::Error};
use sha2::{Digest, Sha256};

use super::{
    calendar::{Day, Moment, unknown},
    seed::Seed,
    team::{PRESCRIBER_SIGNATURE, signer},
};

/// An exam: the findings of a template, with this patient's deviations by body system.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DemoExam {
    pub(super) examiner: String,
    pub(super) when: Moment,
    #[serde(deserialize_with = "template")]
    pub(super) template: &'static ExamTemplate,
    pub(super) vitals: Vec<String>,
    #[serde(default)]
    pub(super) ros: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub(super) pe: BTreeMap<String, Vec<String>>,
    signed: Option<DemoSignedExam>,
}

/// A prescriber's signature on an exam.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DemoSignedExam {
    by: String,
    #[serde(default)]
    by_video: bool,
    decisions: Vec<DemoDecision>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DemoDecision {
    service: ServiceName,
    decision: ClearanceDecision,
    /// The last day of the clearance, if the service is cleared.
    until: Option<Day>,
    reason: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DemoHealthChange {
    reported_by: String,
    when: Moment,
    details: String,
}

/// Reads the name of a template.
fn template<'de, D: Deserializer<'de>>(from: D) -> Result<&'static ExamTemplate, D::Error> {
    let name = String::deserialize(from)?;
    let found = EXAM_TEMPLATES.iter().find(|template| template.name == name);
    found.copied().ok_or_else(|| D::Error::custom(format!("no exam template is called \"{name}\"")))
}

impl DemoExam {
    pub(super) fn vitals_text(&self) -> String {
        self.vitals.join(", ")
    }

    /// The text of `ros_{system}`, joined as the exam form joins findings.
    pub(super) fn ros_text(&self, system: &str) -> String {
        self.ros.get(system).map_or_else(|| self.template.ros_findings(system).join("; "), |own| own.join("; "))
    }

    /// The text of `pe_{system}`.
    pub(super) fn pe_text(&self, system: &str) -> String {
        self.pe.get(system).map_or_else(|| self.template.pe_findings(system).join("; "), |own| own.join("; "))
    }

    /// The text of a column such as `ros_heent`. `None` for a column that is not about a body system.
    fn text(&self, column: &str) -> Option<String> {
        match column.split_once('_')? {
            ("ros", system) => Some(self.ros_text(system)),
            ("pe", system) => Some(self.pe_text(system)),
            _ => None,
        }
    }

    /// The texts whose entries all satisfy `says`, as the form marks texts when an exam is saved.
    fn marked(&self, says: fn(&str) -> bool) -> Option<Vec<ExamText>> {
        let is_marked = |text: &ExamText| {
            let words = self.text(text.as_str()).unwrap_or_default();
            !words.is_empty() && words.split("; ").all(says)
        };
        let marked: Vec<_> = ExamText::iter().filter(is_marked).collect();
        (!marked.is_empty()).then_some(marked)
    }
}

impl<C: ConnectionTrait> Seed<'_, C> {
    /// Adds the exam, and its signature where the clinic clears service by service.
    pub(super) async fn add_exam(&self, patient_id: PatientId, demo: &DemoExam) -> Result<exam::Model, DbErr> {
        let examiner = self.member(&demo.examiner)?;
        let mut row = exam::ActiveModel {
            id: Set(0.into()),
            patient_id: Set(patient_id),
            examiner_id: Set(examiner.id),
            vitals: Set(some(demo.vitals_text())),
            normal: Set(demo.marked(normal_findings::is_normal)),
            deferred: Set(demo.marked(normal_findings::is_deferred)),
            created_at: Set(self.calendar.until_now(demo.when)),
            signer: Set(Some(signer(examiner))),
            content_digest: Set(None),
            ..Default::default()
        };
        for column in exam::Column::iter() {
            if let Some(text) = demo.text(column.as_str()) {
                row.set(column, some(text).into());
            }
        }
        let digest = evidence::exam(&row.clone().try_into_model()?).digest();
        row.content_digest = Set(Some(digest));
        row.id = NotSet;
        let row = row.insert(self.db).await?;
        if let Some(signed) = &demo.signed {
            self.sign(&row, signed).await?;
        }
        Ok(row)
    }

    async fn sign(&self, exam: &exam::Model, demo: &DemoSignedExam) -> Result<(), DbErr> {
        let member = self.member(&demo.by)?;
        let missing = || unknown("a license");
        let decisions: Vec<_> = demo.decisions.iter().map(|decision| self.decision(exam, decision)).collect();
        let mut row = exam_signature::Model {
            exam_id: exam.id,
            signer_id: member.id,
            credential: member.credential.ok_or_else(missing)?,
            license_number: member.license_number.clone().ok_or_else(missing)?,
            license_state: member.license_state.ok_or_else(missing)?,
            license_expires_on: member.license_expires_on.ok_or_else(missing)?,
            mode: if demo.by_video { ExamMode::Video } else { ExamMode::InPerson },
            patient_state: self.clears_services_in.ok_or_else(missing)?,
            signature_sha256: Sha256::digest(PRESCRIBER_SIGNATURE).to_vec(),
            signature: PRESCRIBER_SIGNATURE.to_vec(),
            signed_at: (exam.created_at + TimeDelta::minutes(10)).min(self.calendar.now),
            signer: signer(member),
            content_digest: Vec::new(),
        };
        row.content_digest = evidence::exam_signature(&row, exam, &decisions).digest();
        row.into_active_model().insert(self.db).await?;
        for decision in decisions {
            exam_clearance::ActiveModel { id: NotSet, ..decision.into_active_model() }.insert(self.db).await?;
        }
        Ok(())
    }

    fn decision(&self, exam: &exam::Model, demo: &DemoDecision) -> exam_clearance::Model {
        let mut row = exam_clearance::Model {
            id: 0,
            exam_id: exam.id,
            service_id: None,
            service: demo.service.as_str().to_owned(),
            decision: demo.decision,
            valid_until: demo.until.map(|day| self.calendar.date(day)),
            reason: demo.reason.clone(),
            content_digest: Vec::new(),
        };
        row.content_digest = evidence::exam_clearance(&row).digest();
        row
    }

    pub(super) async fn add_health_change(&self, patient_id: PatientId, demo: &DemoHealthChange) -> Result<(), DbErr> {
        let member = self.member(&demo.reported_by)?;
        let mut row = health_change::Model {
            id: 0,
            patient_id,
            details: demo.details.clone(),
            reported_by: member.id,
            reported_at: self.calendar.until_now(demo.when),
            signer: signer(member),
            content_digest: Vec::new(),
        };
        row.content_digest = evidence::health_change(&row).digest();
        health_change::ActiveModel { id: NotSet, ..row.into_active_model() }.insert(self.db).await?;
        Ok(())
    }
}

fn some(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}
