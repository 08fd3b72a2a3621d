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
    sea_query::{Expr, ExprTrait, Order, Query},
};

use super::{
    query_terms::{Terms, words},
    sql,
};
use base::{error::Result, names::folded, permission::Access};
use tenancy::{
    ClinicTx,
    planner::{CountUpTo, PlannedList},
};

/// A patient as listed: fewer columns than the record has.
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
    /// The total length of the texts.
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
    /// How many match in all; set on the first page.
    total: Option<i64>,
}

/// One page of the patients that match. Only the first page also counts all matches.
pub(super) async fn page(
    tx: &ClinicTx,
    search: &str,
    with_archived: bool,
    access: Access,
    limit: u64,
    after: Option<PatientId>,
) -> Result<(Vec<ListedPatient>, Option<u64>)> {
    let wanted = PlannedList::new(wanted(search, with_archived, access, limit, after));
    let rows = FoundRow::find_by_statement(wanted.statement(tx)).all(tx).await?;
    let total = match rows.first() {
        Some(first) => first.total.map(i64::unsigned_abs),
        None => after.is_none().then_some(0),
    };
    Ok((rows.into_iter().map(|row| row.patient).collect(), total))
}

/// The page of matches after the patient `after`, in the order of the index `patient_sorted`. Empty if that patient does not
/// exist.
pub fn wanted(
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
        Some(_) => (Expr::null().cast_as("bigint"), sql::sorted_last()),
        None if is_search => (sql::number_of_matches(), sql::unindexed_surname()),
        None => (number_as_far_as_counted(with_archived).of(matching.clone()), sql::sorted_last()),
    };
    let page = match after {
        Some(last) => matching.filter(follows(last)),
        None => matching,
    };
    page.expr_as(total, "total")
        .order_by_asc(surname)
        .order_by_asc(sql::sorted_first())
        .order_by_asc(Column::Id)
        .limit(limit)
}

/// Patients are counted up to this number.
pub(super) const COUNTED: u64 = 1_000;

/// How many patients are listed without a search.
fn number_as_far_as_counted(with_archived: bool) -> CountUpTo {
    CountUpTo { most: COUNTED, index: if with_archived { "patient_pkey" } else { "patient_listed" } }
}

/// A limited role can search only by names, because it may not see the other fields.
pub(super) fn matching(search: &str, access: Access) -> Select<Entity> {
    let patients = Entity::find().filter(Column::MergedInto.is_null());
    if access == Access::Limited {
        // The names are part of the haystack, and only the haystack has an index.
        return words(search).iter().fold(patients, |found, word| {
            found.filter(contains(sql::haystack(), word)).filter(contains(sql::names(), word))
        });
    }
    let Terms { words, phone, birth_dates } = Terms::parse(search);
    let all = words.iter().fold(Condition::all(), |all, word| all.add(contains(sql::haystack(), word)));
    let is_born = birth_dates.map(|days| Column::BirthDate.is_in(days));
    match (phone, is_born) {
        // Eight digits may be a phone number or a birth date.
        (Some(digits), is_born) => {
            let any = Condition::any().add(all).add(contains(sql::haystack(), &digits));
            patients.filter(any.add_option(is_born))
        }
        (None, Some(is_born)) => patients.filter(all).filter(is_born),
        (None, None) => patients.filter(all),
    }
}

/// The patient with this name in any spelling, and with this birth date or none.
pub(super) async fn same(
    tx: &ClinicTx,
    first_name: &str,
    last_name: &str,
    birth_dates: Option<NaiveDate>,
) -> Result<Option<Model>> {
    let named = Entity::find()
        .filter(Column::MergedInto.is_null())
        .filter(sql::sorted_last().eq(folded(last_name)))
        .filter(sql::sorted_first().eq(folded(first_name)));
    let same = match birth_dates {
        Some(day) => named.filter(Column::BirthDate.eq(day)),
        None => named.filter(Column::BirthDate.is_null()),
    };
    Ok(same.order_by_asc(Column::Id).one(tx).await?)
}

/// The most matches that [`best_matches`] compares. Ordering 50,000 of them takes 60 ms of a processor, and a search with so many
/// matches is not fully typed yet.
const COMPARED: u64 = 5_000;

/// The patients that match best: those with a first, last or preferred name that begins with the search come first. Includes
/// archived patients. If more than `COMPARED` match, only that many are compared.
pub(crate) async fn best_matches(
    tx: &ClinicTx,
    search: &str,
    access: Access,
    limit: u64,
) -> Result<Vec<ListedPatient>> {
    Ok(ListedPatient::find_by_statement(best(search, access, limit)).all(tx).await?)
}

/// The query of `best_matches`.
pub fn best(search: &str, access: Access, limit: u64) -> Statement {
    let matches = matching(search, access)
        .select_only()
        .columns(LISTED)
        .expr_as(sql::names(), "folded_names")
        .expr_as(sql::sorted_last(), "sort_last")
        .expr_as(sql::sorted_first(), "sort_first")
        .limit(COMPARED)
        .into_query();
    let begins = words(search)
        .first()
        .map_or_else(|| Expr::val(false), |word| sql::names_with_a_space().like(format!("% {}%", literal(word))));
    let best = Query::select()
        .columns(LISTED)
        // The alias is the table's own name, which the parts of the search use.
        .from_subquery(matches, Entity)
        .order_by_expr(begins, Order::Desc)
        .order_by_expr(sql::sorted_last(), Order::Asc)
        .order_by_expr(sql::sorted_first(), Order::Asc)
        .order_by(Column::Id, Order::Asc)
        .limit(limit)
        .take();
    DbBackend::Postgres.build(&best)
}

/// These patients in this order. Patients who no longer exist or were merged are left out.
pub(crate) async fn listed(tx: &ClinicTx, ids: &[PatientId]) -> Result<Vec<ListedPatient>> {
    let wanted = Entity::find().filter(Column::Id.is_in(ids.iter().copied())).filter(Column::MergedInto.is_null());
    let wanted = wanted.select_only().columns(LISTED);
    let mut rows: Vec<ListedPatient> = wanted.into_model().all(tx).await?;
    rows.sort_by_key(|row| ids.iter().position(|id| *id == row.id));
    Ok(rows)
}

/// Filters patients by a first, last or preferred name that begins so, ignoring case and accents. A beginning without letters
/// matches nobody.
pub fn with_a_name(patients: Select<Entity>, beginning: &str) -> Select<Entity> {
    let beginning = folded(beginning.trim());
    if beginning.is_empty() {
        return nobody(patients);
    }
    let begins = sql::names_with_a_space().like(format!("% {}%", literal(&beginning)));
    // Only the haystack has an index.
    patients.filter(contains(sql::haystack(), &beginning)).filter(begins)
}

/// Filters patients by a first name that begins so.
pub fn with_first_name(patients: Select<Entity>, beginning: &str) -> Select<Entity> {
    beginning_with(patients, sql::sorted_first(), beginning)
}

/// Filters patients by a last name that begins so.
pub fn with_last_name(patients: Select<Entity>, beginning: &str) -> Select<Entity> {
    beginning_with(patients, sql::sorted_last(), beginning)
}

fn beginning_with(patients: Select<Entity>, name: Expr, beginning: &str) -> Select<Entity> {
    let beginning = folded(beginning.trim());
    if beginning.is_empty() {
        return nobody(patients);
    }
    let begins = name.like(format!("{}%", literal(&beginning)));
    patients.filter(contains(sql::haystack(), &beginning)).filter(begins)
}

fn nobody(patients: Select<Entity>) -> Select<Entity> {
    patients.filter(Expr::val(false))
}

fn contains(haystack: Expr, text: &str) -> Expr {
    haystack.like(format!("%{}%", literal(text)))
}

/// Escapes `%` and `_`, so that they match literally.
fn literal(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

/// The condition for patients after this one in the order of names: one row comparison, which the index `patient_sorted` answers
/// from that position.
pub(super) fn follows(last: PatientId) -> Expr {
    let order = || [sql::sorted_last(), sql::sorted_first(), Expr::col(Column::Id)];
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
