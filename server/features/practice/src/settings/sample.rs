//! Sample data: patients and appointments for trying out a new clinic, plainly labeled, and removed with one
//! click.
//!
//! It contains only data that may be removed: nothing signed, no exam, no treatment. A sample patient with later records counts
//! as a real one and stays.

use axum::http::StatusCode;
use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{
        appointment, distinct_patients, import_patient, patient, patient_change, patient_coverage, patient_note,
        patient_records::{has_records, records_in},
        sample_set,
    },
    ids::MemberId,
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, Condition, EntityTrait, PaginatorTrait, QueryFilter, UpdateMany,
    sea_query::Expr,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::clinical::{durations::default_minutes, services::ServiceName};
use base::{
    error::Result,
    local_time::{day_of, first_at},
    permission::{ClinicSampleDelete, ClinicSettingsRead},
    phone,
};
use http_api::{Json, state::App};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_sample_data, remove_sample_data))
}

/// Whether the clinic has sample data.
#[derive(Debug, Serialize, ToSchema)]
struct SampleData {
    present: bool,
}

struct Person {
    last_name: &'static str,
    phone: &'static str,
    birth_date: (i32, u32, u32),
    /// Days from today, local hour and minute, and the service.
    visits: &'static [(u64, u32, u32, ServiceName)],
}

/// These people do not exist: the telephone numbers are from the range reserved for fiction.
const PEOPLE: &[Person] = &[
    Person {
        last_name: "Avery",
        phone: "(212) 555-0101",
        birth_date: (1988, 4, 12),
        visits: &[(0, 9, 0, ServiceName::Consultation), (14, 9, 0, ServiceName::FollowUp)],
    },
    Person {
        last_name: "Blake",
        phone: "(212) 555-0102",
        birth_date: (1979, 9, 30),
        visits: &[(0, 10, 30, ServiceName::Botox)],
    },
    Person {
        last_name: "Carmen",
        phone: "(212) 555-0103",
        birth_date: (1992, 1, 8),
        visits: &[(1, 11, 0, ServiceName::Microneedling)],
    },
    Person {
        last_name: "Devon",
        phone: "(212) 555-0104",
        birth_date: (1965, 6, 21),
        visits: &[(2, 14, 0, ServiceName::EzGelHands)],
    },
    Person {
        last_name: "Elena",
        phone: "(212) 555-0105",
        birth_date: (1983, 11, 3),
        visits: &[(3, 9, 30, ServiceName::PrpPrfFace), (3, 15, 0, ServiceName::FollowUp)],
    },
    Person { last_name: "Farah", phone: "(212) 555-0106", birth_date: (1996, 2, 17), visits: &[] },
];

/// Adds the sample data.
pub async fn add_sample(tx: &ClinicTx, zone: Tz, member: MemberId, now: DateTime<Utc>) -> Result<()> {
    let set = sample_set::ActiveModel { created_at: Set(now), ..Default::default() }.insert(tx).await?.id;
    for person in PEOPLE {
        let (year, month, day) = person.birth_date;
        let patient = patient::ActiveModel {
            first_name: Set("Sample".to_owned()),
            last_name: Set(person.last_name.to_owned()),
            email: Set(Some(format!("sample.{}@example.com", person.last_name.to_lowercase()))),
            phone: Set(Some(person.phone.to_owned())),
            phone_digits: Set(Some(phone::digits(person.phone))),
            birth_date: Set(NaiveDate::from_ymd_opt(year, month, day)),
            created_by: Set(Some(member)),
            created_at: Set(now),
            sample_set_id: Set(Some(set)),
            ..Default::default()
        };
        let patient = patient.insert(tx).await?.id;
        for (days, hour, minute, service) in person.visits {
            let starts_at = local(zone, now, *days, *hour, *minute);
            let minutes = default_minutes(*service);
            let visit = appointment::ActiveModel {
                patient_id: Set(patient),
                service: Set(service.as_str().to_owned()),
                starts_at: Set(starts_at),
                ends_at: Set(starts_at + TimeDelta::minutes(i64::from(minutes))),
                notes: Set(Some("Sample appointment".to_owned())),
                allow_overlap: Set(false),
                created_by: Set(Some(member)),
                created_at: Set(now),
                sample_set_id: Set(Some(set)),
                ..Default::default()
            };
            visit.insert(tx).await?;
        }
    }
    Ok(())
}

/// A time of day in the clinic's zone, so many days after its today.
fn local(zone: Tz, now: DateTime<Utc>, days: u64, hour: u32, minute: u32) -> DateTime<Utc> {
    let day = day_of(now, zone) + Days::new(days);
    first_at(day.and_time(NaiveTime::from_hms_opt(hour, minute, 0).unwrap_or_default()), zone)
}

/// Shows whether the clinic has sample data.
#[utoipa::path(get, path = "/api/clinic/sample-data", tag = "clinic", responses((status = OK, body = SampleData)))]
async fn show_sample_data(ctx: Ctx<ClinicSettingsRead>) -> Result<Done<Json<SampleData>>> {
    let present = sample_set::Entity::find().count(&ctx.tx).await? > 0;
    ctx.done(Subject::nobody(), Json(SampleData { present })).await
}

/// Removes the sample data and nothing else. A sample patient with a record of the clinic's own stays.
#[utoipa::path(delete, path = "/api/clinic/sample-data", tag = "clinic", responses((status = NO_CONTENT)))]
async fn remove_sample_data(ctx: Ctx<ClinicSampleDelete>) -> Result<Done<StatusCode>> {
    keep().exec(&ctx.tx).await?;
    sample_set::Entity::delete_many().exec(&ctx.tx).await?;
    ctx.done(Subject::nobody(), StatusCode::NO_CONTENT).await
}

/// Keeps the sample patients that have a record of the clinic's own. A test compares the list with the existing foreign keys.
pub fn keep() -> UpdateMany<patient::Entity> {
    let visits =
        records_in(appointment::Column::PatientId).and_where(appointment::Column::SampleSetId.is_null()).take();
    let others = [
        visits,
        records_in(patient_note::Column::PatientId),
        records_in(patient_change::Column::PatientId),
        records_in(patient_coverage::Column::PatientId),
        records_in(import_patient::Column::PatientId),
        records_in(distinct_patients::Column::FirstId),
        records_in(distinct_patients::Column::SecondId),
    ];
    patient::Entity::update_many()
        .col_expr(patient::Column::SampleSetId, Expr::null())
        .filter(patient::Column::SampleSetId.is_not_null())
        .filter(others.into_iter().map(Expr::exists).fold(has_records(), Condition::add))
}
