//! Good Faith Exams: the clearance that every treatment needs. A new one is added beside the earlier ones; the
//! newest that was not voided counts.

mod api;
mod corrected;
mod export;
mod history;
mod keep_version;
mod template_versions;
mod templates;
#[cfg(test)]
mod tests;

use chrono::{DateTime, Months, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{clinic_setting, exam, member},
    ids::{ExamId, PatientId},
};
use sea_orm::{
    EntityTrait, FromQueryResult, JoinType, QueryFilter, QuerySelect, RelationDef, Select,
    sea_query::{Expr, Query},
};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    features::corrections,
    foundation::{error::Result, state::App, tenancy::ClinicTx},
};

pub fn routes() -> OpenApiRouter<App> {
    api::routes()
        .merge(history::routes())
        .merge(corrected::routes())
        .merge(templates::routes())
        .merge(template_versions::routes())
        .merge(export::routes())
}

/// An exam with what is shown beside it.
#[derive(FromQueryResult)]
struct Newest {
    #[sea_orm(nested)]
    pub exam: exam::Model,
    /// For how many months an exam clears a patient, by the clinic's settings.
    pub valid_months: i32,
    pub examiner_first_name: String,
    pub examiner_last_name: String,
}

/// The patient's newest exam that counts, if any.
///
/// # Errors
/// When the database is out of reach.
async fn newest(tx: &ClinicTx, patient_id: PatientId) -> Result<Option<Newest>> {
    let newest = counting(patient_id)
        .join(JoinType::InnerJoin, examiner())
        .expr_as(valid_months(), "valid_months")
        .column_as(member::Column::FirstName, "examiner_first_name")
        .column_as(member::Column::LastName, "examiner_last_name")
        .into_model()
        .one(tx)
        .await?;
    Ok(newest)
}

/// What clears a patient for treatment: the newest exam that counts, without its findings.
#[derive(FromQueryResult)]
pub struct Clearance {
    #[sea_orm(alias = "id")]
    pub exam_id: ExamId,
    created_at: DateTime<Utc>,
    /// For how many months an exam clears a patient, by the clinic's settings.
    pub valid_months: i32,
}

impl Clearance {
    #[must_use]
    pub fn until(&self, zone: Tz) -> DateTime<Utc> {
        valid_until(self.created_at, self.valid_months, zone)
    }
}

/// The patient's clearance, if there is an exam that counts.
///
/// # Errors
/// When the database is out of reach.
pub async fn clearance(tx: &ClinicTx, patient_id: PatientId) -> Result<Option<Clearance>> {
    let newest = counting(patient_id)
        .select_only()
        .columns([exam::Column::Id, exam::Column::CreatedAt])
        .expr_as(valid_months(), "valid_months");
    Ok(newest.into_model().one(tx).await?)
}

/// A patient's exams that count, newest first.
fn counting(patient_id: PatientId) -> Select<exam::Entity> {
    exam::Entity::of_patient(patient_id).filter(Expr::not_exists(corrections::void_of_exam()))
}

/// Joins who examined, for exams from before the examiner's name was stored.
fn examiner() -> RelationDef {
    exam::Entity::belongs_to(member::Entity).from(exam::Column::ExaminerId).to(member::Column::Id).into()
}

fn valid_months() -> Expr {
    let setting = Query::select().column(clinic_setting::Column::ExamValidMonths).from(clinic_setting::Entity).take();
    Expr::from(setting)
}

/// When an exam's clearance of this many months ends: at the same time of day by the clinic's own calendar, in
/// a shorter month on its last day. A time that occurs twice means the second, one that the clocks skip the
/// first after it.
pub fn valid_until(examined_at: DateTime<Utc>, months: i32, zone: Tz) -> DateTime<Utc> {
    let months = Months::new(u32::try_from(months).unwrap_or_default());
    let ends = examined_at.with_timezone(&zone).naive_local().checked_add_months(months);
    let instant = ends.and_then(|ends| {
        (0..=96).find_map(|quarter| zone.from_local_datetime(&(ends + TimeDelta::minutes(15 * quarter))).latest())
    });
    instant.map_or(DateTime::<Utc>::MAX_UTC, |instant| instant.to_utc())
}

#[cfg(test)]
mod months {
    use super::*;

    #[test]
    fn an_exam_counts_in_the_clinics_own_months() {
        let until = |examined: &str, months, zone: Tz| {
            let examined = examined.parse::<DateTime<Utc>>().unwrap();
            valid_until(examined, months, zone).with_timezone(&zone).format("%Y-%m-%d %H:%M").to_string()
        };
        let (new_york, sydney) = (chrono_tz::America::New_York, chrono_tz::Australia::Sydney);
        // January 30, 9 PM in New York, when it is January 31 in UTC.
        assert_eq!(until("2026-01-31T02:00:00Z", 1, new_york), "2026-02-28 21:00");
        // December 1, 8 AM in Sydney, when it is November 30 in UTC.
        assert_eq!(until("2026-11-30T21:00:00Z", 12, sydney), "2027-12-01 08:00");
        // The time of day stays over a clock change.
        assert_eq!(until("2026-01-15T14:00:00Z", 6, new_york), "2026-07-15 09:00");
        // 2:30 AM, which the clocks skip on March 14, 2027; 1:30 AM, which comes twice on November 7.
        assert_eq!(until("2027-02-14T07:30:00Z", 1, new_york), "2027-03-14 03:00");
        let twice = valid_until("2027-10-07T05:30:00Z".parse().unwrap(), 1, new_york);
        assert_eq!(twice.to_rfc3339(), "2027-11-07T06:30:00+00:00");
    }
}
