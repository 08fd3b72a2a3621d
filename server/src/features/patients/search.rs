//! Searches patients by parts of a name, an e-mail address or a phone number, or by the birth date, one page at
//! a time.

use chrono::NaiveDate;
use entity::clinic::patient::{Column, Entity, Model};
use sea_orm::{
    ColumnTrait, Condition, DbBackend, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    Select, Statement, Value,
    sea_query::{Expr, ExprTrait, Func, SimpleExpr},
};

use super::terms::{Terms, words};
use crate::foundation::{error::Result, permission::Access, tenancy::ClinicTx};

/// The expression of the index `patient_search`, word for word: both orders of the name, the address, the
/// phone's digits.
const HAYSTACK: &str = "lower(first_name || ' ' || last_name || ', ' || first_name || ' ' || coalesce(email, '') \
     || ' ' || coalesce(phone_digits, ''))";

/// One comparison of rows, which the index `patient_name` answers from that position. Postgres lowers the
/// names, as in the order: Rust would lower some letters differently.
pub const FOLLOWS: &str = "(lower(last_name), lower(first_name), id) > \
     (select lower(last_name), lower(first_name), id from patient where id = $1)";

/// The same order, but not served by the index `patient_name`. A search counts all matches, so all of them have
/// to be found; with the index Postgres would walk through every name for the first page.
const UNINDEXED: &str = "lower(last_name) || ''";

const NAMES: &str = "lower(first_name || ' ' || last_name || ', ' || first_name)";

/// A patient on a page.
#[derive(FromQueryResult)]
struct Found {
    #[sea_orm(nested)]
    patient: Model,
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
    access: Access,
    limit: u64,
    after: Option<i64>,
) -> Result<(Vec<Model>, Option<u64>)> {
    let wanted = wanted(search, access, limit, after).build(DbBackend::Postgres);
    let statement = with_kept_plan(&wanted).map_or(wanted, |kept| tx.planned_for_clinic(kept));
    let rows = Found::find_by_statement(statement).all(tx).await?;
    let total = match rows.first() {
        Some(first) => first.total.map(i64::unsigned_abs),
        None => after.is_none().then_some(0),
    };
    Ok((rows.into_iter().map(|row| row.patient).collect(), total))
}

/// Patients are counted as far as this. Counting ten thousand for each first page costs more than the page.
pub(super) const COUNTED: u64 = 1_000;

/// One more than [`COUNTED`], so that the answer can say that there are more.
const TOTAL: &str = "(select count(*) from (select from patient limit 1001) counted)";

/// So many rows are wanted where somebody else chooses: of each there is a statement.
const USUAL: [u64; 4] = [8, 20, 50, 100];

/// For a parameter Postgres cannot assume a small limit: with a usual limit in the text it keeps the plan, and
/// otherwise plans each first page again, a third of the cost of its rows.
fn with_kept_plan(statement: &Statement) -> Option<Statement> {
    match statement.values.as_ref()?.0.as_slice() {
        [Value::BigUnsigned(Some(limit))] if USUAL.contains(limit) => {
            let text = statement.sql.replace("LIMIT $1", &format!("LIMIT {limit}"));
            Some(Statement::from_string(statement.db_backend, text))
        }
        _ => None,
    }
}

/// The page of matches after the patient `after`, in the order of the index `patient_name`; empty when that
/// patient does not exist.
pub(super) fn wanted(search: &str, access: Access, limit: u64, after: Option<i64>) -> Select<Entity> {
    let matching = matching(search, access);
    let is_search = !search.trim().is_empty();
    let (total, surname) = match after {
        Some(_) => ("null::bigint", lowered(Column::LastName)),
        None if is_search => ("count(*) over ()", Expr::cust(UNINDEXED)),
        None => (TOTAL, lowered(Column::LastName)),
    };
    let page = match after {
        Some(last) => matching.filter(Expr::cust_with_values(FOLLOWS, [last])),
        None => matching,
    };
    page.expr_as(Expr::cust(total), "total")
        .order_by_asc(surname)
        .order_by_asc(lowered(Column::FirstName))
        .order_by_asc(Column::Id)
        .limit(limit)
}

/// A limited role cannot search by what it may not see: names only.
pub(super) fn matching(search: &str, access: Access) -> Select<Entity> {
    if access == Access::Limited {
        // The names are part of the haystack, which alone has an index.
        return words(search)
            .iter()
            .fold(Entity::find(), |found, word| found.filter(contains(HAYSTACK, word)).filter(contains(NAMES, word)));
    }
    let Terms { words, phone, born } = Terms::parse(search);
    let all = words.iter().fold(Condition::all(), |all, word| all.add(contains(HAYSTACK, word)));
    let found = match phone {
        Some(digits) => Entity::find().filter(Condition::any().add(all).add(contains(HAYSTACK, &digits))),
        None => Entity::find().filter(all),
    };
    match born {
        Some(days) => found.filter(Column::BirthDate.is_in(days)),
        None => found,
    }
}

/// The patient with this name, in any case, and this birth date, or without a known birth date.
///
/// # Errors
/// When the database is out of reach.
pub async fn same(tx: &ClinicTx, first_name: &str, last_name: &str, born: Option<NaiveDate>) -> Result<Option<Model>> {
    let is = |column: Column, name: &str| lowered(column).eq(Func::lower(Expr::val(name)));
    let named = Entity::find().filter(is(Column::LastName, last_name)).filter(is(Column::FirstName, first_name));
    let same = match born {
        Some(day) => named.filter(Column::BirthDate.eq(day)),
        None => named.filter(Column::BirthDate.is_null()),
    };
    Ok(same.order_by_asc(Column::Id).one(tx).await?)
}

fn contains(haystack: &'static str, text: &str) -> SimpleExpr {
    Expr::cust(haystack).like(format!("%{}%", literal(text)))
}

/// Escapes `%` and `_`, which are searched for literally.
fn literal(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

/// A name as the order of patients uses it.
pub fn lowered(column: Column) -> SimpleExpr {
    Func::lower(Expr::col(column)).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_usual_first_page_has_a_plan_that_is_kept() {
        let kept = |search, limit, after| {
            with_kept_plan(&wanted(search, Access::Full, limit, after).build(DbBackend::Postgres))
        };
        let first = kept("", 50, None).unwrap();
        assert!(first.sql.ends_with(" LIMIT 50") && first.values.is_none(), "{first:?}");
        // Other lengths use a parameter: otherwise every connection could keep a thousand plans.
        for other in [kept("", 51, None), kept("", 50, Some(1)), kept("smi", 50, None)] {
            assert!(other.is_none(), "{other:?}");
        }
    }

    #[test]
    fn wildcards_are_letters_like_any_other() {
        assert_eq!(literal(r"50%_\"), r"50\%\_\\");
    }
}
