//! Searches patients by parts of a name, an e-mail address or a phone number, or by the birth date, one page at
//! a time.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::patient::{Column, Entity, Model},
    ids::PatientId,
};

use sea_orm::{
    ColumnTrait, Condition, DbBackend, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    Select, Statement,
    sea_query::{Expr, ExprTrait, Func, Order, Query},
};

use super::{
    fold::folded,
    sql,
    terms::{Terms, words},
};
use crate::foundation::{error::Result, permission::Access, tenancy::ClinicTx};

/// What a list shows of a patient: fewer columns than the record has.
#[derive(FromQueryResult)]
pub struct ListedPatient {
    pub id: PatientId,
    pub first_name: String,
    pub last_name: String,
    pub preferred_name: Option<String>,
    pub pronouns: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub birth_date: Option<NaiveDate>,
    pub created_at: DateTime<Utc>,
    pub archived_at: Option<DateTime<Utc>>,
    pub version: i32,
}

const LISTED: [Column; 11] = [
    Column::Id,
    Column::FirstName,
    Column::LastName,
    Column::PreferredName,
    Column::Pronouns,
    Column::Email,
    Column::Phone,
    Column::BirthDate,
    Column::CreatedAt,
    Column::ArchivedAt,
    Column::Version,
];

impl ListedPatient {
    /// How long its texts are together.
    pub(super) fn length(&self) -> usize {
        let more = [&self.preferred_name, &self.pronouns, &self.email, &self.phone];
        self.first_name.len() + self.last_name.len() + more.into_iter().flatten().map(String::len).sum::<usize>()
    }
}

impl From<Model> for ListedPatient {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            first_name: row.first_name,
            last_name: row.last_name,
            preferred_name: row.preferred_name,
            pronouns: row.pronouns,
            email: row.email,
            phone: row.phone,
            birth_date: row.birth_date,
            created_at: row.created_at,
            archived_at: row.archived_at,
            version: row.version,
        }
    }
}

/// A patient on a page.
#[derive(FromQueryResult)]
struct FoundRow {
    #[sea_orm(nested)]
    patient: ListedPatient,
    /// How many match in all; on the first page.
    total: Option<i64>,
}

/// One page of the patients that match. Only the first one also counts all matches.
///
/// # Errors
/// When the database is out of reach.
pub async fn page(
    tx: &ClinicTx,
    search: &str,
    with_archived: bool,
    access: Access,
    limit: u64,
    after: Option<PatientId>,
) -> Result<(Vec<ListedPatient>, Option<u64>)> {
    let wanted = wanted(search, with_archived, access, limit, after).build(DbBackend::Postgres);
    let statement = sql::with_kept_plan(&wanted).map_or(wanted, |kept| tx.planned_for_clinic(kept));
    let rows = FoundRow::find_by_statement(statement).all(tx).await?;
    let total = match rows.first() {
        Some(first) => first.total.map(i64::unsigned_abs),
        None => after.is_none().then_some(0),
    };
    Ok((rows.into_iter().map(|row| row.patient).collect(), total))
}

/// Patients are counted as far as this. Counting ten thousand for each first page costs more than the page.
pub(super) const COUNTED: u64 = 1_000;

/// The page of matches after the patient `after`, in the order of the index `patient_name`; empty when that
/// patient does not exist.
pub(super) fn wanted(
    search: &str,
    with_archived: bool,
    access: Access,
    limit: u64,
    after: Option<PatientId>,
) -> Select<Entity> {
    let matching = matching(search, access).select_only().columns(LISTED);
    let matching = if with_archived { matching } else { matching.filter(Column::ArchivedAt.is_null()) };
    let is_search = !search.trim().is_empty();
    let (total, surname) = match after {
        Some(_) => (Expr::null().cast_as("bigint"), lowered(Column::LastName)),
        None if is_search => (sql::number_of_matches(), sql::unindexed_surname()),
        None => (sql::number_as_far_as_counted(with_archived), lowered(Column::LastName)),
    };
    let page = match after {
        Some(last) => matching.filter(follows(last)),
        None => matching,
    };
    page.expr_as(total, "total")
        .order_by_asc(surname)
        .order_by_asc(lowered(Column::FirstName))
        .order_by_asc(Column::Id)
        .limit(limit)
}

/// A limited role cannot search by what it may not see: names only.
pub(super) fn matching(search: &str, access: Access) -> Select<Entity> {
    let patients = Entity::find().filter(Column::MergedInto.is_null());
    if access == Access::Limited {
        // The names are part of the haystack, which alone has an index.
        return words(search).iter().fold(patients, |found, word| {
            found.filter(contains(sql::haystack(), word)).filter(contains(sql::names(), word))
        });
    }
    let Terms { words, phone, birth_dates } = Terms::parse(search);
    let all = words.iter().fold(Condition::all(), |all, word| all.add(contains(sql::haystack(), word)));
    let found = match phone {
        Some(digits) => patients.filter(Condition::any().add(all).add(contains(sql::haystack(), &digits))),
        None => patients.filter(all),
    };
    match birth_dates {
        Some(days) => found.filter(Column::BirthDate.is_in(days)),
        None => found,
    }
}

/// The patient with this name, in any case, and this birth date, or without a known birth date.
///
/// # Errors
/// When the database is out of reach.
pub async fn same(
    tx: &ClinicTx,
    first_name: &str,
    last_name: &str,
    birth_dates: Option<NaiveDate>,
) -> Result<Option<Model>> {
    let is = |column: Column, name: &str| lowered(column).eq(Func::lower(Expr::val(name)));
    let named = Entity::find()
        .filter(Column::MergedInto.is_null())
        .filter(is(Column::LastName, last_name))
        .filter(is(Column::FirstName, first_name));
    let same = match birth_dates {
        Some(day) => named.filter(Column::BirthDate.eq(day)),
        None => named.filter(Column::BirthDate.is_null()),
    };
    Ok(same.order_by_asc(Column::Id).one(tx).await?)
}

/// The most matches that [`best_matches`] compares. Ordering 50,000 of them takes 60 ms of a processor, and a search
/// with so many matches is not typed to its end yet.
const COMPARED: u64 = 5_000;

/// The patients that match best: those whose first, last or preferred name begins with what is typed come first.
/// Archived patients are among them. Of more than [`COMPARED`] matches they are the best of so many.
///
/// # Errors
/// When the database is out of reach.
pub async fn best_matches(tx: &ClinicTx, search: &str, access: Access, limit: u64) -> Result<Vec<ListedPatient>> {
    Ok(ListedPatient::find_by_statement(best(search, access, limit)).all(tx).await?)
}

/// The query of [`best_matches`].
pub(super) fn best(search: &str, access: Access, limit: u64) -> Statement {
    let matches = matching(search, access)
        .select_only()
        .columns(LISTED)
        .expr_as(sql::names(), "search_names")
        .limit(COMPARED)
        .into_query();
    let begins = words(search)
        .first()
        .map_or_else(|| Expr::val(false), |word| sql::names_with_a_space().like(format!("% {}%", literal(word))));
    let best = Query::select()
        .columns(LISTED)
        // Under the table's own name, which the parts of the search have.
        .from_subquery(matches, Entity)
        .order_by_expr(begins, Order::Desc)
        .order_by_expr(lowered(Column::LastName), Order::Asc)
        .order_by_expr(lowered(Column::FirstName), Order::Asc)
        .order_by(Column::Id, Order::Asc)
        .limit(limit)
        .take();
    DbBackend::Postgres.build(&best)
}

/// These patients in this order; those that no longer exist or were merged are left out.
///
/// # Errors
/// When the database is out of reach.
pub async fn listed(tx: &ClinicTx, ids: &[PatientId]) -> Result<Vec<ListedPatient>> {
    let wanted = Entity::find().filter(Column::Id.is_in(ids.iter().copied())).filter(Column::MergedInto.is_null());
    let wanted = wanted.select_only().columns(LISTED);
    let mut rows: Vec<ListedPatient> = wanted.into_model().all(tx).await?;
    rows.sort_by_key(|row| ids.iter().position(|id| *id == row.id));
    Ok(rows)
}

/// Of these patients those with a first, last or preferred name that begins so, whatever its case and accents.
pub fn with_a_name(patients: Select<Entity>, beginning: &str) -> Select<Entity> {
    let beginning = folded(beginning.trim());
    let begins = sql::names_with_a_space().like(format!("% {}%", literal(&beginning)));
    // The haystack alone has an index.
    patients.filter(contains(sql::haystack(), &beginning)).filter(begins)
}

/// Of these patients those whose first name begins so.
pub fn with_first_name(patients: Select<Entity>, beginning: &str) -> Select<Entity> {
    beginning_with(patients, sql::folded_first_name(), beginning)
}

/// Of these patients those whose last name begins so.
pub fn with_last_name(patients: Select<Entity>, beginning: &str) -> Select<Entity> {
    beginning_with(patients, sql::folded_last_name(), beginning)
}

fn beginning_with(patients: Select<Entity>, name: Expr, beginning: &str) -> Select<Entity> {
    let beginning = folded(beginning.trim());
    let begins = name.like(format!("{}%", literal(&beginning)));
    patients.filter(contains(sql::haystack(), &beginning)).filter(begins)
}

fn contains(haystack: Expr, text: &str) -> Expr {
    haystack.like(format!("%{}%", literal(text)))
}

/// Escapes `%` and `_`, which are searched for literally.
fn literal(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

/// A name as the order of patients uses it. Postgres lowers it: Rust would lower some letters differently.
pub fn lowered(column: Column) -> Expr {
    Func::lower(Expr::col(column)).into()
}

/// The condition for patients after this one in that order: one comparison of rows, which the index `patient_name`
/// answers from that position.
pub fn follows(last: PatientId) -> Expr {
    let order = || [lowered(Column::LastName), lowered(Column::FirstName), Expr::col(Column::Id)];
    let place = Query::select().exprs(order()).from(Entity).and_where(Expr::col(Column::Id).eq(last)).take();
    Expr::tuple(order()).gt(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_are_matched_literally() {
        assert_eq!(literal(r"50%_\"), r"50\%\_\\");
    }
}
