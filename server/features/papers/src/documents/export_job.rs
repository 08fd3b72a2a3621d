//! Makes the export of one patient's record: a few records at a time, so that other jobs run in between.

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use entity::{
    clinic::{
        document::{Column, Entity},
        document_file, document_part, estimate_file, estimate_issue,
    },
    ids::DocumentId,
    words::{DocumentKind, DocumentProblem, SignedKind},
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QuerySelect, sea_query::Expr,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::{
    content::{self, Reader, Which},
    copy::{copies_of, copies_of_estimate, copy_of},
    export_files::{self, Archive, Part, RecordRef},
    job::{Made, asker, finish, set, unfinished},
    kind::may_print,
    letterhead::{Frame, for_programs},
    program::Program,
    store::{one_of, seal},
};
use base::error::Result;
use outbox::{Failed, Job, LaneKind, Outcome, Run};
use tenancy::{ClinicTx, JobTx, enter_for_job};

/// How long a run makes records before other jobs run.
const TURN: Duration = Duration::from_secs(5);

/// Makes the next parts of an export.
#[derive(Debug, Serialize, Deserialize)]
pub struct ExportPatient {
    pub document: DocumentId,
}

impl Job for ExportPatient {
    const KIND: &'static str = "patient_export";
    const LANE: LaneKind = LaneKind::Large;
    const RUNS_AGAIN: bool = true;

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        let began = Instant::now();
        while began.elapsed() < TURN {
            if !next_part(self.document, &run).await? {
                return Ok(Outcome::Done);
            }
        }
        let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
        outbox::enqueue(&entered.tx, run.clinic, run.now, &self).await?;
        entered.commit().await?;
        Ok(Outcome::Done)
    }
}

/// The next step of an export.
enum Next {
    /// The export is finished or expired.
    Nothing,
    Refused,
    Part {
        record: RecordRef,
        done: usize,
        total: usize,
        paper: Value,
        signed_copy: Option<Vec<u8>>,
        versions: Vec<(String, Vec<u8>)>,
        content: Value,
    },
    Whole {
        records: Vec<RecordRef>,
        cover: Value,
    },
}

/// Makes the next part, or the ZIPs when all parts are made. False if nothing is left.
async fn next_part(id: DocumentId, run: &Run<'_>) -> Result<bool> {
    let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
    let next = next(&entered, id, run).await?;
    entered.commit().await?;
    match next {
        Next::Nothing => Ok(false),
        Next::Refused => finish(run, id, Err(DocumentProblem::Gone)).await.map(|()| false),
        Next::Part { record, done, total, paper, signed_copy, versions, content } => {
            // A record that cannot be typeset is in the export as JSON, and the cover says so.
            let part = Part::new(record, set(run, &paper).await?.ok(), signed_copy, content).with_versions(versions);
            keep(id, Progress { done, total }, &part, run).await.map(|()| true)
        }
        Next::Whole { records, cover } => {
            let file = match set(run, &cover).await? {
                Ok(cover) => Ok(archive(id, &records, &cover, run).await?),
                Err(problem) => Err(problem),
            };
            finish(run, id, file).await?;
            forget_parts(id, run).await.map(|()| false)
        }
    }
}

async fn next(entered: &JobTx, id: DocumentId, run: &Run<'_>) -> Result<Next> {
    let tx = &entered.tx;
    let Some(row) = unfinished(tx, id, run).await? else { return Ok(Next::Nothing) };
    let Some((member, grants)) = asker(tx, &row).await?.filter(|(_, grants)| may_print(*grants, row.kind)) else {
        return Ok(Next::Refused);
    };
    let records = export_files::records(tx, &row).await?;
    let made = made(tx, id).await?;
    let name = member.full_name();
    let frame = Frame { app: run.app, clinic: &entered.clinic, document: id, printed_by: &name, now: row.requested_at };
    let Some(record) = records.iter().find(|record| !made.contains(record)).copied() else {
        let mut lines = Vec::new();
        for record in &records {
            lines.extend(part(tx, id, *record, run).await?.map(|part| part.line()));
        }
        let cover = export_files::cover(tx, &row, &frame, lines).await?;
        return Ok(Next::Whole { records, cover: frame.paper("cover", cover) });
    };
    let reader = Reader::of_everything(grants, entered.clinic.time_zone);
    let content = content::gather(tx, reader, Which { kind: record.kind, record: record.id, version: None }).await?;
    let mut for_export = content::more(tx, record.kind, record.id, content.value.clone()).await?;
    for_programs(&mut for_export);
    let paper = frame.paper(record.kind.as_str(), content);
    let signed_copy = signed_copy(tx, record).await?;
    let versions = version_files(tx, record).await?;
    Ok(Next::Part {
        record,
        done: made.len() + 1,
        total: records.len(),
        paper,
        signed_copy,
        versions,
        content: for_export,
    })
}

/// The PDF of each issued version of an estimate as the patient got it, and the copy of each signed version, with the ends of their names.
/// Empty for other records.
pub async fn version_files(tx: &ClinicTx, record: RecordRef) -> Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    if record.kind == DocumentKind::Estimate {
        let issues = estimate_issue::Entity::of_estimate(record.id.into()).all(tx).await?;
        let of_these = estimate_file::Column::IssueId.is_in(issues.iter().map(|issue| issue.id));
        for file in estimate_file::Entity::find().filter(of_these).all(tx).await? {
            let issue = issues.iter().find(|issue| issue.id == file.issue_id);
            files.extend(issue.map(|issue| (format!("issued-{}", issue.version), file.file)));
        }
        for (version, copy) in copies_of_estimate(tx, record.id.into()).await? {
            files.push((format!("signed-{version}"), copy.file));
        }
    }
    Ok(files)
}

/// The copy of a signed record. For a treatment preferably the copy of the approval, for an exam preferably the copy that a
/// prescriber has signed.
pub async fn signed_copy(tx: &ClinicTx, record: RecordRef) -> Result<Option<Vec<u8>>> {
    let kinds: &[SignedKind] = match record.kind {
        DocumentKind::Consent => return Ok(copy_of(tx, record.id.into()).await?.map(|copy| copy.file)),
        DocumentKind::Treatment => &[SignedKind::Approval, SignedKind::Treatment],
        DocumentKind::Exam => &[SignedKind::Exam, SignedKind::Examiner],
        _ => &[],
    };
    for kind in kinds {
        if let Some(copy) = copies_of(*kind, record.id).one(tx).await? {
            return Ok(Some(copy.file));
        }
    }
    Ok(None)
}

/// The records that already have a part.
async fn made(tx: &ClinicTx, id: DocumentId) -> Result<HashSet<RecordRef>> {
    let rows: Vec<(DocumentKind, i64)> = document_part::Entity::find()
        .select_only()
        .columns([document_part::Column::Kind, document_part::Column::RecordId])
        .filter(document_part::Column::DocumentId.eq(id))
        .into_tuple()
        .all(tx)
        .await?;
    Ok(rows.into_iter().map(|(kind, id)| RecordRef { kind, id }).collect())
}

/// The part of this record, if it is made. Only one part is in memory at a time.
async fn part(tx: &ClinicTx, id: DocumentId, record: RecordRef, run: &Run<'_>) -> Result<Option<Part>> {
    let row = document_part::Entity::find_by_id((id, record.kind, record.id)).one(tx).await?;
    let Some(row) = row else { return Ok(None) };
    let opened = seal(&run.app.master, run.clinic).open(&place(run.clinic, id, record), &row.sealed)?;
    Part::read(&opened).map(Some)
}

/// Makes the ZIPs of these records' parts: one, or several in their own table if one would be too large. Only one ZIP is in
/// memory at a time.
async fn archive(id: DocumentId, records: &[RecordRef], cover: &[u8], run: &Run<'_>) -> Result<Made> {
    let program: &Program = run.app.part();
    let most = program.file_bytes();
    forget_files(id, run).await?;
    let mut archive = Archive::new(cover)?;
    let mut full = 0;
    for record in records {
        let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
        let part = part(&entered.tx, id, *record, run).await?;
        entered.commit().await?;
        let Some(part) = part else { continue };
        if let Some(part) = archive.add_part(part, most)? {
            full += 1;
            keep_file(id, full, archive.finish()?, run).await?;
            archive = Archive::new(cover)?;
            archive.add_part(part, most)?;
        }
    }
    let last = archive.finish()?;
    if full == 0 {
        return Ok(Made::File(last));
    }
    keep_file(id, full + 1, last, run).await?;
    Ok(Made::Files(full + 1))
}

/// Deletes the files of an interrupted run.
async fn forget_files(id: DocumentId, run: &Run<'_>) -> Result<()> {
    let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
    let theirs = document_file::Column::DocumentId.eq(id);
    document_file::Entity::delete_many().filter(theirs).exec(&entered.tx).await?;
    entered.commit().await
}

async fn keep_file(id: DocumentId, number: i32, zip: Vec<u8>, run: &Run<'_>) -> Result<()> {
    let sealed = seal(&run.app.master, run.clinic).close(&one_of(run.clinic, id, number), &zip)?;
    drop(zip);
    let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
    // The export may have expired meanwhile.
    if Entity::find_by_id(id)
        .select_only()
        .column(Column::Id)
        .into_tuple::<DocumentId>()
        .one(&entered.tx)
        .await?
        .is_some()
    {
        let row = document_file::ActiveModel { document_id: Set(id), number: Set(number), sealed: Set(sealed) };
        row.insert(&entered.tx).await?;
    }
    entered.commit().await
}

/// The context that a part's seal is bound to.
fn place(clinic: Uuid, id: DocumentId, RecordRef { kind, id: record }: RecordRef) -> String {
    format!("{clinic} document {id} {} {record}", kind.as_str())
}

/// How many parts of an export are made, of how many.
struct Progress {
    done: usize,
    total: usize,
}

async fn keep(id: DocumentId, progress: Progress, part: &Part, run: &Run<'_>) -> Result<()> {
    let record = part.record;
    let sealed = seal(&run.app.master, run.clinic).close(&place(run.clinic, id, record), &part.write()?)?;
    let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
    let number = |count| i32::try_from(count).unwrap_or(i32::MAX);
    // The export may have expired meanwhile, with its parts.
    let counted = Entity::update_many()
        .col_expr(Column::Done, Expr::value(number(progress.done)))
        .col_expr(Column::Total, Expr::value(number(progress.total)))
        .filter(Column::Id.eq(id))
        .exec(&entered.tx)
        .await?;
    if counted.rows_affected == 1 {
        let row = document_part::ActiveModel {
            document_id: Set(id),
            kind: Set(record.kind),
            record_id: Set(record.id),
            sealed: Set(sealed),
        };
        row.insert(&entered.tx).await?;
    }
    entered.commit().await
}

async fn forget_parts(id: DocumentId, run: &Run<'_>) -> Result<()> {
    let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
    let theirs = document_part::Column::DocumentId.eq(id);
    document_part::Entity::delete_many().filter(theirs).exec(&entered.tx).await?;
    entered.commit().await
}
