//! Reads a row by its matched columns: the values for the record, and the problems.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use entity::{
    clinic::{
        import_batch::ImportColumn,
        import_row::{ImportEntries, ImportProblem},
    },
    words::{DateOrder, ImportField},
};

use super::{date_orders::meanings, dates, names::parted};
use base::{
    phone,
    phone::international,
    written_date::{Written, written},
};
use people::{duplicates::Person, patients::accepted};

/// How the rows of a file are read.
pub struct Rules<'a> {
    pub columns: &'a [ImportColumn],
    /// `None` if a person answers for each ambiguous date.
    pub date_order: Option<DateOrder>,
    pub today: NaiveDate,
}

/// The content of a row: values for the record, problems, and notices to check.
#[derive(Debug, Default)]
pub struct Reading {
    pub entries: ImportEntries,
    pub problems: Vec<ImportProblem>,
    pub notices: Vec<ImportProblem>,
}

impl Rules<'_> {
    /// Reads a row. `date_order` is a person's answer about this row's date.
    pub fn read(&self, cells: &[String], date_order: Option<DateOrder>) -> Reading {
        let mut entries = BTreeMap::new();
        let (mut problems, mut notices) = (Vec::new(), Vec::new());
        let given = |(column, cell): &(&ImportColumn, &String)| column.field.is_some() && !is_blank(cell);
        for (column, cell) in self.columns.iter().zip(cells).filter(given) {
            let Some(field) = column.field else { continue };
            let note = |sentence| ImportProblem { column: Some(column.name.clone()), sentence };
            match self.enter(field, cell.trim(), date_order, &mut entries) {
                Ok(notice) => notices.extend(notice.map(note)),
                Err(sentence) => problems.push(note(sentence)),
            }
        }
        notices.extend(restore_zeros(&mut entries));
        join_streets(&mut entries, &mut problems);
        for (field, what) in [("first_name", "first name"), ("last_name", "last name")] {
            let is_known = problems.iter().any(|problem| self.is_about_a_name(problem));
            if !entries.contains_key(field) && !is_known {
                problems.push(ImportProblem { column: None, sentence: format!("There is no {what}.") });
            }
        }
        Reading { entries: ImportEntries(entries), problems, notices }
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
        match self.date_order.unwrap_or(DateOrder::Mdy) {
            DateOrder::Mdy => "03/14/1985",
            DateOrder::Dmy => "14/03/1985",
            DateOrder::Ymd => "1985-03-14",
        }
    }

    /// The birth date, and a notice to check.
    fn born(&self, cell: &str, answer: Option<DateOrder>) -> Result<(NaiveDate, Option<String>), String> {
        let written = written(cell, self.today);
        let day = match written.readings().as_slice() {
            [] if written == Written::Time => {
                let sentence = "holds a time of day, so that it may be another day elsewhere. Write the date alone.";
                return Err(format!("“{}” {sentence}", truncated(cell)));
            }
            [] => return Err(format!("“{}” is not a date like {}.", truncated(cell), self.example())),
            [(_, day)] => *day,
            _ => answer
                .or(self.date_order)
                .and_then(|order| written.in_order(order))
                .ok_or_else(|| format!("{}. The file does not say which: choose one.", meanings(cell, self.today)))?,
        };
        Ok((day, dates::doubt(cell, day, self.today)))
    }

    /// Stores a cell in its field. Returns a notice to check.
    fn enter(
        &self,
        field: ImportField,
        cell: &str,
        date_order: Option<DateOrder>,
        entries: &mut BTreeMap<String, String>,
    ) -> Result<Option<String>, String> {
        let mut set = |field: &str, text: &str| -> Result<(), String> {
            let value =
                accepted(field, text, self.today).map_err(|problem| format!("“{}” {problem}.", truncated(text)))?;
            entries.insert(field.to_owned(), value);
            Ok(())
        };
        match field {
            ImportField::FullName => {
                let name = parted(cell).ok_or_else(|| {
                    format!("“{}” holds one name alone. A patient has a first and a last name.", truncated(cell))
                })?;
                set("first_name", &name.first)?;
                set("last_name", &name.last)?;
                let guess = || format!("Parted by a guess: “{}” and “{}”.", name.first, name.last);
                return Ok(name.is_guess.then(guess));
            }
            ImportField::BirthDate => {
                let (day, doubt) = self.born(cell, date_order)?;
                set("birth_date", &day.to_string())?;
                return Ok(doubt);
            }
            ImportField::Phone => {
                set("phone", cell)?;
                let notice = || format!("“{}” cannot be texted.", truncated(cell));
                return Ok(international(cell).is_none().then(notice));
            }
            ImportField::MayEmail | ImportField::MayText | ImportField::MayCall | ImportField::MayMarket => {
                // Treated as an empty cell.
                if cell.eq_ignore_ascii_case("unknown") {
                    return Ok(None);
                }
                let may = is_yes(cell).ok_or_else(|| format!("“{}” is neither yes nor no.", truncated(cell)))?;
                set(field.as_str(), if may { "yes" } else { "no" })?;
            }
            _ => set(field.as_str(), cell)?,
        }
        Ok(None)
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

/// A cell, shortened for quoting in a sentence.
fn truncated(cell: &str) -> String {
    let cell = cell.replace(['\n', '\t'], " ");
    if cell.chars().count() > 40 { format!("{}…", cell.chars().take(40).collect::<String>()) } else { cell }
}

/// Restores the zeros that a spreadsheet has removed from the start of a ZIP code. Only a few states have such codes. In a row of
/// another state the number stays, because other countries have shorter codes.
fn restore_zeros(entries: &mut BTreeMap<String, String>) -> Option<ImportProblem> {
    let given = entries.get("postal_code")?;
    let (number, more) =
        given.split_once('-').map_or((given.as_str(), ""), |(number, _)| (number, &given[number.len()..]));
    let is_short = (3..=4).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    if !is_short {
        return None;
    }
    let whole = format!("{number:0>5}{more}");
    let sentence = if entries.get("state").is_none_or(|state| may_begin_with_zeros(state)) {
        let sentence = format!("The ZIP code “{given}” was read as {whole}: a spreadsheet drops zeros at the start.");
        entries.insert("postal_code".to_owned(), whole);
        sentence
    } else {
        format!("The ZIP code “{given}” has fewer than five digits.")
    };
    Some(ImportProblem { column: None, sentence })
}

/// The states with ZIP codes that begin with zeros.
const WITH_ZEROS: [(&str, &str); 10] = [
    ("CT", "Connecticut"),
    ("MA", "Massachusetts"),
    ("ME", "Maine"),
    ("NH", "New Hampshire"),
    ("NJ", "New Jersey"),
    ("NY", "New York"),
    ("PR", "Puerto Rico"),
    ("RI", "Rhode Island"),
    ("VI", "Virgin Islands"),
    ("VT", "Vermont"),
];

fn may_begin_with_zeros(state: &str) -> bool {
    let state = state.trim();
    WITH_ZEROS.iter().any(|(code, name)| code.eq_ignore_ascii_case(state) || name.eq_ignore_ascii_case(state))
}

/// Whether a cell counts as empty. Some programs write dashes or `N/A` into an empty one. `Null` is a name.
fn is_blank(cell: &str) -> bool {
    let is_filler = |word: &str| {
        word.chars().all(|letter| matches!(letter, '-' | '–' | '—'))
            || ["n/a", "#n/a", "n.a."].iter().any(|filler| word.eq_ignore_ascii_case(filler))
    };
    cell.split_whitespace().all(is_filler)
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

/// The person of a row, for comparison with others. `None` without a name.
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
        let rules = Rules { columns: &columns, date_order: Some(DateOrder::Mdy), today };
        let cells: Vec<_> = cells.iter().map(|cell| (*cell).to_owned()).collect();
        let Reading { entries: ImportEntries(entries), problems, notices } = rules.read(&cells, None);
        (entries, problems.into_iter().chain(notices).map(|problem| problem.sentence).collect())
    }

    #[test]
    fn a_parted_name_says_that_it_is_a_guess() {
        use ImportField::FullName;
        let (entries, notices) = read(&[("Name", FullName)], &["Ludwig van der Meer"]);
        assert_eq!((entries["first_name"].as_str(), entries["last_name"].as_str()), ("Ludwig", "van der Meer"));
        assert_eq!(notices, ["Parted by a guess: “Ludwig” and “van der Meer”."]);
        let (_, problems) = read(&[("Name", FullName)], &["Suharto -"]);
        assert_eq!(problems, ["“Suharto -” holds one name alone. A patient has a first and a last name."]);
        let (_, problems) = read(&[("Name", FullName)], &["N/A N/A"]);
        assert_eq!(problems, ["There is no first name.", "There is no last name."]);
    }

    #[test]
    fn the_zeros_of_a_zip_code_come_back_where_there_are_such() {
        use ImportField::{FirstName, LastName, PostalCode, State};
        let columns = [("F", FirstName), ("L", LastName), ("ZIP", PostalCode), ("State", State)];
        for (zip, state, kept) in [
            ("2134", "", "02134"),
            ("501", "NY", "00501"),
            ("2134-0042", "massachusetts", "02134-0042"),
            ("2134", "NSW", "2134"),
            ("2134", "TX", "2134"),
        ] {
            let (entries, notices) = read(&columns, &["Ann", "Berg", zip, state]);
            assert_eq!((entries["postal_code"].as_str(), notices.len()), (kept, 1), "{zip} {state}");
        }
        for zip in ["10001", "02134", "10001-0042", "SW1A 1AA"] {
            let (entries, notices) = read(&columns, &["Ann", "Berg", zip, ""]);
            assert_eq!((entries["postal_code"].as_str(), notices.len()), (zip, 0), "{zip}");
        }
    }

    #[test]
    fn a_number_that_cannot_be_texted_is_pointed_out() {
        use ImportField::{FirstName, LastName, Phone};
        let columns = [("F", FirstName), ("L", LastName), ("Phone", Phone)];
        for (phone, sentences) in [
            ("+44 (0)20 7946 0018", vec![]),
            ("+5550101024", vec!["“+5550101024” cannot be texted."]),
            ("010-1028", vec!["“010-1028” cannot be texted."]),
            ("5.55E+09", vec!["“5.55E+09” must be a phone number."]),
            ("call 1234", vec!["“call 1234” must be a phone number."]),
        ] {
            assert_eq!(read(&columns, &["Ann", "Berg", phone]).1, sentences, "{phone}");
        }
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
        let (_, problems) = read(&columns, &["Ann", "", "ann at example", "12", "14/13/1985", "perhaps"]);
        assert_eq!(
            problems,
            [
                "“ann at example” must be an e-mail address.",
                "“12” must be a phone number.",
                "“14/13/1985” is not a date like 03/14/1985.",
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
