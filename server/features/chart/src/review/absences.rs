//! Days on which a director is away, and the alternate who reviews instead.

use axum::http::StatusCode;
use chrono::NaiveDate;
use entity::{
    clinic::director_absence::{ActiveModel, Column, Entity, Model},
    ids::{DirectorAbsenceId, MemberId},
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{NotSet, Set},
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::treatments::Team;
use base::{
    error::{Error, Result},
    permission::ReviewManage,
};
use http_api::{Json, Path, fields::Day, state::App};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_absences, add_absence)).routes(routes!(remove_absence))
}

/// The most days of one absence.
const MAX_DAYS: i64 = 366;
const MAX_ROWS: u64 = 200;

/// A director who is away today.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Covered {
    director_name: String,
    /// The last day.
    until: NaiveDate,
}

/// The alternate for the signed-in member, who is away today.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Away {
    alternate_name: String,
    /// The last day.
    until: NaiveDate,
}

/// Days on which a director is away.
#[derive(Debug, Serialize, ToSchema)]
struct Absence {
    id: DirectorAbsenceId,
    director_id: MemberId,
    director_name: String,
    alternate_id: MemberId,
    alternate_name: String,
    /// Whether the alternate may still approve treatments.
    alternate_approves: bool,
    from_day: NaiveDate,
    to_day: NaiveDate,
}

impl Absence {
    fn new(row: &Model, team: &Team) -> Result<Self> {
        Ok(Self {
            id: row.id,
            director_id: row.director_id,
            director_name: team.name(row.director_id)?,
            alternate_id: row.alternate_id,
            alternate_name: team.name(row.alternate_id)?,
            alternate_approves: team.is_director(row.alternate_id),
            from_day: row.from_day,
            to_day: row.to_day,
        })
    }
}

/// The absences, and the members who can be named in a new one.
#[derive(Debug, Serialize, ToSchema)]
struct Absences {
    absences: Vec<Absence>,
    directors: Vec<Director>,
}

/// A member who may approve treatments.
#[derive(Debug, Serialize, ToSchema)]
struct Director {
    id: MemberId,
    name: String,
}

/// Days on which a director will be away.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewAbsence {
    director_id: MemberId,
    /// Another member who may approve treatments.
    alternate_id: MemberId,
    from_day: Day,
    /// The same day as `from_day`, or a later one.
    to_day: Day,
}

fn of_day(day: NaiveDate) -> sea_orm::Condition {
    sea_orm::Condition::all().add(Column::FromDay.lte(day)).add(Column::ToDay.gte(day))
}

/// The directors for whom this member reviews today, and the alternates of this member.
pub(super) async fn today(
    tx: &ClinicTx,
    team: &Team,
    member: MemberId,
    day: NaiveDate,
) -> Result<(Vec<Covered>, Vec<Away>)> {
    let rows = Entity::find().filter(of_day(day)).order_by_asc(Column::ToDay).order_by_asc(Column::Id).all(tx).await?;
    let covering = rows.iter().filter(|row| row.alternate_id == member && team.is_director(row.director_id));
    let covering = covering
        .map(|row| Ok(Covered { director_name: team.name(row.director_id)?, until: row.to_day }))
        .collect::<Result<_>>()?;
    let away = rows.iter().filter(|row| row.director_id == member && team.is_director(row.alternate_id));
    let away = away
        .map(|row| Ok(Away { alternate_name: team.name(row.alternate_id)?, until: row.to_day }))
        .collect::<Result<_>>()?;
    Ok((covering, away))
}

/// The members who get a director's messages: the director, or the alternates while the director is away.
pub(super) async fn in_place_of(tx: &ClinicTx, director: MemberId, day: NaiveDate) -> Result<Vec<MemberId>> {
    let rows = Entity::find().filter(of_day(day)).filter(Column::DirectorId.eq(director)).all(tx).await?;
    if rows.is_empty() {
        return Ok(vec![director]);
    }
    let team = Team::load(tx).await?;
    let mut alternates: Vec<_> =
        rows.into_iter().map(|row| row.alternate_id).filter(|id| team.is_director(*id)).collect();
    alternates.sort_unstable();
    alternates.dedup();
    Ok(if alternates.is_empty() { vec![director] } else { alternates })
}

/// Lists the absences that are not over, the next one first, and the members who may approve treatments.
#[utoipa::path(get, path = "/api/review/absences", tag = "review", responses((status = OK, body = Absences)))]
async fn list_absences(ctx: Ctx<ReviewManage>) -> Result<Done<Json<Absences>>> {
    let today = ctx.today();
    let rows = Entity::find().filter(Column::ToDay.gte(today)).order_by_asc(Column::FromDay).order_by_asc(Column::Id);
    let rows = rows.limit(MAX_ROWS).all(&ctx.tx).await?;
    let team = Team::load(&ctx.tx).await?;
    let directors = team.directors().map(|id| Ok(Director { id, name: team.name(id)? })).collect::<Result<_>>()?;
    let absences = rows.into_iter().map(|row| Absence::new(&row, &team)).collect::<Result<_>>()?;
    ctx.done(Subject::nobody(), Json(Absences { absences, directors })).await
}

/// Adds an absence of a director, with the alternate who reviews meanwhile.
#[utoipa::path(post, path = "/api/review/absences", tag = "review", responses((status = CREATED, body = Absence)))]
async fn add_absence(ctx: Ctx<ReviewManage>, Json(new): Json<NewAbsence>) -> Result<Done<(StatusCode, Json<Absence>)>> {
    let (Day(first), Day(last)) = (new.from_day, new.to_day);
    let today = ctx.today();
    if !(0..MAX_DAYS).contains(&(last - first).num_days()) {
        return Err(Error::field("to_day", "must not be before the first day, nor a year after it"));
    }
    if last < today {
        return Err(Error::field("to_day", "must not be over already"));
    }
    let team = Team::load(&ctx.tx).await?;
    for (field, id) in [("director_id", new.director_id), ("alternate_id", new.alternate_id)] {
        if !team.is_director(id) {
            return Err(Error::field(field, "must be somebody who may approve treatments"));
        }
    }
    if new.director_id == new.alternate_id {
        return Err(Error::field("alternate_id", "must be somebody else"));
    }
    let row = ActiveModel {
        id: NotSet,
        director_id: Set(new.director_id),
        alternate_id: Set(new.alternate_id),
        from_day: Set(first),
        to_day: Set(last),
        added_by: Set(ctx.member.id),
        added_at: Set(ctx.now),
    };
    let row = row.insert(&ctx.tx).await?;
    let subject = Subject::object(row.id);
    ctx.done(subject, (StatusCode::CREATED, Json(Absence::new(&row, &team)?))).await
}

/// Removes an absence.
#[utoipa::path(delete, path = "/api/review/absences/{id}", tag = "review", params(("id" = i64, Path)), responses((status = NO_CONTENT)))]
async fn remove_absence(ctx: Ctx<ReviewManage>, Path(id): Path<DirectorAbsenceId>) -> Result<Done<StatusCode>> {
    if Entity::delete_by_id(id).exec(&ctx.tx).await?.rows_affected == 0 {
        return Err(Error::NotFound);
    }
    ctx.done(Subject::object(id), StatusCode::NO_CONTENT).await
}
