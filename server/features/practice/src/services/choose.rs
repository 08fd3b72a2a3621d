//! The service of a new record: from the clinic's catalogue while the module is on, else from the specification's fixed list. The
//! record stores the service's name at that time.

use entity::{
    clinic::{service, service_performer},
    ids::{MemberId, ServiceId},
    words::{Module, ServiceName, TreatmentType},
};
use sea_orm::{ColumnTrait, EntityTrait, Iterable, QueryFilter, QuerySelect};
use serde_json::Value;

use crate::clinical::durations::default_minutes;
use base::error::{Error, Result};
use http_api::fields::choice;
use tenancy::ClinicTx;

/// A service, as a record uses it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenService {
    /// `None` while the module is off.
    pub id: Option<ServiceId>,
    pub name: String,
    pub minutes: i32,
    needs_exam: bool,
}

/// The service with this name. `field` is its field in the call; the default is Botox (specification 5).
pub async fn choose(tx: &ClinicTx, field: &str, name: Option<String>) -> Result<ChosenService> {
    let name = name.unwrap_or_else(|| ServiceName::default().as_str().to_owned());
    if tx.has_module(Module::Services).await? {
        return from_catalogue(tx, field, &name).await;
    }
    let service: ServiceName = choice(&Value::from(name.as_str())).map_err(|words| Error::field(field, words))?;
    let needs_exam = choice::<TreatmentType>(&Value::from(name)).is_ok();
    let minutes = default_minutes(service).into();
    Ok(ChosenService { id: None, name: service.as_str().to_owned(), minutes, needs_exam })
}

/// As [`choose`], for a treatment: a visit can be booked, but not recorded as a treatment.
///
/// # Errors
/// As [`choose`], and if the service is a visit.
pub async fn choose_treatment(tx: &ClinicTx, field: &str, name: Option<String>) -> Result<ChosenService> {
    let chosen = choose(tx, field, name).await?;
    if chosen.needs_exam {
        return Ok(chosen);
    }
    let words = match chosen.id {
        Some(_) => "is a visit without an exam, which is not recorded as a treatment",
        None => "must be one of the choices",
    };
    Err(Error::field(field, words))
}

/// Every treatment that can be chosen, in the clinic's order.
pub async fn treatments(tx: &ClinicTx) -> Result<Vec<ChosenService>> {
    if !tx.has_module(Module::Services).await? {
        let of_the_list = |treatment: TreatmentType| {
            let name = treatment.as_str().to_owned();
            let minutes = choice(&Value::from(name.as_str())).map(default_minutes).unwrap_or_default().into();
            ChosenService { id: None, name, minutes, needs_exam: true }
        };
        return Ok(TreatmentType::iter().map(of_the_list).collect());
    }
    let rows = service::Entity::active().filter(service::Column::NeedsExam.eq(true)).all(tx).await?;
    let chosen = |row: service::Model| ChosenService {
        id: Some(row.id),
        name: row.name,
        minutes: row.minutes,
        needs_exam: row.needs_exam,
    };
    Ok(rows.into_iter().map(chosen).collect())
}

async fn from_catalogue(tx: &ClinicTx, field: &str, name: &str) -> Result<ChosenService> {
    let named = service::Entity::in_order().filter(service::Column::Name.eq(name)).all(tx).await?;
    let retired = named.iter().any(|row| row.retired_at.is_some());
    let Some(row) = named.into_iter().find(|row| row.retired_at.is_none()) else {
        let words =
            if retired { "was retired. Choose another service" } else { "must be one of the clinic's services" };
        return Err(Error::field(field, words));
    };
    Ok(ChosenService { id: Some(row.id), name: row.name, minutes: row.minutes, needs_exam: row.needs_exam })
}

/// Whether this member performs the service. If no member is named, every member does.
pub async fn is_performed_by(tx: &ClinicTx, service: Option<ServiceId>, member: MemberId) -> Result<bool> {
    Ok(performers(tx, service).await?.is_none_or(|named| named.contains(&member)))
}

/// The members who are named as performing the service. `None` if every member does.
pub async fn performers(tx: &ClinicTx, service: Option<ServiceId>) -> Result<Option<Vec<MemberId>>> {
    use service_performer::{Column, Entity};
    let Some(id) = service else { return Ok(None) };
    let named = Entity::find().filter(Column::ServiceId.eq(id)).select_only().column(Column::MemberId);
    let named: Vec<MemberId> = named.into_tuple().all(tx).await?;
    Ok(Some(named).filter(|named| !named.is_empty()))
}

/// The times that a service needs around it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spacing {
    /// How long the provider and the room stay reserved after the service.
    pub buffer_minutes: i32,
    /// The fewest days until the same patient can have the service again.
    pub interval_days: Option<i32>,
}

/// The spacing of a service.
pub async fn spacing(tx: &ClinicTx, service: Option<ServiceId>) -> Result<Spacing> {
    let Some(id) = service else { return Ok(Spacing::default()) };
    let row = service::Entity::find_by_id(id).one(tx).await?;
    let of_row = |row: service::Model| Spacing { buffer_minutes: row.buffer_minutes, interval_days: row.interval_days };
    Ok(row.map(of_row).unwrap_or_default())
}

/// The names that an estimate may contain in addition to its own list: the clinic's services, while the module is on.
pub async fn names_to_estimate(tx: &ClinicTx) -> Result<Vec<String>> {
    if !tx.has_module(Module::Services).await? {
        return Ok(Vec::new());
    }
    let names = service::Entity::active().select_only().column(service::Column::Name);
    Ok(names.into_tuple().all(tx).await?)
}
