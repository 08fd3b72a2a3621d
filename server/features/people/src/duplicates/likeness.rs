//! Compares two records: how likely they are of one person, and a sentence with the reasons.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use base::{
    names::{self, folded},
    phone,
};

/// Two names are similar from this value of Postgres' `strict_word_similarity` on: `Amelia Hart` and `Amelie Hart` are,
/// `Ann Berg` and `Anna Bergström` are not.
const SIMILAR: f32 = 0.5;

/// How likely it is that two records are of one person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Likeness {
    Possible,
    VeryLikely,
}

/// The values that identify a person.
#[derive(Debug, Clone, Default)]
pub struct Person {
    pub first_name: String,
    pub last_name: String,
    pub preferred_name: Option<String>,
    pub birth_date: Option<NaiveDate>,
    pub phone_digits: Option<String>,
    pub email: Option<String>,
}

impl Person {
    /// The names of the person, without accents and capitals.
    pub fn names(&self) -> Vec<String> {
        let first_names = [Some(&self.first_name), self.preferred_name.as_ref()];
        first_names.into_iter().flatten().map(|first| folded(&format!("{first} {}", self.last_name))).collect()
    }

    /// Whether both share a name, with its words in any order. Sr. and Jr. are two people.
    fn shares_name(&self, other: &Self) -> bool {
        let words = |name: &String| names::words(name).into_iter().collect::<BTreeSet<_>>();
        let others = other.names();
        let is_of_other =
            |name: &String| others.iter().any(|theirs| words(name) == words(theirs) && !names::are_apart(name, theirs));
        self.names().iter().any(is_of_other)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    Same,
    Similar,
    Different,
}

/// Whether both have a value, and the values are equal.
fn same<T: PartialEq>(a: Option<&T>, b: Option<&T>) -> bool {
    a.is_some() && a == b
}

/// How likely two records are of one person, and why. `None` if they are not. `similarity` is Postgres' similarity of
/// the names, from 0 to 1.
///
/// A single shared phone, e-mail address, surname or birth date is not enough, because families and twins share these.
pub fn compare(a: &Person, b: &Person, similarity: f32) -> Option<(Likeness, String)> {
    let names = if a.shares_name(b) {
        Names::Same
    } else if similarity >= SIMILAR {
        Names::Similar
    } else {
        Names::Different
    };
    let digits = |person: &Person| person.phone_digits.as_deref().map(|digits| phone::national(digits).to_owned());
    let address = |person: &Person| person.email.as_deref().map(str::to_lowercase);
    let birth_date = same(a.birth_date.as_ref(), b.birth_date.as_ref());
    let phone = same(digits(a).as_ref(), digits(b).as_ref());
    let email = same(address(a).as_ref(), address(b).as_ref());
    let other_birth_date = a.birth_date.is_some() && b.birth_date.is_some() && !birth_date;
    let contact = phone || email;
    let likeness = match names {
        Names::Same if birth_date || (contact && !other_birth_date) => Likeness::VeryLikely,
        Names::Similar if birth_date && contact => Likeness::VeryLikely,
        // A father and a son may share a name and a phone.
        Names::Same if contact || !other_birth_date => Likeness::Possible,
        Names::Similar if birth_date || (contact && !other_birth_date) => Likeness::Possible,
        // The person may have married.
        Names::Different if birth_date && contact => Likeness::Possible,
        _ => return None,
    };
    let equal = [(names == Names::Same, "name"), (birth_date, "birth date"), (phone, "phone"), (email, "email")];
    let equal: Vec<_> = equal.into_iter().filter(|(is, _)| *is).map(|(_, what)| what).collect();
    let differing = [
        (names == Names::Similar, "similar name"),
        (names == Names::Different, "another name"),
        (other_birth_date, "another birth date"),
    ];
    let mut reason = format!("Same {}", list(&equal));
    for (_, what) in differing.into_iter().filter(|(is, _)| *is) {
        reason.push_str(", ");
        reason.push_str(what);
    }
    Some((likeness, reason))
}

/// `name`, `name and phone`, `name, phone and email`.
fn list(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_owned(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(name: &str, birth_date: &str, phone: &str, email: &str) -> Person {
        let (first, last) = name.split_once(' ').unwrap();
        let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        Person {
            first_name: first.to_owned(),
            last_name: last.to_owned(),
            preferred_name: None,
            birth_date: birth_date.parse().ok(),
            phone_digits: some(phone),
            email: some(email),
        }
    }

    #[test]
    fn two_records_are_of_one_person_by_what_they_share() {
        use Likeness::{Possible, VeryLikely};
        let amelia = person("Amelia Hart", "1980-01-10", "5550101000", "amelia@example.com");
        for (other, similarity, expected) in [
            (
                person("AMÉLIA hart", "1980-01-10", "15550101000", "AMELIA@example.com"),
                1.0,
                Some((VeryLikely, "Same name, birth date, phone and email")),
            ),
            (person("Hart Amelia", "1980-01-10", "", ""), 1.0, Some((VeryLikely, "Same name and birth date"))),
            (person("Amelia Hart", "", "", "amelia@example.com"), 1.0, Some((VeryLikely, "Same name and email"))),
            (
                person("Amelie Hart", "1980-01-10", "5550101000", ""),
                0.7,
                Some((VeryLikely, "Same birth date and phone, similar name")),
            ),
            (person("Amelie Hart", "1980-01-10", "", ""), 0.7, Some((Possible, "Same birth date, similar name"))),
            (person("Amelie Hart", "", "5550101000", ""), 0.7, Some((Possible, "Same phone, similar name"))),
            (person("Amelia Hart", "", "", ""), 1.0, Some((Possible, "Same name"))),
            (
                person("Amelia Hart", "2004-06-01", "5550101000", ""),
                1.0,
                Some((Possible, "Same name and phone, another birth date")),
            ),
            (
                person("Amelia Reyes", "1980-01-10", "5550101000", ""),
                0.4,
                Some((Possible, "Same birth date and phone, another name")),
            ),
            // Another person of that name, a sister, a twin, and somebody who shares the family's phone.
            (person("Amelia Hart", "2004-06-01", "", ""), 1.0, None),
            (person("Amelie Hart", "1982-05-05", "5550101000", "amelia@example.com"), 0.7, None),
            (person("Oscar Hart", "1980-01-10", "", ""), 0.4, None),
            (person("Oscar Hart", "", "5550101000", "amelia@example.com"), 0.4, None),
            (person("Amelie Hart", "", "", ""), 0.7, None),
        ] {
            let expected = expected.map(|(likeness, reason)| (likeness, reason.to_owned()));
            assert_eq!(compare(&amelia, &other, similarity), expected, "{other:?}");
            assert_eq!(compare(&other, &amelia, similarity), expected, "{other:?}");
        }
    }

    #[test]
    fn a_father_and_a_son_are_not_taken_for_one() {
        let father = person("John Smith Sr.", "", "5550101000", "smith@example.com");
        let son = person("John Smith Jr.", "", "5550101000", "smith@example.com");
        let unknown = person("John Smith", "", "5550101000", "smith@example.com");
        let likeness = |a, b| compare(a, b, 0.8).map(|(likeness, _)| likeness);
        assert_eq!(likeness(&father, &son), Some(Likeness::Possible));
        assert_eq!(likeness(&father, &unknown), Some(Likeness::VeryLikely));
        assert_eq!(likeness(&son, &unknown), Some(Likeness::VeryLikely));
        let father = person("John Smith Sr.", "1960-01-10", "5550101000", "");
        let son = person("John Smith Jr.", "1990-01-10", "5550101000", "");
        assert_eq!(likeness(&father, &son), None);
    }

    #[test]
    fn a_preferred_name_and_an_apostrophe_are_the_same_name() {
        let elizabeth = Person { preferred_name: Some("Liz".to_owned()), ..person("Elizabeth O'Hara", "", "", "") };
        for other in ["Liz OHara", "Liz O’Hara", "elizabeth o'hara"] {
            let other = person(other, "", "", "");
            assert_eq!(compare(&elizabeth, &other, 0.3).unwrap().1, "Same name", "{other:?}");
        }
    }
}
