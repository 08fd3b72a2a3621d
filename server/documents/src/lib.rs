//! Sets one document of a clinic as a PDF. What a person typed is data: it is shown letter by letter, within bounds, and can
//! neither run nor reach anything. A crate and a process of its own ([`limit`]), so that the server is built without the
//! typesetter and a document that takes too long or too much memory costs nobody else anything.

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

/// The most bytes of a document that are read.
pub const MAX_INPUT: u64 = 24 * 1024 * 1024;

/// Why a document is not set: a sentence without anything of the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused(pub &'static str);

/// The kinds of documents, each with a template of its name.
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
    /// The notice of the right to an estimate, for the wall.
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

/// A document. In `content`, `{"picture": base64}` is a picture and `{"html": text}` a text with structure.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    pub kind: Kind,
    /// Identifies it in the PDF: with the same input, the same bytes.
    pub id: String,
    pub title: String,
    pub description: String,
    pub clinic: Clinic,
    pub patient: Patient,
    pub printed: Printed,
    /// Year, month, day, hour, minute and second of printing, in UTC, for the PDF's own date.
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

/// Whom the document is about, on each page.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Patient {
    pub name: String,
    pub birth_date: String,
    pub number: String,
}

/// When it was printed and by whom, on each page.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Printed {
    pub at: String,
    pub by: String,
}

/// Sets a document: PDF/A-2a and PDF/UA-1, which typst checks.
///
/// # Errors
/// When it is beyond the bounds, or cannot be set.
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

/// The pages of a document.
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

/// Each `{"html": text}` becomes its blocks.
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

/// A problem's own text may quote the document, so it is shown only in a build for development.
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
