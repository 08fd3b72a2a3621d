//! The parameters of a FHIR call: names and values.

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, request::Parts},
};
use chrono_tz::Tz;
use entity::ids::PatientId;

use super::{answer::takes_json, dates::DateRange, outcome::Refusal, resource::Cursor};

/// The most resources of a page, and the default.
const MAX_COUNT: usize = 100;
const DEFAULT_COUNT: usize = 50;

/// The longest query; no real search needs more.
const LONGEST: usize = 4_096;

/// The parameter for the place after which a page begins. It is our own; clients follow the link that contains it.
const AFTER: &str = "_after";

/// The parameters of a request whose client accepts JSON.
pub struct SearchParams {
    strict: bool,
    params: Vec<(String, String)>,
}

impl<S: Send + Sync> FromRequestParts<S> for SearchParams {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        let query = parts.uri.query().unwrap_or_default();
        if query.len() > LONGEST {
            return Err(Refusal::Parameter("_id", "and all others are too long together"));
        }
        let given = Self { strict: is_strict(&parts.headers), params: pairs(query)? };
        if given.params.iter().any(|(_, value)| value.chars().any(char::is_control)) {
            return Err(Refusal::Parameter("of the address", "holds a character that cannot be searched for"));
        }
        let format = given.params.iter().find(|(name, _)| name == "_format").map(|(_, value)| value.as_str());
        takes_json(&parts.headers, format)?;
        Ok(given)
    }
}

/// The pairs of a query, in their order, decoded by axum's own extractor. Invalid encoding is refused.
fn pairs(query: &str) -> Result<Vec<(String, String)>, Refusal> {
    let address = format!("/?{query}").parse().map_err(|_| Refusal::Unsupported)?;
    let axum::extract::Query(pairs) = axum::extract::Query::try_from_uri(&address).map_err(|_| Refusal::Unsupported)?;
    Ok(pairs)
}

/// Whether unknown parameters must be refused (FHIR, 3.1.1.4.5).
fn is_strict(headers: &HeaderMap) -> bool {
    let mut preferences = headers.get_all("prefer").iter().filter_map(|value| value.to_str().ok());
    preferences.any(|list| list.split([',', ';']).any(|one| one.trim().eq_ignore_ascii_case("handling=strict")))
}

/// Whether an unknown parameter selects a patient, by its name or by a reference to a patient.
fn names_a_patient(base: &str, value: &str) -> bool {
    let base = base.to_lowercase();
    let by_name =
        ["patient", "subject", "person", "actor", "individual", "beneficiary", "participant", "_has", "_filter"];
    // In the list of patients itself these select a patient too.
    let of_one = ["id", "identifier", "telecom", "phone", "email"];
    by_name.iter().any(|name| base.contains(name))
        || of_one.contains(&&*base)
        || value.to_lowercase().contains("patient/")
}

impl SearchParams {
    /// Reads the parameters. `known` are allowed in addition to those of every call. Others are ignored, or refused if the client
    /// asks for strict handling or if they select a patient.
    pub fn search(self, known: &[&'static str]) -> Result<Search, Refusal> {
        let mut search = Search { used: Vec::new(), count: DEFAULT_COUNT, after: None };
        for (name, value) in self.params {
            let base = name.split([':', '.']).next().unwrap_or_default();
            let is_known = known.contains(&base);
            match name.as_str() {
                "_format" => {}
                "_count" => {
                    let count: Option<usize> = value.parse().ok().filter(|count| *count > 0);
                    search.count =
                        count.ok_or(Refusal::Parameter("_count", "must be a number above 0"))?.min(MAX_COUNT);
                }
                AFTER => search.after = Some(value),
                // A modifier changes the meaning of a parameter, so it cannot be ignored.
                _ if is_known && base.len() != name.len() => return Err(Refusal::Unsupported),
                _ if is_known && !value.trim().is_empty() => search.used.push((base.to_owned(), value)),
                // A client whose variable was empty asked for one patient, and would get the records of all.
                _ if is_known && ["patient", "subject", "_id"].contains(&base) => {
                    return Err(Refusal::Parameter(if base == "_id" { "_id" } else { "patient" }, "is empty"));
                }
                _ if is_known => {}
                // If this parameter were ignored, the answer would contain other patients' records.
                _ if self.strict || names_a_patient(base, &value) => return Err(Refusal::Unsupported),
                _ => {}
            }
        }
        Ok(search)
    }
}

/// A search, with the parameters in use.
pub struct Search {
    used: Vec<(String, String)>,
    pub count: usize,
    pub after: Option<String>,
}

impl Search {
    /// The values of a parameter: all of them must match.
    pub fn all<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s str> {
        self.used.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The alternatives of a parameter, separated by commas.
    pub fn any<'s>(&'s self, name: &'s str) -> Option<Vec<&'s str>> {
        let alternatives: Vec<_> = self.all(name).flat_map(|value| value.split(',')).map(str::trim).collect();
        (!alternatives.is_empty()).then_some(alternatives)
    }

    /// The patient whose records are searched, by either of its names in FHIR.
    pub fn patient(&self) -> Result<Option<PatientId>, Refusal> {
        let mut wanted: Option<PatientId> = None;
        for reference in self.all("patient").chain(self.all("subject")) {
            let id = reference.rsplit_once("Patient/").map_or(reference, |(_, id)| id);
            let id: PatientId = id.parse().map_err(|_| Refusal::Parameter("patient", "must be a patient's id"))?;
            if wanted.is_some_and(|other| other != id) {
                return Err(Refusal::Parameter("patient", "names two patients"));
            }
            wanted = Some(id);
        }
        Ok(wanted)
    }

    /// The ranges of a date parameter: all of them must match.
    pub fn dates(&self, name: &'static str, zone: Tz) -> Result<Vec<DateRange>, Refusal> {
        let read = |value| DateRange::parse(value, zone).ok_or(Refusal::Parameter(name, "must be a date or a time"));
        self.all(name).map(read).collect()
    }

    /// The place after which the page begins, if given.
    pub fn cursor(&self) -> Result<Option<Cursor>, Refusal> {
        let read =
            |text: &String| text.parse().map_err(|()| Refusal::Parameter(AFTER, "comes from a link of ours alone"));
        self.after.as_ref().map(read).transpose()
    }

    /// The address of this page, or of the one after a place.
    pub fn url(&self, list: &str, after: Option<&str>) -> String {
        let count = ("_count".to_owned(), self.count.to_string());
        let after = after.map(|place| (AFTER.to_owned(), place.to_owned()));
        let mut url = list.to_owned();
        for (at, (name, value)) in self.used.iter().chain([&count]).chain(&after).enumerate() {
            url.push(if at == 0 { '?' } else { '&' });
            url.push_str(name);
            url.push('=');
            url.extend(value.bytes().map(encoded));
        }
        url
    }
}

/// A byte in an address.
fn encoded(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() || b"-._~/,:".contains(&byte) {
        char::from(byte).to_string()
    } else {
        format!("%{byte:02X}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(query: &str, strict: bool) -> SearchParams {
        SearchParams { strict, params: pairs(query).ok().unwrap() }
    }

    #[test]
    fn the_link_to_itself_shows_what_was_used() {
        let search =
            given("name=Nora%20L%C3%B8&foo=1&_count=500&given=", false).search(&["name", "given"]).ok().unwrap();
        assert_eq!(search.url("/Patient", None), "/Patient?name=Nora%20L%C3%B8&_count=100");
        assert_eq!(search.url("/Patient", Some("7.0")), "/Patient?name=Nora%20L%C3%B8&_count=100&_after=7.0");
    }

    #[test]
    fn what_is_unknown_is_refused_where_the_client_wants_that_and_a_modifier_always() {
        let is_refused = |query, strict| given(query, strict).search(&["name"]).is_err();
        assert!(!is_refused("foo=1", false) && is_refused("foo=1", true));
        assert!(is_refused("name:exact=Nora", false) && is_refused("_count=0", false) && is_refused("_count=x", false));
        assert!(!is_refused("name=Nora&_format=json", true));
    }

    #[test]
    fn what_is_unknown_and_names_a_patient_is_refused() {
        for query in [
            "subject=7",
            "patient=7",
            "Patient=7",
            "actor=Patient/7",
            "for=http://a.example/Patient/7",
            "_has:Patient:x=7",
            "telecom=5550101234",
            "id=7",
        ] {
            assert!(given(query, false).search(&["name"]).is_err(), "{query}");
        }
        for query in ["patient=", "subject=%20", "_id=", "patient=7&subject="] {
            assert!(given(query, false).search(&["patient", "subject", "_id"]).is_err(), "{query}");
        }
        let both = |query| given(query, false).search(&["patient", "subject"]).ok().unwrap().patient();
        assert!(both("patient=7&subject=8").is_err() && both("patient=7&patient=8").is_err());
        assert_eq!(both("patient=7&subject=Patient/7").ok().flatten(), Some(7.into()));
    }

    #[test]
    fn a_patient_is_named_by_id_or_reference() {
        let patient = |value: &str| {
            given(&format!("patient={value}"), false).search(&["patient"]).ok().unwrap().patient().ok().flatten()
        };
        for text in ["7", "Patient/7", "http://demo.localhost:8080/api/fhir/r4/Patient/7"] {
            assert_eq!(patient(text), Some(7.into()), "{text}");
        }
        assert_eq!(patient("Practitioner/7"), None);
    }

    #[test]
    fn strictness_is_a_preference() {
        let strict = |text: &str| {
            is_strict(&HeaderMap::from_iter([(axum::http::HeaderName::from_static("prefer"), text.parse().unwrap())]))
        };
        assert!(strict("handling=strict") && strict("respond-async, handling=strict"));
        assert!(!strict("handling=lenient") && !is_strict(&HeaderMap::new()));
    }
}
