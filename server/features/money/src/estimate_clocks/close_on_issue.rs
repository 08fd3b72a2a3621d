//! An issued estimate closes the deadlines that it meets.

use chrono::NaiveDate;
use entity::{
    clinic::{
        estimate_clock::{Column, Entity},
        estimate_issue, patient,
    },
    words::ClockEnding,
};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, sea_query::Expr};

use base::error::Result;
use tenancy::ClinicTx;

/// Closes the person's questions, and the deadlines of visits on the day that the version names, or on the days of a recurring
/// service. A version without a day closes only the questions, because a visit requires an estimate with its date.
pub async fn meet(tx: &ClinicTx, issued: &estimate_issue::Model, recurs: Option<(NaiveDate, NaiveDate)>) -> Result<()> {
    let mut answered = Condition::any().add(Column::AppointmentId.is_null());
    for (first, last) in issued.service_date.map(|day| (day, day)).into_iter().chain(recurs) {
        answered = answered.add(Column::ServiceOn.between(first, last));
    }
    Entity::update_many()
        .col_expr(Column::ClosedAt, Expr::val(issued.issued_at))
        .col_expr(Column::Ending, Expr::val(ClockEnding::Issued.as_str()))
        .col_expr(Column::MetBy, Expr::val(issued.id))
        .col_expr(Column::ClosedByName, Expr::val(issued.issuer.name.clone()))
        .filter(Column::PatientId.in_subquery(patient::Entity::ids_of_person(issued.patient_id)))
        .filter(Column::ClosedAt.is_null())
        .filter(answered)
        .exec(tx)
        .await?;
    Ok(())
}
