//! The relation of a person who signs for a patient under age, in that person's own words.

use base::names::folded;

const ARTICLES: [&str; 3] = ["a", "an", "the"];

/// Words that, alone, name the patient or nobody.
const PATIENT: [&str; 31] = [
    "patient",
    "client",
    "minor",
    "self",
    "same",
    "own",
    "person",
    "me",
    "myself",
    "my",
    "i",
    "im",
    "am",
    "is",
    "it",
    "its",
    "himself",
    "herself",
    "themselves",
    "none",
    "no",
    "one",
    "nobody",
    "nothing",
    "not",
    "applicable",
    "n",
    "na",
    "nil",
    "yo",
    "paciente",
];

/// Words for parents; a child has one of each.
const PARENTS: [&str; 12] =
    ["mother", "mom", "mum", "mommy", "mummy", "mama", "madre", "father", "dad", "daddy", "papa", "padre"];

/// Words for others who are responsible for a child.
const GUARDIANS: [&str; 24] = [
    "parent",
    "parents",
    "stepparent",
    "stepfather",
    "stepmother",
    "stepdad",
    "stepmom",
    "stepmum",
    "guardian",
    "guardians",
    "custodian",
    "conservator",
    "representative",
    "tutor",
    "tutora",
    "grandparent",
    "grandfather",
    "grandmother",
    "grandpa",
    "grandma",
    "abuelo",
    "abuela",
    "godfather",
    "godmother",
];

/// The words of a relation, without capitals, punctuation and articles.
fn words(relation: &str) -> Vec<String> {
    let folded = folded(relation);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.filter(|word| !ARTICLES.contains(word)).map(str::to_owned).collect()
}

fn holds(words: &[String], known: &[&str]) -> bool {
    words.iter().any(|word| known.contains(&word.as_str()))
}

/// Whether the words mean that the patient signs, or mean nothing.
pub(super) fn is_patients(relation: &str) -> bool {
    words(relation).iter().all(|word| PATIENT.contains(&word.as_str()))
}

/// Whether the words name a parent or another guardian, so that the signer is not the child.
pub(super) fn answers_for_child(relation: &str) -> bool {
    let words = words(relation);
    holds(&words, &PARENTS) || holds(&words, &GUARDIANS)
}

/// Whether both name the same parent, such as the mother.
pub(super) fn is_one_parent(relation: &str, other: &str) -> bool {
    let words_of = words(relation);
    holds(&words_of, &PARENTS) && words_of == words(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_patient_is_no_relation_however_it_is_written() {
        for relation in [
            "Patient",
            "the patient",
            "me",
            "Me!",
            "Me, myself",
            "myself",
            "self.",
            "(self)",
            "I",
            "I'm the patient",
            "it’s me",
            "the minor",
            "none",
            "N/A",
            "n.a.",
            "NA",
            "-",
            "...",
            "a",
        ] {
            assert!(is_patients(relation), "{relation}");
            assert!(!answers_for_child(relation), "{relation}");
        }
        for relation in ["Mother", "my mother", "the patient's father", "Aunt", "friend", "मां", "母"] {
            assert!(!is_patients(relation), "{relation}");
        }
    }

    #[test]
    fn parents_and_guardians_are_known_by_any_word() {
        for relation in ["Father", "MOTHER", "Step-father", "stepmother", "legal guardian", "Mamá", "Parent/guardian"]
        {
            assert!(answers_for_child(relation), "{relation}");
        }
        for relation in ["brother", "friend", "son"] {
            assert!(!answers_for_child(relation), "{relation}");
        }
        assert!(is_one_parent("Mother", "the mother."));
        assert!(!is_one_parent("Mother", "Father") && !is_one_parent("Parent", "Parent"));
    }
}
