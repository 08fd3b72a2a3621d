//! Reads the file and checks its rows for problems, for existing patients, and for people who occur twice.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use entity::{
    clinic::{
        import_batch::{self, ImportColumn, ImportColumns, ImportSheets},
        import_part, import_row,
    },
    ids::ImportBatchId,
    words::{ImportField, ImportState},
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect,
};

use super::{
    date_orders,
    entries::{Reading, Rules, person},
    file::{self, ReadOptions, Table, Unreadable},
    locked, matching,
    sql::{self, Checked},
    step::{ROWS_A_STEP, enqueue_next_step},
};
use base::error::Result;
use outbox::Run;
use people::duplicates::{self, Likeness, Person};
use tenancy::{ClinicTx, JobTx, enter_for_job};

/// How many rows are written by one statement.
const AT_ONCE: usize = 2_000;

/// Reads the file outside of any transaction, and stores its rows.
pub async fn read_file(run: Run<'_>, batch: &import_batch::Model) -> Result<()> {
    let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
    let parts = import_part::Entity::find()
        .filter(import_part::Column::BatchId.eq(batch.id))
        .order_by_asc(import_part::Column::Number);
    let bytes: Vec<u8> = parts.all(&entered.tx).await?.into_iter().flat_map(|part| part.data).collect();
    entered.commit().await?;
    let reading = ReadOptions {
        encoding: batch.encoding,
        has_header: batch.has_header,
        header_row: batch.header_row,
        sheet: batch.sheet.clone(),
    };
    let table = file::read(bytes, reading).await?;
    let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
    let today = entered.work(run.now).today();
    let current = locked(&entered.tx, batch.id).await?;
    // A person has canceled it meanwhile, or has chosen other options for reading.
    if current.state != ImportState::Reading || current.version != batch.version {
        return Ok(());
    }
    let own = import_row::Column::BatchId.eq(batch.id);
    import_row::Entity::delete_many().filter(own).exec(&entered.tx).await?;
    let mut row = current.into_active_model();
    match table {
        Ok(table) => store(&entered.tx, batch.id, &mut row, table, today).await?,
        Err(Unreadable(sentence)) => {
            row.state = Set(ImportState::Unreadable);
            row.problem = Set(Some(sentence));
        }
    }
    row.update(&entered.tx).await?;
    entered.commit().await
}

async fn store(
    tx: &ClinicTx,
    id: ImportBatchId,
    row: &mut import_batch::ActiveModel,
    table: Table,
    today: NaiveDate,
) -> Result<()> {
    let fields = matching::by_name(&table.columns);
    let born = fields.iter().position(|field| *field == Some(ImportField::BirthDate));
    let dates = table.rows.iter().filter_map(|(_, cells)| cells.get(born?).map(String::as_str));
    let finding = date_orders::finding(dates, today);
    row.date_order = Set(date_orders::found_order(&finding));
    row.dates = Set(Some(finding));
    row.state = Set(ImportState::Matching);
    row.encoding = Set(table.encoding);
    row.has_header = Set(Some(table.has_header));
    row.header_row = Set(table.header_row);
    row.sheet = Set(table.sheet);
    row.sheets = Set(Some(ImportSheets(table.sheets)));
    row.rows = Set(i32::try_from(table.rows.len()).unwrap_or(i32::MAX));
    let columns = table.columns.into_iter().zip(fields);
    row.columns = Set(ImportColumns(columns.map(|(name, field)| ImportColumn { name, field }).collect()));
    for rows in table.rows.chunks(AT_ONCE) {
        let rows = rows.iter().map(|(number, cells)| import_row::ActiveModel {
            batch_id: Set(id),
            number: Set(*number),
            cells: Set(cells.clone()),
            ..Default::default()
        });
        import_row::Entity::insert_many(rows).exec_without_returning(tx).await?;
    }
    Ok(())
}

/// Checks the next rows. After the last one, compares the rows with each other.
pub async fn check_rows(run: Run<'_>, id: ImportBatchId) -> Result<()> {
    let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
    let batch = locked(&entered.tx, id).await?;
    if batch.state != ImportState::Checking {
        return Ok(());
    }
    // Rows are checked in order, so the number of checked rows gives the next ones.
    let unchecked = import_row::Entity::find()
        .filter(import_row::Column::BatchId.eq(id))
        .order_by_asc(import_row::Column::Number)
        .offset(u64::try_from(batch.done_rows).unwrap_or(0))
        .limit(ROWS_A_STEP);
    let rows = unchecked.all(&entered.tx).await?;
    if rows.is_empty() {
        return compare_rows(entered, batch).await;
    }
    let count = i32::try_from(rows.len()).unwrap_or(i32::MAX);
    let today = entered.work(run.now).today();
    let rules = Rules { columns: &batch.columns.0, date_order: batch.date_order, today };
    let checked = check(&entered.tx, &rules, rows).await?;
    let number_of = |is: fn(&Checked) -> bool| i32::try_from(checked.iter().filter(|row| is(row)).count()).unwrap_or(0);
    let with_problems = batch.with_problems + number_of(|row| row.problems.is_some());
    let with_notices = batch.with_notices + number_of(|row| row.notices.is_some() && row.problems.is_none());
    let is_likely = |row: &Checked| row.likely == Some(true);
    let very_likely =
        batch.very_likely + i32::try_from(checked.iter().filter(|row| is_likely(row)).count()).unwrap_or(0);
    let suspects = number_of(|row| row.suspect.is_some()) + batch.very_likely + batch.possible;
    let done_rows = batch.done_rows + count;
    entered.tx.execute_raw(sql::checked(id, &checked)).await?;
    let mut row = batch.into_active_model();
    row.with_problems = Set(with_problems);
    row.with_notices = Set(with_notices);
    row.very_likely = Set(very_likely);
    row.possible = Set(suspects - very_likely);
    row.done_rows = Set(done_rows);
    row.update(&entered.tx).await?;
    enqueue_next_step(&entered, id, run.now).await?;
    entered.commit().await
}

async fn check(tx: &ClinicTx, rules: &Rules<'_>, rows: Vec<import_row::Model>) -> Result<Vec<Checked>> {
    let mut checked = Vec::with_capacity(rows.len());
    let mut people = BTreeMap::new();
    for row in rows {
        let Reading { entries, problems, notices } = rules.read(&row.cells, row.date_order);
        if problems.is_empty() {
            people.extend(person(&entries).map(|person| (row.number, person)));
        }
        let listed = |found: Vec<_>| (!found.is_empty()).then_some(import_row::ImportProblems(found));
        let (problems, notices) = (listed(problems), listed(notices));
        let number = row.number;
        checked.push(Checked { number, entries, problems, notices, suspect: None, likely: None, reason: None });
    }
    let mut likely = duplicates::likely_patients(tx, &people).await?;
    for row in &mut checked {
        if let Some((id, likeness, reason)) = likely.remove(&row.number) {
            row.suspect = Some(id);
            row.likely = Some(likeness == Likeness::VeryLikely);
            row.reason = Some(reason);
        }
    }
    Ok(checked)
}

/// The last step of checking: finds people who occur twice in the file.
async fn compare_rows(entered: JobTx, batch: import_batch::Model) -> Result<()> {
    let id = batch.id;
    let people = people(&entered.tx, id).await?;
    let same = duplicates::same_rows(&entered.tx, &people).await?;
    let (numbers, earlier): (Vec<_>, Vec<_>) = same.into_iter().unzip();
    entered.tx.execute_raw(sql::same_rows(id, numbers, earlier)).await?;
    // A row whose person is a patient is counted only there.
    let in_file = import_row::Entity::find()
        .filter(import_row::Column::BatchId.eq(id))
        .filter(import_row::Column::SameAs.is_not_null())
        .filter(import_row::Column::SuspectId.is_null());
    let in_file = in_file.count(&entered.tx).await?;
    let mut row = batch.into_active_model();
    row.in_file = Set(i32::try_from(in_file).unwrap_or(i32::MAX));
    row.state = Set(ImportState::Checked);
    row.update(&entered.tx).await?;
    entered.commit().await
}

async fn people(tx: &ClinicTx, id: ImportBatchId) -> Result<BTreeMap<i32, Person>> {
    let rows: Vec<(i32, Option<import_row::ImportEntries>)> = import_row::Entity::find()
        .select_only()
        .columns([import_row::Column::Number, import_row::Column::Entries])
        .filter(import_row::Column::BatchId.eq(id))
        .filter(import_row::Column::Problems.is_null())
        .into_tuple()
        .all(tx)
        .await?;
    Ok(rows.into_iter().filter_map(|(number, entries)| Some((number, person(&entries?)?))).collect())
}
