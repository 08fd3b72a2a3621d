//! The lists of findings that exams suggest: their wire type, their checks, and their rows.

use entity::{clinic::finding, words::FindingList};
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::clinical;
use base::error::{Fields, Result};
use http_api::fields::{Field, Line};
use tenancy::ClinicTx;

/// The most entries of a list; with more, quick entry is not quick.
const MAX_ENTRIES: usize = 60;

/// The suggestions for exams: vitals, and common findings for each system.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Findings {
    vitals: Vec<String>,
    /// Review of systems.
    ros: SystemFindings,
    /// Physical examination.
    pe: SystemFindings,
}

/// The entries that mean that nothing is wrong. An exam's text is normal only if it consists of complete entries of this kind.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NormalFindings {
    /// Review of systems.
    ros: Vec<String>,
    /// Physical examination.
    pe: Vec<String>,
}

impl NormalFindings {
    /// The normal entries of the product's own lists.
    pub fn defaults() -> Self {
        let reviewed = clinical::findings::ROS.iter().flat_map(|(_, findings)| findings.iter());
        Self {
            ros: reviewed
                .filter(|text| clinical::normal_findings::is_normal(text))
                .map(|text| (*text).to_owned())
                .collect(),
            pe: clinical::normal_findings::NORMAL_PE.iter().map(|text| (*text).to_owned()).collect(),
        }
    }

    /// The entries that the clinic has marked as normal.
    pub async fn kept(tx: &ClinicTx) -> Result<Self> {
        let rows = finding::Entity::find().filter(finding::Column::IsNormal.eq(true));
        let rows = rows.order_by_asc(finding::Column::Id).all(tx).await?;
        let mut normal = Self::default();
        for row in rows {
            match row.list {
                FindingList::Ros => normal.ros.push(row.text),
                FindingList::Pe => normal.pe.push(row.text),
                FindingList::Vitals => {}
            }
        }
        Ok(normal)
    }

    /// Whether an exam's text only says that nothing is wrong: each phrase is one of these, or a phrase that the form writes with
    /// one press. Case does not matter.
    pub fn say(&self, is_reported: bool, text: &str) -> bool {
        let [reported, seen] = clinical::normal_findings::BY_ONE_PRESS;
        let (marked, by_one_press) = if is_reported { (&self.ros, reported) } else { (&self.pe, seen) };
        let known: Vec<String> =
            marked.iter().map(|entry| entry.to_lowercase()).chain([by_one_press.to_lowercase()]).collect();
        let mut phrases = clinical::normal_findings::phrases(text).peekable();
        phrases.peek().is_some() && phrases.all(|phrase| known.contains(&phrase.to_lowercase()))
    }

    fn of(&self, list: FindingList) -> &[String] {
        match list {
            FindingList::Ros => &self.ros,
            FindingList::Pe => &self.pe,
            FindingList::Vitals => &[],
        }
    }

    fn marks(&self, list: FindingList, text: &str) -> bool {
        self.of(list).iter().any(|normal| is_same(normal, text))
    }

    /// Reports a phrase that is in none of the lists.
    pub fn check(&self, findings: &mut Findings, fields: &mut Fields) {
        let lists = findings.lists();
        for list in [FindingList::Ros, FindingList::Pe] {
            let is_listed = |normal: &String| {
                lists.iter().any(|(one, _, texts)| *one == list && texts.iter().any(|text| is_same(normal, text)))
            };
            if let Some(at) = self.of(list).iter().position(|normal| !is_listed(normal)) {
                let problem = format!("entry {} is in none of the lists", at + 1);
                fields.insert(format!("normal_findings.{}", list.as_str()), problem);
            }
        }
    }
}

/// Compares phrases as an exam does.
fn is_same(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
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
    /// Every list with its name in the table and its system.
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

    /// Replaces the clinic's lists with these. Without `normal`, entries that stay keep their mark.
    pub async fn keep(mut self, tx: &ClinicTx, normal: Option<NormalFindings>) -> Result<()> {
        let normal = match normal {
            Some(normal) => normal,
            None => NormalFindings::kept(tx).await?,
        };
        finding::Entity::delete_many().exec(tx).await?;
        let rows = self.rows(&normal);
        if !rows.is_empty() {
            finding::Entity::insert_many(rows).exec_without_returning(tx).await?;
        }
        Ok(())
    }

    /// The lists as rows, one for each entry.
    pub fn rows(&mut self, normal: &NormalFindings) -> Vec<finding::ActiveModel> {
        let lists = self.lists().into_iter();
        let rows = lists.flat_map(|(list, system, texts)| {
            (0_i32..).zip(texts).map(move |(position, text)| finding::ActiveModel {
                list: Set(list),
                system: Set(system.to_owned()),
                position: Set(position),
                is_normal: Set(normal.marks(list, text)),
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
