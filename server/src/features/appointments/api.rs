//! The calls about appointments.

use axum::http::{HeaderMap, StatusCode};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{appointment, member, patient},
    ids::{AppointmentId, MemberId, PatientId},
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, Select,
    sea_query::{DynIden, Expr, ExprTrait, Func, IntoIden, Order, Query as Subquery, extension::postgres::PgExpr},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    PROVIDER_IS_TAKEN, booking,
    slot::{self, Slot},
    unusual,
};
use crate::{
    features::{patients, services, team},
    foundation::{
        error::{Error, OnConstraint, Result},
        http::{
            Confirmed, Json, Page, Payload, Query,
            fields::{Id, Line, Note, in_our_time},
            optional,
            page::{Fitting, MOST, fit, key, next, octets},
            required,
        },
        permission::{Access, AppointmentCreate, AppointmentList},
        state::App,
        tenancy::{ClinicTx, Ctx, Done, Subject},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_appointments, create_appointment)).routes(routes!(list_providers))
}

/// An appointment. Roles with limited access see its time, service and provider; the patient and the notes are
/// null.
#[derive(Debug, Serialize, ToSchema)]
struct Appointment {
    #[schema(value_type = i64)]
    id: AppointmentId,
    #[schema(required, value_type = Option<i64>)]
    patient_id: Option<PatientId>,
    #[schema(required)]
    first_name: Option<String>,
    #[schema(required)]
    last_name: Option<String>,
    #[schema(required, value_type = Option<i64>)]
    provider_id: Option<MemberId>,
    #[schema(required)]
    provider_name: Option<String>,
    /// The name that the service had when it was booked.
    service: String,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
    #[schema(required)]
    notes: Option<String>,
    allow_overlap: bool,
    /// Whether the patient is archived; null where the patient is.
    #[schema(required)]
    patient_is_archived: Option<bool>,
}

/// A new appointment (specification 3 and 5).
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewAppointment {
    #[schema(value_type = Id)]
    #[serde(deserialize_with = "required")]
    patient_id: PatientId,
    /// `YYYY-MM-DDTHH:MM` in the clinic's time zone, or with an offset of its own.
    appointment_time: Line,
    /// A service of the clinic's catalogue, or of the fixed list while it has none. Default: Botox.
    #[serde(default, deserialize_with = "optional")]
    service: Option<Line>,
    #[serde(default, deserialize_with = "optional")]
    notes: Option<Note>,
    #[schema(value_type = Option<Id>)]
    #[serde(default, deserialize_with = "optional")]
    provider_id: Option<MemberId>,
    /// Book even if the provider is booked at that time.
    #[serde(default, deserialize_with = "optional")]
    allow_overlap: Option<bool>,
    /// Check for what is unusual (the patient is booked at that time, the time has passed, is outside the clinic's
    /// hours or more than a year ahead, the provider is booked): 409 `unconfirmed` with `warnings`, unless each of
    /// their codes is in this list. Without the list nothing is checked.
    #[serde(default, deserialize_with = "optional")]
    confirmed: Option<Confirmed>,
}

impl Payload for NewAppointment {
    const IGNORED: &'static [&'static str] = &["id", "ends_at"];
}

/// A member who can be booked.
#[derive(Debug, Serialize, ToSchema)]
struct ProviderChoice {
    #[schema(value_type = i64)]
    id: MemberId,
    name: String,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Window {
    /// The first day, in the clinic's time zone. Default: today.
    from: Option<NaiveDate>,
    /// The last day. Default: no end.
    to: Option<NaiveDate>,
}

impl Window {
    pub(super) fn appointments(&self, now: DateTime<Utc>, zone: Tz) -> Result<Select<appointment::Entity>> {
        in_our_time("from", self.from)?;
        in_our_time("to", self.to)?;
        let today = now.with_timezone(&zone).date_naive();
        let from = booking::start_of(self.from.unwrap_or(today), zone);
        let wanted = appointment::Entity::find().filter(appointment::Column::StartsAt.gte(from));
        Ok(match self.to {
            Some(last) => {
                let after = last.checked_add_signed(TimeDelta::days(1)).unwrap_or(last);
                wanted.filter(appointment::Column::StartsAt.lt(booking::start_of(after, zone)))
            }
            None => wanted,
        })
    }

    /// As it stands in an address.
    pub(super) fn query(&self) -> Vec<(&'static str, String)> {
        let days = [("from", self.from), ("to", self.to)];
        days.into_iter().filter_map(|(name, day)| Some((name, day?.to_string()))).collect()
    }
}

/// The appointments after the appointment `after` in [`BY_START`], with names.
fn following(wanted: Select<appointment::Entity>, after: Option<i64>) -> Select<appointment::Entity> {
    with_names(match after {
        Some(last) => wanted.filter(follows(last.into())),
        None => wanted,
    })
}

const BY_START: [appointment::Column; 2] = [appointment::Column::StartsAt, appointment::Column::Id];

/// These appointments with names by their start, after the appointment `after`.
pub(super) fn by_start(wanted: Select<appointment::Entity>, after: Option<i64>) -> Select<appointment::Entity> {
    BY_START.into_iter().fold(following(wanted, after), QueryOrder::order_by_asc)
}

/// Lists the appointments by their start, never more than fit into 1 MB. The Link header leads to the next page.
#[utoipa::path(get, path = "/api/appointments", tag = "appointments", params(Window, Page), responses((status = OK, body = Vec<Appointment>)))]
async fn list_appointments(
    ctx: Ctx<AppointmentList>,
    Query(window): Query<Window>,
    Query(page): Query<Page>,
) -> Result<Done<(HeaderMap, Json<Vec<Appointment>>)>> {
    let limit = page.limit_or(MOST);
    let wanted = following(window.appointments(ctx.now, ctx.clinic.time_zone)?, page.after);
    let texts = [
        octets(appointment::Column::Notes),
        octets(patient::Column::FirstName),
        octets(patient::Column::LastName),
        octets(member::Column::FirstName),
        octets(member::Column::LastName),
    ];
    let order = BY_START.map(|column| key(column, Order::Asc));
    let Fitting { rows, has_next }: Fitting<Booked> = fit(&ctx.tx, wanted, order, texts, limit).await?;
    let headers = match rows.last().filter(|_| has_next) {
        Some(last) => {
            let query = [window.query(), vec![("limit", limit.to_string())]].concat();
            next("/api/appointments", &query, last.appointment.id)?
        }
        None => HeaderMap::new(),
    };
    let subject = match ctx.access {
        Access::Full => Subject::patients(rows.iter().map(|row| row.person_id)),
        Access::Limited => Subject::nobody(),
    };
    let appointments = rows.into_iter().map(|row| row.into_wire(ctx.access)).collect();
    ctx.done(subject, (headers, Json(appointments))).await
}

/// Books an appointment; it ends after the service's duration. Without `allow_overlap` it may not overlap
/// another appointment of the provider (409 `double_booked`).
#[utoipa::path(post, path = "/api/appointments", tag = "appointments", responses((status = CREATED, body = Appointment)))]
async fn create_appointment(
    ctx: Ctx<AppointmentCreate>,
    Json(new): Json<NewAppointment>,
) -> Result<Done<(StatusCode, Json<Appointment>)>> {
    let patient = patients::existing(&ctx.tx, new.patient_id).await?;
    let starts_at = booking::instant(&new.appointment_time.0, ctx.clinic.time_zone)?;
    let provider = match new.provider_id {
        Some(provider) => {
            let chosen = providers(&ctx.tx).await?.into_iter().find(|choice| choice.id == provider);
            Some(chosen.ok_or_else(|| Error::field("provider_id", "must be one of the clinic's providers"))?)
        }
        None => None,
    };
    let service = services::choose(&ctx.tx, "service", new.service.map(|line| line.0)).await?;
    if let Some(provider) = &provider
        && !services::is_performed_by(&ctx.tx, &service, provider.id).await?
    {
        return Err(Error::field("provider_id", format!("does not perform {}", service.name)));
    }
    let slot = Slot { starts_at, ends_at: booking::end(starts_at, service.minutes) };
    let allow_overlap = new.allow_overlap.unwrap_or(false);
    let mut warnings = match new.confirmed {
        Some(_) => unusual::warnings(&ctx.tx, ctx.clinic.time_zone, ctx.now, &patient, slot).await?,
        None => Vec::new(),
    };
    let is_taken = match &provider {
        Some(provider) => {
            slot::hold_provider(&ctx.tx, provider.id).await?;
            !allow_overlap && slot::is_provider_booked(&ctx.tx, provider.id, slot).await?
        }
        None => false,
    };
    if let Some(confirmed) = new.confirmed {
        if is_taken {
            warnings.insert(0, unusual::provider_is_taken());
        }
        confirmed.covers(warnings)?;
    }
    if is_taken {
        return Err(double_booked());
    }
    let row = appointment::ActiveModel {
        patient_id: Set(patient.id),
        provider_id: Set(provider.as_ref().map(|choice| choice.id)),
        service: Set(service.name),
        service_id: Set(service.id),
        starts_at: Set(slot.starts_at),
        ends_at: Set(slot.ends_at),
        notes: Set(new.notes.map(|note| note.0)),
        allow_overlap: Set(allow_overlap),
        created_by: Set(Some(ctx.member.id)),
        created_at: Set(ctx.now),
        ..Default::default()
    };
    let row = row.insert(&ctx.tx).await.on_constraint("appointment_provider_free", double_booked)?;
    let subject = Subject::patient(patient.id).and(row.id);
    let booked = Booked {
        person_id: patient.id,
        appointment: row,
        first_name: patient.first_name,
        last_name: patient.last_name,
        archived_at: patient.archived_at,
        provider_name: provider.map(|choice| choice.name),
    };
    let appointment = booked.into_wire(Access::Full);
    ctx.done(subject, (StatusCode::CREATED, Json(appointment))).await
}

fn double_booked() -> Error {
    Error::conflict("double_booked", PROVIDER_IS_TAKEN)
}

/// Lists who can be booked.
#[utoipa::path(get, path = "/api/appointments/providers", tag = "appointments", responses((status = OK, body = Vec<ProviderChoice>)))]
async fn list_providers(ctx: Ctx<AppointmentCreate>) -> Result<Done<Json<Vec<ProviderChoice>>>> {
    let choices = providers(&ctx.tx).await?;
    ctx.done(Subject::nobody(), Json(choices)).await
}

/// Active members who take appointments.
async fn providers(tx: &ClinicTx) -> Result<Vec<ProviderChoice>> {
    let rows = team::everybody_bookable(tx).await?;
    Ok(rows.into_iter().map(|row| ProviderChoice { id: row.id, name: row.full_name() }).collect())
}

/// The condition for rows after an appointment in the list's order.
fn follows(last: AppointmentId) -> Expr {
    use appointment::{Column, Entity};
    let place = Subquery::select()
        .columns([Column::StartsAt, Column::Id])
        .from_as(Entity, "last")
        .and_where(Expr::col(("last", Column::Id)).eq(last))
        .take();
    Expr::tuple([Expr::col((Entity, Column::StartsAt)), Expr::col((Entity, Column::Id))]).gt(place)
}

/// The name of the patients into whom others were merged, in a query.
const SURVIVOR: &str = "survivor";

/// An appointment with the names shown beside it.
#[derive(FromQueryResult)]
pub(super) struct Booked {
    #[sea_orm(nested)]
    pub(super) appointment: appointment::Model,
    /// Who the patient is now: the record that was kept, if this one was merged.
    pub(super) person_id: PatientId,
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) archived_at: Option<DateTime<Utc>>,
    pub(super) provider_name: Option<String>,
}

fn with_names(appointments: Select<appointment::Entity>) -> Select<appointment::Entity> {
    let patient =
        appointment::Entity::belongs_to(patient::Entity).from(appointment::Column::PatientId).to(patient::Column::Id);
    // Of a patient who was merged, the one whose record holds the appointment.
    let survivor =
        patient::Entity::belongs_to(patient::Entity).from(patient::Column::MergedInto).to(patient::Column::Id);
    let of_person = |column| {
        let names = [Expr::col((SURVIVOR, column)), Expr::col((patient::Entity, column))];
        Expr::from(Func::coalesce(names))
    };
    // Not the first of the two: the record that is archived may be the merged one.
    let archived_of = |table: DynIden| Expr::col((table, patient::Column::ArchivedAt));
    let is_merged = Expr::col((patient::Entity, patient::Column::MergedInto)).is_not_null();
    let archived =
        Expr::case(is_merged, archived_of(SURVIVOR.into_iden())).finally(archived_of(patient::Entity.into_iden()));
    let provider =
        appointment::Entity::belongs_to(member::Entity).from(appointment::Column::ProviderId).to(member::Column::Id);
    // Like `member::Model::full_name`; null without a provider.
    let name = Expr::col((member::Entity, member::Column::FirstName))
        .concat(" ")
        .concat(Expr::col((member::Entity, member::Column::LastName)));
    appointments
        .join(JoinType::InnerJoin, patient.into())
        .join_as(JoinType::LeftJoin, survivor.into(), SURVIVOR)
        .join(JoinType::LeftJoin, provider.into())
        .expr_as(of_person(patient::Column::Id), "person_id")
        .expr_as(of_person(patient::Column::FirstName), "first_name")
        .expr_as(of_person(patient::Column::LastName), "last_name")
        .expr_as(archived, "archived_at")
        .expr_as(name, "provider_name")
}

impl Booked {
    fn into_wire(self, access: Access) -> Appointment {
        let full = access == Access::Full;
        let row = self.appointment;
        Appointment {
            id: row.id,
            patient_id: full.then_some(self.person_id),
            first_name: full.then_some(self.first_name),
            last_name: full.then_some(self.last_name),
            provider_name: self.provider_name,
            provider_id: row.provider_id,
            service: row.service,
            starts_at: row.starts_at,
            ends_at: row.ends_at,
            notes: row.notes.filter(|_| full),
            allow_overlap: row.allow_overlap,
            patient_is_archived: full.then_some(self.archived_at.is_some()),
        }
    }
}
