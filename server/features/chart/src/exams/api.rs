//! The calls about Good Faith Exams.

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::exam,
    ids::{ExamId, MemberId, PatientId},
    words::{ExamText, Module},
};
use sea_orm::{ActiveModelTrait, ActiveValue::NotSet, IntoActiveModel};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::text_flags::TextFlags;
use base::{
    error::{Error, Result},
    local_time::months_after,
    permission::{Access, ExamCreate, ExamRead},
};
use http_api::{Computed, Json, Path, SentBack, fields::Note, state::App};
use people::patients;
use practice::settings::{self, NormalFindings};
use tenancy::{Ctx, Done, Member, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create_exam)).routes(routes!(show_exam))
}

/// The fields of an exam, named once: vitals, then the ten systems in the review and in the exam.
macro_rules! exam {
    ($($field:ident),* $(,)?) => {
        /// A Good Faith Exam (specification 3).
        #[derive(Debug, Serialize, ToSchema)]
        pub struct Exam {
            id: ExamId,
            patient_id: PatientId,
            $($field: Option<String>,)*
            /// The texts that were saved as normal. Every other text is a finding to look at.
            normal: Vec<ExamText>,
            /// The texts that were saved as left out.
            deferred: Vec<ExamText>,
            examiner_id: MemberId,
            examiner_name: String,
            created_at: DateTime<Utc>,
            /// When the exam stops clearing the patient, by the clinic's settings.
            valid_until: DateTime<Utc>,
        }

        impl Exam {
            /// `examiner_name` is for exams from before the examiner's name was stored.
            pub(super) fn by(examiner_name: String, row: exam::Model, valid_months: i32, zone: Tz) -> Self {
                let examiner_name = row.signer.map_or(examiner_name, |signer| signer.name);
                Self {
                    valid_until: months_after(row.created_at, valid_months, zone),
                    id: row.id,
                    patient_id: row.patient_id,
                    $($field: row.$field,)*
                    normal: row.normal.unwrap_or_default(),
                    deferred: row.deferred.unwrap_or_default(),
                    examiner_id: row.examiner_id,
                    examiner_name,
                    created_at: row.created_at,
                }
            }
        }

        /// A new exam. Every finding is optional, but there must be at least one.
        #[derive(Deserialize, ToSchema)]
        #[serde(deny_unknown_fields)]
        struct NewExam {
            patient_id: PatientId,
            $($field: Option<Note>,)*
            /// The texts that consist only of phrases that the clinic's list marks as normal, or that the form writes with one
            /// press. Another text is kept without the mark, so that it is shown in full.
            #[serde(default)]
            normal: Vec<ExamText>,
            /// The texts that only say that the part was not examined. Another text is kept without the mark.
            #[serde(default)]
            deferred: Vec<ExamText>,
        }

        impl NewExam {
            fn is_empty(&self) -> bool {
                true $(&& self.$field.is_none())*
            }

            /// The field's value for a text; empty if nothing is written.
            fn text(&self, text: ExamText) -> &str {
                let texts = [$((stringify!($field), &self.$field)),*];
                let written = texts.into_iter().find(|(field, _)| *field == text.as_str());
                written.and_then(|(_, note)| note.as_ref()).map_or("", |note| note.0.as_str())
            }

            /// The row as signed; the database assigns its id.
            fn row(self, flags: TextFlags, examiner: &Member, now: DateTime<Utc>) -> exam::Model {
                let row = exam::Model {
                    id: 0.into(),
                    patient_id: self.patient_id,
                    examiner_id: examiner.id,
                    $($field: self.$field.map(|note| note.0),)*
                    normal: flags.normal,
                    deferred: flags.deferred,
                    created_at: now,
                    signer: Some(examiner.signer()),
                    content_digest: None,
                };
                exam::Model { content_digest: Some(evidence::exam(&row).digest()), ..row }
            }
        }
    };
}

exam! {
    vitals,
    ros_constitutional,
    ros_heent,
    ros_cardio,
    ros_resp,
    ros_gi,
    ros_gu,
    ros_msk,
    ros_neuro,
    ros_skin,
    ros_psych,
    pe_constitutional,
    pe_heent,
    pe_cardio,
    pe_resp,
    pe_gi,
    pe_gu,
    pe_msk,
    pe_neuro,
    pe_skin,
    pe_psych,
}

impl Computed for NewExam {
    const COMPUTED: &'static [&'static str] = &["id", "created_at"];
}

/// Shows the patient's newest exam that is not void, or null if there is none.
#[utoipa::path(get, path = "/api/gfe/{patientId}", tag = "exams", params(("patientId" = i64, Path)), responses((status = OK, body = Option<Exam>)))]
async fn show_exam(ctx: Ctx<ExamRead>, Path(patient_id): Path<PatientId>) -> Result<Done<Json<Option<Exam>>>> {
    let Some(newest) = super::newest(&ctx.tx, patient_id).await? else {
        // A patient with an exam exists; without an exam we check.
        patients::existing(&ctx.tx, patient_id).await?;
        return ctx.done(Subject::patient(patient_id), Json(None)).await;
    };
    let examiner = format!("{} {}", newest.examiner_first_name, newest.examiner_last_name);
    let subject = Subject::patient(patient_id).and(newest.exam.id);
    let exam = Exam::by(examiner, newest.exam, newest.valid_months, ctx.clinic.time_zone);
    ctx.done(subject, Json(Some(exam))).await
}

/// Adds an exam. Earlier ones do not change. A member with partial permission, such as a nurse, may do so only while a prescriber
/// signs exams.
#[utoipa::path(post, path = "/api/gfe", tag = "exams", request_body = NewExam, responses((status = CREATED, body = Exam)))]
async fn create_exam(ctx: Ctx<ExamCreate>, SentBack(new): SentBack<NewExam>) -> Result<Done<(StatusCode, Json<Exam>)>> {
    let patient_id = new.patient_id;
    if ctx.access == Access::Limited && !ctx.tx.has_module(Module::Clearance).await? {
        return Err(Error::Forbidden);
    }
    patients::existing(&ctx.tx, patient_id).await?;
    if new.is_empty() {
        return Err(Error::field("vitals", "Enter the vitals or at least one finding"));
    }
    let listed = NormalFindings::kept(&ctx.tx).await?;
    let flags = TextFlags::new(&new.normal, &new.deferred, &listed, |text| new.text(text))?;
    let row = new.row(flags, &ctx.member, ctx.now);
    let digest = row.content_digest.clone().unwrap_or_default();
    let exam = exam::ActiveModel { id: NotSet, ..row.into_active_model() }.insert(&ctx.tx).await?;
    let examiner = ctx.member.full_name();
    let subject = Subject::patient(patient_id).and(exam.id).signed("exam", exam.id, &digest);
    let valid_months = settings::current(&ctx.tx).await?.exam_valid_months;
    let exam = Exam::by(examiner, exam, valid_months, ctx.clinic.time_zone);
    ctx.done(subject, (StatusCode::CREATED, Json(exam))).await
}
