//! Lists in pages. A page starts after a row and has a maximum number of rows and of bytes; its Link header names the
//! next page (RFC 8288). Lists without pages, which people choose from as a whole, are limited in bytes.

use std::fmt::{Display, Write as _};

use axum::http::{HeaderMap, HeaderValue, header::LINK};
use sea_orm::{
    ColumnTrait, DbBackend, DbErr, EntityTrait, FromQueryResult, QueryResult, QuerySelect, QueryTrait, Select,
    sea_query::{Asterisk, Expr, ExprTrait, Frame, FrameType, Func, Order, Query, WindowStatement},
};
use serde::Deserialize;
use utoipa::IntoParams;

use base::error::{Error, Result};
use tenancy::ClinicTx;

/// The most rows of a page.
pub const MAX_LIMIT: u64 = 1_000;

/// The most bytes of JSON in a response with pictures or long texts.
pub const MAX_PAGE_BYTES: u32 = 1_000_000;

/// The most bytes in a list without pages.
const MAX_LIST_BYTES: i64 = 2 * 1024 * 1024;

#[derive(Debug, Clone, Copy, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Page {
    /// The most rows of the page, up to 1,000.
    limit: Option<u64>,
    /// The id of the last row of the page before.
    pub after: Option<i64>,
}

impl Page {
    /// The requested number of rows, or the default.
    pub fn limit_or(self, default_limit: u64) -> u64 {
        self.limit.unwrap_or(default_limit).clamp(1, MAX_LIMIT)
    }

    /// The limit from the request, for the link to the next page.
    pub fn query(self) -> Vec<(&'static str, String)> {
        self.limit.map(|limit| ("limit", limit.to_string())).into_iter().collect()
    }
}

/// The Link header that leads to the page after the row `last`. Empty if there is no next page. `query` is the list's own query.
pub fn next_link(path: &str, query: &[(&str, String)], last: Option<impl Display>) -> Result<HeaderMap> {
    let Some(last) = last else { return Ok(HeaderMap::new()) };
    let mut link = format!("<{path}");
    let after = ("after", last.to_string());
    for (place, (name, value)) in [&after].into_iter().chain(query).enumerate() {
        // Writing to a String cannot fail.
        let _ = write!(link, "{}{name}=", if place == 0 { '?' } else { '&' });
        for byte in value.bytes() {
            let _ = if byte.is_ascii_alphanumeric() || byte == b'-' {
                write!(link, "{}", char::from(byte))
            } else {
                write!(link, "%{byte:02X}")
            };
        }
    }
    link.push_str(">; rel=\"next\"");
    let link = HeaderValue::from_str(&link).map_err(|_| Error::Internal("a link could not be written".into()))?;
    Ok(HeaderMap::from_iter([(LINK, link)]))
}

/// How many rows of these sizes (in bytes of JSON) fit into a response of at most 1 MB. The first row always fits,
/// because no row has more than about 250 kB.
pub fn fitting_rows(bytes: impl IntoIterator<Item = usize>) -> usize {
    let mut sum = 0_usize;
    let fits = |(at, bytes): &(usize, usize)| {
        sum = sum.saturating_add(*bytes);
        *at == 0 || sum <= MAX_PAGE_BYTES as usize
    };
    bytes.into_iter().enumerate().take_while(fits).count()
}

/// Keeps the first rows of a list that fit, for rows that are short but many. `length` returns the length of a row's
/// texts. Returns whether some rows did not fit.
pub fn truncate_page<Row>(rows: &mut Vec<Row>, length: impl Fn(&Row) -> usize) -> bool {
    let fit = fitting_rows(rows.iter().map(|row| FIXED.unsigned_abs() as usize + 2 * length(row)));
    let is_truncated = fit < rows.len();
    rows.truncate(fit);
    is_truncated
}

/// The length of a column's value. Postgres stores the length apart from the value.
pub fn octets(column: impl ColumnTrait) -> Expr {
    octets_of(Expr::col(column.as_column_ref()))
}

/// The length of a text.
pub fn octets_of(text: Expr) -> Expr {
    let bytes = Func::cust("octet_length").arg(text);
    Func::coalesce([bytes.into(), Expr::val(0)]).into()
}

/// The size of a row's JSON without long texts: field names, numbers, times, a name or two.
const FIXED: i32 = 600;

/// A column as a key of a list's order, for [`fetch_page`].
pub fn key(column: impl ColumnTrait, order: Order) -> (Expr, Order) {
    (Expr::col(column.as_column_ref()), order)
}

/// The rows of a list that fit into one response, and whether more follow.
pub struct PageRows<Row> {
    pub rows: Vec<Row>,
    pub has_next: bool,
}

/// A row with its length, and the length of all rows up to and including it, in bytes of JSON.
struct Measured<Row> {
    row: Row,
    bytes: i32,
    through: i64,
}

impl<Row: FromQueryResult> FromQueryResult for Measured<Row> {
    fn from_query_result(result: &QueryResult, prefix: &str) -> std::result::Result<Self, DbErr> {
        Ok(Self {
            row: Row::from_query_result(result, prefix)?,
            bytes: result.try_get(prefix, BYTES)?,
            through: result.try_get(prefix, THROUGH)?,
        })
    }
}

const BYTES: &str = "bytes";
const THROUGH: &str = "bytes_through";

/// Reads the first `limit` rows of a list in this order, as far as they fit into a response of at most 1 MB. `texts`
/// are the lengths ([`octets`]) of the columns that may be long. Only the first of the rows that do not fit is read.
pub async fn fetch_page<E: EntityTrait, Row: FromQueryResult>(
    tx: &ClinicTx,
    list: Select<E>,
    order: impl IntoIterator<Item = (Expr, Order)>,
    texts: impl IntoIterator<Item = Expr>,
    limit: u64,
) -> Result<PageRows<Row>> {
    // An escape adds at most one byte to a character of a text.
    let bytes = texts.into_iter().fold(Expr::val(FIXED), |sum, text| sum.add(text.mul(2))).cast_as("int");
    let mut list = list.limit(limit.saturating_add(1)).into_query();
    let mut window = WindowStatement::new();
    for (key, direction) in order {
        list.order_by_expr(key.clone(), direction.clone());
        window.order_by_expr(key, direction);
    }
    window.frame_between(FrameType::Rows, Frame::UnboundedPreceding, Frame::CurrentRow);
    list.expr_as(bytes.clone(), BYTES).expr_window_as(Func::sum(bytes), window, THROUGH);
    let read = Query::select()
        .column(Asterisk)
        .from_subquery(list, "measured")
        .and_where(Expr::col(THROUGH).sub(Expr::col(BYTES)).lte(i64::from(MAX_PAGE_BYTES)))
        .take();
    let mut read = Measured::<Row>::find_by_statement(DbBackend::Postgres.build(&read)).all(tx).await?;
    // The rows are in order already, but SQL does not guarantee the order of a subquery's rows.
    read.sort_by_key(|measured| measured.through);
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let fit = fitting_rows(read.iter().take(most).map(|row| usize::try_from(row.bytes).unwrap_or(usize::MAX)));
    let has_next = fit < read.len();
    Ok(PageRows { rows: read.into_iter().take(fit).map(|measured| measured.row).collect(), has_next })
}

/// Whether these columns of a list without pages hold at most 2 MiB. Each request reads all of them.
pub async fn fits<E: EntityTrait>(
    tx: &ClinicTx,
    list: Select<E>,
    columns: impl IntoIterator<Item = E::Column>,
) -> Result<bool> {
    let bytes = columns.into_iter().map(octets).reduce(ExprTrait::add);
    let bytes = bytes.ok_or_else(|| Error::Internal("a list of no columns".into()))?;
    let sum: Option<Option<i64>> = list.select_only().expr(Func::sum(bytes)).into_tuple().one(tx).await?;
    Ok(sum.flatten().unwrap_or(0) <= MAX_LIST_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_ends_before_the_row_that_is_too_much_and_has_one_at_least() {
        assert_eq!(fitting_rows([]), 0);
        assert_eq!(fitting_rows([600_000, 400_000, 1]), 2);
        assert_eq!(fitting_rows([2_000_000, 1]), 1);
        assert_eq!(fitting_rows([1, usize::MAX, usize::MAX]), 1);
    }

    #[test]
    fn the_next_link_keeps_the_query_and_is_escaped() {
        let query = [("search", "a>; rel=\"x\"&after=1 é".to_owned()), ("from", "2026-11-01".to_owned())];
        let headers = next_link("/api/patients", &query, Some(7)).unwrap();
        assert_eq!(
            headers[LINK],
            "</api/patients?after=7&search=a%3E%3B%20rel%3D%22x%22%26after%3D1%20%C3%A9&from=2026-11-01>; rel=\"next\""
        );
    }
}
