//! Makes the document from the present draft.

use std::collections::HashMap;

use chrono::{Months, NaiveDate};
use entity::clinic::{
    estimate,
    estimate_content::{self, ContentLine},
    estimate_issue::ProviderTotal,
    estimate_setting, member,
};
use rust_decimal::Decimal;
use sea_orm::EntityTrait;

use super::{
    document::{ClinicOnEstimate, Document, LineOnEstimate, Recurrence, TotalOnEstimate, amount, totals_by_provider},
    legal, settings,
};
use base::error::Result;
use money::estimates::{EstimateLine, lines_of};
use tenancy::{Clinic, ClinicTx};

/// The document, with the charges as numbers.
pub struct Gathered {
    pub document: Document,
    pub total: Decimal,
    pub provider_totals: Vec<ProviderTotal>,
    /// The areas whose discount is larger than the subtotal.
    pub too_large_discounts: Vec<&'static str>,
}

pub async fn gather(
    tx: &ClinicTx,
    clinic: &Clinic,
    row: &estimate::Model,
    content: Option<&estimate_content::Model>,
) -> Result<Gathered> {
    let setting = settings::current(tx).await?;
    Ok(assemble(&clinic.name, row, content, setting, &npis(tx).await?))
}

/// The document from these rows. `numbers` are the team's NPIs by full name.
#[expect(clippy::implicit_hasher, reason = "its one caller has the map of the standard library")]
pub fn assemble(
    clinic: &str,
    row: &estimate::Model,
    content: Option<&estimate_content::Model>,
    setting: estimate_setting::Model,
    numbers: &HashMap<String, String>,
) -> Gathered {
    let lines = lines_of(row);
    let mut charges = Vec::new();
    let mut too_large_discounts = Vec::new();
    for line in lines.into_iter().filter(EstimateLine::is_used) {
        let beside = content.and_then(|content| content.lines.0.iter().find(|one| one.area == line.area));
        let beside = beside.cloned().unwrap_or_default();
        let discount = beside.discount.unwrap_or_default();
        if discount > line.subtotal {
            too_large_discounts.push(line.area);
        }
        let charge = (line.subtotal - discount).max(Decimal::ZERO);
        charges.push((on_estimate(&line, &beside, &row.prov_name, numbers, charge), charge));
    }
    let by_provider = charges.iter().map(|(line, charge)| (&*line.provider, line.provider_npi.as_deref(), *charge));
    let provider_totals = totals_by_provider(by_provider);
    let total: Decimal = charges.iter().map(|(_, charge)| *charge).sum();
    let document = Document {
        clinic: ClinicOnEstimate {
            name: clinic.to_owned(),
            npi: setting.npi,
            tin: setting.tin,
            address: setting.address,
            city: setting.city,
            state: setting.state.map(|state| state.as_str().to_owned()),
            zip: setting.zip,
            phone: setting.phone,
        },
        patient_name: row.pt_name.clone(),
        patient_birth_date: row.pt_dob,
        provider: row.prov_name.clone(),
        est_date: row.est_date,
        valid_until: valid_until(row.est_date),
        primary_service: content.and_then(|content| content.primary_service.clone()),
        service_date: content.and_then(|content| content.service_date),
        expected_duration: row.expected_duration.clone(),
        notes: row.notes.clone(),
        lines: charges.into_iter().map(|(line, _)| line).collect(),
        total: amount(total),
        provider_totals: provider_totals.iter().map(total_on_estimate).collect(),
        separate_items: content.map(|content| content.separate_items.0.clone()).unwrap_or_default(),
        recurrence: content.and_then(recurrence),
        texts: legal::in_force(&setting.texts),
    };
    Gathered { document, total, provider_totals, too_large_discounts }
}

/// One estimate covers at most twelve months.
pub fn valid_until(est_date: NaiveDate) -> NaiveDate {
    est_date.checked_add_months(Months::new(12)).unwrap_or(est_date)
}

fn on_estimate(
    line: &EstimateLine<'_>,
    beside: &ContentLine,
    provider: &str,
    numbers: &HashMap<String, String>,
    charge: Decimal,
) -> LineOnEstimate {
    let provider = beside.provider.as_deref().unwrap_or(provider).trim();
    // `Claire Donovan, NP` is matched with the member Claire Donovan.
    let name = provider.split(',').next().unwrap_or(provider).trim();
    let quantity = line.quantity.unwrap_or(Decimal::ONE).normalize();
    LineOnEstimate {
        area: line.area.to_owned(),
        service: line.service.clone(),
        provider: provider.to_owned(),
        provider_npi: beside.provider_npi.clone().or_else(|| numbers.get(name).cloned()),
        service_code: beside.service_code.clone(),
        diagnosis_code: beside.diagnosis_code.clone(),
        unit_cost: amount(line.unit_cost.unwrap_or_default()),
        quantity: quantity.to_string(),
        sessions: line.sessions_in_words(),
        subtotal: amount(line.subtotal),
        discount: beside.discount.map(amount),
        charge: amount(charge),
    }
}

fn total_on_estimate(one: &ProviderTotal) -> TotalOnEstimate {
    TotalOnEstimate { provider: one.provider.clone(), npi: one.npi.clone(), total: amount(one.total) }
}

fn recurrence(content: &estimate_content::Model) -> Option<Recurrence> {
    let one = Recurrence {
        from: content.recurs_from,
        until: content.recurs_until,
        frequency: content.recurs_frequency.clone(),
        number: content.recurs_count,
    };
    let is_there = one.from.is_some() || one.until.is_some() || one.frequency.is_some() || one.number.is_some();
    is_there.then_some(one)
}

/// The NPIs of the team, by full name. If two members have the same name, neither is included.
async fn npis(tx: &ClinicTx) -> Result<HashMap<String, String>> {
    let mut found: HashMap<String, Option<String>> = HashMap::new();
    for member in member::Entity::listed().all(tx).await? {
        let name = member.full_name();
        let is_unique = !found.contains_key(&name);
        found.insert(name, member.npi.filter(|_| is_unique));
    }
    Ok(found.into_iter().filter_map(|(name, npi)| Some((name, npi?))).collect())
}

/// The draft's content beside the specification's fields.
pub async fn content_of(tx: &ClinicTx, id: entity::ids::EstimateId) -> Result<Option<estimate_content::Model>> {
    Ok(estimate_content::Entity::find_by_id(id).one(tx).await?)
}
