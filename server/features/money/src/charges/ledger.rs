//! The ledger: the calls that add a charge, void one, and list a patient's charges.

use axum::http::{HeaderMap, StatusCode};
use entity::{
    clinic::{
        charge::{ActiveModel, Entity},
        charge_void, member,
    },
    ids::{ChargeId, PatientId},
};
use rust_decimal::Decimal;
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{NotSet, Set},
    EntityTrait, IntoActiveModel,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    query, visit,
    wire::{Charge, ChargeVoiding, NewCharge},
};
use crate::estimates;
use base::{
    error::{Error, OnConstraint, Result},
    permission::{EstimateRead, EstimateWrite},
};
use http_api::{Json, Path, Query, SentBack, page::next_link, state::App};
use people::patients;
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_patient_charges)).routes(routes!(add_charge)).routes(routes!(void_charge))
}

/// How many charges a page has without a limit.
const DEFAULT_LIMIT: u64 = 50;

/// Lists a patient's charges, including voided ones, the latest first.
#[utoipa::path(get, path = "/api/patients/{id}/charges", tag = "charges", params(("id" = i64, Path), http_api::Page),
    responses((status = OK, body = Vec<Charge>)))]
async fn list_patient_charges(
    ctx: Ctx<EstimateRead>,
    Path(id): Path<PatientId>,
    Query(page): Query<http_api::Page>,
) -> Result<Done<(HeaderMap, Json<Vec<Charge>>)>> {
    patients::existing(&ctx.tx, id).await?;
    let limit = page.limit_or(DEFAULT_LIMIT);
    let rows = query::of_person(id, page.after.unwrap_or(i64::MAX), limit).all(&ctx.tx).await?;
    let last = rows.last().filter(|_| rows.len() as u64 == limit).map(|row| row.id);
    let headers = next_link(&format!("/api/patients/{id}/charges"), &[("limit", limit.to_string())], last)?;
    ctx.done(Subject::patient(id), (headers, Json(rows.into_iter().map(Charge::from).collect()))).await
}

/// Adds a charge. The server computes its total. A visit with an open dispute gets no new charge. While any visit of the patient has an open
/// dispute, a charge without a visit is refused too.
#[utoipa::path(post, path = "/api/charges", tag = "charges", request_body = NewCharge, responses((status = CREATED, body = Charge)))]
async fn add_charge(
    ctx: Ctx<EstimateWrite>,
    SentBack(new): SentBack<NewCharge>,
) -> Result<Done<(StatusCode, Json<Charge>)>> {
    let tx = &ctx.tx;
    patients::existing(tx, new.patient_id).await?;
    let person = patients::locked_person(tx, new.patient_id).await?;
    if let Some(id) = new.appointment_id {
        let other = || Error::field("appointment_id", "must be a visit of this client");
        let visit = entity::clinic::appointment::Entity::find_by_id(id).one(tx).await?.ok_or_else(other)?;
        if patients::person(tx, visit.patient_id).await?.id != person.id {
            return Err(other());
        }
    }
    visit::refuse_frozen(tx, person.id, new.appointment_id).await?;
    let provider = member::Entity::find_by_id(new.provider_id).one(tx).await?;
    let provider = provider.ok_or_else(|| Error::field("provider_id", "must be a member of the team"))?;
    let (quantity, unit_price) = (new.quantity.0, new.unit_price.0);
    if quantity.is_zero() {
        return Err(Error::field("quantity", "must be more than 0"));
    }
    let discount = new.discount.map_or(Decimal::ZERO, |discount| discount.0);
    let gross = estimates::subtotal(unit_price, quantity, Decimal::ONE);
    if discount > gross {
        return Err(Error::field("discount", "must not be more than the charge"));
    }
    let row = ActiveModel {
        id: NotSet,
        patient_id: Set(person.id),
        appointment_id: Set(new.appointment_id),
        provider_id: Set(provider.id),
        provider_name: Set(provider.full_name()),
        service: Set(new.service.0),
        quantity: Set(quantity),
        unit_price: Set(unit_price),
        discount: Set(discount),
        total: Set(gross - discount),
        recorded_by: Set(ctx.member.id),
        recorded_by_name: Set(ctx.member.full_name()),
        recorded_at: Set(ctx.now),
    };
    let row = row.insert(tx).await?;
    let subject = Subject::patient(person.id).and(row.id);
    let charge = read(tx, row.id).await?;
    ctx.done(subject, (StatusCode::CREATED, Json(charge))).await
}

/// Voids a charge. It stays in the list but does not count. A charge cannot be voided during a dispute, under the same rule as for adding one.
#[utoipa::path(post, path = "/api/charges/{id}/void", tag = "charges", params(("id" = i64, Path)), responses((status = OK, body = Charge)))]
async fn void_charge(
    ctx: Ctx<EstimateWrite>,
    Path(id): Path<ChargeId>,
    Json(new): Json<ChargeVoiding>,
) -> Result<Done<Json<Charge>>> {
    let tx = &ctx.tx;
    let row = Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)?;
    let person = patients::locked_person(tx, row.patient_id).await?;
    visit::refuse_frozen(tx, person.id, row.appointment_id).await?;
    let void = charge_void::Model {
        charge_id: id,
        reason: new.reason.0,
        voided_by: ctx.member.id,
        voided_by_name: ctx.member.full_name(),
        voided_at: ctx.now,
    };
    let inserted = void.into_active_model().insert(tx).await;
    inserted
        .on_constraint("charge_void_once", || Error::conflict("already_voided", "This charge is voided already."))?;
    let charge = read(tx, id).await?;
    ctx.done(Subject::patient(person.id).and(id), Json(charge)).await
}

async fn read(tx: &ClinicTx, id: ChargeId) -> Result<Charge> {
    let row = query::one(id).one(tx).await?;
    Ok(row.ok_or(Error::NotFound)?.into())
}
