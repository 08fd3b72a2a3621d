//! Reads the signed rows that the audit names.

use sea_orm::{ConnectionTrait, DbErr};

use super::{ids::IdSet, sql};
use tenancy::{Detail, SignedDigest};

/// How many rows are read at a time.
const PAGE: u64 = 200;

/// Passes each signed row that the audit names to `each`, except from audit rows that a checkpoint covers.
pub async fn signed_rows(
    db: &impl ConnectionTrait,
    covered: Option<&IdSet>,
    mut each: impl FnMut(SignedDigest),
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
