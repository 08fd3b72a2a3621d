//! "Find my clinic": mails people the addresses of the clinics where they work.
//!
//! The response is the same for everybody and is sent before any lookup. The search through all clinics is a job that
//! answers all requests in one round.

use axum::{extract::State, http::StatusCode};
use chrono::{DateTime, TimeDelta, Utc};
use entity::registry::find_request;
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, Condition, DatabaseConnection, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait,
    sea_query::{Expr, LockBehavior, LockType},
};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    limit::DailyLimit,
    search::{Search, search_clinics},
};
use base::error::Result;
use http_api::{Json, fields, state::App};
use mail::{Email, Mailer, Recipient, plain_name};
use tenancy::{Done, Platform};

/// The maximum number of mails per day to one address.
const A_DAY_FOR_ONE: u64 = 3;
/// The maximum number of requests in one round, so that requests for made-up addresses do not delay others for long.
const AT_ONCE: u64 = 2_000;
/// An interrupted round is repeated after this time.
const CLAIM: TimeDelta = TimeDelta::minutes(10);
/// The maximum number of tries for a clinic that cannot be entered: one at once, then others after pauses that double.
const TRIES: i32 = 5;
const FIRST_PAUSE: TimeDelta = TimeDelta::minutes(1);

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(find_clinics))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Find {
    email: fields::Email,
}

/// Mails the addresses of the clinics where a person is an active member. The answer reveals nothing.
#[utoipa::path(post, path = "/api/clinics/find", tag = "platform", responses((status = NO_CONTENT)))]
async fn find_clinics(platform: Platform, State(app): State<App>, Json(given): Json<Find>) -> Result<Done<StatusCode>> {
    // The limit is per network address and not global, so nobody can use up the requests of others. A made-up address
    // causes no mail.
    DailyLimit::finds(app.rate_limit_factor)
        .count(&app.tenants.db, &app.master, platform.counted_as(), platform.now)
        .await?;
    let registry = app.tenants.db.registry();
    let email = given.email.0.to_lowercase();
    let key = app.master.derive(format!("find {}", outbox::mailbox(&email)).as_bytes()).to_vec();
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
    Ok(today.filter(find_request::Column::EmailKey.eq(key)).count(registry).await? >= A_DAY_FOR_ONE)
}

/// Answers the requests and deletes those older than a day. Returns the number of mails sent.
///
/// If a clinic cannot be entered, the requester gets the other clinics at once. That clinic is tried again a few times
/// and mailed later.
pub async fn answer_finds(app: &App, mailer: &Mailer) -> Result<usize> {
    let registry = app.tenants.db.registry();
    let now = app.clock.now();
    find_request::Entity::delete_many()
        .filter(find_request::Column::AskedAt.lte(now - TimeDelta::days(1)))
        .exec(&registry)
        .await?;
    let mut searches = claim(&registry, now).await?;
    if searches.is_empty() {
        return Ok(0);
    }
    search_clinics(app, &mut searches).await?;
    let mut written = 0;
    for search in searches {
        if !search.clinics.is_empty() {
            if let Err(error) = mailer.send(addresses(&search.name, &search.email, &search.clinics)).await {
                tracing::warn!(reason = %error, "a mail about clinics was not sent; it is tried again");
                continue;
            }
            written += 1;
        }
        search.settle(&registry, now).await?;
    }
    Ok(written)
}

/// The mail with the addresses of a person's clinics.
fn addresses(name: &str, address: &str, clinics: &[(String, String)]) -> Email {
    let list = clinics.iter().map(|(clinic, url)| format!("{}\n{url}", plain_name(clinic))).collect::<Vec<_>>();
    let list = list.join("\n\n");
    Email::new(Recipient::new(name, address), "", |name, _| {
        let text = format!(
            "Hello {name},\n\nsomebody asked where you sign in to Celadon. This address belongs to a member of:\n\n{list}\n\n\
             If it was not you, you can ignore this mail.\n"
        );
        ("Your clinic's address".to_owned(), text)
    })
}

impl Search {
    /// Marks the requests as done, unless a clinic was missed and tries are left.
    async fn settle(self, registry: &DatabaseConnection, now: DateTime<Utc>) -> Result<()> {
        let update = find_request::Entity::update_many().filter(find_request::Column::Id.is_in(self.requests));
        let tries = self.tries + 1;
        let settled = if !self.missed.is_empty() && tries < TRIES {
            update
                .col_expr(find_request::Column::Missed, Expr::value(self.missed))
                .col_expr(find_request::Column::Tries, Expr::value(tries))
                .col_expr(find_request::Column::ClaimedUntil, Expr::value(now + FIRST_PAUSE * (1 << self.tries)))
        } else {
            if !self.missed.is_empty() {
                tracing::error!(
                    clinics = self.missed.len(),
                    "clinics could not be entered and are left out of the answers"
                );
            }
            update
                .col_expr(find_request::Column::Email, Expr::value(None::<String>))
                .col_expr(find_request::Column::DoneAt, Expr::value(now))
        };
        settled.exec(registry).await?;
        Ok(())
    }
}

async fn claim(registry: &DatabaseConnection, now: DateTime<Utc>) -> Result<Vec<Search>> {
    let is_free = Condition::any()
        .add(find_request::Column::ClaimedUntil.is_null())
        .add(find_request::Column::ClaimedUntil.lte(now));
    let due = find_request::Entity::find()
        .select_only()
        .column(find_request::Column::Id)
        .filter(find_request::Column::DoneAt.is_null())
        .filter(is_free)
        .order_by_asc(find_request::Column::AskedAt)
        .order_by_asc(find_request::Column::Id)
        .limit(AT_ONCE)
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
        .into_query();
    let requests = find_request::Entity::update_many()
        .col_expr(find_request::Column::ClaimedUntil, Expr::value(now + CLAIM))
        .filter(find_request::Column::Id.in_subquery(due))
        .exec_with_returning(registry)
        .await?;
    let mut searches: Vec<Search> = Vec::new();
    for find_request::Model { id, email, tries, missed: left, .. } in requests {
        // The address is deleted only from finished requests, and none of these is finished.
        let Some(email) = email else { continue };
        if let Some(same) = searches.iter_mut().find(|search| search.email == email && search.left == left) {
            same.requests.push(id);
            continue;
        }
        searches.push(Search::new(email, id, left, tries));
    }
    Ok(searches)
}
