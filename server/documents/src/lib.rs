//! Typesets one document of a clinic as a PDF. Text that a person typed is data: it is shown letter by letter, within
//! limits, and can neither run nor access anything. This is a separate crate and process ([`limit`]), so that the
//! server is built without the typesetter, and a document that takes too long or too much memory affects nobody else.

mod html;
pub mod limit;
mod pictures;
mod text;
mod world;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use typst::foundations::Smart;
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards};

/// The maximum number of bytes of a document.
pub const MAX_INPUT: u64 = 24 * 1024 * 1024;

/// Why a document is refused: a sentence without any of the document's content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused(pub &'static str);

/// The kinds of documents. Each has a template with its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Exam,
    Treatment,
    Consent,
    /// The copy of a signed consent, with the certificate of how it was signed.
    Certificate,
    Estimate,
    /// A version of an estimate as it was issued to the patient.
    Issue,
    /// The notice of the right to an estimate, a poster for the wall.
    Notice,
    Patient,
    Appointment,
    Statement,
    Cover,
}

impl Kind {
    const fn template(self) -> &'static str {
        match self {
            Self::Exam => "/exam.typ",
            Self::Treatment => "/treatment.typ",
            Self::Consent => "/consent.typ",
            Self::Certificate => "/certificate.typ",
            Self::Estimate => "/estimate.typ",
            Self::Issue => "/issue.typ",
            Self::Notice => "/notice.typ",
            Self::Patient => "/patient.typ",
            Self::Appointment => "/appointment.typ",
            Self::Statement => "/statement.typ",
            Self::Cover => "/cover.typ",
        }
    }
}

/// A document. In `content`, `{"picture": base64}` is a picture and `{"html": text}` a formatted text.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    pub kind: Kind,
    /// Identifies the document in the PDF. The same input yields the same bytes.
    pub id: String,
    pub title: String,
    pub description: String,
    pub clinic: Clinic,
    pub patient: Patient,
    pub printed: Printed,
    /// The time of printing as year, month, day, hour, minute and second in UTC, for the PDF's own date.
    pub made: [i32; 6],
    pub content: Value,
}

/// The letterhead.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Clinic {
    pub name: String,
    pub address: String,
}

/// The patient whom the document is about, shown on each page.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Patient {
    pub name: String,
    pub birth_date: String,
    pub number: String,
}

/// The time of printing and the person who printed, shown on each page.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Printed {
    pub at: String,
    pub by: String,
}

/// Typesets a document as PDF/A-2a and PDF/UA-1, which typst checks.
pub fn render(document: Document) -> Result<Vec<u8>, Refused> {
    let ident = document.id.clone();
    let set = set(document)?;
    let standards = PdfStandards::new(&[PdfStandard::A_2a, PdfStandard::Ua_1])
        .map_err(|_| Refused("the standards exclude each other"))?;
    let options = PdfOptions {
        ident: Smart::Custom(ident),
        creator: Smart::Custom(Some("Celadon".to_owned())),
        standards,
        ..PdfOptions::default()
    };
    typst_pdf::pdf(&set, &options).map_err(|problems| describe(&problems))
}

/// Lays out the pages of a document.
fn set(mut document: Document) -> Result<PagedDocument, Refused> {
    let pictures = pictures::take_all(&mut document.content)?;
    read_html(&mut document.content)?;
    text::print_all(&mut document.content, &mut text::MAX_TEXT.clone())?;
    let named = [
        &mut document.title,
        &mut document.description,
        &mut document.clinic.name,
        &mut document.clinic.address,
        &mut document.patient.name,
        &mut document.patient.birth_date,
        &mut document.patient.number,
        &mut document.printed.at,
        &mut document.printed.by,
    ];
    for text in named {
        *text = text::name(text);
    }
    let data = serde_json::to_vec(&document).map_err(|_| Refused("the document cannot be written"))?;
    let world = world::Closed::new(document.kind.template(), data, pictures).ok_or(Refused("there is no template"))?;
    typst::compile::<PagedDocument>(&world).output.map_err(|problems| describe(&problems))
}

/// Replaces each `{"html": text}` with its blocks.
fn read_html(value: &mut Value) -> Result<(), Refused> {
    match value {
        Value::Array(values) => values.iter_mut().try_for_each(read_html),
        Value::Object(object) => {
            if let (1, Some(Value::String(html))) = (object.len(), object.get("html")) {
                *value = html::blocks(html)?;
                return Ok(());
            }
            object.values_mut().try_for_each(read_html)
        }
        _ => Ok(()),
    }
}

/// A problem's message may quote the document, so only a development build shows it.
fn describe(problems: &[typst::diag::SourceDiagnostic]) -> Refused {
    #[cfg(debug_assertions)]
    for problem in problems {
        use std::io::Write;
        let _ = writeln!(std::io::stderr(), "{}", problem.message);
    }
    let _ = problems;
    Refused("the document cannot be set")
}

#[cfg(test)]
mod tests;
