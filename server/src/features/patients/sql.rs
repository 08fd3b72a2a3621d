//! What the search says word for word, as the indexes and the plans need it. SeaORM puts parameters where these have
//! constants.

use sea_orm::{Statement, Value, sea_query::Expr};

/// What the index `patient_search` is made of, word for word: both orders of the name, the
/// address, the phone's digits. An index is not found by parameters.
pub(super) fn haystack() -> Expr {
    Expr::cust(
        "lower(first_name || ' ' || last_name || ', ' || first_name || ' ' || coalesce(email, '') \
         || ' ' || coalesce(phone_digits, ''))",
    )
}

/// The names in the words of [`haystack`], which it is asked beside.
pub(super) fn names() -> Expr {
    Expr::cust("lower(first_name || ' ' || last_name || ', ' || first_name)")
}

/// The order of the index `patient_name` in words that it does not have. Who searches is told how many match,
/// so all of them have to be found; with the index at hand Postgres would rather walk the names, each
/// of them, for the first page. SeaORM would make a parameter of the nothing that is added.
pub(super) fn unindexed_surname() -> Expr {
    Expr::cust("lower(last_name) || ''")
}

/// How many match in all: SeaORM gives a window a name, and this one is all rows.
pub(super) fn number_of_matches() -> Expr {
    Expr::cust("count(*) over ()")
}

/// One more than [`super::search::COUNTED`], so that the answer can say that there are more. SeaORM's limit would be a
/// parameter beside that of [`with_kept_plan`].
pub(super) fn number_as_far_as_counted() -> Expr {
    Expr::cust("(select count(*) from (select from patient limit 1001) counted)")
}

/// So many rows are wanted where somebody else chooses: of each there is a statement.
const USUAL: [u64; 4] = [8, 20, 50, 100];

/// SeaORM's limit is a parameter, of which Postgres does not know that it will be small: without the usual ones in
/// the text it would plan each first page anew, a third of what its rows cost.
pub(super) fn with_kept_plan(statement: &Statement) -> Option<Statement> {
    match statement.values.as_ref()?.0.as_slice() {
        [Value::BigUnsigned(Some(limit))] if USUAL.contains(limit) => {
            let text = statement.sql.replace("LIMIT $1", &format!("LIMIT {limit}"));
            Some(Statement::from_string(statement.db_backend, text))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use sea_orm::{DbBackend, QueryTrait};

    use super::*;
    use crate::{features::patients::search::wanted, foundation::permission::Access};

    #[test]
    fn a_usual_first_page_has_a_plan_that_is_kept() {
        let kept = |search, limit, after| {
            with_kept_plan(&wanted(search, Access::Full, limit, after).build(DbBackend::Postgres))
        };
        let first = kept("", 50, None).unwrap();
        assert!(first.sql.ends_with(" LIMIT 50") && first.values.is_none(), "{first:?}");
        // Whoever asks for every length would have every connection keep a thousand plans.
        for other in [kept("", 51, None), kept("", 50, Some(1)), kept("smi", 50, None)] {
            assert!(other.is_none(), "{other:?}");
        }
    }
}
