//! A demo clinic, read from its TOML files.

use std::fmt::Display;

use entity::words::{Module, UsState};
use sea_orm::DbErr;
use serde::{Deserialize, de::DeserializeOwned};

use super::{
    desk::{DemoBreak, DemoHoliday, DemoRoom, DemoWait},
    estimates::DemoEstimate,
    patients::DemoPatient,
    team::DemoMember,
};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DemoClinic {
    pub(super) name: String,
    pub(super) subdomain: String,
    pub(super) time_zone: String,
    /// The modules that its owner has switched on.
    pub(super) modules: Vec<Module>,
    /// Whether its patients get messages about their visits.
    pub(super) sends_messages: bool,
    /// The clinic's state, if its prescribers clear service by service.
    pub(super) clears_services_in: Option<UsState>,
    /// The owner comes first.
    pub(super) members: Vec<DemoMember>,
    #[serde(default)]
    pub(super) rooms: Vec<DemoRoom>,
    #[serde(default)]
    pub(super) breaks: Vec<DemoBreak>,
    #[serde(default)]
    pub(super) holidays: Vec<DemoHoliday>,
    #[serde(default)]
    pub(super) waiting: Vec<DemoWait>,
    pub(super) estimate: Option<DemoEstimate>,
    /// Read from files of their own, in the order of seeding.
    #[serde(skip)]
    pub(super) patients: Vec<DemoPatient>,
}

/// A file with patients.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Patients {
    patients: Vec<DemoPatient>,
}

/// The path of a file below this folder, and its text.
type File = (&'static str, &'static str);

macro_rules! file {
    ($path:literal) => {
        ($path, include_str!($path))
    };
}

const AURELLE: (File, &[File]) =
    (file!("data/aurelle/clinic.toml"), &[file!("data/aurelle/patients.toml"), file!("data/aurelle/newcomers.toml")]);
const HARBORLINE: (File, &[File]) = (
    file!("data/harborline/clinic.toml"),
    &[file!("data/harborline/patients.toml"), file!("data/harborline/newcomers.toml")],
);
const SAGEBROOK: (File, &[File]) = (file!("data/sagebrook/clinic.toml"), &[file!("data/sagebrook/patients.toml")]);

impl DemoClinic {
    /// The clinics that are always made, the larger one first.
    pub(super) fn always() -> Result<[Self; 2], DbErr> {
        Ok([Self::read(AURELLE)?, Self::read(HARBORLINE)?])
    }

    /// The clinic that is made on request.
    pub(super) fn clearing() -> Result<Self, DbErr> {
        Self::read(SAGEBROOK)
    }

    fn read((clinic, patients): (File, &[File])) -> Result<Self, DbErr> {
        let mut clinic: Self = read(clinic)?;
        for file in patients {
            clinic.patients.append(&mut read::<Patients>(*file)?.patients);
        }
        Ok(clinic)
    }

    #[cfg(test)]
    pub(super) fn member(&self, name: &str) -> Option<&DemoMember> {
        self.members.iter().find(|member| member.full_name() == name)
    }

    pub(super) fn patient(&self, name: &str) -> Option<&DemoPatient> {
        self.patients.iter().find(|patient| patient.full_name() == name)
    }
}

fn read<T: DeserializeOwned>((path, text): File) -> Result<T, DbErr> {
    let unreadable = |error: &dyn Display| DbErr::Custom(format!("the demo's {path}: {error}"));
    toml::from_str(text).map_err(|error| unreadable(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_that_does_not_exist_is_refused_with_its_file_and_line() {
        let refused = read::<Patients>(("town/patients.toml", "patients = []\ncolour = 1")).err().unwrap().to_string();
        for part in ["town/patients.toml", "line 2", "colour"] {
            assert!(refused.contains(part), "{refused}");
        }
    }
}
