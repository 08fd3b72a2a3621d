//! An export's manifest: the clinic, the schema version, and the checksum of each file.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{BufReader, Read},
    path::Path,
};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::ClinicOpsError;

/// The manifest's file name. A folder with files that the manifest does not name is refused.
pub const FILE: &str = "manifest.json";

/// An archive's last file: the checksum of the manifest in the format of `sha256sum --check`.
pub const DIGEST_FILE: &str = "manifest.sha256";

/// The content of [`DIGEST_FILE`].
pub(super) fn digest_line(manifest: &str) -> String {
    format!("{}  {FILE}\n", hex::encode(Sha256::digest(manifest.as_bytes())))
}

/// The version of the folder's format.
pub const FORM: u32 = 1;

/// The content of an export.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub form: u32,
    pub clinic: RegistryRecord,
    /// The newest migration of the tables.
    pub schema_version: String,
    pub taken_at: DateTime<Utc>,
    /// Each table comes after the tables that it refers to.
    pub tables: Vec<Part>,
}

/// The registry's data about the clinic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegistryRecord {
    pub id: Uuid,
    pub subdomain: String,
    pub name: String,
    pub time_zone: String,
    pub created_at: DateTime<Utc>,
}

/// One table in its own file. Each line is a row with fields separated by tabs, and the first line holds the column
/// names. `\N` is null, and a tab, a newline and a backslash are written `\t`, `\n`, `\\`. Not CSV, because older
/// releases of Postgres cannot read back a field in which a line is `\.`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    pub table: String,
    pub rows: u64,
    pub bytes: u64,
    pub sha256: String,
    /// The next number of each automatically numbered column.
    pub next: BTreeMap<String, i64>,
}

impl Part {
    pub fn file(&self) -> String {
        format!("{}.tsv", self.table)
    }
}

impl Manifest {
    /// Parses a manifest.
    ///
    /// Fails when the text is not a manifest, has another format version, or names an invalid table.
    pub(super) fn parse(text: &str, path: &Path) -> Result<Self, ClinicOpsError> {
        let Ok(manifest) = serde_json::from_str::<Self>(text) else {
            return ClinicOpsError::refused(format!(
                "{} cannot be read: is it the manifest of an export?",
                path.display()
            ));
        };
        if manifest.form != FORM {
            return ClinicOpsError::refused(format!(
                "the export has the form {}, this release reads {FORM}",
                manifest.form
            ));
        }
        let is_a_name =
            |table: &str| !table.is_empty() && table.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        if manifest.tables.iter().all(|part| is_a_name(&part.table)) {
            Ok(manifest)
        } else {
            ClinicOpsError::refused("the manifest names a table that cannot be one")
        }
    }

    pub(super) fn to_text(&self) -> Result<String, ClinicOpsError> {
        serde_json::to_string_pretty(self).map_err(|error| ClinicOpsError::Refused(error.to_string()))
    }

    /// Reads an export's manifest and checks every file against it, so that nothing is written before the whole export
    /// is known to be intact.
    ///
    /// Fails when a file is missing, not in the manifest, or altered.
    pub fn verified(folder: &Path) -> Result<Self, ClinicOpsError> {
        let path = folder.join(FILE);
        let text = std::fs::read_to_string(&path).map_err(ClinicOpsError::file(&path))?;
        let manifest = Self::parse(&text, &path)?;
        for part in &manifest.tables {
            let path = folder.join(part.file());
            let (bytes, sha256) = digest(&path)?;
            if bytes != part.bytes || sha256 != part.sha256 {
                return ClinicOpsError::refused(format!(
                    "{} is not what was exported: its checksum differs",
                    path.display()
                ));
            }
        }
        // Only an archive that was unpacked has this file; a folder that was exported does not.
        let path = folder.join(DIGEST_FILE);
        if path.exists() && std::fs::read_to_string(&path).map_err(ClinicOpsError::file(&path))? != digest_line(&text) {
            return ClinicOpsError::refused(format!("{FILE} is not what was exported: its checksum differs"));
        }
        let own = [FILE.to_owned(), DIGEST_FILE.to_owned()];
        let known: Vec<_> = manifest.tables.iter().map(Part::file).chain(own).map(std::ffi::OsString::from).collect();
        for entry in std::fs::read_dir(folder).map_err(ClinicOpsError::file(folder))? {
            let entry = entry.map_err(ClinicOpsError::file(folder))?;
            if !known.contains(&entry.file_name()) {
                return ClinicOpsError::refused(format!("{} is not in the manifest", entry.path().display()));
            }
        }
        Ok(manifest)
    }
}

fn digest(path: &Path) -> Result<(u64, String), ClinicOpsError> {
    let mut file = BufReader::new(File::open(path).map_err(ClinicOpsError::file(path))?);
    let mut sha256 = Sha256::new();
    let mut bytes = 0;
    let mut chunk = vec![0; 64 * 1024];
    loop {
        let read = file.read(&mut chunk).map_err(ClinicOpsError::file(path))?;
        if read == 0 {
            return Ok((bytes, hex::encode(sha256.finalize())));
        }
        sha256.update(&chunk[..read]);
        bytes += read as u64;
    }
}
