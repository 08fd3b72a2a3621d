//! Adding a service to the catalogue, and changing one.

use axum::http::StatusCode;
use entity::{
    clinic::service::{ActiveModel, Column, Entity, Model},
    ids::{MemberId, ServiceId},
    words::Module,
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QuerySelect,
    TryIntoModel,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    rules,
    wire::{Color, ConsentRules, Ids, NeededConsent, NewService, Service, ServiceChange, Title, Unit},
};
use crate::settings::{IntegerBetween, require_module};
use base::{
    error::{Error, Fields, OnConstraint, Result},
    permission::ServiceWrite,
};
use http_api::{IfMatch, Json, Patch, Path, fields::Quantity, state::App};
use tenancy::{Change, ClinicTx, Ctx, Done, LoggedField, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create_service)).routes(routes!(change_service))
}

/// Adds a service at the end of the catalogue.
#[utoipa::path(post, path = "/api/services", tag = "services", responses((status = CREATED, body = Service)))]
async fn create_service(
    ctx: Ctx<ServiceWrite>,
    Json(new): Json<NewService>,
) -> Result<Done<(StatusCode, Json<Service>)>> {
    require_module(&ctx.tx, Module::Services).await?;
    if Entity::find().count(&ctx.tx).await? >= rules::MAX_SERVICES {
        let sentence = format!("The catalogue holds at most {} services.", rules::MAX_SERVICES);
        return Err(Error::conflict("too_many_services", sentence));
    }
    let last: Option<Option<i32>> =
        Entity::find().select_only().column_as(Column::Position.max(), "last").into_tuple().one(&ctx.tx).await?;
    let row = ActiveModel {
        position: Set(last.flatten().unwrap_or_default() + 1),
        version: Set(1),
        created_at: Set(ctx.now),
        ..Default::default()
    };
    let row = store(&ctx, row, new.into_change()).await?;
    let subject = Subject::object(row.id);
    let answer = rules::one_to_wire(&ctx.tx, row).await?;
    ctx.done(subject, (StatusCode::CREATED, Json(answer))).await
}

/// Changes a service, for records made from now on. With `If-Match` it changes only that version.
#[utoipa::path(patch, path = "/api/services/{id}", tag = "services", params(("id" = i64, Path), IfMatch), responses((status = OK, body = Service)))]
async fn change_service(
    ctx: Ctx<ServiceWrite>,
    Path(id): Path<ServiceId>,
    if_match: IfMatch,
    Json(change): Json<ServiceChange>,
) -> Result<Done<Json<Service>>> {
    require_module(&ctx.tx, Module::Services).await?;
    let row = rules::locked(&ctx.tx, id).await?;
    if_match.require(row.version)?;
    let version = row.version + 1;
    let before = rules::one_to_wire(&ctx.tx, row.clone()).await?;
    let mut row = row.into_active_model();
    row.version = Set(version);
    let row = store(&ctx, row, change).await?;
    if row.name != before.name {
        rules::rename_point_rule(&ctx.tx, &before.name, &row.name).await?;
    }
    let answer = rules::one_to_wire(&ctx.tx, row).await?;
    let subject = Subject::object(id).changed(Change::list(&before, &answer, logged));
    ctx.done(subject, Json(answer)).await
}

/// Stores a change in a new or existing row, with its performers and consents.
async fn store(ctx: &Ctx<ServiceWrite>, mut row: ActiveModel, change: ServiceChange) -> Result<Model> {
    let mut cleared = Fields::new();
    change.name.fill_required("name", &mut row.name, &mut cleared, |Title(name)| name);
    change.minutes.fill_required("minutes", &mut row.minutes, &mut cleared, |IntegerBetween(minutes)| minutes);
    change.needs_exam.fill_required("needs_exam", &mut row.needs_exam, &mut cleared, |needs| needs);
    change.taxable.fill_required("taxable", &mut row.taxable, &mut cleared, |taxable| taxable);
    if !cleared.is_empty() {
        return Err(Error::Invalid(cleared));
    }
    match change.buffer_minutes {
        Patch::Keep => {}
        Patch::Clear => row.buffer_minutes = Set(0),
        Patch::Set(IntegerBetween(minutes)) => row.buffer_minutes = Set(minutes),
    }
    change.category.fill(&mut row.category, |Title(category)| category);
    change.price.fill(&mut row.price, |Quantity(price)| price);
    change.price_unit.fill(&mut row.price_unit, |Unit(unit)| unit);
    change.color.fill(&mut row.color, |Color(color)| color);
    change.interval_days.fill(&mut row.interval_days, |IntegerBetween(days)| days);
    row.updated_at = Set(ctx.now);
    row.updated_by = Set(Some(ctx.member.id));
    row.updated_by_name = Set(Some(ctx.member.full_name()));
    let row = row.save(&ctx.tx).await.on_constraint("service_active_name", name_taken)?;
    let row: Model = row.try_into_model()?;
    link(&ctx.tx, row.id, change.performer_ids, change.consents).await?;
    Ok(row)
}

/// Stores the performers and the consents of the service, if the change has them.
async fn link(
    tx: &ClinicTx,
    id: ServiceId,
    performers: Patch<Ids<MemberId>>,
    consents: Patch<ConsentRules>,
) -> Result<()> {
    match performers {
        Patch::Keep => {}
        Patch::Clear => rules::set_performers(tx, id, Vec::new()).await?,
        Patch::Set(Ids(members)) => rules::set_performers(tx, id, members).await?,
    }
    match consents {
        Patch::Keep => Ok(()),
        Patch::Clear => rules::set_consents(tx, id, Vec::new()).await,
        Patch::Set(ConsentRules(wanted)) => rules::set_consents(tx, id, wanted).await,
    }
}

fn name_taken() -> Error {
    Error::field("name", "is the name of another service")
}

/// The fields for the activity log.
fn logged(service: &Service) -> [LoggedField; 12] {
    let number = |number: i32| Some(number.to_string());
    let yes = |is: bool| Some(if is { "yes" } else { "no" }.to_owned());
    let list = |names: Vec<&str>| Some(names.join(", ")).filter(|names| !names.is_empty());
    [
        ("name", Some(service.name.clone())),
        ("category", service.category.clone()),
        ("minutes", number(service.minutes)),
        ("buffer_minutes", number(service.buffer_minutes)),
        ("price", service.price.map(|Quantity(price)| price.normalize().to_string())),
        ("price_unit", service.price_unit.clone()),
        ("color", service.color.clone()),
        ("performers", list(service.performers.iter().map(|performer| performer.name.as_str()).collect())),
        ("needs_exam", yes(service.needs_exam)),
        (
            "consents",
            Some(service.consents.iter().map(consent_in_words).collect::<Vec<_>>().join(", "))
                .filter(|words| !words.is_empty()),
        ),
        ("interval_days", service.interval_days.and_then(number)),
        ("taxable", yes(service.taxable)),
    ]
}

/// A needed consent for the audit: its name and how long a signature is valid.
fn consent_in_words(consent: &NeededConsent) -> String {
    match consent.valid_months {
        None => consent.name.clone(),
        Some(1) => format!("{} (1 month)", consent.name),
        Some(months) => format!("{} ({months} months)", consent.name),
    }
}
