//! "Find my clinic": who forgot the address of a clinic is mailed it, if they work there.
//!
//! The answer is the same for everybody and comes before anything is looked up. The looking, through
//! every clinic, is a job: one round answers all who have asked.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use entity::{clinic::member, registry::find_request};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DatabaseConnection, DbBackend, EntityTrait, PaginatorTrait, QueryFilter, Statement,
    sea_query::{Expr, ExprTrait, Func},
};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    error::Result,
    http::{Json, Payload, fields::Email},
    mail::{Letter, Mailer},
    state::App,
    tenancy::{Done, Platform, clinic_ids, enter_for_job},
};

/// An address is mailed at most so often in a day, however often it is asked for.
const A_DAY_FOR_ONE: u64 = 3;
/// And so many are asked for in a day by everybody together: each costs a mail.
const A_DAY_FOR_ALL: u64 = 2_000;
/// Answered in one round through the clinics.
const AT_ONCE: i64 = 200;
/// A round that did not come to its end is made again after this.
const CLAIM: TimeDelta = TimeDelta::minutes(10);

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(find_clinics))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Find {
    email: Email,
}

impl Payload for Find {}

/// Mails the addresses of the clinics where somebody is an active member. The answer tells nothing.
#[utoipa::path(post, path = "/api/clinics/find", tag = "platform", responses((status = NO_CONTENT)))]
async fn find_clinics(platform: Platform, State(app): State<App>, Json(given): Json<Find>) -> Result<Done<StatusCode>> {
    let registry = app.gate.db.registry();
    let email = given.email.0.to_lowercase();
    let key = app.master.derive(format!("find {email}").as_bytes()).to_vec();
    if !is_too_often(&registry, &key, platform.now).await? {
        let row = find_request::ActiveModel {
            email: Set(Some(email)),
            email_key: Set(key),
            asked_at: Set(platform.now),
            ..Default::default()
        };
        row.insert(&registry).await?;
    }
    Ok(platform.done(StatusCode::NO_CONTENT))
}

async fn is_too_often(registry: &DatabaseConnection, key: &[u8], now: DateTime<Utc>) -> Result<bool> {
    let today = find_request::Entity::find().filter(find_request::Column::AskedAt.gt(now - TimeDelta::days(1)));
    let of_one = today.clone().filter(find_request::Column::EmailKey.eq(key)).count(registry).await?;
    Ok(of_one >= A_DAY_FOR_ONE || today.count(registry).await? >= A_DAY_FOR_ALL)
}

/// Answers those who have asked, and forgets who asked a day ago. Answers how many were written to.
///
/// # Errors
/// When the registry is out of reach.
pub async fn answer_finds(app: &App, mailer: &Mailer) -> Result<usize> {
    let registry = app.gate.db.registry();
    let now = app.clock.now();
    find_request::Entity::delete_many()
        .filter(find_request::Column::AskedAt.lte(now - TimeDelta::days(1)))
        .exec(&registry)
        .await?;
    let mut found: BTreeMap<String, Found> = BTreeMap::new();
    for (id, email) in claim(&registry, now).await? {
        found.entry(email).or_default().requests.push(id);
    }
    if found.is_empty() {
        return Ok(0);
    }
    for clinic in clinic_ids(&app.gate.db).await? {
        if let Err(error) = look(app, clinic, &mut found).await {
            // The others are told; who works here alone may ask again.
            tracing::warn!(clinic.id = %clinic, reason = %error, "a clinic could not be looked through");
        }
    }
    let mut written = 0;
    for (email, Found { requests, name, clinics }) in found {
        if !clinics.is_empty() {
            if let Err(error) = mailer.send(Letter::clinics(&name, &email, &clinics)).await {
                tracing::warn!(reason = %error, "a mail about clinics was not sent; it is tried again");
                continue;
            }
            written += 1;
        }
        find_request::Entity::update_many()
            .col_expr(find_request::Column::Email, Expr::value(None::<String>))
            .col_expr(find_request::Column::DoneAt, Expr::value(now))
            .filter(find_request::Column::Id.is_in(requests))
            .exec(&registry)
            .await?;
    }
    Ok(written)
}

/// What was found for one address.
#[derive(Default)]
struct Found {
    requests: Vec<i64>,
    name: String,
    /// Name and address of each.
    clinics: Vec<(String, String)>,
}

async fn claim(registry: &DatabaseConnection, now: DateTime<Utc>) -> Result<Vec<(i64, String)>> {
    let rows = registry
        .query_all_raw(Statement::from_sql_and_values(
            DbBackend::Postgres,
            "update registry.find_request set claimed_until = $2
             where id in (
                select id from registry.find_request
                where done_at is null and (claimed_until is null or claimed_until <= $1)
                order by asked_at, id limit $3 for update skip locked
             )
             returning id, email",
            [now.into(), (now + CLAIM).into(), AT_ONCE.into()],
        ))
        .await?;
    rows.into_iter().map(|row| Ok((row.try_get("", "id")?, row.try_get("", "email")?))).collect()
}

async fn look(app: &App, clinic: uuid::Uuid, found: &mut BTreeMap<String, Found>) -> Result<()> {
    let entered = enter_for_job(&app.gate.db, clinic).await?;
    let members = member::Entity::find()
        .filter(Expr::expr(Func::lower(Expr::col(member::Column::Email))).is_in(found.keys().cloned()))
        .filter(member::Column::Status.eq("active"))
        .filter(member::Column::RemovedAt.is_null())
        .all(&entered.tx)
        .await?;
    let (name, url) = (entered.clinic.name.clone(), app.base_url.origin_of(&entered.clinic.subdomain));
    entered.commit().await?;
    for member in members {
        if let Some(found) = found.get_mut(&member.email.to_lowercase()) {
            found.name = member.full_name();
            found.clinics.push((name.clone(), url.clone()));
        }
    }
    Ok(())
}
