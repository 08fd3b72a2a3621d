//! The calendar behind a member's link.

use std::sync::LazyLock;

use axum::{
    http::{
        HeaderMap, StatusCode,
        header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH},
    },
    response::{IntoResponse, Response},
};
use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{calendar_feed, calendar_feed_setting, member},
    ids::MemberId,
    words::AppointmentStatus::{Cancelled, NoShow},
};
use icalendar::EventStatus;
use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, sea_query::Expr};
use sha2::{Digest, Sha256};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{settings, sql};
use crate::appointments::{ProvidersVisit, visits_with};
use base::{
    error::Result,
    ics,
    permission::{Access, Grants},
};
use http_api::state::App;
use tenancy::{ClinicTx, Done, LINK_INVALID, Linked, Portal, PreparedQuery, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read_calendar))
}

/// The days before and after today that a calendar covers, and its most visits.
const MAX_PAST: TimeDelta = TimeDelta::days(30);
const MAX_FUTURE: TimeDelta = TimeDelta::days(365);
const MAX_ROWS: u64 = 2_000;

/// The least time between two updates of a link's row.
const TOUCH_INTERVAL: TimeDelta = TimeDelta::minutes(1);

#[derive(FromQueryResult)]
struct Feed {
    id: i64,
    member_id: MemberId,
    last_read_at: Option<DateTime<Utc>>,
}

static FEED: LazyLock<PreparedQuery> = LazyLock::new(|| PreparedQuery::new(sql::feed()));

impl Linked for Feed {
    fn query() -> &'static PreparedQuery {
        &FEED
    }
}

/// Returns a member's visits as an iCalendar file, from thirty days ago to a year ahead. Canceled visits are marked as canceled.
/// With `If-None-Match` the answer is 304 if nothing has changed.
#[utoipa::path(get, path = "/api/calendar/{token}/file", tag = "calendar", params(("token" = String, Path)),
    responses((status = OK, body = String, content_type = "text/calendar")))]
async fn read_calendar(headers: HeaderMap, mut portal: Portal<Feed>) -> Result<Done<Response>> {
    let feed = portal.found.take().ok_or(LINK_INVALID)?;
    let (now, tx) = (portal.now, &portal.tx);
    let member = member::Entity::find_by_id(feed.member_id).one(tx).await?.ok_or(LINK_INVALID)?;
    let shown = FeedDetail::to(&member, &settings::current(tx).await?);
    let visits = visits_with(tx, feed.member_id, now - MAX_PAST..now + MAX_FUTURE, MAX_ROWS).await?;
    let people: Vec<_> = visits.iter().map(|visit| visit.person).collect();
    let host = format!("{}.celadon", portal.clinic.subdomain);
    let events = visits.into_iter().map(|visit| shown.event(visit, &host));
    let text = ics::calendar(&format!("{}, {}", member.full_name(), portal.clinic.name), events);
    let tag = format!("\"{}\"", hex::encode(&Sha256::digest(text.as_bytes())[..16]));
    touch(tx, &feed, now).await?;
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return portal.done_unchanged((StatusCode::NOT_MODIFIED, [(ETAG, tag)]).into_response()).await;
    }
    let headers = [(CONTENT_TYPE, ics::KIND.to_owned()), (CACHE_CONTROL, "private, no-cache".to_owned()), (ETAG, tag)];
    // Roles with limited access see no patients.
    let subject = if shown.people { Subject::patients(people) } else { Subject::nobody() };
    portal.done_for_member(feed.member_id, subject, (headers, text).into_response()).await
}

/// How much of a visit the calendar shows.
struct FeedDetail {
    people: bool,
    names: bool,
    services: bool,
}

impl FeedDetail {
    /// The detail that the clinic's setting allows, but never more than the member sees in the app.
    fn to(member: &member::Model, settings: &calendar_feed_setting::Model) -> Self {
        let people = Grants::from_member(member).access("appointment.list") == Some(Access::Full);
        Self { people, names: people && settings.shows_name, services: settings.shows_service }
    }

    fn event(&self, visit: ProvidersVisit, host: &str) -> ics::Visit {
        let row = visit.appointment;
        let who = if self.names {
            format!("{} {}", visit.first_name, visit.last_name)
        } else if self.people {
            initials(&visit.first_name, &visit.last_name)
        } else {
            "Appointment".to_owned()
        };
        let summary = if self.services { format!("{who}: {}", row.service) } else { who };
        let status = match row.status {
            Cancelled | NoShow => EventStatus::Cancelled,
            _ if row.requested_at.is_some() => EventStatus::Tentative,
            _ => EventStatus::Confirmed,
        };
        ics::Visit {
            uid: format!("visit-{}@{host}", row.id),
            starts_at: row.starts_at,
            ends_at: row.ends_at,
            changed_at: row.updated_at.unwrap_or(row.created_at),
            version: row.version,
            summary,
            location: None,
            status,
        }
    }
}

/// `N. L.`
fn initials(first: &str, last: &str) -> String {
    let letters = [first, last].into_iter().filter_map(|name| name.chars().find(|c| c.is_alphanumeric()));
    letters.map(|letter| format!("{}.", letter.to_uppercase())).collect::<Vec<_>>().join(" ")
}

async fn touch(tx: &ClinicTx, feed: &Feed, now: DateTime<Utc>) -> Result<()> {
    if feed.last_read_at.is_some_and(|last| now - last < TOUCH_INTERVAL) {
        return Ok(());
    }
    calendar_feed::Entity::update_many()
        .col_expr(calendar_feed::Column::LastReadAt, Expr::value(now))
        .filter(calendar_feed::Column::Id.eq(feed.id))
        .exec(tx)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::initials;

    #[test]
    fn initials_are_of_letters_in_any_script() {
        for (first, last, expected) in [
            ("Nora", "Lindqvist", "N. L."),
            ("élise", "o'Hara", "É. O."),
            ("李", "美", "李. 美."),
            ("-", "Cher", "C."),
            ("", "", ""),
        ] {
            assert_eq!(initials(first, last), expected);
        }
    }
}
