//! The files of an export: each record as a PDF and as JSON with its pictures beside it, and the ZIP.

use std::io::{Cursor, Write};

use base64::{Engine, engine::general_purpose::STANDARD};
use entity::{
    clinic::{appointment, consent, document::Model, estimate, exam, patient, treatment},
    words::DocumentKind,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use super::{
    content::{Content, at},
    letterhead::Frame,
};
use base::error::{Error, Result};
use people::patients;
use tenancy::ClinicTx;

/// A record of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RecordRef {
    pub kind: DocumentKind,
    pub id: i64,
}

impl RecordRef {
    /// The name of its files, without an ending.
    fn path(self) -> String {
        let folder = match self.kind {
            DocumentKind::Exam => "exams/",
            DocumentKind::Treatment => "treatments/",
            DocumentKind::Consent => "consents/",
            DocumentKind::Estimate => "estimates/",
            DocumentKind::Appointment => "appointments/",
            DocumentKind::Patient | DocumentKind::Statement | DocumentKind::Export => "",
        };
        format!("{folder}{}-{}", self.kind.as_str(), self.id)
    }
}

/// Every record that existed at the time of the request, under all numbers of the patient.
pub async fn records(tx: &ClinicTx, row: &Model) -> Result<Vec<RecordRef>> {
    let patient = patients::person(tx, row.patient_id).await?.id;
    let mut records = vec![RecordRef { kind: DocumentKind::Patient, id: patient.into() }];
    macro_rules! add {
        ($entity:ident, $kind:ident, $since:ident) => {
            let ids: Vec<i64> = $entity::Entity::find()
                .select_only()
                .column($entity::Column::Id)
                .filter($entity::Column::PatientId.in_subquery(patient::Entity::ids_of(patient)))
                .filter($entity::Column::$since.lte(row.requested_at))
                .order_by_asc($entity::Column::Id)
                .into_tuple()
                .all(tx)
                .await?;
            records.extend(ids.into_iter().map(|id| RecordRef { kind: DocumentKind::$kind, id }));
        };
    }
    add!(exam, Exam, CreatedAt);
    add!(treatment, Treatment, CreatedAt);
    add!(consent, Consent, IssuedAt);
    add!(appointment, Appointment, CreatedAt);
    // An estimate with all its versions is one record.
    let first = estimate::Entity::of_patient(patient)
        .filter(estimate::Column::RootId.is_null())
        .filter(estimate::Column::CreatedAt.lte(row.requested_at))
        .all(tx)
        .await?;
    records.extend(first.iter().rev().map(|row| RecordRef { kind: DocumentKind::Estimate, id: row.id.into() }));
    records.push(RecordRef { kind: DocumentKind::Statement, id: patient.into() });
    Ok(records)
}

/// One record's files.
#[derive(Debug, Serialize, Deserialize)]
pub struct Part {
    pub record: RecordRef,
    /// In base64. `None` if it could not be typeset.
    pdf: Option<String>,
    /// The copy that the signer of a consent received, in base64.
    #[serde(default)]
    signed_copy: Option<String>,
    /// The PDFs of an estimate's versions in base64, as issued and as signed. Each has the end of its file's name.
    #[serde(default)]
    versions: Vec<(String, String)>,
    content: Value,
}

impl Part {
    pub fn new(record: RecordRef, pdf: Option<Vec<u8>>, signed_copy: Option<Vec<u8>>, content: Value) -> Self {
        let encoded = |file: Option<Vec<u8>>| file.map(|file| STANDARD.encode(file));
        Self { record, pdf: encoded(pdf), signed_copy: encoded(signed_copy), versions: Vec::new(), content }
    }

    /// Adds the PDFs of an estimate's versions.
    #[must_use]
    pub(crate) fn with_versions(self, files: Vec<(String, Vec<u8>)>) -> Self {
        Self { versions: files.into_iter().map(|(name, file)| (name, STANDARD.encode(file))).collect(), ..self }
    }

    pub fn write(&self) -> Result<Vec<u8>> {
        serde_json::to_vec(self).map_err(|_| Error::Internal("a part of an export could not be written".into()))
    }

    pub fn read(bytes: &[u8]) -> Result<Self> {
        serde_json::from_slice(bytes).map_err(|_| unreadable())
    }

    /// Its line on the cover.
    pub fn line(&self) -> Value {
        let (title, moment) = match self.record.kind {
            DocumentKind::Exam => ("Good Faith Exam", "at"),
            DocumentKind::Treatment => ("Treatment", "at"),
            DocumentKind::Consent => ("Consent", "issued"),
            DocumentKind::Estimate => ("Good Faith Estimate", "written"),
            DocumentKind::Appointment => ("Appointment", "starts_at"),
            DocumentKind::Statement => ("Loyalty statement", ""),
            DocumentKind::Patient | DocumentKind::Export => ("Patient record", ""),
        };
        let states = [
            self.content.get("voided").is_some_and(|voided| !voided.is_null()).then_some(match self.record.kind {
                DocumentKind::Consent => "Revoked",
                _ => "Voided",
            }),
            self.pdf.is_none().then_some("Could not be set as a PDF"),
        ];
        let states: Vec<_> = states.into_iter().flatten().collect();
        let ending = if self.pdf.is_some() { "pdf" } else { "json" };
        let moment = self.content.get(moment).map_or_else(|| json!(""), |moment| json!({ "$at": moment }));
        json!({
            "at": moment,
            "title": self.content.get("type").and_then(Value::as_str).map_or_else(|| title.to_owned(), |more| format!("{title}: {more}")),
            "state": (!states.is_empty()).then(|| states.join(". ")),
            "file": format!("{}.{ending}", self.record.path()),
        })
    }

    /// About the number of bytes of its files, never too low: pictures and the PDF are in base64 here.
    fn length(&self) -> usize {
        let files = [&self.pdf, &self.signed_copy].into_iter().flatten();
        let files = files.chain(self.versions.iter().map(|(_, file)| file)).map(String::len);
        files.sum::<usize>() + self.content.to_string().len()
    }

    fn files(mut self) -> Result<Vec<(String, Vec<u8>)>> {
        let path = self.record.path();
        let mut files = Vec::new();
        for (name, file) in [("", &self.pdf), ("-signed-copy", &self.signed_copy)] {
            let Some(file) = file else { continue };
            files.push((format!("{path}{name}.pdf"), STANDARD.decode(file).map_err(|_| unreadable())?));
        }
        for (name, file) in &self.versions {
            files.push((format!("{path}-{name}.pdf"), STANDARD.decode(file).map_err(|_| unreadable())?));
        }
        let mut pictures = Vec::new();
        take_pictures(&mut self.content, &path, &mut pictures)?;
        let json = serde_json::to_vec_pretty(&self.content).map_err(|_| unreadable())?;
        files.push((format!("{path}.json"), json));
        files.extend(pictures);
        Ok(files)
    }
}

fn unreadable() -> Error {
    Error::Internal("a part of an export cannot be read".into())
}

/// Moves each picture to a file beside the JSON, which names the file. Replaces a formatted text by its HTML.
fn take_pictures(value: &mut Value, path: &str, files: &mut Vec<(String, Vec<u8>)>) -> Result<()> {
    if let Some(html) = value.as_object().filter(|object| object.len() == 1).and_then(|object| object.get("html")) {
        *value = html.clone();
        return Ok(());
    }
    match value {
        Value::Array(values) => values.iter_mut().try_for_each(|value| take_pictures(value, path, files)),
        Value::Object(object) => object.iter_mut().try_for_each(|(name, value)| match value {
            Value::String(text) if name == "picture" => {
                let file = format!("{path}-signature-{}.png", files.len() + 1);
                files.push((file.clone(), STANDARD.decode(text.as_str()).map_err(|_| unreadable())?));
                *value = file.into();
                Ok(())
            }
            other => take_pictures(other, path, files),
        }),
        _ => Ok(()),
    }
}

/// The content of the cover.
pub(super) async fn cover(tx: &ClinicTx, row: &Model, frame: &Frame<'_>, lines: Vec<Value>) -> Result<Content> {
    let person = patients::person(tx, row.patient_id).await?;
    let numbers: Vec<i64> = patient::Entity::find()
        .select_only()
        .column(patient::Column::Id)
        .filter(patient::Column::Id.in_subquery(patient::Entity::ids_of(person.id)))
        .order_by_asc(patient::Column::Id)
        .into_tuple()
        .all(tx)
        .await?;
    let numbers: Vec<_> = numbers.iter().map(i64::to_string).collect();
    let value = json!({
        "made": at(row.requested_at),
        "asked_by": frame.printed_by,
        "time_zone": frame.clinic.time_zone.name(),
        "numbers": numbers.join(", "),
        "records": lines,
    });
    Ok(Content { title: "Everything about one patient".to_owned(), person, value })
}

/// A ZIP of an export, to which parts are added one after the other. The same parts make the same bytes.
pub struct Archive {
    zip: ZipWriter<Cursor<Vec<u8>>>,
    bytes: usize,
}

impl Archive {
    /// Starts a ZIP with the cover, which lists the files of all ZIPs of the export.
    pub fn new(cover: &[u8]) -> Result<Self> {
        let mut archive = Self { zip: ZipWriter::new(Cursor::new(Vec::new())), bytes: 0 };
        archive.add("cover.pdf", cover)?;
        archive.bytes = 0;
        Ok(archive)
    }

    /// Adds the part. If the ZIP would hold more than `most` bytes, it returns the part instead. The first part is always
    /// added.
    pub(crate) fn add_part(&mut self, part: Part, most: usize) -> Result<Option<Part>> {
        if self.bytes > 0 && self.bytes + part.length() > most {
            return Ok(Some(part));
        }
        part.files()?.iter().try_for_each(|(name, bytes)| self.add(name, bytes))?;
        Ok(None)
    }

    fn add(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        let failed = || Error::Internal("an export could not be put together".into());
        // PDFs and pictures are already compressed.
        let is_text = name.rsplit_once('.').is_some_and(|(_, ending)| ending == "json");
        let method = if is_text { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        let options =
            SimpleFileOptions::default().compression_method(method).last_modified_time(zip::DateTime::default());
        self.bytes += bytes.len();
        self.zip.start_file(name, options).map_err(|_| failed())?;
        self.zip.write_all(bytes).map_err(|_| failed())
    }

    pub fn finish(self) -> Result<Vec<u8>> {
        let failed = |_| Error::Internal("an export could not be put together".into());
        Ok(self.zip.finish().map_err(failed)?.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_would_make_a_zip_too_large_is_given_back_and_one_alone_is_not() {
        let part = |id| Part::new(RecordRef { kind: DocumentKind::Exam, id }, Some(vec![0; 600]), None, json!({}));
        let mut archive = Archive::new(b"%PDF-").unwrap();
        assert!(archive.add_part(part(1), 100).unwrap().is_none());
        let back = archive.add_part(part(2), 1_000).unwrap().expect("it does not fit");
        assert_eq!(back.record.id, 2);
        assert!(archive.add_part(back, 2_000).unwrap().is_none());
    }
}
