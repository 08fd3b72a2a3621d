//! Reads a row by the matched columns: the values for the record, and the problems.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use entity::{
    clinic::import_batch::ImportColumn,
    clinic::import_row::{ImportEntries, ImportProblem},
    words::{DateOrder, ImportField},
};

use super::dates::birth_date;
use crate::{
    features::{duplicates::Person, patients::accepted},
    foundation::phone,
};

/// How the rows of a file are read.
pub struct Rules<'a> {
    pub columns: &'a [ImportColumn],
    pub date_order: DateOrder,
    pub today: NaiveDate,
}

impl Rules<'_> {
    /// The values and the problems of a row.
    pub fn read(&self, cells: &[String]) -> (ImportEntries, Vec<ImportProblem>) {
        let mut entries = BTreeMap::new();
        let mut problems = Vec::new();
        let given = |(column, cell): &(&ImportColumn, &String)| column.field.is_some() && !is_blank(cell);
        for (column, cell) in self.columns.iter().zip(cells).filter(given) {
            let Some(field) = column.field else { continue };
            if let Err(sentence) = self.enter(field, cell.trim(), &mut entries) {
                problems.push(ImportProblem { column: Some(column.name.clone()), sentence });
            }
        }
        join_streets(&mut entries, &mut problems);
        for (field, what) in [("first_name", "first name"), ("last_name", "last name")] {
            let is_known = problems.iter().any(|problem| self.is_about_a_name(problem));
            if !entries.contains_key(field) && !is_known {
                problems.push(ImportProblem { column: None, sentence: format!("There is no {what}.") });
            }
        }
        (ImportEntries(entries), problems)
    }

    fn is_about_a_name(&self, problem: &ImportProblem) -> bool {
        use ImportField::{FirstName, FullName, LastName};
        self.columns.iter().any(|column| {
            Some(&column.name) == problem.column.as_ref()
                && matches!(column.field, Some(FirstName | LastName | FullName))
        })
    }

    /// An example of a date in the chosen order.
    fn example(&self) -> &'static str {
        match self.date_order {
            DateOrder::Mdy => "03/14/1985",
            DateOrder::Dmy => "14/03/1985",
            DateOrder::Ymd => "1985-03-14",
        }
    }

    fn enter(&self, field: ImportField, cell: &str, entries: &mut BTreeMap<String, String>) -> Result<(), String> {
        let mut set = |field: &str, text: &str| {
            let value =
                accepted(field, text, self.today).map_err(|problem| format!("“{}” {problem}.", truncated(text)))?;
            entries.insert(field.to_owned(), value);
            Ok(())
        };
        match field {
            ImportField::FullName => {
                let (first, last) = split_name(cell).ok_or_else(|| {
                    format!("“{}” holds one name alone. A patient has a first and a last name.", truncated(cell))
                })?;
                set("first_name", &first)?;
                set("last_name", &last)
            }
            ImportField::BirthDate => {
                let day = birth_date(cell, self.date_order, self.today)
                    .ok_or_else(|| format!("“{}” is not a date like {}.", truncated(cell), self.example()))?;
                set("birth_date", &day.to_string())
            }
            ImportField::MayEmail | ImportField::MayText | ImportField::MayCall | ImportField::MayMarket => {
                // As if the cell were empty.
                if cell.eq_ignore_ascii_case("unknown") {
                    return Ok(());
                }
                let may = is_yes(cell).ok_or_else(|| format!("“{}” is neither yes nor no.", truncated(cell)))?;
                set(field.as_str(), if may { "yes" } else { "no" })
            }
            _ => set(field.as_str(), cell),
        }
    }
}

fn join_streets(entries: &mut BTreeMap<String, String>, problems: &mut Vec<ImportProblem>) {
    let Some(second) = entries.remove("street2") else { return };
    let street = match entries.remove("street") {
        Some(first) => format!("{first}, {second}"),
        None => second,
    };
    if street.chars().count() > 200 {
        let sentence = "The street must be at most 200 characters.".to_owned();
        problems.push(ImportProblem { column: None, sentence });
    }
    entries.insert("street".to_owned(), street);
}

/// A cell, shortened to be quoted in a sentence.
fn truncated(cell: &str) -> String {
    let cell = cell.replace(['\n', '\t'], " ");
    if cell.chars().count() > 40 { format!("{}…", cell.chars().take(40).collect::<String>()) } else { cell }
}

/// First and last name: `Berg, Anna Maria` or `Anna Maria Berg`.
fn split_name(name: &str) -> Option<(String, String)> {
    let (first, last) = match name.split_once(',') {
        Some((last, first)) => (first, last),
        None => name.trim().rsplit_once(char::is_whitespace)?,
    };
    let (first, last) = (first.trim().to_owned(), last.trim().to_owned());
    (!first.is_empty() && !last.is_empty()).then_some((first, last))
}

/// Whether a cell counts as empty: some programs write dashes into an empty one.
fn is_blank(cell: &str) -> bool {
    cell.trim().chars().all(|letter| letter == '-')
}

fn is_yes(cell: &str) -> Option<bool> {
    match cell.to_lowercase().as_str() {
        "yes" | "y" | "true" | "t" | "1" | "x" | "on" | "opted in" | "opt in" | "opt-in" | "subscribed" | "allowed" => {
            Some(true)
        }
        "no" | "n" | "false" | "f" | "0" | "off" | "opted out" | "opt out" | "opt-out" | "unsubscribed" | "none" => {
            Some(false)
        }
        _ => None,
    }
}

/// The person of a row, for the comparison with others; none without a name.
pub fn person(ImportEntries(entries): &ImportEntries) -> Option<Person> {
    let text = |field: &str| entries.get(field).cloned();
    Some(Person {
        first_name: text("first_name")?,
        last_name: text("last_name")?,
        preferred_name: text("preferred_name"),
        birth_date: text("birth_date").and_then(|day| day.parse().ok()),
        phone_digits: text("phone").map(|phone| phone::digits(&phone)),
        email: text("email"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(columns: &[(&str, ImportField)], cells: &[&str]) -> (BTreeMap<String, String>, Vec<String>) {
        let columns: Vec<_> = columns
            .iter()
            .map(|(name, field)| ImportColumn { name: (*name).to_owned(), field: Some(*field) })
            .collect();
        let today = NaiveDate::from_ymd_opt(2026, 11, 24).unwrap();
        let rules = Rules { columns: &columns, date_order: DateOrder::Mdy, today };
        let cells: Vec<_> = cells.iter().map(|cell| (*cell).to_owned()).collect();
        let (ImportEntries(entries), problems) = rules.read(&cells);
        (entries, problems.into_iter().map(|problem| problem.sentence).collect())
    }

    #[test]
    fn a_full_name_is_parted() {
        use ImportField::FullName;
        for (name, first, last) in [
            ("Anna Maria Berg", "Anna Maria", "Berg"),
            ("Berg, Anna Maria", "Anna Maria", "Berg"),
            ("van der Berg, Ann", "Ann", "van der Berg"),
        ] {
            let (entries, problems) = read(&[("Name", FullName)], &[name]);
            assert_eq!((entries["first_name"].as_str(), entries["last_name"].as_str()), (first, last));
            assert!(problems.is_empty(), "{problems:?}");
        }
        let (_, problems) = read(&[("Name", FullName)], &["Madonna"]);
        assert_eq!(problems, ["“Madonna” holds one name alone. A patient has a first and a last name."]);
    }

    #[test]
    fn each_wrong_cell_is_named_once() {
        use ImportField::{BirthDate, Email, FirstName, LastName, MayEmail, Phone};
        let columns = [
            ("First", FirstName),
            ("Last", LastName),
            ("Mail", Email),
            ("Phone", Phone),
            ("Born", BirthDate),
            ("Reminders", MayEmail),
        ];
        let (_, problems) = read(&columns, &["Ann", "", "ann at example", "12", "14/3/1985", "perhaps"]);
        assert_eq!(
            problems,
            [
                "“ann at example” must be an e-mail address.",
                "“12” must be a phone number.",
                "“14/3/1985” is not a date like 03/14/1985.",
                "“perhaps” is neither yes nor no.",
                "There is no last name.",
            ]
        );
        let (_, problems) = read(&columns, &["Ann", "Berg", "", "", "3/14/2027", ""]);
        assert_eq!(problems, ["“2027-03-14” must not be in the future."]);
    }

    #[test]
    fn dashes_and_an_unknown_permission_count_as_empty() {
        use ImportField::{Email, FirstName, LastName, MayMarket};
        let columns = [("First", FirstName), ("Last", LastName), ("Mail", Email), ("Marketing", MayMarket)];
        let (entries, problems) = read(&columns, &["Ann", "Berg-Dahl", "---", "Unknown"]);
        assert!(problems.is_empty(), "{problems:?}");
        assert_eq!(entries.keys().collect::<Vec<_>>(), ["first_name", "last_name"]);
        assert_eq!(entries["last_name"], "Berg-Dahl");
    }

    #[test]
    fn two_lines_of_a_street_are_joined_and_a_formula_stays_text() {
        use ImportField::{FirstName, LastName, Note, Street, Street2};
        let columns = [("F", FirstName), ("L", LastName), ("A1", Street), ("A2", Street2), ("N", Note)];
        let (entries, problems) = read(&columns, &["=1+1", "@SUM(A1)", "1 Elm St", "Apt 2", "-5"]);
        assert!(problems.is_empty(), "{problems:?}");
        assert_eq!(entries["first_name"], "=1+1");
        assert_eq!(entries["street"], "1 Elm St, Apt 2");
        assert_eq!(entries["note"], "-5");
    }
}
