//! Who last changed each field of a record, and when, for a hint beside the field. The answer comes from the audit. For a
//! patient, the record's own history has more detail (`features/people/src/patients/changes.rs`).

use chrono::{DateTime, Utc};
use entity::{
    clinic::audit::{Column, Entity},
    words::Outcome,
};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, extension::postgres::PgExpr},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{
    error::{Error, Result},
    permission::{ClinicSettingsWrite, FieldChangeRead, LoyaltyWrite, Permission, ServiceWrite, TeamWrite},
};
use http_api::{Json, Query, state::App};
use tenancy::{Ctx, Detail, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_field_changes))
}

/// The most changes of a record that are searched.
const MAX_SEARCHED: u64 = 200;

/// The record whose fields are asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum FieldRecord {
    Member,
    Service,
    /// The messages about the visits of a service.
    ServiceMessages,
    LoyaltyRule,
    ClinicSettings,
    MessageSettings,
    BookingSettings,
}

impl FieldRecord {
    /// The actions that change it.
    const fn actions(self) -> &'static [&'static str] {
        match self {
            Self::Member => &["team.update", "team.reactivate"],
            Self::Service => &["service.update"],
            Self::ServiceMessages => &["message.service.write"],
            Self::LoyaltyRule => &["loyalty.rule.create"],
            Self::ClinicSettings => &["clinic.settings.write"],
            Self::MessageSettings => &["message.settings.write"],
            Self::BookingSettings => &["booking.settings.write"],
        }
    }

    /// The permission to change it.
    const fn permission(self) -> &'static str {
        match self {
            Self::Member => TeamWrite::NAME,
            Self::Service => ServiceWrite::NAME,
            Self::LoyaltyRule => LoyaltyWrite::NAME,
            Self::ServiceMessages | Self::ClinicSettings | Self::MessageSettings | Self::BookingSettings => {
                ClinicSettingsWrite::NAME
            }
        }
    }

    /// Whether a clinic can have several records of this kind.
    const fn has_id(self) -> bool {
        matches!(self, Self::Member | Self::Service | Self::ServiceMessages | Self::LoyaltyRule)
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Wanted {
    #[param(inline)]
    record: FieldRecord,
    /// The record's id. Left out for settings.
    id: Option<i64>,
}

/// Who changed a field last.
#[derive(Debug, Serialize, ToSchema)]
struct FieldChange {
    /// The field's name in the call that changes it.
    field: String,
    /// By name, as it was then.
    by: String,
    at: DateTime<Utc>,
}

/// Lists who last changed each field, and when. Fields that were never changed after their first entry are left out.
#[utoipa::path(get, path = "/api/field-changes", tag = "activity", params(Wanted), responses((status = OK, body = Vec<FieldChange>)))]
async fn list_field_changes(
    ctx: Ctx<FieldChangeRead>,
    Query(Wanted { record, id }): Query<Wanted>,
) -> Result<Done<Json<Vec<FieldChange>>>> {
    if ctx.member.grants().access(record.permission()).is_none() {
        return Err(Error::Forbidden);
    }
    if id.is_some() != record.has_id() {
        return Err(Error::field("id", if record.has_id() { "is required" } else { "must be left out" }));
    }
    let mut rows = Entity::find()
        .select_only()
        .columns([Column::At, Column::ActorName, Column::Detail])
        .filter(Column::Action.is_in(record.actions().iter().copied()))
        .filter(Column::Outcome.eq(Outcome::Done))
        .filter(Column::Detail.is_not_null())
        .order_by_desc(Column::At)
        .order_by_desc(Column::Id)
        .limit(MAX_SEARCHED);
    if let Some(id) = id {
        rows = rows.filter(Expr::col(Column::ObjectIds).contains(vec![id]));
    }
    let rows: Vec<(DateTime<Utc>, Option<String>, Option<String>)> = rows.into_tuple().all(&ctx.tx).await?;
    let mut newest: Vec<FieldChange> = Vec::new();
    for (at, by, detail) in rows {
        for change in Detail::read(detail.as_deref()).changed {
            if newest.iter().all(|known| known.field != change.field) {
                newest.push(FieldChange { field: change.field, by: by.clone().unwrap_or_default(), at });
            }
        }
    }
    ctx.done(id.map_or_else(Subject::nobody, Subject::object), Json(newest)).await
}
