//! The rules that all templates of a clinic share: how many versions are saved and listed, and the name of a copy.

use chrono::{DateTime, Utc};
use sea_orm::{EntityTrait, PaginatorTrait, Select};

use base::error::{Error, Result};
use tenancy::ClinicTx;

/// The most versions that are listed, newest first.
pub const MAX_ROWS: u64 = 200;

/// The most versions of one kind that a clinic may save within a day. Each may have 64 KiB, and all are stored.
const A_DAY: u64 = 200;

/// The most characters of a name, as in `http_api::fields::Name`.
const LONGEST: usize = 200;

/// Refuses a version beyond the daily limit. `saved` selects the versions that were saved in the last day, and `what`
/// names them at the beginning of a sentence.
///
/// Fails when the clinic has saved as many versions as it may within a day.
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

/// The stored versions, newest first. Before them the present version, if it is not stored yet.
pub fn with_present(present: ListedVersion, kept: Vec<ListedVersion>) -> impl Iterator<Item = ListedVersion> {
    let unkept = kept.first().is_none_or(|(version, ..)| *version < present.0);
    unkept.then_some(present).into_iter().chain(kept)
}

/// Refuses to restore the present version of the template.
pub fn check_earlier(version: i32, present: i32) -> Result<()> {
    if version == present {
        return Err(Error::conflict("current_version", "This is the template's present version already."));
    }
    Ok(())
}

/// `Filler (copy)`, or `Filler (copy 2)` if that is taken. A long name is shortened to leave room for the ending.
pub fn copied_name(name: &str, taken: &[String]) -> String {
    let named = |number: usize| {
        let ending = if number == 1 { " (copy)".to_owned() } else { format!(" (copy {number})") };
        let kept: String = name.chars().take(LONGEST - ending.len()).collect();
        format!("{}{ending}", kept.trim_end())
    };
    let mut number = 1;
    while taken.contains(&named(number)) {
        number += 1;
    }
    named(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_a_free_name_of_at_most_200_characters() {
        let taken = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(copied_name("Filler", &taken(&["Filler"])), "Filler (copy)");
        assert_eq!(copied_name("Filler", &taken(&["Filler (copy)", "Filler (copy 2)"])), "Filler (copy 3)");
        let long = "é".repeat(200);
        let copy = copied_name(&long, &taken(&[]));
        assert_eq!(copy, format!("{} (copy)", "é".repeat(193)));
        assert_eq!(copied_name(&long, &taken(&[&copy])).chars().count(), 200);
        let spaced = format!("{} end", "x".repeat(192));
        assert_eq!(copied_name(&spaced, &taken(&[])), format!("{} (copy)", "x".repeat(192)));
    }
}
