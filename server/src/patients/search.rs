//! Finding patients by a part of a name, an e-mail address or a phone number, a page at a time.

use entity::clinic::patient::{Column, Entity, Model};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select,
    sea_query::{Expr, ExprTrait, Func, SimpleExpr},
};

use crate::{error::Result, permission::Access, tenancy::ClinicTx};

/// Without a limit, so many.
pub const MOST: u64 = 1_000;

/// What the index `patient_search` is made of, word for word: both orders of the name, the
/// address, the phone's digits.
const HAYSTACK: &str = "lower(first_name || ' ' || last_name || ', ' || first_name || ' ' || coalesce(email, '') \
     || ' ' || coalesce(phone_digits, ''))";

const NAMES: &str = "lower(first_name || ' ' || last_name || ', ' || first_name)";

/// One page of the patients that match, and how many match in all.
///
/// # Errors
/// When the database is out of reach.
pub async fn page(
    tx: &ClinicTx,
    search: &str,
    access: Access,
    limit: Option<u64>,
    after: Option<i64>,
) -> Result<(Vec<Model>, u64)> {
    let matching = matching(search, access);
    let total = matching.clone().count(tx).await?;
    let last = match after {
        None => None,
        Some(last) => match Entity::find_by_id(last).one(tx).await? {
            None => return Ok((Vec::new(), total)),
            last => last,
        },
    };
    let rows = in_order(matching, limit, last.as_ref()).all(tx).await?;
    Ok((rows, total))
}

/// The page of those that match which comes after `last`, in the order of the index `patient_name`.
pub(super) fn in_order(matching: Select<Entity>, limit: Option<u64>, last: Option<&Model>) -> Select<Entity> {
    let page = match last {
        Some(last) => matching.filter(follows(last)),
        None => matching,
    };
    page.order_by_asc(lowered(Column::LastName))
        .order_by_asc(lowered(Column::FirstName))
        .order_by_asc(Column::Id)
        .limit(limit.unwrap_or(MOST).clamp(1, MOST))
}

/// What a limited role may not see, it may not find people by either: names only.
pub(super) fn matching(search: &str, access: Access) -> Select<Entity> {
    let search = search.trim().to_lowercase();
    let all = Entity::find();
    if search.is_empty() {
        return all;
    }
    if access == Access::Limited {
        // Whatever is in the names is in the haystack, which alone has an index.
        return all.filter(contains(HAYSTACK, &search)).filter(contains(NAMES, &search));
    }
    let mut any = Condition::any().add(contains(HAYSTACK, &search));
    let digits: String = search.chars().filter(char::is_ascii_digit).collect();
    // "(555) 010-14" is meant as a phone number; "Ann 3" is not.
    if digits.len() >= 3 && !search.chars().any(char::is_alphabetic) {
        any = any.add(contains(HAYSTACK, &digits));
    }
    all.filter(any)
}

fn contains(haystack: &'static str, text: &str) -> SimpleExpr {
    Expr::cust(haystack).like(format!("%{}%", literal(text)))
}

/// `%` and `_` are looked for, not interpreted.
fn literal(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

/// Comes after `last` in the order of the list.
fn follows(last: &Model) -> Condition {
    // Lowered by Postgres, as the order is: Rust would lower some letters differently.
    let surname = || Func::lower(Expr::val(last.last_name.clone()));
    let name = || Func::lower(Expr::val(last.first_name.clone()));
    let same_surname = || lowered(Column::LastName).eq(surname());
    Condition::any()
        .add(lowered(Column::LastName).gt(surname()))
        .add(Condition::all().add(same_surname()).add(lowered(Column::FirstName).gt(name())))
        .add(
            Condition::all().add(same_surname()).add(lowered(Column::FirstName).eq(name())).add(Column::Id.gt(last.id)),
        )
}

fn lowered(column: Column) -> SimpleExpr {
    Func::lower(Expr::col(column)).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_are_letters_like_any_other() {
        assert_eq!(literal(r"50%_\"), r"50\%\_\\");
    }
}
