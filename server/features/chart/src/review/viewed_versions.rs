//! The charts that a request names with the version that was seen of each.

use entity::ids::TreatmentId;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::foundation::http::fields::Field;

/// How many charts are approved at once.
pub(super) const MAX_CHARTS: usize = 25;

/// A chart as it was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SeenChart {
    #[schema(value_type = i64)]
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
