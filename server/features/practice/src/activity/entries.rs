//! The entries of the log, filtered, newest first, with names.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{
        audit::{self, Column},
        member, patient,
    },
    ids::{MemberId, PatientId},
    words::{ActorKind, Outcome},
};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select,
    sea_query::{
        Expr, ExprTrait,
        extension::postgres::{PgBinOper, PgExpr},
    },
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    merged_periods::{MergedPeriod, merged_periods},
    phrases::{self, ActionGroup},
};
use base::{
    error::{Error, Result},
    local_time::start_of,
};
use http_api::fields::in_our_time;
use tenancy::{Change, ClinicTx, Detail};

/// How many patients of an entry are named.
const NAMED: usize = 10;

/// The filter of the log.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Filter {
    /// About this patient.
    #[param(value_type = Option<i64>)]
    #[serde(rename = "patientId")]
    pub patient_id: Option<PatientId>,
    /// The patients merged into this one, read by `Filter::with_merged`.
    #[serde(skip)]
    #[param(ignore)]
    pub merged: Vec<PatientId>,
    /// The periods in which another patient's record held this patient's record.
    #[serde(skip)]
    #[param(ignore)]
    pub merged_periods: Vec<MergedPeriod>,
    /// By this member, or about this member's sign-in.
    #[param(value_type = Option<i64>)]
    #[serde(rename = "memberId")]
    pub member_id: Option<MemberId>,
    pub group: Option<ActionGroup>,
    /// The first day, in the clinic's time zone.
    pub from: Option<NaiveDate>,
    /// The last day, in the clinic's time zone.
    pub to: Option<NaiveDate>,
}

impl Filter {
    /// Checks the filter's days.
    ///
    /// Fails when a day is outside of the accepted years, or the last day is before the first.
    pub fn check(&self) -> Result<()> {
        for (name, day) in [("from", self.from), ("to", self.to)] {
            in_our_time(name, day)?;
        }
        match (self.from, self.to) {
            (Some(from), Some(to)) if to < from => Err(Error::field("to", "must not be before the first day")),
            _ => Ok(()),
        }
    }

    /// Adds the patients whose records were merged into this patient's. Their ids are fetched first: with a subquery
    /// Postgres would scan the whole table.
    pub(crate) async fn with_merged(mut self, tx: &ClinicTx) -> Result<Self> {
        if let Some(id) = self.patient_id {
            let merged = patient::Entity::find().select_only().column(patient::Column::Id);
            self.merged = merged.filter(patient::Column::MergedInto.eq(id)).into_tuple().all(tx).await?;
            self.merged_periods = merged_periods(tx, id).await?;
        }
        Ok(self)
    }

    /// The filter as query parameters.
    pub fn query(&self) -> Vec<(&'static str, String)> {
        let group = self.group.and_then(|group| serde_json::to_value(group).ok());
        let named = [
            ("patientId", self.patient_id.map(|id| id.to_string())),
            ("memberId", self.member_id.map(|id| id.to_string())),
            ("group", group.and_then(|group| group.as_str().map(str::to_owned))),
            ("from", self.from.map(|day| day.to_string())),
            ("to", self.to.map(|day| day.to_string())),
        ];
        named.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }
}

/// A person, by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PersonRef {
    pub id: i64,
    pub name: String,
}

/// An action of a person, done or attempted.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActivityEntry {
    pub id: i64,
    pub at: DateTime<Utc>,
    pub actor: ActorKind,
    pub member: Option<PersonRef>,
    /// The name of the API token, if another program did it.
    pub token: Option<String>,
    /// The member's role at that time, followed by ", owner" for the owner.
    pub role: Option<String>,
    /// The name of the action, for programs.
    pub action: String,
    /// The group of the action; null for an action that this release does not know.
    pub group: Option<ActionGroup>,
    /// The action in words, for people.
    pub phrase: String,
    pub outcome: Outcome,
    /// The patients concerned, the first ten.
    pub patients: Vec<PersonRef>,
    /// How many patients are concerned.
    pub patient_count: usize,
    /// The IP address.
    pub ip: String,
    pub user_agent: String,
    /// The changed fields of a member, with the values before and after.
    pub changes: Vec<Change>,
}

impl ActivityEntry {
    /// The total length of the entry's texts.
    pub(super) fn length(&self) -> usize {
        let people = self.member.iter().chain(&self.patients).map(|person| person.name.len()).sum::<usize>();
        let changes = self.changes.iter().map(Change::length).sum::<usize>();
        self.user_agent.len() + self.phrase.len() + people + changes
    }
}

/// The matching rows after the row `after`, newest first, at most `limit`.
pub(super) async fn page(
    tx: &ClinicTx,
    filter: &Filter,
    zone: Tz,
    limit: u64,
    after: Option<i64>,
) -> Result<Vec<audit::Model>> {
    let mut page = newest(filter, zone, limit);
    if let Some(last) = after {
        let Some(last) = audit::Entity::find_by_id(last).one(tx).await? else { return Ok(Vec::new()) };
        page = page.filter(
            Expr::tuple([Expr::col(Column::At), Expr::col(Column::Id)])
                .lt(Expr::tuple([Expr::val(last.at), Expr::val(last.id)])),
        );
    }
    Ok(page.all(tx).await?)
}

/// The newest rows that match.
pub fn newest(filter: &Filter, zone: Tz, limit: u64) -> Select<audit::Entity> {
    matching(filter, zone).order_by_desc(Column::At).order_by_desc(Column::Id).limit(limit)
}

fn matching(filter: &Filter, zone: Tz) -> Select<audit::Entity> {
    let mut all = audit::Entity::find();
    if let Some(patient) = filter.patient_id {
        let ids = Expr::col(Column::PatientIds);
        let about = if filter.merged.is_empty() {
            ids.contains(vec![patient])
        } else {
            ids.binary(PgBinOper::Overlap, [&[patient], &filter.merged[..]].concat())
        };
        let about = filter
            .merged_periods
            .iter()
            .fold(Condition::any().add(about), |about, period| about.add(period.condition()));
        all = all.filter(about);
    }
    if let Some(member) = filter.member_id {
        all = all.filter(Column::MemberId.eq(member));
    }
    if let Some(group) = filter.group {
        all = all.filter(Column::Action.is_in(phrases::actions(group)));
    }
    if let Some(from) = filter.from {
        all = all.filter(Column::At.gte(start_of(from, zone)));
    }
    if let Some(to) = filter.to {
        all = all.filter(Column::At.lt(start_of(to.succ_opt().unwrap_or(to), zone)));
    }
    all
}

/// The rows with the names of the people in them.
pub(super) async fn named(tx: &ClinicTx, rows: Vec<audit::Model>) -> Result<Vec<ActivityEntry>> {
    let unnamed = rows.iter().filter(|row| row.actor_name.is_none());
    let members: BTreeSet<_> = unnamed.filter_map(|row| row.member_id).collect();
    let patients: BTreeSet<_> = rows.iter().flat_map(|row| row.patient_ids.iter().take(NAMED)).copied().collect();
    let members: HashMap<_, _> = member::Entity::find()
        .filter(member::Column::Id.is_in(members))
        .all(tx)
        .await?
        .into_iter()
        .map(|member| (member.id, member.full_name()))
        .collect();
    let patients: HashMap<_, _> = patient::Entity::find()
        .filter(patient::Column::Id.is_in(patients))
        .all(tx)
        .await?
        .into_iter()
        .map(|patient| (patient.id, format!("{} {}", patient.first_name, patient.last_name)))
        .collect();
    Ok(rows.into_iter().map(|row| entry(row, &members, &patients)).collect())
}

fn entry(
    row: audit::Model,
    members: &HashMap<MemberId, String>,
    patients: &HashMap<PatientId, String>,
) -> ActivityEntry {
    // A person whose record no longer exists is shown by their id.
    let named = |id: i64, name: Option<&String>, kind: &str| PersonRef {
        id,
        name: name.cloned().unwrap_or_else(|| format!("{kind} {id}")),
    };
    ActivityEntry {
        id: row.id,
        at: row.at,
        actor: row.actor,
        token: row.actor_name.clone().filter(|_| row.actor == ActorKind::Token),
        // The name at that moment. Rows from before names were stored show today's name.
        member: row.member_id.map(|id| match row.actor_name {
            Some(name) => PersonRef { id: id.into(), name },
            None => named(id.into(), members.get(&id), "Member"),
        }),
        role: row.role,
        group: phrases::group(&row.action),
        phrase: phrases::phrase(&row.action).to_owned(),
        action: row.action,
        outcome: row.outcome,
        patient_count: row.patient_ids.len(),
        patients: row
            .patient_ids
            .iter()
            .take(NAMED)
            .map(|id| named((*id).into(), patients.get(id), "Client"))
            .collect(),
        ip: row.ip,
        user_agent: row.user_agent,
        changes: Detail::read(row.detail.as_deref()).changed,
    }
}
