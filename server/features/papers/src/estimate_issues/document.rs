//! The patient's document, field by field. The draft shows it, issuing freezes it, and the page, the screen and the PDF are all
//! made from it.

use chrono::NaiveDate;
use entity::clinic::estimate_issue::ProviderTotal;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::legal::LegalTexts;
use base::error::{Error, Result};

/// An estimate as the patient receives it. Amounts are dollars as text with two decimals, so that no program rounds them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = EstimateDocument)]
pub struct Document {
    pub clinic: ClinicOnEstimate,
    pub patient_name: String,
    pub patient_birth_date: NaiveDate,
    /// The provider of the whole estimate.
    pub provider: String,
    pub est_date: NaiveDate,
    /// The last day on which the estimate is valid.
    pub valid_until: NaiveDate,
    pub primary_service: Option<String>,
    pub service_date: Option<NaiveDate>,
    pub expected_duration: Option<String>,
    pub notes: Option<String>,
    pub lines: Vec<LineOnEstimate>,
    /// The sum of the charges.
    pub total: String,
    pub provider_totals: Vec<TotalOnEstimate>,
    pub separate_items: Vec<String>,
    pub recurrence: Option<Recurrence>,
    pub texts: LegalTexts,
}

/// The clinic that gives the estimate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ClinicOnEstimate {
    pub name: String,
    pub npi: Option<String>,
    pub tin: Option<String>,
    pub address: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub zip: Option<String>,
    pub phone: Option<String>,
}

/// One item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LineOnEstimate {
    /// `face`, `hair`, `hands`, `neck` or `other`.
    pub area: String,
    pub service: Option<String>,
    pub provider: String,
    pub provider_npi: Option<String>,
    pub service_code: Option<String>,
    pub diagnosis_code: Option<String>,
    pub unit_cost: String,
    pub quantity: String,
    pub sessions: String,
    pub subtotal: String,
    pub discount: Option<String>,
    /// The subtotal less the discount.
    pub charge: String,
}

/// The expected charges of one provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TotalOnEstimate {
    pub provider: String,
    pub npi: Option<String>,
    pub total: String,
}

/// How often the services recur: at most twelve months in one estimate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Recurrence {
    pub from: Option<NaiveDate>,
    pub until: Option<NaiveDate>,
    /// In words.
    pub frequency: Option<String>,
    pub number: Option<i32>,
}

impl Document {
    /// The bytes that are hashed: the fields in their order here, without white space.
    pub fn text(&self) -> Result<String> {
        serde_json::to_string(self).map_err(|_| Error::Internal("an estimate could not be written".into()))
    }

    ///
    /// Fails if the stored text is not a document of this program.
    pub fn read(text: &str) -> Result<Self> {
        serde_json::from_str(text).map_err(|_| Error::Internal("an issued estimate could not be read".into()))
    }
}

/// Dollars with two decimals.
pub fn amount(mut value: Decimal) -> String {
    value.rescale(2);
    value.to_string()
}

/// The sums of the charges by provider, in the order of first appearance.
pub fn totals_by_provider<'a>(
    charges: impl Iterator<Item = (&'a str, Option<&'a str>, Decimal)>,
) -> Vec<ProviderTotal> {
    let mut totals: Vec<ProviderTotal> = Vec::new();
    for (provider, npi, charge) in charges {
        let known = totals.iter_mut().find(|one| one.provider == provider && one.npi.as_deref() == npi);
        if let Some(known) = known {
            known.total += charge;
        } else {
            let (provider, npi) = (provider.to_owned(), npi.map(str::to_owned));
            totals.push(ProviderTotal { provider, npi, total: charge });
        }
    }
    totals
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_totals_of_the_providers_add_up_to_the_total(charges in proptest::collection::vec((0usize..3, 0i64..100_000_000), 0..6)) {
            let names = ["Claire Donovan", "Tomás Rivera", "Ada"];
            let items = charges.iter().map(|(who, cents)| (names[*who], None, Decimal::new(*cents, 2)));
            let totals = totals_by_provider(items);
            let sum: Decimal = totals.iter().map(|one| one.total).sum();
            let cents: i64 = charges.iter().map(|(_, cents)| cents).sum();
            prop_assert_eq!(amount(sum), format!("{}.{:02}", cents / 100, cents % 100));
        }
    }

    #[test]
    fn amounts_have_two_decimals() {
        for (value, text) in [("12", "12.00"), ("0.5", "0.50"), ("1860", "1860.00"), ("0", "0.00"), ("10.10", "10.10")]
        {
            assert_eq!(amount(value.parse().unwrap()), text);
        }
    }
}
