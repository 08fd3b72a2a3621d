//! Lists in pages: a page starts after a row, has a maximum number of rows and of bytes, and its Link header names the
//! next one (RFC 8288). Lists without pages, which people choose from as a whole, are bounded in bytes.

use std::fmt::{Display, Write as _};

use axum::http::{HeaderMap, HeaderValue, header::LINK};
use sea_orm::{
    ColumnTrait, EntityTrait, QuerySelect, Select,
    sea_query::{Expr, ExprTrait, Func},
};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::foundation::{
    error::{Error, Result},
    tenancy::ClinicTx,
};

/// The most rows of a page.
pub const MOST: u64 = 1_000;

/// The most bytes of JSON in a response with pictures or long texts.
pub const MOST_OF_A_PAGE: usize = 1_000_000;

/// The most bytes in a list without pages.
const MOST_BYTES: i64 = 2 * 1024 * 1024;

#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Page {
    /// The most rows of the page, up to 1,000.
    limit: Option<u64>,
    /// The id of the last row of the page before.
    pub after: Option<i64>,
}

impl Page {
    /// The number of rows asked for, or the usual one.
    pub fn limit_or(self, usual: u64) -> u64 {
        self.limit.unwrap_or(usual).clamp(1, MOST)
    }

    /// The limit as it was asked for, for the link to the next page.
    pub fn query(self) -> Vec<(&'static str, String)> {
        self.limit.map(|limit| ("limit", limit.to_string())).into_iter().collect()
    }
}

/// The header that names the page after the row `after`; `query` is the list's own query.
///
/// # Errors
/// Never: everything in it is encoded.
pub fn next(path: &str, query: &[(&str, String)], after: impl Display) -> Result<HeaderMap> {
    let mut link = format!("<{path}");
    let after = ("after", after.to_string());
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

/// How many rows of these sizes (in bytes of JSON) make a response of at most 1 MB. The first always fits: no
/// row has more than some 250 kB.
pub fn fitting(bytes: impl IntoIterator<Item = usize>) -> usize {
    let mut sum = 0_usize;
    let fits = |(at, bytes): &(usize, usize)| {
        sum = sum.saturating_add(*bytes);
        *at == 0 || sum <= MOST_OF_A_PAGE
    };
    bytes.into_iter().enumerate().take_while(fits).count()
}

/// Leaves those of a list's first rows that fit, for rows that are short but many. `length` is that of a row's texts.
/// Whether some did not fit.
pub fn cut<Row>(rows: &mut Vec<Row>, length: impl Fn(&Row) -> usize) -> bool {
    let fit = fitting(rows.iter().map(|row| FIXED.unsigned_abs() as usize + 2 * length(row)));
    let is_cut = fit < rows.len();
    rows.truncate(fit);
    is_cut
}

/// How long a column's value is, which Postgres stores apart from the value.
pub fn octets(column: impl ColumnTrait) -> Expr {
    octets_of(Expr::col(column.as_column_ref()))
}

/// How long a text is.
pub fn octets_of(text: Expr) -> Expr {
    let bytes = Func::cust("octet_length").arg(text);
    Func::coalesce([bytes.into(), Expr::val(0)]).into()
}

/// The part of a row's JSON that is no long text: field names, numbers, times, a name or two.
const FIXED: i32 = 600;

/// How many rows of an ordered list fit into one response, and whether more follow.
pub struct Fit {
    pub rows: u64,
    pub has_next: bool,
}

/// How many of the next `limit` rows of an ordered list fit into a response of at most 1 MB. `texts` are the lengths
/// ([`octets`]) of what may be long in a row. Only lengths are fetched, so that rows that do not fit are never read.
///
/// # Errors
/// When the database is out of reach.
pub async fn fit<E: EntityTrait>(
    tx: &ClinicTx,
    list: &Select<E>,
    texts: impl IntoIterator<Item = Expr>,
    limit: u64,
) -> Result<Fit> {
    // A character of a text needs at most another byte as an escape.
    let bytes = texts.into_iter().fold(Expr::val(FIXED), |sum, text| sum.add(text.mul(2)));
    let measured = list.clone().select_only().expr(bytes.cast_as("int")).limit(limit.saturating_add(1));
    let measured: Vec<i32> = measured.into_tuple().all(tx).await?;
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let rows = fitting(measured.iter().take(most).map(|bytes| usize::try_from(*bytes).unwrap_or(usize::MAX)));
    Ok(Fit { rows: rows as u64, has_next: rows < measured.len() })
}

/// Whether these columns of a list without pages hold at most 2 MiB, because each request reads them all.
///
/// # Errors
/// When the database is out of reach.
pub async fn fits<E: EntityTrait>(
    tx: &ClinicTx,
    list: Select<E>,
    columns: impl IntoIterator<Item = E::Column>,
) -> Result<bool> {
    let bytes = columns.into_iter().map(octets).reduce(ExprTrait::add);
    let bytes = bytes.ok_or_else(|| Error::Internal("a list of no columns".into()))?;
    let sum: Option<Option<i64>> = list.select_only().expr(Func::sum(bytes)).into_tuple().one(tx).await?;
    Ok(sum.flatten().unwrap_or(0) <= MOST_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_ends_before_the_row_that_is_too_much_and_has_one_at_least() {
        assert_eq!(fitting([]), 0);
        assert_eq!(fitting([600_000, 400_000, 1]), 2);
        assert_eq!(fitting([2_000_000, 1]), 1);
        assert_eq!(fitting([1, usize::MAX, usize::MAX]), 1);
    }

    #[test]
    fn the_next_link_keeps_the_query_and_is_escaped() {
        let query = [("search", "a>; rel=\"x\"&after=1 é".to_owned()), ("from", "2026-11-01".to_owned())];
        let headers = next("/api/patients", &query, 7).unwrap();
        assert_eq!(
            headers[LINK],
            "</api/patients?after=7&search=a%3E%3B%20rel%3D%22x%22%26after%3D1%20%C3%A9&from=2026-11-01>; rel=\"next\""
        );
    }
}
