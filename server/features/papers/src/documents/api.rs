//! The calls that print a record: the request, its progress, and the PDF.

use axum::{
    extract::State,
    http::{
        HeaderMap, HeaderValue, StatusCode,
        header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE},
    },
};
use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::document::{ActiveModel, Column, Entity, Model},
    ids::{DocumentId, MemberId, PatientId, RecordId},
    words::{DocumentKind, DocumentProblem},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    content::{asked_about, has_version},
    job::PrintDocument,
    kind::may_print,
    program::{PRINTING_NOT_READY, Program},
    store::{file_of, seal},
};
use base::{
    error::{Error, Result},
    permission::DocumentPrint,
};
use http_api::{Json, Path, state::App};
use practice::settings::IntegerBetween;
use tenancy::{ClinicTx, Ctx, Done, Subject};

/// How long a printed record can be opened.
const KEPT: TimeDelta = TimeDelta::hours(1);

/// The content security policy of a PDF. It allows objects, because a browser's own viewer is an object of its page.
const POLICY: &str =
    "default-src 'none'; object-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(print_document)).routes(routes!(show_document)).routes(routes!(open_document))
}

/// The record to print.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewDocument {
    kind: DocumentKind,
    /// The record's id. For `patient` and `statement`, the patient's id.
    id: RecordId,
    /// A version of an estimate. Default: the newest.
    #[schema(value_type = Option<i32>, minimum = 1)]
    version: Option<IntegerBetween<1, 1_000_000>>,
}

/// The progress of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum DocumentState {
    Waiting,
    Ready,
    Failed,
}

impl DocumentState {
    pub(super) const fn from_model(row: &Model) -> Self {
        match (row.finished_at, row.problem) {
            (None, _) => Self::Waiting,
            (Some(_), None) => Self::Ready,
            (Some(_), Some(_)) => Self::Failed,
        }
    }
}

/// A record that is printed.
#[derive(Debug, Serialize, ToSchema)]
struct PrintedDocument {
    id: DocumentId,
    kind: DocumentKind,
    state: DocumentState,
    /// A sentence about why it failed.
    problem: Option<&'static str>,
    requested_at: DateTime<Utc>,
    /// Until when it can be opened.
    expires_at: DateTime<Utc>,
}

impl From<Model> for PrintedDocument {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            kind: row.kind,
            state: DocumentState::from_model(&row),
            problem: row.problem.map(sentence),
            requested_at: row.requested_at,
            expires_at: row.expires_at,
        }
    }
}

/// Why a document was not made, as a sentence for the person who waits for it.
pub(super) const fn sentence(problem: DocumentProblem) -> &'static str {
    match problem {
        DocumentProblem::Missing => "Printing is not ready yet. Please try again in a few minutes.",
        DocumentProblem::Refused => "This could not be set as a PDF.",
        DocumentProblem::Stopped => "This took too long to set as a PDF.",
        DocumentProblem::TooLarge => "This record is too large for one file.",
        DocumentProblem::Gone => "Your role no longer allows this.",
    }
}

/// Prints a record as a PDF, which is ready after a moment.
#[utoipa::path(post, path = "/api/documents", tag = "documents", responses((status = CREATED, body = PrintedDocument)))]
async fn print_document(
    ctx: Ctx<DocumentPrint>,
    State(app): State<App>,
    Json(new): Json<NewDocument>,
) -> Result<Done<(StatusCode, Json<PrintedDocument>)>> {
    let NewDocument { kind, id, version } = new;
    let (record, version) = (i64::from(id), version.map(|version| version.0));
    if kind == DocumentKind::Export {
        return Err(Error::field("kind", "must be one of the choices"));
    }
    if !may_print(ctx.member.grants(), kind) {
        return Err(Error::Forbidden);
    }
    if version.is_some() && kind != DocumentKind::Estimate {
        return Err(Error::field("version", "is for estimates"));
    }
    let patient = asked_about(&ctx.tx, kind, record).await?.id;
    if let Some(number) = version {
        has_version(&ctx.tx, record.into(), number).await?;
    }
    if !app.part::<Program>().is_there() {
        return Err(PRINTING_NOT_READY.into());
    }
    let asked = DocumentRequest { kind, record, version, patient, member: ctx.member.id, now: ctx.now, kept: KEPT };
    let row = asked.keep(&ctx.tx).await?;
    outbox::enqueue(&ctx.tx, ctx.clinic.id, ctx.now, &PrintDocument { document: row.id }).await?;
    let subject = Subject::patient(patient).and(record).and(row.id);
    ctx.done(subject, (StatusCode::CREATED, Json(row.into()))).await
}

/// A requested document.
pub(super) struct DocumentRequest {
    pub(super) kind: DocumentKind,
    pub(super) record: i64,
    pub(super) version: Option<i32>,
    pub(super) patient: PatientId,
    pub(super) member: MemberId,
    pub(super) now: DateTime<Utc>,
    pub(super) kept: TimeDelta,
}

impl DocumentRequest {
    pub(super) async fn keep(self, tx: &ClinicTx) -> Result<Model> {
        let row = ActiveModel {
            kind: Set(self.kind),
            record_id: Set(self.record),
            patient_id: Set(self.patient),
            member_id: Set(self.member),
            requested_at: Set(self.now),
            expires_at: Set(self.now + self.kept),
            done: Set(0),
            version: Set(self.version),
            ..Default::default()
        };
        Ok(row.insert(tx).await?)
    }
}

/// A document of the member's own that has not expired.
///
/// # Errors
/// [`Error::NotFound`] if there is no such document, or if it is another member's.
pub(super) async fn own<P: Send + Sync>(ctx: &Ctx<P>, id: DocumentId, is_export: bool) -> Result<Model> {
    let row = Entity::find_by_id(id).filter(Column::MemberId.eq(ctx.member.id)).filter(Column::ExpiresAt.gt(ctx.now));
    let row = row.one(&ctx.tx).await?.filter(|row| (row.kind == DocumentKind::Export) == is_export);
    row.ok_or(Error::NotFound)
}

/// Shows the progress of a document of the member's own.
#[utoipa::path(get, path = "/api/documents/{id}", tag = "documents", params(("id" = i64, Path)), responses((status = OK, body = PrintedDocument)))]
async fn show_document(ctx: Ctx<DocumentPrint>, Path(id): Path<DocumentId>) -> Result<Done<Json<PrintedDocument>>> {
    let row = own(&ctx, id, false).await?;
    ctx.done(Subject::patient(row.patient_id).and(id), Json(row.into())).await
}

/// Returns the PDF of a document of the member's own.
#[utoipa::path(get, path = "/api/documents/{id}/file", tag = "documents", params(("id" = i64, Path)),
    responses((status = OK, body = String, content_type = "application/pdf")))]
async fn open_document(
    ctx: Ctx<DocumentPrint>,
    State(app): State<App>,
    Path(id): Path<DocumentId>,
) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let row = own(&ctx, id, false).await?;
    // The member may have lost the right since the print.
    if !may_print(ctx.member.grants(), row.kind) {
        return Err(Error::Forbidden);
    }
    let sealed = row.file.ok_or(Error::NotFound)?;
    let file = seal(&app.master, ctx.clinic.id).open(&file_of(ctx.clinic.id, id), &sealed)?;
    let version = row.version.map(|version| format!("-version-{version}")).unwrap_or_default();
    let name = format!("{}-{}{version}-{}.pdf", row.kind.as_str(), row.record_id, ctx.clinic.subdomain);
    let headers = headers("application/pdf", &format!("inline; filename=\"{name}\""))?;
    ctx.done(Subject::patient(row.patient_id).and(row.record_id).and(id), (headers, file)).await
}

///
/// Fails when a name cannot stand in a header.
pub fn headers(kind: &'static str, disposition: &str) -> Result<HeaderMap> {
    let disposition = HeaderValue::from_str(disposition).map_err(|_| Error::Internal("a file has no name".into()))?;
    Ok(HeaderMap::from_iter([
        (CONTENT_TYPE, HeaderValue::from_static(kind)),
        (CONTENT_DISPOSITION, disposition),
        (CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    ]))
}
