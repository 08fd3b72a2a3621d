//! Refuses to undo a merge if a treatment of one record was recorded with the exam of the other. After the undo the treatment
//! would have no exam, and its chart would show another person's.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::ids::PatientId;
use sea_orm::FromQueryResult;

use super::sql;
use base::{date_format::full_date, error::Result};
use tenancy::ClinicTx;

#[derive(FromQueryResult)]
struct SharedTreatment {
    treatment_type: String,
    created_at: DateTime<Utc>,
}

/// Why a merge cannot be undone. `None` if no treatment on either side uses the other side's exam.
pub(super) async fn refusal(tx: &ClinicTx, all: &[PatientId], going: &[PatientId], zone: Tz) -> Result<Option<String>> {
    let resting = SharedTreatment::find_by_statement(sql::resting(all, going)).all(tx).await?;
    let Some(first) = resting.first() else { return Ok(None) };
    let day = full_date(first.created_at, zone);
    let others = match resting.len() - 1 {
        0 => String::new(),
        1 => " and one more".to_owned(),
        more => format!(" and {more} more"),
    };
    Ok(Some(format!(
        "A treatment of one record was recorded with the exam of the other: {} on {day}{others}. Void it first, and record it again with an exam of that patient's own.",
        first.treatment_type
    )))
}
