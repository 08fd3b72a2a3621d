//! The field for each column: found by name when the file is read, changed by a person, and then checked.

use std::collections::HashSet;

use chrono::NaiveDate;
use entity::{
    clinic::import_batch::{DateFinding, ImportColumn, ImportColumns},
    ids::ImportBatchId,
    words::{DateOrder, ImportField, ImportState},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, ConnectionTrait, FromQueryResult, IntoActiveModel};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{STAGED_FOR, api::ClientImport, date_orders, locked_in, require_on, sql, step::ImportStep};
use base::{
    error::{Error, Result},
    permission::PatientImport,
};
use http_api::{
    IfMatch, Json, Path, deserialize_fields,
    fields::{Field, choice},
    state::App,
};
use outbox::enqueue;
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(match_import_columns))
}

/// The field of each column, in the file's order; null for one that is left out.
#[derive(ToSchema)]
#[schema(value_type = Vec<Option<ImportField>>)]
struct Fields(Vec<Option<ImportField>>);

impl Field for Fields {
    fn parse(value: &Value) -> Result<Self, String> {
        let list = value.as_array().ok_or_else(|| "must be a list".to_owned())?;
        list.iter().map(choice).collect::<Result<_, _>>().map(Self)
    }
}

/// The field of each column.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ColumnMatching {
    fields: Fields,
    /// The order of day, month and year, for a file whose dates leave it open. Without it a person answers for every ambiguous
    /// date, row by row. The order is ignored if the dates contradict each other.
    date_order: Option<DateOrder>,
    /// A person's answers about dates of single rows, which are kept.
    #[schema(value_type = Option<Vec<DateAnswer>>)]
    date_answers: Option<DateAnswers>,
}

/// The order in which the date of a row is written.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DateAnswer {
    /// The row's number.
    number: i32,
    date_order: DateOrder,
}

struct DateAnswers(Vec<DateAnswer>);

impl Field for DateAnswers {
    fn parse(value: &Value) -> Result<Self, String> {
        choice(value).map(Self).map_err(|_| "must be a list of rows and orders".to_owned())
    }
}
deserialize_fields!(Fields, DateAnswers);

impl ColumnMatching {
    /// Checks the matching of the columns.
    ///
    /// Fails if a field is chosen twice, or the names are missing.
    fn check(&self, columns: usize) -> Result<()> {
        use ImportField::{FirstName, FullName, LastName};
        let Fields(fields) = &self.fields;
        if fields.len() != columns {
            return Err(Error::field("fields", format!("must be {columns}, one for each column")));
        }
        let mut seen = HashSet::new();
        if let Some(twice) = fields.iter().flatten().find(|field| !seen.insert(**field)) {
            let name = twice.as_str().replace('_', " ");
            return Err(Error::field("fields", format!("match two columns with the {name}; leave one of them out")));
        }
        let has = |field| seen.contains(&field);
        if has(FullName) && (has(FirstName) || has(LastName)) {
            return Err(Error::field(
                "fields",
                "match the full name beside the first or last name; leave one of them out",
            ));
        }
        if !(has(FullName) || has(FirstName) && has(LastName)) {
            return Err(Error::field("fields", "must match the first and the last name, or the full name"));
        }
        Ok(())
    }
}

#[derive(FromQueryResult)]
struct Text {
    text: String,
}

/// What the dates in the column of birth dates reveal about their order.
async fn date_finding(
    tx: &ClinicTx,
    id: ImportBatchId,
    fields: &[Option<ImportField>],
    today: NaiveDate,
) -> Result<DateFinding> {
    let born = fields.iter().position(|field| *field == Some(ImportField::BirthDate));
    let texts = match born.and_then(|place| i32::try_from(place + 1).ok()) {
        Some(place) => Text::find_by_statement(sql::column_texts(id, place)).all(tx).await?,
        None => Vec::new(),
    };
    Ok(date_orders::finding(texts.iter().map(|row| row.text.as_str()), today))
}

/// Matches the columns with fields, and has every row checked.
#[utoipa::path(put, path = "/api/imports/{id}/columns", tag = "imports", params(("id" = i64, Path), IfMatch),
    responses((status = OK, body = ClientImport)))]
async fn match_import_columns(
    ctx: Ctx<PatientImport>,
    Path(id): Path<ImportBatchId>,
    if_match: IfMatch,
    Json(matching): Json<ColumnMatching>,
) -> Result<Done<Json<ClientImport>>> {
    require_on(&ctx.tx).await?;
    let batch = locked_in(&ctx.tx, id, &if_match, &[ImportState::Matching, ImportState::Checked]).await?;
    matching.check(batch.columns.0.len())?;
    let today = ctx.today();
    let finding = date_finding(&ctx.tx, id, &matching.fields.0, today).await?;
    let date_order = date_orders::settled(&finding, matching.date_order, today)?;
    if let Some(DateAnswers(answers)) = matching.date_answers {
        let (numbers, orders) =
            answers.into_iter().map(|answer| (answer.number, answer.date_order.as_str().to_owned())).unzip();
        ctx.tx.execute_raw(sql::date_answers(id, numbers, orders)).await?;
    }
    let (version, ImportColumns(columns)) = (batch.version, batch.columns.clone());
    let columns = columns.into_iter().zip(matching.fields.0);
    let mut row = batch.into_active_model();
    row.columns = Set(ImportColumns(columns.map(|(column, field)| ImportColumn { field, ..column }).collect()));
    row.date_order = Set(date_order);
    row.dates = Set(Some(finding));
    row.state = Set(ImportState::Checking);
    row.problem = Set(None);
    row.done_rows = Set(0);
    row.with_problems = Set(0);
    row.with_notices = Set(0);
    row.very_likely = Set(0);
    row.possible = Set(0);
    row.in_file = Set(0);
    row.staged_until = Set(Some(ctx.now + STAGED_FOR));
    row.version = Set(version + 1);
    let row = row.update(&ctx.tx).await?;
    enqueue(&ctx.tx, ctx.clinic.id, ctx.now, &ImportStep { batch: id }).await?;
    let import = ClientImport::from_model(row, ctx.now);
    ctx.done(Subject::object(id), Json(import)).await
}
