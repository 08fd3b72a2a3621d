//! What a complete estimate still needs (45 CFR 149.610 (c)(1)). The form and issuing use the same rule.

use serde::Serialize;
use utoipa::ToSchema;

use super::document::Document;

/// A part that the law requires and the estimate does not have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MissingPart {
    /// The field for the part.
    pub field: &'static str,
    /// Whether the part belongs in the clinic's settings, not in the estimate.
    pub in_settings: bool,
    pub words: String,
}

/// The missing parts in the order of the form.
pub fn missing_of(document: &Document) -> Vec<MissingPart> {
    let mut missing = Vec::new();
    let mut unless = |is_there: bool, field, in_settings, words: &str| {
        if !is_there {
            missing.push(MissingPart { field, in_settings, words: words.to_owned() });
        }
    };
    let clinic = &document.clinic;
    unless(document.primary_service.is_some(), "primary_service", false, "The primary service in plain words");
    unless(!document.lines.is_empty(), "lines", false, "At least one item with its expected charge");
    let providers = &document.provider_totals;
    for line in document.lines.iter().filter(|line| line.service.is_none()) {
        let words = format!("The service of the item for {}", area_in_words(&line.area));
        unless(false, "lines", false, &words);
    }
    for provider in providers.iter().filter(|one| one.npi.is_none()) {
        unless(false, "provider_npi", false, &format!("The NPI of {}", provider.provider));
    }
    let recurs = document.lines.iter().any(|line| line.sessions != "1");
    let recurrence = document.recurrence.as_ref();
    if recurs || recurrence.is_some() {
        let has_frame = recurrence.is_some_and(|one| one.from.is_some() && one.until.is_some());
        unless(has_frame, "recurs_until", false, "The time frame of the recurring services");
        let has_frequency = recurrence.is_some_and(|one| one.frequency.is_some());
        unless(has_frequency, "recurs_frequency", false, "How often the services recur");
        let has_number = recurrence.is_some_and(|one| one.number.is_some());
        unless(has_number, "recurs_count", false, "How many times the services are given");
    }
    unless(clinic.npi.is_some(), "npi", true, "The clinic's NPI");
    unless(clinic.tin.is_some(), "tin", true, "The clinic's taxpayer number (TIN)");
    unless(clinic.address.is_some() && clinic.city.is_some(), "address", true, "The clinic's address");
    unless(clinic.state.is_some(), "state", true, "The state where the services are given");
    missing
}

/// The name of an area within a sentence.
pub fn area_in_words(area: &str) -> &str {
    if area == "other" { "another area" } else { area }
}
