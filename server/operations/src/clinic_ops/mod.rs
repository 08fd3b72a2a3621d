//! Operations on one clinic as a whole, by the operator's commands: export, import, rename, move, restore,
//! delete. They use the owner's rights, affect no other clinic, and leave a row in the clinic's own audit when
//! they touch its records.

mod archive;
mod delete;
mod export;
mod fill;
mod import;
mod manifest;
mod measure;
pub(crate) mod note;
mod owner_role;
mod plan_grant;
mod rename;
mod restore;
mod rows;
mod source;
mod sql;
mod table;
mod tables;
#[cfg(test)]
mod tests;
mod transfer;

use std::path::PathBuf;

use sea_orm::DbErr;

pub use self::{
    delete::{Deletion, delete},
    export::{export, export_archive},
    import::{ImportOptions, import},
    manifest::{FILE as MANIFEST, Manifest, RegistryRecord},
    measure::{ClinicSize, size},
    owner_role::{OwnersRole, change_owners_role},
    plan_grant::{Grant, end_grants, grant},
    rename::{NewNames, rename},
    restore::{PutBack, drop_former, restore, undo_restore},
    source::{Source, check},
    transfer::{Moved, move_to},
};
use crate::foundation::tenancy::OwnerDb;

/// Why a command failed, in a sentence for the operator. Nothing has changed unless it says so.
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

/// Checks the name of an operator, as the clinic's activity log will show it.
///
/// # Errors
/// When it cannot be shown in a log.
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
/// # Errors
/// When a clinic's tables are not those of this release: tables that are made for them would differ.
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
///
/// # Errors
/// When there is none, or the registry is out of reach.
pub(crate) async fn find(owner: &OwnerDb, subdomain: &str) -> Result<entity::registry::clinic::Model, ClinicOpsError> {
    let row = entity::registry::clinic::Entity::by_subdomain(subdomain).one(owner.registry()).await?;
    row.ok_or_else(|| ClinicOpsError::NoSuchClinic(subdomain.to_owned()))
}
