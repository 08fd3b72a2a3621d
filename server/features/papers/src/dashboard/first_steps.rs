//! The first steps of a new clinic. Its first page shows them until all are done or the list is closed.

use axum::http::StatusCode;
use entity::clinic::{
    appointment, clinic_setting, estimate_setting, member, message_setting, patient, service, working_hours,
};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QuerySelect, QueryTrait, Select,
    sea_query::{Expr, ExprTrait},
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{
    error::{Error, Result},
    permission::ClinicSettingsWrite,
};
use http_api::{Json, state::App};
use practice::settings;
use tenancy::{ClinicTx, Ctx, Done, Subject};

/// The opening hours of every new clinic.
const DEFAULT_HOURS: [&str; 2] = ["07:00", "21:00"];

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_first_steps)).routes(routes!(close_first_steps))
}

/// The first steps, and whether each is done.
#[derive(Debug, Serialize, ToSchema, FromQueryResult)]
#[expect(clippy::struct_excessive_bools, reason = "each step is done or not by itself")]
struct FirstSteps {
    /// Whether somebody has closed the list.
    closed: bool,
    /// The clinic's opening hours, or somebody's working hours, were set.
    hours: bool,
    /// The clinic's address was entered.
    address: bool,
    /// A member has changed the catalog that comes with the clinic.
    services: bool,
    /// Messages to patients are on.
    messages: bool,
    /// The team has a second member.
    team: bool,
    /// There is a patient who is not a sample.
    clients: bool,
    /// There is an appointment that is not a sample.
    visit: bool,
}

/// Shows the first steps of the clinic.
#[utoipa::path(get, path = "/api/clinic/first-steps", tag = "dashboard", responses((status = OK, body = FirstSteps)))]
async fn show_first_steps(ctx: Ctx<ClinicSettingsWrite>) -> Result<Done<Json<FirstSteps>>> {
    let steps = first_steps(&ctx.tx).await?;
    ctx.done(Subject::nobody(), Json(steps)).await
}

/// Closes the list of first steps for everybody.
#[utoipa::path(post, path = "/api/clinic/first-steps/close", tag = "dashboard", responses((status = NO_CONTENT)))]
async fn close_first_steps(ctx: Ctx<ClinicSettingsWrite>) -> Result<Done<StatusCode>> {
    settings::close_first_steps(&ctx.tx, ctx.now).await?;
    ctx.done(Subject::nobody(), StatusCode::NO_CONTENT).await
}

async fn first_steps(tx: &ClinicTx) -> Result<FirstSteps> {
    use clinic_setting::{Column, Entity};
    let [opens, closes] = DEFAULT_HOURS;
    let time = |text: &str| Expr::val(text).cast_as("time");
    let other_hours = Expr::col(Column::OpensAt).ne(time(opens)).or(Expr::col(Column::ClosesAt).ne(time(closes)));
    let second_member = member::Entity::listed().limit(1).offset(1);
    let visits = appointment::Entity::find().filter(appointment::Column::SampleSetId.is_null());
    let steps = Entity::find()
        .select_only()
        .column_as(Column::FirstStepsClosedAt.is_not_null(), "closed")
        .column_as(other_hours.or(any(working_hours::Entity::find())), "hours")
        .column_as(Expr::col(estimate_setting::Column::Address).is_not_null(), "address")
        .column_as(any(service::Entity::find().filter(service::Column::UpdatedBy.is_not_null())), "services")
        .column_as(Expr::col(message_setting::Column::Enabled), "messages")
        .column_as(any(second_member), "team")
        .column_as(any(patient::Entity::find().filter(patient::Column::SampleSetId.is_null())), "clients")
        .column_as(any(visits), "visit");
    steps.into_model().one(tx).await?.ok_or_else(|| Error::Internal("a clinic has no settings".into()))
}

fn any<E: EntityTrait>(rows: Select<E>) -> Expr {
    Expr::exists(rows.into_query())
}
