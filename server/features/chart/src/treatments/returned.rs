//! A treatment that a director returned cannot be approved until its provider has answered.

use entity::{
    clinic::{treatment, treatment_return, treatment_return_answer},
    ids::TreatmentId,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::sql;
use base::error::{Error, Result};
use people::patients;
use tenancy::ClinicTx;

/// The latest return of a treatment, and its end. `None` if it was never returned.
pub async fn last_return(
    tx: &ClinicTx,
    id: TreatmentId,
) -> Result<Option<(treatment_return::Model, Option<treatment_return_answer::Model>)>> {
    let last = treatment_return::Entity::find()
        .filter(treatment_return::Column::TreatmentId.eq(id))
        .order_by_desc(treatment_return::Column::Number)
        .one(tx)
        .await?;
    let Some(last) = last else { return Ok(None) };
    let answer = treatment_return_answer::Entity::find_by_id(last.id).one(tx).await?;
    Ok(Some((last, answer)))
}

/// The returns of a treatment, oldest first, each with its end.
pub async fn returns(
    tx: &ClinicTx,
    id: TreatmentId,
) -> Result<Vec<(treatment_return::Model, Option<treatment_return_answer::Model>)>> {
    let rows = treatment_return::Entity::find()
        .filter(treatment_return::Column::TreatmentId.eq(id))
        .order_by_asc(treatment_return::Column::Number)
        .all(tx)
        .await?;
    let mut answers = treatment_return_answer::Entity::find()
        .filter(treatment_return_answer::Column::ReturnId.is_in(rows.iter().map(|row| row.id)))
        .all(tx)
        .await?;
    let with_answer = |row: treatment_return::Model| {
        let place = answers.iter().position(|answer| answer.return_id == row.id);
        let answer = place.map(|place| answers.swap_remove(place));
        (row, answer)
    };
    Ok(rows.into_iter().map(with_answer).collect())
}

/// Refuses a treatment that its provider has not answered. The caller has locked the patient, as for returning and answering.
pub async fn refuse_returned(tx: &ClinicTx, id: TreatmentId) -> Result<()> {
    match last_return(tx, id).await? {
        Some((_, None)) => Err(Error::conflict(
            "returned",
            "This treatment was returned to its provider. It can be approved once the provider has answered, or the return was taken back.",
        )),
        _ => Ok(()),
    }
}

/// The version of a treatment's chart. It increases with each addendum, return and answer, and with each addition to its exam.
pub(super) async fn chart_version(tx: &ClinicTx, id: TreatmentId) -> Result<i32> {
    let version = treatment::Entity::find_by_id(id).select_only().expr(sql::chart_version()).into_tuple();
    version.one(tx).await?.ok_or(Error::NotFound)
}

/// As [`chart_version`], with the patient locked, so that nothing is added to the chart before the transaction ends.
pub(super) async fn locked_version(tx: &ClinicTx, treatment: &treatment::Model) -> Result<i32> {
    patients::locked_person(tx, treatment.patient_id).await?;
    chart_version(tx, treatment.id).await
}
