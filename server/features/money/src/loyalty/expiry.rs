//! Unused points expire: the worker adds an entry for the rest of each lot.

use chrono::{DateTime, Days, Months, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::loyalty_entry::{Column, Entity, Model},
    ids::PatientId,
    words::LoyaltyKind,
};
use sea_orm::{
    ConnectionTrait, JoinType, Order,
    sea_query::{Alias, CaseStatement, Expr, ExprTrait, Func, Query},
};
use uuid::Uuid;

use super::{
    ledger::{add, entries},
    lots::{Expiry, lots},
};
use base::error::Result;
use http_api::state::App;
use people::patients;
use practice::settings;
use tenancy::{ClinicTx, enter_for_job};

/// How many patients' points expire in one transaction, which locks their rows.
const AT_ONCE: u64 = 100;

/// How long points last in this clinic.
pub async fn of_clinic(tx: &ClinicTx, zone: Tz) -> Result<Expiry> {
    let months = settings::current(tx).await?.points_expire_months;
    Ok(Expiry { months: Months::new(u32::try_from(months).unwrap_or_default()), zone })
}

/// Adds an entry for each expired lot of the patient. The caller has locked the patient's row.
pub async fn expire(tx: &ClinicTx, patient_id: PatientId, expiry: Expiry, now: DateTime<Utc>) -> Result<()> {
    let entries = entries(tx, patient_id).await?;
    for lot in lots(&entries).into_iter().filter(|lot| lot.is_expired(expiry, now)) {
        // The entry belongs to the patient of the lot's own entry, even if that patient was merged into this one.
        let given = entries.iter().find(|entry| entry.id == lot.entry);
        let entry = Model {
            // Assigned by the database.
            id: 0.into(),
            patient_id: given.map_or(patient_id, |entry| entry.patient_id),
            points: -lot.left,
            service: None,
            treatment_id: None,
            created_at: now,
            kind: LoyaltyKind::Expired,
            reason: None,
            member_id: None,
            reverses_id: None,
            expires_id: Some(lot.entry),
        };
        add(tx, entry).await?;
    }
    Ok(())
}

/// Expires the points of all patients of a clinic that are due.
pub async fn expire_due(app: &App, clinic: Uuid, now: DateTime<Utc>) -> Result<()> {
    let mut after = None;
    loop {
        let entered = enter_for_job(&app.tenants.db, clinic).await?;
        let expiry = of_clinic(&entered.tx, entered.clinic.time_zone).await?;
        let due = with_old_points(&entered.tx, expiry, now, after).await?;
        for person in patients::locked_persons(&entered.tx, due.iter().copied()).await? {
            expire(&entered.tx, person.id, expiry, now).await?;
        }
        entered.commit().await?;
        match due.last() {
            Some(last) if due.len() as u64 == AT_ONCE => after = Some(*last),
            _ => return Ok(()),
        }
    }
}

/// The patients with remaining points that may have expired, by id. [`lots`] decides to the day.
async fn with_old_points(
    tx: &ClinicTx,
    expiry: Expiry,
    now: DateTime<Utc>,
    after: Option<PatientId>,
) -> Result<Vec<PatientId>> {
    let Some(before) = now.checked_sub_months(expiry.months).map(|day| day + Days::new(2)) else {
        return Ok(Vec::new());
    };
    // The points given before that day, less all used points. A reversing entry counts at the time of the entry that it reverses.
    let of = Alias::new("reversed");
    let reversed = |column: Column| Expr::col((of.clone(), column));
    let own = |column: Column| Expr::col((Entity, column));
    let points = Func::coalesce([reversed(Column::Points), own(Column::Points)]);
    let given_at = Func::coalesce([reversed(Column::CreatedAt), own(Column::CreatedAt)]);
    let counts = Expr::expr(points).lt(0).or(Expr::expr(given_at).lt(before));
    let left = CaseStatement::new().case(counts, own(Column::Points)).finally(0);
    let mut old = Query::select();
    old.column((Entity, Column::PatientId))
        .from(Entity)
        .join_as(JoinType::LeftJoin, Entity, of.clone(), own(Column::ReversesId).equals((of.clone(), Column::Id)))
        .group_by_col((Entity, Column::PatientId))
        .and_having(Func::sum(left).gt(0))
        .order_by((Entity, Column::PatientId), Order::Asc)
        .limit(AT_ONCE);
    if let Some(last) = after {
        old.and_where(own(Column::PatientId).gt(last));
    }
    let rows = tx.query_all(&old).await?;
    Ok(rows.iter().map(|row| row.try_get("", "patient_id")).collect::<Result<_, _>>()?)
}
