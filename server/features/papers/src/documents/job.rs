//! Typesets one requested document, outside of any transaction.

use entity::{
    clinic::{
        document::{ActiveModel, Entity, Model},
        member,
    },
    ids::DocumentId,
    words::{DocumentProblem, MemberStatus},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    content::{self, Reader, Which},
    kind::may_print,
    letterhead::Frame,
    program::Program,
    store::{file_of, seal},
};
use base::{
    error::{Error, Result},
    permission::Grants,
};
use outbox::{Failed, Job, LaneKind, Outcome, Run};
use tenancy::{ClinicTx, JobTx, enter_for_job};

/// Typesets a document. A failed job is not retried, because a person waits at the screen and can ask again.
#[derive(Debug, Serialize, Deserialize)]
pub struct PrintDocument {
    pub document: DocumentId,
}

impl Job for PrintDocument {
    const KIND: &'static str = "document_print";
    const LANE: LaneKind = LaneKind::Large;

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
        let Some(row) = unfinished(&entered.tx, self.document, &run).await? else { return Ok(Outcome::Done) };
        let paper = paper(&entered, &row, &run).await?;
        entered.commit().await?;
        let pdf = match paper {
            Some(paper) => set(&run, &paper).await?,
            None => Err(DocumentProblem::Gone),
        };
        finish(&run, self.document, pdf.map(Made::File)).await?;
        Ok(Outcome::Done)
    }
}

/// The document, unless it is finished or expired.
pub(super) async fn unfinished(tx: &ClinicTx, id: DocumentId, run: &Run<'_>) -> Result<Option<Model>> {
    let row = Entity::find_by_id(id).one(tx).await?;
    Ok(row.filter(|row| row.finished_at.is_none() && row.expires_at > run.now))
}

/// The member who requested the document, with the present grants. `None` if the member has left.
pub(super) async fn asker(tx: &ClinicTx, row: &Model) -> Result<Option<(member::Model, Grants)>> {
    let member = member::Entity::find_by_id(row.member_id).one(tx).await?;
    let member = member.filter(|member| member.status == MemberStatus::Active && member.removed_at.is_none());
    Ok(member.map(|member| {
        let grants = Grants::from_member(&member);
        (member, grants)
    }))
}

/// The document to typeset. `None` if the member may no longer read it.
async fn paper(entered: &JobTx, row: &Model, run: &Run<'_>) -> Result<Option<Value>> {
    let Some((member, grants)) = asker(&entered.tx, row).await? else { return Ok(None) };
    if !may_print(grants, row.kind) {
        return Ok(None);
    }
    let reader = Reader { grants, zone: entered.clinic.time_zone, sees_all: false };
    let which = Which { kind: row.kind, record: row.record_id, version: row.version };
    let content = match content::gather(&entered.tx, reader, which).await {
        Err(Error::NotFound) => return Ok(None),
        content => content?,
    };
    let name = member.full_name();
    let frame =
        Frame { app: run.app, clinic: &entered.clinic, document: row.id, printed_by: &name, now: row.requested_at };
    Ok(Some(frame.paper(row.kind.as_str(), content)))
}

/// Typesets a document.
///
/// Fails when the server stops meanwhile. A document that cannot be typeset is not a failure: it returns the problem.
pub async fn set(run: &Run<'_>, paper: &Value) -> Result<Result<Vec<u8>, DocumentProblem>> {
    let program: &Program = run.app.part();
    let input = serde_json::to_vec(paper).map_err(|_| Error::Internal("a document could not be written".into()))?;
    program.set(input).await
}

/// The result: one file, or the number of files in their own table.
pub(super) enum Made {
    File(Vec<u8>),
    Files(i32),
}

/// Stores the file, or the reason why there is none.
pub(super) async fn finish(run: &Run<'_>, id: DocumentId, made: Result<Made, DocumentProblem>) -> Result<()> {
    let mut files = 1;
    let (file, problem) = match made {
        Ok(Made::File(file)) => (Some(seal(&run.app.master, run.clinic).close(&file_of(run.clinic, id), &file)?), None),
        Ok(Made::Files(number)) => {
            files = number;
            (None, None)
        }
        Err(problem) => {
            tracing::warn!(clinic.id = %run.clinic, document.id = %id, problem = problem.as_str(), "a document was not set");
            (None, Some(problem))
        }
    };
    let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
    // The document may have expired meanwhile.
    if let Some(row) = Entity::find_by_id(id).one(&entered.tx).await? {
        let mut row: ActiveModel = row.into_active_model();
        row.finished_at = Set(Some(run.app.clock.now()));
        row.files = Set(files);
        row.file = Set(file);
        row.problem = Set(problem);
        row.update(&entered.tx).await?;
    }
    entered.commit().await
}
