//! Searches clinics for the members who requested their addresses, several clinics at once. A placement that does not
//! answer costs one timeout, not one per clinic. Its clinics are searched when the request is tried again.

use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use entity::{clinic::member, words::MemberStatus};
use futures_util::{StreamExt, stream};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter,
    sea_query::{Expr, ExprTrait, Func},
};
use tokio::time::{Instant, timeout};
use uuid::Uuid;

use base::error::{Error, Result};
use http_api::state::App;
use outbox::CLINICS_AT_ONCE;
use practice::settings;
use tenancy::{active_clinics, enter_for_job, placement_answers, silent_placements};

/// The maximum time for searching one clinic.
const CLINIC_WITHIN: Duration = Duration::from_secs(10);
/// The maximum time of a round. It is shorter than the claim on the round's requests, so that no other worker sends the same mails.
const ROUND_WITHIN: Duration = Duration::from_mins(5);

/// The requests of one e-mail address.
pub(super) struct Search {
    pub email: String,
    pub requests: Vec<i64>,
    /// The clinics that could not be entered before. If empty, all clinics are searched.
    pub left: Vec<Uuid>,
    pub tries: i32,
    pub name: String,
    /// The name and address of each clinic found in this round.
    pub clinics: Vec<(String, String)>,
    /// The clinics that could not be entered in this round.
    pub missed: Vec<Uuid>,
}

/// The result of searching one clinic.
enum Found {
    /// The clinic's name and address, and its members with one of the e-mail addresses.
    Members((String, String), Vec<member::Model>),
    /// Nobody can sign in to the clinic, so it is left out.
    Closed,
    /// The clinic could not be entered.
    Missed,
}

impl Search {
    pub(super) fn new(email: String, request: i64, left: Vec<Uuid>, tries: i32) -> Self {
        let (name, clinics, missed) = (String::new(), Vec::new(), Vec::new());
        Self { email, requests: vec![request], left, tries, name, clinics, missed }
    }

    fn wants(&self, clinic: Uuid) -> bool {
        self.left.is_empty() || self.left.contains(&clinic)
    }

    fn note(&mut self, clinic: Uuid, found: &Found) {
        match found {
            Found::Members(name_and_origin, members) => {
                for member in members.iter().filter(|member| member.email.to_lowercase() == self.email) {
                    self.name = member.full_name();
                    self.clinics.push(name_and_origin.clone());
                }
            }
            Found::Closed => {}
            Found::Missed => self.missed.push(clinic),
        }
    }
}

/// Searches each clinic for all requests that want it.
pub(super) async fn search_clinics(app: &App, searches: &mut [Search]) -> Result<()> {
    let mut clinics = active_clinics(&app.tenants.db).await?;
    clinics.retain(|(clinic, _)| searches.iter().any(|search| search.wants(*clinic)));
    let silent = Mutex::new(silent_placements(&app.tenants.db, &clinics).await);
    let (round, wanting) = (&Round { app, silent, started: Instant::now() }, &*searches);
    let mut found: Vec<_> = stream::iter(clinics.into_iter().enumerate())
        .map(|(place, (clinic, placement))| async move {
            let wanting = wanting.iter().filter(|search| search.wants(clinic));
            let emails = wanting.map(|search| search.email.clone()).collect();
            (place, clinic, round.search(clinic, &placement, emails).await)
        })
        .buffer_unordered(CLINICS_AT_ONCE)
        .collect()
        .await;
    // The mails name the oldest clinic first, regardless of the order of answers.
    found.sort_by_key(|(place, ..)| *place);
    for (_, clinic, found) in found {
        for search in searches.iter_mut().filter(|search| search.wants(clinic)) {
            search.note(clinic, &found);
        }
    }
    Ok(())
}

struct Round<'a> {
    app: &'a App,
    /// The placements that do not answer.
    silent: Mutex<BTreeSet<String>>,
    started: Instant,
}

impl Round<'_> {
    async fn search(&self, clinic: Uuid, placement: &str, emails: Vec<String>) -> Found {
        if self.silent().contains(placement) || self.started.elapsed() > ROUND_WITHIN {
            return Found::Missed;
        }
        let error = match timeout(CLINIC_WITHIN, members(self.app, clinic, emails)).await {
            Ok(Ok((name_and_origin, members))) => return Found::Members(name_and_origin, members),
            Ok(Err(Error::ClinicSuspended | Error::NoSuchClinic)) => return Found::Closed,
            Ok(Err(error)) => Some(error),
            Err(_) => None,
        };
        let reason = error.as_ref().map_or_else(|| "no answer in time".to_owned(), ToString::to_string);
        tracing::warn!(clinic.id = %clinic, reason, "a clinic could not be searched; it is tried again");
        // The clinic's placement may have gone down since the round began.
        if matches!(error, None | Some(Error::Db(_))) && !placement_answers(&self.app.tenants.db, placement).await {
            self.silent().insert(placement.to_owned());
        }
        Found::Missed
    }

    fn silent(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.silent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The clinic's name and address, and the active members with one of these e-mail addresses.
async fn members(app: &App, clinic: Uuid, emails: Vec<String>) -> Result<((String, String), Vec<member::Model>)> {
    let entered = enter_for_job(&app.tenants.db, clinic).await?;
    let members = member::Entity::find()
        .filter(Expr::expr(Func::lower(Expr::col(member::Column::Email))).is_in(emails))
        .filter(member::Column::Status.eq(MemberStatus::Active))
        .filter(member::Column::RemovedAt.is_null())
        .all(&entered.tx)
        .await?;
    // Until its owner has confirmed the address, no other mail names the clinic.
    let is_unconfirmed = settings::current(&entered.tx).await?.owner_unconfirmed_since.is_some();
    let members = if is_unconfirmed { Vec::new() } else { members };
    let name_and_origin = (entered.clinic.name.clone(), app.base_url.origin_of(&entered.clinic.subdomain));
    entered.commit().await?;
    Ok((name_and_origin, members))
}
