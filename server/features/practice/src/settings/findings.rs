//! The lists of findings that exams suggest: their wire type, their checks, and their rows.

use entity::{clinic::finding, words::FindingList};
use sea_orm::{ActiveValue::Set, EntityTrait, QueryOrder};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::{
    features::clinical,
    foundation::{
        error::{Fields, Result},
        http::fields::{Field, Line},
        tenancy::ClinicTx,
    },
};

/// A longer list would not be quick entry.
const MAX_ENTRIES: usize = 60;

/// What exams suggest: vitals, and common findings for each system.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Findings {
    vitals: Vec<String>,
    /// Review of systems.
    ros: SystemFindings,
    /// Physical examination.
    pe: SystemFindings,
}

/// The body systems, named once.
macro_rules! systems {
    ($($system:ident),* $(,)?) => {
        #[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(deny_unknown_fields)]
        struct SystemFindings {
            $($system: Vec<String>,)*
        }

        impl SystemFindings {
            fn lists(&mut self) -> Vec<(&'static str, &mut Vec<String>)> {
                vec![$((stringify!($system), &mut self.$system)),*]
            }
        }
    };
}

systems! { constitutional, heent, cardio, resp, gi, gu, msk, neuro, skin, psych }

impl Findings {
    /// Every list as the table names it: the list, and the system.
    fn lists(&mut self) -> Vec<(FindingList, &'static str, &mut Vec<String>)> {
        let mut all = vec![(FindingList::Vitals, "vitals", &mut self.vitals)];
        for (list, systems) in [(FindingList::Ros, &mut self.ros), (FindingList::Pe, &mut self.pe)] {
            all.extend(systems.lists().into_iter().map(|(system, texts)| (list, system, texts)));
        }
        all
    }

    /// The product's own lists, which every new clinic gets.
    pub fn defaults() -> Self {
        let mut findings = Self::default();
        for (list, system, texts) in findings.lists() {
            let found = match list {
                FindingList::Vitals => Some(clinical::findings::VITALS),
                FindingList::Ros => defaults(clinical::findings::ROS, system),
                FindingList::Pe => defaults(clinical::findings::PE, system),
            };
            texts.extend(found.unwrap_or_default().iter().map(|text| (*text).to_owned()));
        }
        findings
    }

    /// The clinic's own lists.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub async fn kept(tx: &ClinicTx) -> Result<Self> {
        let rows = finding::Entity::find().order_by_asc(finding::Column::Position).all(tx).await?;
        let mut findings = Self::default();
        let mut lists = findings.lists();
        for row in rows {
            let place = lists.iter_mut().find(|(list, system, _)| *list == row.list && *system == row.system);
            if let Some((_, _, texts)) = place {
                texts.push(row.text);
            }
        }
        Ok(findings)
    }

    /// Replaces the clinic's lists with these.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub async fn keep(mut self, tx: &ClinicTx) -> Result<()> {
        finding::Entity::delete_many().exec(tx).await?;
        let rows = self.rows();
        if !rows.is_empty() {
            finding::Entity::insert_many(rows).exec_without_returning(tx).await?;
        }
        Ok(())
    }

    /// The lists as rows, one for each entry.
    pub fn rows(&mut self) -> Vec<finding::ActiveModel> {
        let lists = self.lists().into_iter();
        let rows = lists.flat_map(|(list, system, texts)| {
            (0_i32..).zip(texts).map(move |(position, text)| finding::ActiveModel {
                list: Set(list),
                system: Set(system.to_owned()),
                position: Set(position),
                text: Set(text.clone()),
                ..Default::default()
            })
        });
        rows.collect()
    }

    /// Trims every entry, and reports errors by list: `findings.ros.skin`.
    pub fn normalize(&mut self, fields: &mut Fields) {
        for (list, system, texts) in self.lists() {
            // The exam form joins vitals with commas and findings with semicolons.
            let (name, joiners) = match list {
                FindingList::Vitals => ("findings.vitals".to_owned(), [',', ';'].as_slice()),
                FindingList::Ros | FindingList::Pe => {
                    (format!("findings.{}.{system}", list.as_str()), [';'].as_slice())
                }
            };
            if let Err(problem) = normalize(texts, joiners) {
                fields.insert(name, problem);
            }
        }
    }
}

fn defaults(lists: &'static [(&str, &[&str])], system: &str) -> Option<&'static [&'static str]> {
    lists.iter().find(|(name, _)| *name == system).map(|(_, texts)| *texts)
}

fn normalize(texts: &mut [String], joiners: &[char]) -> Result<(), String> {
    if texts.len() > MAX_ENTRIES {
        return Err(format!("must have at most {MAX_ENTRIES} entries"));
    }
    let mut seen = std::collections::BTreeSet::new();
    for (number, text) in (1..).zip(texts) {
        let Line(line) =
            Line::parse(&Value::from(text.as_str())).map_err(|problem| format!("entry {number} {problem}"))?;
        if let Some(joiner) = line.chars().find(|c| joiners.contains(c)) {
            return Err(format!("entry {number} must not hold \"{joiner}\", which stands between entries"));
        }
        if !seen.insert(line.to_lowercase()) {
            return Err(format!("entry {number} is there twice"));
        }
        *text = line;
    }
    Ok(())
}
