//! The charts in a request, each with the version that was seen.

use entity::ids::TreatmentId;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use http_api::{deserialize_fields, fields::Field};

/// How many charts are approved at once.
pub(super) const MAX_CHARTS: usize = 25;

/// A chart in the version that was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SeenChart {
    pub id: TreatmentId,
    pub version: i32,
}

/// One to 25 charts, each once.
#[derive(Debug, Clone)]
pub(super) struct SeenCharts(pub Vec<SeenChart>);

impl Field for SeenCharts {
    fn parse(value: &Value) -> Result<Self, String> {
        let charts: Vec<SeenChart> = serde_json::from_value(value.clone())
            .map_err(|_| "must be a list of charts with their versions".to_owned())?;
        if charts.is_empty() {
            return Err("must name at least one chart".to_owned());
        }
        if charts.len() > MAX_CHARTS {
            return Err(format!("must be at most {MAX_CHARTS} charts"));
        }
        let mut ids: Vec<_> = charts.iter().map(|chart| chart.id).collect();
        ids.sort_unstable();
        ids.dedup();
        if ids.len() < charts.len() {
            return Err("must name each chart once".to_owned());
        }
        Ok(Self(charts))
    }
}
deserialize_fields!(SeenCharts);
