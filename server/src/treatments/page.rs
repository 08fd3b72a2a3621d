//! Which treatments make a page: a number of them, and no more bytes than an answer may have, for each
//! holds one or two pictures.

use axum::http::{HeaderMap, HeaderValue, header::LINK};
use entity::clinic::{treatment, treatment_approval};
use sea_orm::sea_query::Expr;

use crate::error::{Error, Result};

/// Without a limit, so many.
const USUAL: u64 = 50;

/// At most so many.
const MOST: u64 = 1_000;

/// So many bytes of JSON are in an answer at most.
const MOST_BYTES: usize = 1_000_000;

/// What of a row's JSON is not the length of a column: names of fields, names of people, times.
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
    /// At most `limit`, those after the treatment `after`.
    pub fn new(patient_id: i64, limit: Option<u64>, after: Option<i64>) -> Self {
        Self { patient_id, limit: limit.unwrap_or(USUAL).clamp(1, MOST), after: after.unwrap_or(i64::MAX) }
    }

    /// The treatments that fit, and one more if there is one. Their lengths are known to the database
    /// without reading them: what does not fit is never read.
    pub fn filter(&self) -> Expr {
        Expr::cust_with_values(
            "treatment.id in (
                select id from (
                    select id, row_number() over newest as place, coalesce(sum(bytes) over before, 0) as bytes_before
                    from (
                        select t.id, 2500
                            + 4 * (octet_length(t.provider_signature) + coalesce(octet_length(a.director_signature), 0)) / 3
                            + 2 * (coalesce(octet_length(t.areas), 0) + coalesce(octet_length(t.notes), 0)
                                + coalesce(octet_length(t.lot), 0) + coalesce(octet_length(t.volumes_ml), 0)) as bytes
                        from treatment t left join treatment_approval a on a.treatment_id = t.id
                        where t.patient_id = $1 and t.id < $2
                        order by t.id desc limit $3
                    ) as measured
                    window newest as (order by id desc),
                        before as (order by id desc rows between unbounded preceding and 1 preceding)
                ) as counted
                where place = 1 or bytes_before <= $4
            )",
            [
                self.patient_id.into(),
                self.after.into(),
                (self.limit + 1).into(),
                i64::try_from(MOST_BYTES).unwrap_or(i64::MAX).into(),
            ] as [sea_orm::Value; 4],
        )
    }

    /// Leaves the rows that fit, and answers where the next page is if one does not. The first always
    /// fits: it has at most some 250 kB.
    ///
    /// # Errors
    /// Never: a link of numbers can be written.
    pub fn cut(&self, rows: &mut Vec<Row>) -> Result<HeaderMap> {
        let (most, mut bytes, mut fit) = (usize::try_from(self.limit).unwrap_or(usize::MAX), 0, 0);
        for row in rows.iter().take(most) {
            bytes += length(row);
            if bytes > MOST_BYTES && fit > 0 {
                break;
            }
            fit += 1;
        }
        let has_next = fit < rows.len();
        rows.truncate(fit);
        let mut headers = HeaderMap::new();
        if let (true, Some((last, _))) = (has_next, rows.last()) {
            let (patient, limit, after) = (self.patient_id, self.limit, last.id);
            let link = format!("</api/treatments?patientId={patient}&limit={limit}&after={after}>; rel=\"next\"");
            let link = HeaderValue::from_str(&link);
            headers.insert(LINK, link.map_err(|_| Error::Internal("a link could not be written".into()))?);
        }
        Ok(headers)
    }
}

/// At least as many bytes as the row has as JSON: a picture in base64 has a third more, and a character
/// of a text at most another before it.
fn length((row, approval): &Row) -> usize {
    let texts = [&row.areas, &row.notes, &row.lot, &row.volumes_ml];
    let pictures = row.provider_signature.len() + approval.as_ref().map_or(0, |it| it.director_signature.len());
    FIXED + 4 * pictures / 3 + 2 * texts.into_iter().flatten().map(String::len).sum::<usize>()
}
