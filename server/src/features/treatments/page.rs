//! Which treatments make a page: a number of them, and no more bytes than an answer may have, for each
//! holds one or two pictures.

use axum::http::HeaderMap;
use entity::clinic::{treatment, treatment_approval};
use sea_orm::sea_query::Expr;

use super::sql;
use crate::foundation::{
    error::Result,
    http::{
        self,
        page::{fitting, next},
    },
};

/// Without a limit, so many.
const USUAL: u64 = 50;

/// What of a row's JSON is not the length of a column: names of fields, names of people, times. As in `sql.rs`.
const FIXED: usize = 2_500;

/// A treatment and its approval.
pub type Row = (treatment::Model, Option<treatment_approval::Model>);

/// How many treatments of a patient are wanted.
pub struct Page {
    patient_id: i64,
    limit: u64,
    after: i64,
}

impl Page {
    /// Those after the treatment that the page names.
    pub fn new(patient_id: i64, page: http::Page) -> Self {
        Self { patient_id, limit: page.limit_or(USUAL), after: page.after.unwrap_or(i64::MAX) }
    }

    /// The treatments that fit, and one more if there is one. Their lengths are known to the database
    /// without reading them: what does not fit is never read.
    pub fn filter(&self) -> Expr {
        sql::fitting(self.patient_id, self.after, self.limit + 1)
    }

    /// Leaves the rows that fit, and answers where the next page is if one does not. The first always
    /// fits: it has at most some 250 kB.
    ///
    /// # Errors
    /// Never: a link of numbers can be written.
    pub fn cut(&self, rows: &mut Vec<Row>) -> Result<HeaderMap> {
        let most = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let fit = fitting(rows.iter().take(most).map(length));
        let has_next = fit < rows.len();
        rows.truncate(fit);
        match rows.last().filter(|_| has_next) {
            Some((last, _)) => {
                let query = [("patientId", self.patient_id.to_string()), ("limit", self.limit.to_string())];
                next("/api/treatments", &query, last.id)
            }
            None => Ok(HeaderMap::new()),
        }
    }
}

/// At least as many bytes as the row has as JSON: a picture in base64 has a third more, and a character
/// of a text at most another before it.
fn length((row, approval): &Row) -> usize {
    let texts = [&row.areas, &row.notes, &row.lot, &row.volumes_ml];
    let pictures = row.provider_signature.len() + approval.as_ref().map_or(0, |it| it.director_signature.len());
    FIXED + 4 * pictures / 3 + 2 * texts.into_iter().flatten().map(String::len).sum::<usize>()
}
