//! The differences between two issued versions, by the rule that requires a new one (45 CFR 149.610 (b)(1)(vii)).

use entity::words::EstimateChange;
use sea_orm::Iterable;

use super::document::Document;

/// The rules by which `after` differs from `before`, in their order. The date of the estimate does not count.
pub fn changes(before: &Document, after: &Document) -> Vec<EstimateChange> {
    EstimateChange::iter().filter(|rule| differs(*rule, before, after)).collect()
}

fn differs(rule: EstimateChange, before: &Document, after: &Document) -> bool {
    let of = |document: &Document| part(rule, document);
    of(before) != of(after)
}

/// The fields that a rule compares, as text.
fn part(rule: EstimateChange, document: &Document) -> Vec<String> {
    let lines = document.lines.iter();
    let shown = |value: &Option<String>| value.clone().unwrap_or_default();
    let recurrence = document.recurrence.as_ref();
    match rule {
        EstimateChange::Charges => lines
            .map(|line| format!("{} {} {} {}", line.area, line.unit_cost, shown(&line.discount), line.charge))
            .chain([document.total.clone()])
            .collect(),
        EstimateChange::Items => lines
            .map(|line| format!("{} {} {}", line.area, line.quantity, shown(&line.service)))
            .chain([format!("primary {}", shown(&document.primary_service))])
            .chain(document.separate_items.iter().map(|item| format!("separate {item}")))
            .collect(),
        EstimateChange::Frequency => lines
            .map(|line| format!("{} {}", line.area, line.sessions))
            .chain([recurrence.map_or_else(String::new, |one| format!("{:?} {}", one.number, shown(&one.frequency)))])
            .collect(),
        EstimateChange::Duration => vec![
            shown(&document.expected_duration),
            recurrence.map_or_else(String::new, |one| format!("{:?} {:?}", one.from, one.until)),
        ],
        EstimateChange::Provider => lines
            .map(|line| format!("{} {} {}", line.area, shown(&line.provider_npi), line.provider))
            .chain([document.provider.clone()])
            .collect(),
        EstimateChange::Details => vec![
            format!("{:?} {:?}", document.clinic, document.texts),
            format!("{} {}", document.patient_birth_date, document.patient_name),
            format!("{:?} {}", document.service_date, shown(&document.notes)),
            lines
                .map(|line| format!("{:?} {:?}", line.service_code, line.diagnosis_code))
                .collect::<Vec<_>>()
                .join(" "),
        ],
    }
}
