//! The modules: parts of the product that a clinic's owner switches on. Until then their screens are shown disabled, as the
//! specification requires, and their calls are refused.

use chrono::{DateTime, Utc};
use entity::{
    clinic::clinic_module::{Column, Entity, Model},
    words::Module,
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, EntityTrait, IntoActiveModel, Iterable, QuerySelect,
    sea_query::{Expr, OnConflict, Query, SelectStatement},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{
    error::{Error, Result},
    permission::{ClinicModuleWrite, SessionOwn},
};
use http_api::{IfMatch, Json, Path, state::App};
use tenancy::{Change, ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_modules)).routes(routes!(switch_module))
}

/// A module, and whether the clinic uses it.
#[derive(Debug, Serialize, ToSchema)]
struct ClinicModule {
    module: Module,
    /// Whether it can be switched on. Other modules do not exist yet.
    available: bool,
    on: bool,
    /// Who switched it last, and when; null if it was never switched.
    changed_by_name: Option<String>,
    changed_at: Option<DateTime<Utc>>,
    /// The version; sent back as `If-Match` it keeps a change from overwriting another one.
    version: i32,
}

impl ClinicModule {
    fn from_model(module: Module, row: Option<Model>) -> Self {
        Self {
            module,
            available: is_available(module),
            on: row.as_ref().is_some_and(|row| row.is_on),
            version: row.as_ref().map_or(0, |row| row.version),
            changed_at: row.as_ref().map(|row| row.changed_at),
            changed_by_name: row.and_then(|row| row.changed_by_name),
        }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ModuleSwitch {
    on: bool,
}

const fn is_available(module: Module) -> bool {
    matches!(
        module,
        Module::ImportClients | Module::Services | Module::OnlineBooking | Module::Clearance | Module::Protocols
    )
}

/// The module's name on the screen.
const fn title(module: Module) -> &'static str {
    match module {
        Module::ImportClients => "Import Clients",
        Module::Services => "Services",
        Module::Photos => "Photos",
        Module::Reports => "Reports",
        Module::Analytics => "Analytics",
        Module::OnlineBooking => "Online booking",
        Module::Clearance => "Exam clearance",
        Module::Protocols => "Protocols",
    }
}

/// The module's row while it is on, for `exists`.
#[must_use]
pub fn module_on(module: Module) -> SelectStatement {
    Query::select()
        .expr(Expr::val(1))
        .from(Entity)
        .and_where(Column::Module.eq(module))
        .and_where(Column::IsOn.eq(true))
        .take()
}

/// The check for every call of a module: the call is refused while the module is off.
///
/// # Errors
/// [`Error::Conflict`] with the code `module_off`.
pub async fn require_module(tx: &ClinicTx, module: Module) -> Result<()> {
    if tx.has_module(module).await? {
        return Ok(());
    }
    let name = title(module);
    let sentence =
        format!("{name} is switched off. The clinic's owner can switch it on in the settings, under Modules.");
    Err(Error::conflict("module_off", sentence))
}

/// Lists every module, and whether the clinic uses it.
#[utoipa::path(get, path = "/api/clinic/modules", tag = "clinic", responses((status = OK, body = Vec<ClinicModule>)))]
async fn list_modules(ctx: Ctx<SessionOwn>) -> Result<Done<Json<Vec<ClinicModule>>>> {
    let rows = Entity::find().all(&ctx.tx).await?;
    let row = |module| rows.iter().find(|row| row.module == module).cloned();
    let answer = Module::iter().map(|module| ClinicModule::from_model(module, row(module))).collect();
    ctx.done(Subject::nobody(), Json(answer)).await
}

/// Switches a module on or off; its records are kept. Needs a fresh proof of identity. With `If-Match` it changes only that
/// version.
#[utoipa::path(put, path = "/api/clinic/modules/{module}", tag = "clinic", params(("module" = Module, Path), IfMatch), responses((status = OK, body = ClinicModule)))]
async fn switch_module(
    ctx: Ctx<ClinicModuleWrite>,
    Path(module): Path<Module>,
    if_match: IfMatch,
    Json(wanted): Json<ModuleSwitch>,
) -> Result<Done<Json<ClinicModule>>> {
    ctx.require_fresh_proof()?;
    if !is_available(module) {
        return Err(Error::conflict("module_not_available", format!("{} is not available yet.", title(module))));
    }
    let never =
        Model { module, is_on: false, version: 0, changed_by: None, changed_by_name: None, changed_at: ctx.now };
    let row = lock_or_add(&ctx.tx, never).await?;
    if_match.require(row.version)?;
    let was_on = row.is_on;
    if was_on == wanted.on {
        let answer = ClinicModule::from_model(module, Some(row));
        return ctx.done(Subject::nobody(), Json(answer)).await;
    }
    let version = row.version + 1;
    let mut row = row.into_active_model();
    row.is_on = Set(wanted.on);
    row.version = Set(version);
    row.changed_by = Set(Some(ctx.member.id));
    row.changed_by_name = Set(Some(ctx.member.full_name()));
    row.changed_at = Set(ctx.now);
    let row = row.update(&ctx.tx).await?;
    let change = Change::switch(module.as_str(), was_on, wanted.on);
    let answer = ClinicModule::from_model(module, Some(row));
    ctx.done(Subject::nobody().changed(change), Json(answer)).await
}

/// The module's row, locked. The first switch of a module stores it. If two switches come at the same moment, one waits for the
/// other.
async fn lock_or_add(tx: &ClinicTx, never: Model) -> Result<Model> {
    let module = never.module;
    let stored = OnConflict::column(Column::Module).do_nothing().to_owned();
    Entity::insert(never.into_active_model().reset_all()).on_conflict(stored).exec_without_returning(tx).await?;
    let row = Entity::find_by_id(module).lock_exclusive().one(tx).await?;
    row.ok_or_else(|| Error::Internal("a module that was just stored has no row".into()))
}
