//! Makes the copy of a signed treatment, approval, exam or version of an estimate. Each copy is made once.

use chrono::{DateTime, Datelike, Timelike, Utc};
use entity::{
    clinic::{
        Signer, estimate, exam, exam_signature,
        signed_copy::{self, ActiveModel, Column, Entity},
        treatment, treatment_approval,
    },
    ids::{EstimateId, ExamId, PatientId, TreatmentId},
    words::SignedKind,
};
use sea_orm::{
    ActiveValue::{NotSet, Set},
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select,
    sea_query::OnConflict,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::documents::{
    content::{self, hex},
    job::set,
    letterhead,
};
use base::{
    date_format::{date_and_time, second_in_utc},
    error::{Error, Result},
};
use outbox::{Failed, Job, LaneKind, Outcome, Run};
use people::patients;
use tenancy::{ClinicTx, JobTx, Subject, enter_for_audited_job, enter_for_job};

/// Makes the copy of one signature, or of both signatures of an estimate's version. `record` is the id of the treatment, the exam or the
/// version's row.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct MakeSignedCopy {
    pub of: SignedKind,
    pub record: i64,
}

/// The signed content of a copy.
struct Signed {
    patient: PatientId,
    /// The estimate of the version. The audit names the estimate.
    estimate: Option<EstimateId>,
    /// In the order of signing, at least one.
    signatures: Vec<Signature>,
    content: Value,
}

/// A signature on a certificate.
struct Signature {
    at: DateTime<Utc>,
    by: Signer,
    /// The hash of the drawn signature. `None` if the record is signed by saving.
    picture_sha256: Option<Vec<u8>>,
    /// The digest of the signed content.
    digest: Option<Vec<u8>>,
    /// Whether a patient signed, and not a member.
    by_patient: bool,
}

impl Signed {
    fn one(patient: PatientId, signature: Signature, content: Value) -> Self {
        Self { patient, estimate: None, signatures: vec![signature], content }
    }

    /// The last signature.
    fn last(&self) -> Result<&Signature> {
        self.signatures.last().ok_or_else(|| Error::Internal("a copy is of no signature".into()))
    }
}

/// Selects the copy of one signature.
pub fn copies_of(kind: SignedKind, record: i64) -> Select<Entity> {
    let of = match kind {
        SignedKind::Exam | SignedKind::Examiner => Column::ExamId.eq(ExamId::from(record)),
        SignedKind::Treatment | SignedKind::Approval => Column::TreatmentId.eq(TreatmentId::from(record)),
        SignedKind::Estimate => Column::EstimateId.eq(EstimateId::from(record)),
    };
    Entity::find().filter(Column::Kind.eq(kind)).filter(of)
}

impl Job for MakeSignedCopy {
    const KIND: &'static str = "signed_copy";
    const LANE: LaneKind = LaneKind::Large;
    const CAN_WAIT: bool = true;

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
        let made: Option<i64> =
            copies_of(self.of, self.record).select_only().column(Column::Id).into_tuple().one(&entered.tx).await?;
        let signed = if made.is_some() { None } else { self.read(&entered).await? };
        let Some(signed) = signed else { return Ok(Outcome::Done) };
        let paper = self.paper(&entered, &signed, &run).await?;
        entered.commit().await?;
        let file = set(&run, &paper)
            .await?
            .map_err(|problem| Error::Internal(format!("the copy of a signature was not set: {}", problem.as_str())))?;
        self.keep(file, &signed, &run).await?;
        Ok(Outcome::Done)
    }
}

impl MakeSignedCopy {
    /// Reads the signature and the content that it covers, as of the time of signing. Later addenda and voids are left out.
    async fn read(self, entered: &JobTx) -> Result<Option<Signed>> {
        let tx = &entered.tx;
        let (zone, id) = (entered.clinic.time_zone, self.record);
        if self.of == SignedKind::Estimate {
            let row = estimate::Entity::find_by_id(id).one(tx).await?;
            return Ok(row.and_then(|row| estimate_signed(&row)));
        }
        if self.of == SignedKind::Exam {
            let Some(row) = exam_signature::Entity::find_by_id(id).one(tx).await? else { return Ok(None) };
            let exam = exam::Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)?;
            let mut content = content::exam_value(tx, zone, id.into()).await?;
            clear(&mut content, &["valid_until", "voided", "addenda"]);
            let (at, digest, license) = (row.signed_at, Some(row.content_digest), Some(row.license_number));
            let by = Signer { license, ..row.signer };
            let picture_sha256 = Some(row.signature_sha256);
            let signature = Signature { at, by, picture_sha256, digest, by_patient: false };
            return Ok(Some(Signed::one(exam.patient_id, signature, content)));
        }
        if self.of == SignedKind::Examiner {
            let Some(row) = exam::Entity::find_by_id(id).one(tx).await? else { return Ok(None) };
            // Rows from before the signer was stored have no copy.
            let Some(by) = row.signer else { return Ok(None) };
            let mut content = content::exam_value(tx, zone, id.into()).await?;
            clear(&mut content, &["valid_until", "signed", "voided", "addenda"]);
            let (patient, at, digest) = (row.patient_id, row.created_at, row.content_digest);
            return Ok(Some(Signed::one(
                patient,
                Signature { at, by, picture_sha256: None, digest, by_patient: false },
                content,
            )));
        }
        let Some(row) = treatment::Entity::find_by_id(id).one(tx).await? else { return Ok(None) };
        let mut content = content::treatment_value(tx, id.into()).await?;
        clear(&mut content, &["voided", "addenda", "returns"]);
        let patient = row.patient_id;
        if self.of == SignedKind::Treatment {
            clear(&mut content, &["approval"]);
            let Some(by) = row.signer else { return Ok(None) };
            let (at, digest, picture_sha256) =
                (row.created_at, row.content_digest, Some(row.provider_signature_sha256));
            return Ok(Some(Signed::one(
                patient,
                Signature { at, by, picture_sha256, digest, by_patient: false },
                content,
            )));
        }
        let Some(row) = treatment_approval::Entity::find_by_id(id).one(tx).await? else { return Ok(None) };
        let Some(by) = row.signer else { return Ok(None) };
        let (at, digest, picture_sha256) = (row.approved_at, row.content_digest, Some(row.director_signature_sha256));
        Ok(Some(Signed::one(patient, Signature { at, by, picture_sha256, digest, by_patient: false }, content)))
    }

    /// The document to typeset. It does not depend on the present time.
    async fn paper(self, entered: &JobTx, signed: &Signed, run: &Run<'_>) -> Result<Value> {
        let person = patients::person(&entered.tx, signed.patient).await?;
        let (clinic, zone) = (&entered.clinic, entered.clinic.time_zone);
        let (template, title) = match self.of {
            SignedKind::Treatment => ("treatment", "Treatment, signed by its provider"),
            SignedKind::Approval => ("treatment", "Treatment, approved by a director"),
            SignedKind::Exam => ("exam", "Good Faith Exam, signed by a prescriber"),
            SignedKind::Examiner => ("exam", "Good Faith Exam, as its examiner saved it"),
            SignedKind::Estimate => ("estimate", "Good Faith Estimate, as it was signed"),
        };
        let Signature { at, by, .. } = signed.last()?;
        let id = format!("{} {} {}", clinic.id, self.of.as_str(), self.record);
        let mut content = signed.content.clone();
        let certificate = |one: &Signature| {
            json!({
                "document": id,
                "name": one.by.name,
                "role": one.by.role,
                "license": one.by.license,
                "at": second_in_utc(one.at),
                "picture_sha256": hex(one.picture_sha256.as_deref()),
                "content_sha256": hex(one.digest.as_deref()),
            })
        };
        content["certificates"] = signed.signatures.iter().map(certificate).collect();
        letterhead::in_words(&mut content, zone);
        Ok(json!({
            "kind": template,
            "id": id,
            "description": format!("{title}, of record {}", person.id),
            "title": title,
            "clinic": { "name": clinic.name, "address": run.app.base_url.origin_of(&clinic.subdomain) },
            "patient": letterhead::patient_header(&person),
            "printed": { "at": date_and_time(*at, zone), "by": by.name },
            "made": [at.year(), at.month(), at.day(), at.hour(), at.minute(), at.second()],
            "content": content,
        }))
    }

    /// Stores the copy, unless another worker has.
    async fn keep(self, file: Vec<u8>, signed: &Signed, run: &Run<'_>) -> Result<()> {
        let entered = enter_for_audited_job(&run.app.tenants.db, run.clinic).await?;
        let sha256 = Sha256::digest(&file).to_vec();
        let subject = Subject::patient(signed.patient).and(signed.estimate.map_or(self.record, i64::from));
        let subject = subject.signed(evidence::copy_table(self.of), self.record, &sha256);
        let is_exam = matches!(self.of, SignedKind::Exam | SignedKind::Examiner);
        let is_estimate = self.of == SignedKind::Estimate;
        let row = ActiveModel {
            id: NotSet,
            kind: Set(self.of),
            treatment_id: Set((!is_exam && !is_estimate).then(|| self.record.into())),
            exam_id: Set(is_exam.then(|| self.record.into())),
            estimate_id: Set(is_estimate.then(|| self.record.into())),
            sha256: Set(sha256),
            file: Set(file),
        };
        let insert = Entity::insert(row).on_conflict(OnConflict::new().do_nothing().to_owned());
        if insert.exec_without_returning(&entered.tx).await? == 0 {
            return Ok(());
        }
        match signed.last()? {
            last if last.by_patient => entered.commit_for_patient("signed_copy.make", subject, run.now).await,
            last => entered.commit_audited(last.by.clone(), "signed_copy.make", subject, run.now).await,
        }
    }
}

/// A version of an estimate with its signatures, including those kept from an earlier version. `None` if it has no signatures. Signatures from
/// before the time and the signer were stored are left out.
fn estimate_signed(row: &estimate::Model) -> Option<Signed> {
    let signature =
        |at: Option<DateTime<Utc>>, by: &Option<Signer>, picture: &Option<Vec<u8>>, digest: &Option<Vec<u8>>| {
            let picture_sha256 = picture.as_deref().map(|png| Sha256::digest(png).to_vec());
            Some(Signature { at: at?, by: by.clone()?, picture_sha256, digest: digest.clone(), by_patient: false })
        };
    let patient = signature(row.pt_signed_at, &row.pt_signer, &row.pt_sig, &row.pt_digest);
    let patient = patient.map(|one| Signature { by_patient: true, ..one });
    let provider = signature(row.prov_signed_at, &row.prov_signer, &row.prov_sig, &row.prov_digest);
    let mut signatures: Vec<_> = patient.into_iter().chain(provider).collect();
    signatures.sort_by_key(|one| one.at);
    (!signatures.is_empty()).then(|| Signed {
        patient: row.patient_id,
        estimate: Some(row.estimate_id()),
        signatures,
        content: content::signed_version(row),
    })
}

/// The rows of an estimate's versions, newest first, with their numbers.
pub(super) async fn versions_of(tx: &ClinicTx, id: EstimateId) -> Result<Vec<(EstimateId, i32)>> {
    let rows = estimate::Entity::versions(id).select_only();
    Ok(rows.columns([estimate::Column::Id, estimate::Column::Version]).into_tuple().all(tx).await?)
}

/// The copies of an estimate's versions, newest first, each with the number of its version.
pub async fn copies_of_estimate(tx: &ClinicTx, id: EstimateId) -> Result<Vec<(i32, signed_copy::Model)>> {
    let versions = versions_of(tx, id).await?;
    let copies = Entity::find().filter(Column::EstimateId.is_in(versions.iter().map(|(row, _)| *row)));
    let copies = copies.order_by_desc(Column::EstimateId).all(tx).await?;
    let number = |copy: &signed_copy::Model| versions.iter().find(|(row, _)| copy.estimate_id == Some(*row));
    Ok(copies.into_iter().filter_map(|copy| number(&copy).map(|(_, number)| *number).zip(Some(copy))).collect())
}

fn clear(content: &mut Value, fields: &[&str]) {
    for field in fields {
        content[*field] = if content[*field].is_array() { json!([]) } else { Value::Null };
    }
}
