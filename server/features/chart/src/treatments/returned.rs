//! A treatment that a director returned to its provider waits for the provider, and is not approved meanwhile.

use entity::{
    clinic::{treatment, treatment_return, treatment_return_answer},
    ids::TreatmentId,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::sql;
use crate::{
    features::patients,
    foundation::{
        error::{Error, Result},
        tenancy::ClinicTx,
    },
};

/// The latest return of a treatment, and how it ended; none of a treatment that was never returned.
///
/// # Errors
/// When the database is out of reach.
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

/// The returns of a treatment, oldest first, each with how it ended.
///
/// # Errors
/// When the database is out of reach.
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

/// Refuses a treatment that waits for its provider. Whoever calls this has locked the patient, as those who return and
/// answer do.
///
/// # Errors
/// When it was returned, and neither answered nor taken back.
pub async fn refuse_returned(tx: &ClinicTx, id: TreatmentId) -> Result<()> {
    match last_return(tx, id).await? {
        Some((_, None)) => Err(Error::conflict(
            "returned",
            "This treatment was returned to its provider. It can be approved once the provider has answered, or the return was taken back.",
        )),
        _ => Ok(()),
    }
}

/// The version of a treatment's chart: it increases with each addendum, return and answer, and with what is added to its
/// exam.
///
/// # Errors
/// When the database is out of reach, or there is no such treatment.
async fn chart_version(tx: &ClinicTx, id: TreatmentId) -> Result<i32> {
    let version = treatment::Entity::find_by_id(id).select_only().expr(sql::chart_version()).into_tuple();
    version.one(tx).await?.ok_or(Error::NotFound)
}

/// The same, with the patient locked, so that nothing is added to the chart before the transaction ends.
pub(super) async fn locked_version(tx: &ClinicTx, treatment: &treatment::Model) -> Result<i32> {
    patients::locked_person(tx, treatment.patient_id).await?;
    chart_version(tx, treatment.id).await
}
