//! Saving the content that the law requires beside the specification's fields. A draft can always be saved, because everything is
//! optional.

use chrono::{Months, NaiveDate};
use entity::{
    clinic::{
        estimate,
        estimate_content::{self, ContentLine, ContentLines, Entity, SeparateItems},
    },
    ids::EstimateId,
};
use rust_decimal::Decimal;
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::missing::area_in_words;
use base::{
    date_format::long_date,
    error::{Error, Fields, Result},
};
use http_api::{
    Computed, IfMatch,
    fields::{Day, Line, Npi, Quantity},
};
use money::estimates::lines_of;
use practice::settings::IntegerBetween;
use tenancy::{ClinicTx, Member};

/// The most items that are scheduled separately.
const MAX_SEPARATE: usize = 20;

/// The content of the draft beside the specification's fields. Everything may be left out.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewEstimateContent {
    /// In plain words.
    primary_service: Option<Line>,
    service_date: Option<Day>,
    /// At most one for each area.
    #[serde(default)]
    #[schema(max_items = 5)]
    lines: Vec<NewContentLine>,
    #[serde(default)]
    #[schema(max_items = 20)]
    separate_items: Vec<Line>,
    recurs_from: Option<Day>,
    /// At most twelve months after the first day.
    recurs_until: Option<Day>,
    recurs_frequency: Option<Line>,
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 366)]
    recurs_count: Option<IntegerBetween<1, 366>>,
}

impl Computed for NewEstimateContent {
    const COMPUTED: &'static [&'static str] = &["version", "updated_at", "updated_by"];
}

/// An area of the estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EstimateArea {
    Face,
    Hair,
    Hands,
    Neck,
    Other,
}

impl EstimateArea {
    const fn name(self) -> &'static str {
        match self {
            Self::Face => "face",
            Self::Hair => "hair",
            Self::Hands => "hands",
            Self::Neck => "neck",
            Self::Other => "other",
        }
    }
}

/// The content that the law requires about one line.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewContentLine {
    area: EstimateArea,
    /// The provider of the service; absent: the provider of the whole estimate.
    provider: Option<Line>,
    provider_npi: Option<Npi>,
    service_code: Option<Line>,
    diagnosis_code: Option<Line>,
    /// In dollars, at most the line's subtotal.
    discount: Option<Quantity>,
}

/// The most characters of a code.
const LONGEST_CODE: usize = 40;

impl NewEstimateContent {
    fn check(&self, row: &estimate::Model) -> Result<()> {
        let mut wrong = Fields::new();
        let mut add = |field: &str, words: String| {
            wrong.entry(field.to_owned()).or_insert(words);
        };
        let subtotals = lines_of(row);
        for (at, line) in self.lines.iter().enumerate() {
            let area = line.area.name();
            if self.lines[..at].iter().any(|other| other.area == line.area) {
                add("lines", format!("has two entries for {}", area_in_words(area)));
            }
            let subtotal = subtotals.iter().find(|one| one.area == area).map(|one| one.subtotal).unwrap_or_default();
            if line.discount.is_some_and(|discount| discount.0 > subtotal) {
                add("lines", format!("The discount for {} is larger than its subtotal", area_in_words(area)));
            }
            let codes = [&line.service_code, &line.diagnosis_code];
            if codes.into_iter().flatten().any(|code| code.0.chars().count() > LONGEST_CODE) {
                add("lines", format!("A code must be at most {LONGEST_CODE} characters"));
            }
        }
        if self.separate_items.len() > MAX_SEPARATE {
            add("separate_items", format!("must be at most {MAX_SEPARATE}"));
        }
        if let (Some(from), Some(until)) = (&self.recurs_from, &self.recurs_until) {
            let last = last_day(from.0);
            if until.0 <= from.0 {
                add("recurs_until", "must be later than the first day".to_owned());
            } else if until.0 > last {
                let words = format!(
                    "One estimate covers at most 12 months: end by {}, and make a new estimate for what comes later",
                    long_date(last)
                );
                add("recurs_until", words);
            }
        } else if self.recurs_until.is_some() {
            add("recurs_from", "is required with a last day".to_owned());
        }
        if wrong.is_empty() { Ok(()) } else { Err(Error::Invalid(wrong)) }
    }

    fn lines(&mut self) -> ContentLines {
        let lines = std::mem::take(&mut self.lines).into_iter().map(|line| ContentLine {
            area: line.area.name().to_owned(),
            provider: line.provider.map(|line| line.0),
            provider_npi: line.provider_npi.map(|npi| npi.0),
            service_code: line.service_code.map(|code| code.0),
            diagnosis_code: line.diagnosis_code.map(|code| code.0),
            discount: line.discount.map(|discount| discount.0).filter(|discount| *discount > Decimal::ZERO),
        });
        ContentLines(lines.collect())
    }
}

/// The last day that a plan of twelve months from this day covers.
fn last_day(from: NaiveDate) -> NaiveDate {
    from.checked_add_months(Months::new(12)).unwrap_or(from)
}

/// Writes the content of the estimate whose newest version this is. The patient is locked.
///
/// Fails if an entry is invalid, or somebody else has changed the content.
pub async fn save(
    tx: &ClinicTx,
    row: &estimate::Model,
    mut new: NewEstimateContent,
    if_match: &IfMatch,
    by: &Member,
    now: chrono::DateTime<chrono::Utc>,
) -> Result<estimate_content::Model> {
    new.check(row)?;
    let id: EstimateId = row.estimate_id();
    let before = Entity::find_by_id(id).one(tx).await?;
    let version = before.as_ref().map_or(0, |before| before.version);
    if_match.require(version)?;
    let after = estimate_content::Model {
        estimate_id: id,
        version: version + 1,
        lines: new.lines(),
        primary_service: new.primary_service.map(|line| line.0),
        service_date: new.service_date.map(|day| day.0),
        separate_items: SeparateItems(new.separate_items.into_iter().map(|line| line.0).collect()),
        recurs_from: new.recurs_from.map(|day| day.0),
        recurs_until: new.recurs_until.map(|day| day.0),
        recurs_frequency: new.recurs_frequency.map(|line| line.0),
        recurs_count: new.recurs_count.map(|count| count.0),
        updated_at: now,
        updated_by: by.id,
        updated_by_name: by.full_name(),
    };
    let written = after.into_active_model().reset_all();
    Ok(if before.is_some() {
        let estimate_id = Set(id);
        estimate_content::ActiveModel { estimate_id, ..written }.update(tx).await?
    } else {
        written.insert(tx).await?
    })
}
