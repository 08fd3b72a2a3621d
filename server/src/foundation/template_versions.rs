//! What the versions of a clinic's templates have in common, whatever a template holds: how many are saved and listed.

use chrono::{DateTime, Utc};
use sea_orm::{EntityTrait, PaginatorTrait, Select};

use super::{
    error::{Error, Result},
    tenancy::ClinicTx,
};

/// How many versions are listed, newest first.
pub const MAX_ROWS: u64 = 200;

/// How many versions of one kind a clinic may save within a day: each may have 64 KiB, and all are kept.
const A_DAY: u64 = 200;

/// Refuses a further version beyond the daily limit. `saved` are those of the last day that somebody saved, and `what` names them at
/// the beginning of a sentence.
///
/// # Errors
/// When the clinic has saved as many versions as it may within a day.
pub async fn check_daily_limit<E>(tx: &ClinicTx, saved: Select<E>, what: &str) -> Result<()>
where
    E: EntityTrait,
    E::Model: Sync,
{
    if saved.count(tx).await? < A_DAY {
        return Ok(());
    }
    let sentence = format!("{what} were saved 200 times within a day, which is the most. Please try again tomorrow.");
    Err(Error::conflict("too_many_versions", sentence))
}

/// A version in a list: its number, its name, who saved it, and when.
pub type ListedVersion = (i32, String, Option<String>, DateTime<Utc>);

/// The kept versions, newest first; before them the present one, which may not be kept yet.
pub fn with_present(present: ListedVersion, kept: Vec<ListedVersion>) -> impl Iterator<Item = ListedVersion> {
    let unkept = kept.first().is_none_or(|(version, ..)| *version < present.0);
    unkept.then_some(present).into_iter().chain(kept)
}

/// Refuses to restore the version that the template has already.
///
/// # Errors
/// When it is the present one.
pub fn check_earlier(version: i32, present: i32) -> Result<()> {
    if version == present {
        return Err(Error::conflict("current_version", "This is the template's present version already."));
    }
    Ok(())
}
