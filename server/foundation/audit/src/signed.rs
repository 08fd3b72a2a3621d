//! What was signed according to the audit.

use sea_orm::{ConnectionTrait, DbErr};

use super::{ids::IdSet, sql};
use crate::foundation::tenancy::{Detail, SignedMark};

/// How many rows are read at a time.
const PAGE: u64 = 200;

/// Hands over what each row of the audit says was signed, except the rows that a mark covers.
///
/// # Errors
/// When the database is out of reach.
pub async fn signed_rows(
    db: &impl ConnectionTrait,
    covered: Option<&IdSet>,
    mut each: impl FnMut(SignedMark),
) -> Result<(), DbErr> {
    let spans = covered.cloned().unwrap_or_default().others();
    let mut last = i64::MIN;
    loop {
        let rows = db.query_all_raw(sql::details_in_spans(&spans, last, PAGE)).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.try_get("", "id")?;
        for row in &rows {
            let detail: Option<String> = row.try_get("", "detail")?;
            Detail::read(detail.as_deref()).signed.into_iter().for_each(&mut each);
        }
    }
}
