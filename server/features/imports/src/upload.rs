//! The file: announced, sent in parts, read. It is sent in parts so that no request is larger than a picture, and only a lost
//! part is sent again.

use axum::http::StatusCode;
use base64::{Engine, prelude::BASE64_STANDARD};
use entity::{
    clinic::{import_batch, import_part},
    ids::ImportBatchId,
    words::{ImportEncoding, ImportState},
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, EntityTrait, FromQueryResult, IntoActiveModel, sea_query::OnConflict,
};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    STAGED_FOR, api::ClientImport, file::MAX_BYTES, locked, locked_in, not_now, require_on, sql, step::ImportStep,
};
use base::{
    error::{Error, Result},
    permission::PatientImport,
};
use http_api::{
    IfMatch, Json, Path, deserialize_fields,
    fields::{Field, Line},
    state::App,
};
use outbox::enqueue;
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(begin_import)).routes(routes!(send_import_part)).routes(routes!(read_import))
}

/// The most bytes of one part.
const PART: usize = 512 * 1024;

/// The most parts: enough for a file in parts of any size above 32 KiB.
const MAX_PARTS: i32 = 512;

/// The size of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(value_type = i32, minimum = 1, maximum = 16_777_216)]
struct FileBytes(i32);

impl Field for FileBytes {
    fn parse(value: &Value) -> Result<Self, String> {
        let bytes = value.as_i64().ok_or_else(|| "must be a number".to_owned())?;
        match i32::try_from(bytes) {
            Ok(0) => Err("says that the file is empty".to_owned()),
            Ok(bytes @ 1..) if usize::try_from(bytes).is_ok_and(|bytes| bytes <= MAX_BYTES) => Ok(Self(bytes)),
            Ok(..0) => Err("must be a number".to_owned()),
            _ => {
                Err("must be at most 16 MB. Divide the file into smaller ones, or save an Excel file as CSV".to_owned())
            }
        }
    }
}

/// The number of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(value_type = i32, minimum = 1, maximum = 1_048_576)]
struct HeaderRow(i32);

impl Field for HeaderRow {
    fn parse(value: &Value) -> Result<Self, String> {
        let number = value.as_i64().and_then(|number| i32::try_from(number).ok());
        number.filter(|number| (1..=1_048_576).contains(number)).map(Self).ok_or_else(|| "must be a row".to_owned())
    }
}

/// The bytes of a part, in base64.
#[derive(ToSchema)]
#[schema(value_type = String, format = "byte", min_length = 1, max_length = 699_052)]
struct PartBytes(Vec<u8>);

impl Field for PartBytes {
    fn parse(value: &Value) -> Result<Self, String> {
        let text = value.as_str().ok_or_else(|| "must be text".to_owned())?;
        let bytes = BASE64_STANDARD.decode(text).map_err(|_| "must be base64".to_owned())?;
        match bytes.len() {
            0 => Err("is required".to_owned()),
            length if length > PART => Err("must be at most 512 KiB".to_owned()),
            _ => Ok(Self(bytes)),
        }
    }
}
deserialize_fields!(FileBytes, HeaderRow, PartBytes);

/// A file to be sent.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewImport {
    file_name: Line,
    file_bytes: FileBytes,
}

/// A part of a file.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ImportPart {
    data: PartBytes,
}

/// How to read the file; an absent option is detected.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct FileReading {
    encoding: Option<ImportEncoding>,
    /// Whether the first row names the columns.
    has_header: Option<bool>,
    /// The row with the columns' names, as a spreadsheet numbers it. Rows above it are left out.
    header_row: Option<HeaderRow>,
    /// The sheet of a workbook, by its name.
    sheet: Option<Line>,
}

/// Begins an import with the file's name and size. Its parts follow.
#[utoipa::path(post, path = "/api/imports", tag = "imports", responses((status = CREATED, body = ClientImport)))]
async fn begin_import(
    ctx: Ctx<PatientImport>,
    Json(new): Json<NewImport>,
) -> Result<Done<(StatusCode, Json<ClientImport>)>> {
    require_on(&ctx.tx).await?;
    let row = import_batch::ActiveModel {
        file_name: Set(new.file_name.0),
        file_bytes: Set(new.file_bytes.0),
        state: Set(ImportState::Uploading),
        columns: Set(import_batch::ImportColumns::default()),
        member_id: Set(ctx.member.id),
        member_name: Set(ctx.member.full_name()),
        created_at: Set(ctx.now),
        staged_until: Set(Some(ctx.now + STAGED_FOR)),
        ..Default::default()
    };
    let row = row.insert(&ctx.tx).await?;
    let (id, import) = (row.id, ClientImport::from_model(row, ctx.now));
    ctx.done(Subject::object(id), (StatusCode::CREATED, Json(import))).await
}

/// Receives a part of the file, the first as number 1. Sending the same number again replaces it.
#[utoipa::path(put, path = "/api/imports/{id}/parts/{number}", tag = "imports",
    params(("id" = i64, Path), ("number" = i32, Path)), responses((status = NO_CONTENT)))]
async fn send_import_part(
    ctx: Ctx<PatientImport>,
    Path((id, number)): Path<(ImportBatchId, i32)>,
    Json(part): Json<ImportPart>,
) -> Result<Done<StatusCode>> {
    require_on(&ctx.tx).await?;
    if !(1..=MAX_PARTS).contains(&number) {
        return Err(Error::NotFound);
    }
    let batch = locked(&ctx.tx, id).await?;
    if batch.state != ImportState::Uploading {
        return Err(not_now());
    }
    let row = import_part::ActiveModel { batch_id: Set(id), number: Set(number), data: Set(part.data.0) };
    let again = OnConflict::columns([import_part::Column::BatchId, import_part::Column::Number])
        .update_column(import_part::Column::Data)
        .to_owned();
    import_part::Entity::insert(row).on_conflict(again).exec_without_returning(&ctx.tx).await?;
    // More bytes than announced would exceed the limit of the file's size.
    if received(&ctx, id).await?.bytes > i64::from(batch.file_bytes) {
        return Err(Error::field("data", "is more than the file holds"));
    }
    ctx.done(Subject::object(id), StatusCode::NO_CONTENT).await
}

#[derive(FromQueryResult)]
struct Received {
    bytes: i64,
    is_whole: bool,
}

async fn received(ctx: &Ctx<PatientImport>, id: ImportBatchId) -> Result<Received> {
    let received = Received::find_by_statement(sql::received(id)).one(&ctx.tx).await?;
    received.ok_or_else(|| Error::Internal("a sum has no row".to_owned()))
}

/// Has the file read once all of its parts have arrived, or read again with other options.
#[utoipa::path(post, path = "/api/imports/{id}/read", tag = "imports", params(("id" = i64, Path), IfMatch),
    responses((status = OK, body = ClientImport)))]
async fn read_import(
    ctx: Ctx<PatientImport>,
    Path(id): Path<ImportBatchId>,
    if_match: IfMatch,
    Json(reading): Json<FileReading>,
) -> Result<Done<Json<ClientImport>>> {
    require_on(&ctx.tx).await?;
    let readable = [ImportState::Uploading, ImportState::Unreadable, ImportState::Matching, ImportState::Checked];
    let batch = locked_in(&ctx.tx, id, &if_match, &readable).await?;
    let received = received(&ctx, id).await?;
    if received.bytes != i64::from(batch.file_bytes) || !received.is_whole {
        return Err(Error::conflict(
            "incomplete",
            "The file has not arrived as a whole. Send the missing parts again.",
        ));
    }
    let version = batch.version;
    let mut row = batch.into_active_model();
    row.state = Set(ImportState::Reading);
    row.problem = Set(None);
    row.encoding = Set(reading.encoding);
    row.has_header = Set(reading.has_header);
    row.header_row = Set(reading.header_row.map(|HeaderRow(number)| number));
    row.sheet = Set(reading.sheet.map(|Line(name)| name));
    row.done_rows = Set(0);
    row.staged_until = Set(Some(ctx.now + STAGED_FOR));
    row.version = Set(version + 1);
    let row = row.update(&ctx.tx).await?;
    enqueue(&ctx.tx, ctx.clinic.id, ctx.now, &ImportStep { batch: id }).await?;
    let import = ClientImport::from_model(row, ctx.now);
    ctx.done(Subject::object(id), Json(import)).await
}
