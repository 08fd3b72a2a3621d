//! A patient's complete record: the patient, the records of each kind, and the members they name. A token sees only the kinds
//! that it may read.

use entity::{ids::PatientId, words::ApiScope};

use super::{
    appointment, consent,
    filter::Filter,
    observation::{self, Kinds},
    outcome::Refusal,
    patient, practitioner, procedure,
    resource::{Batch, Cursor, Reader, fitting_entries},
};
use tenancy::ApiToken;

/// The kinds in their order.
const KINDS: [ApiScope; 6] = [
    ApiScope::Patient,
    ApiScope::Appointment,
    ApiScope::Consent,
    ApiScope::Procedure,
    ApiScope::Observation,
    ApiScope::Practitioner,
];

/// A place in the record: the kind, and the position in its list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    kind: ApiScope,
    /// `None` before the first resource.
    after: Option<Cursor>,
}

impl Place {
    fn start_of(kind: ApiScope) -> Self {
        Self { kind, after: None }
    }

    fn parse(text: &str) -> Option<Self> {
        let (kind, after) = text.split_once('.').unwrap_or((text, ""));
        let kind = KINDS.into_iter().find(|known| known.as_str() == kind)?;
        let after = if after.is_empty() { None } else { Some(after.parse().ok()?) };
        Some(Self { kind, after })
    }

    pub fn to_text(self) -> String {
        match self.after {
            Some(after) => format!("{}.{after}", self.kind.as_str()),
            None => self.kind.as_str().to_owned(),
        }
    }
}

/// A page of the record, and the start of the next one.
///
/// Fails if the place is invalid.
pub async fn page(
    reader: &Reader<'_>,
    token: &ApiToken,
    person: PatientId,
    after: Option<&str>,
    limit: usize,
) -> Result<(Batch, Option<Place>), Refusal> {
    let start = match after {
        None => Place::start_of(ApiScope::Patient),
        Some(text) => Place::parse(text).ok_or(Refusal::Parameter("_after", "comes from a link of ours alone"))?,
    };
    let mut page = Batch::default();
    let kinds = KINDS.into_iter().skip_while(|kind| *kind != start.kind).filter(|kind| token.may(*kind));
    for kind in kinds {
        let after = if kind == start.kind { start.after } else { None };
        let left = limit - page.entries.len();
        if left == 0 {
            return Ok((page, Some(Place::start_of(kind))));
        }
        let part = of_kind(reader, kind, person, after, left).await?;
        page.entries.extend(part.entries);
        let fit = fitting_entries(&page.entries);
        if fit < page.entries.len() {
            page.entries.truncate(fit);
            let last = page.entries.last().map(|last| Place { kind: last.resource.kind, after: Some(last.at) });
            return Ok((page, last));
        }
        if let Some(next) = part.next {
            return Ok((page, Some(Place { kind, after: Some(next) })));
        }
    }
    Ok((page, None))
}

async fn of_kind(
    reader: &Reader<'_>,
    kind: ApiScope,
    id: PatientId,
    after: Option<Cursor>,
    limit: usize,
) -> Result<Batch, Refusal> {
    let filter = Filter::for_patient(id);
    let part = match kind {
        // The patient is the only one of its kind.
        ApiScope::Patient if after.is_some() => Batch::default(),
        ApiScope::Patient => patient::with_id(reader, id).await?,
        ApiScope::Appointment => appointment::page(reader, &filter, after, limit).await?,
        ApiScope::Consent => consent::page(reader, &filter, after, limit).await?,
        ApiScope::Procedure => procedure::page(reader, &filter, after, limit).await?,
        ApiScope::Observation => observation::page(reader, &filter, &Kinds::default(), after, limit).await?,
        ApiScope::Practitioner => practitioner::of_patient(reader, id, after, limit).await?,
    };
    Ok(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_as_it_was_written() {
        let after = Some(Cursor { row: 12, part: 3 });
        for place in [Place::start_of(ApiScope::Consent), Place { kind: ApiScope::Observation, after }] {
            assert_eq!(Place::parse(&place.to_text()), Some(place));
        }
        for bad in ["", "Consent.x", "Nothing.1.2", "12.3"] {
            assert_eq!(Place::parse(bad), None, "{bad}");
        }
    }
}
