//! The operator's commands on a whole clinic: export, import, rename, move, restore and delete. They use the owner's
//! rights and affect no other clinic. When they touch a clinic's records, they add a row to its audit.

pub mod archive;
mod confirm_director;
mod delete;
mod export;
mod fill;
mod import;
mod manifest;
mod measure;
pub mod note;
mod owner_role;
mod plan_grant;
mod rename;
mod restore;
mod rows;
mod source;
mod sql;
mod table;
pub mod tables;
pub mod transfer;

pub use self::confirm_director::DirectorToConfirm;
pub use self::confirm_director::confirm_director;
pub use self::delete::Deletion;
pub use self::delete::delete;
pub use self::export::export;
pub use self::export::export_archive;
pub use self::import::ImportOptions;
pub use self::import::import;
pub use self::manifest::FILE as MANIFEST;
pub use self::manifest::Manifest;
pub use self::manifest::RegistryRecord;
pub(crate) use self::measure::ClinicSize;
pub use self::measure::size;
pub use self::owner_role::OwnersRole;
pub use self::owner_role::change_owners_role;
pub use self::plan_grant::Grant;
pub use self::plan_grant::end_grants;
pub use self::plan_grant::grant;
pub use self::rename::NewNames;
pub use self::rename::rename;
pub use self::restore::PutBack;
pub use self::restore::drop_former;
pub use self::restore::restore;
pub use self::restore::undo_restore;
pub use self::source::Source;
pub use self::source::check;
pub(crate) use self::transfer::Moved;
pub use self::transfer::move_to;

use std::path::PathBuf;

use sea_orm::DbErr;

use tenancy::OwnerDb;

/// Why a command failed, in a sentence for the operator. Nothing has changed unless the sentence says so.
#[derive(Debug, thiserror::Error)]
pub enum ClinicOpsError {
    #[error("there is no clinic {0}")]
    NoSuchClinic(String),
    #[error("{0}")]
    Refused(String),
    #[error("{}: {cause}", .path.display())]
    File { path: PathBuf, cause: std::io::Error },
    #[error("the database: {0}")]
    Db(#[from] DbErr),
    #[error("the database: {0}")]
    Sqlx(#[from] sqlx::Error),
}

impl ClinicOpsError {
    fn refused<T>(sentence: impl Into<String>) -> Result<T, Self> {
        Err(Self::Refused(sentence.into()))
    }

    fn file(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        |cause| Self::File { path, cause }
    }
}

/// Checks and trims an operator's name, which the clinic's activity log shows.
pub(crate) fn operator(by: &str) -> Result<&str, ClinicOpsError> {
    let by = by.trim();
    if (1..=200).contains(&by.chars().count()) && !by.chars().any(char::is_control) {
        Ok(by)
    } else {
        ClinicOpsError::refused("say who does it, in one line of 1 to 200 characters")
    }
}

/// Refuses a clinic of another release.
///
/// Fails when a clinic's tables are not those of this release, because tables made for the clinic would differ.
fn is_current(clinic: &entity::registry::clinic::Model) -> Result<(), ClinicOpsError> {
    let (theirs, ours) = (clinic.schema_version.as_str(), migration::clinic::LATEST);
    if theirs == ours {
        return Ok(());
    }
    ClinicOpsError::refused(format!(
        "the tables of {} are of the schema {theirs}, this release's are {ours}: run `celadon migrate` first, or the \
         release that did",
        clinic.subdomain
    ))
}

/// The clinic at this address.
pub async fn find(owner: &OwnerDb, subdomain: &str) -> Result<entity::registry::clinic::Model, ClinicOpsError> {
    let row = entity::registry::clinic::Entity::by_subdomain(subdomain).one(owner.registry()).await?;
    row.ok_or_else(|| ClinicOpsError::NoSuchClinic(subdomain.to_owned()))
}
