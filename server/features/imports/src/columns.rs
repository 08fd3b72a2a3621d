//! Which column goes into which field: found by name when the file is read, changed by a person, and then checked.

use std::collections::HashSet;

use entity::{
    clinic::import_batch::{ImportColumn, ImportColumns},
    ids::ImportBatchId,
    words::{DateOrder, ImportField, ImportState},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, IntoActiveModel};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{STAGED_FOR, api::ClientImport, locked_in, require_on, step::ImportStep};
use crate::foundation::{
    error::{Error, Result},
    http::{
        IfMatch, Json, Path, Payload,
        fields::{Field, choice, chosen},
        required,
    },
    jobs::enqueue,
    permission::PatientImport,
    state::App,
    tenancy::{Ctx, Done, Subject},
};

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

/// What each column holds.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ColumnMatching {
    #[serde(deserialize_with = "required")]
    fields: Fields,
    /// The order of day, month and year.
    #[serde(deserialize_with = "chosen")]
    date_order: DateOrder,
}

impl Payload for ColumnMatching {}

impl ColumnMatching {
    /// Checks the matching of the columns.
    ///
    /// # Errors
    /// When a field is chosen twice, or the names are missing.
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
    let (version, ImportColumns(columns)) = (batch.version, batch.columns.clone());
    let columns = columns.into_iter().zip(matching.fields.0);
    let mut row = batch.into_active_model();
    row.columns = Set(ImportColumns(columns.map(|(column, field)| ImportColumn { field, ..column }).collect()));
    row.date_order = Set(Some(matching.date_order));
    row.state = Set(ImportState::Checking);
    row.problem = Set(None);
    row.done_rows = Set(0);
    row.with_problems = Set(0);
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
