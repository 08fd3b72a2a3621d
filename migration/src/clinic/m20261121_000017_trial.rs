use crate::sql::Step;

/// Until when a clinic that signed itself up may try everything without a plan. Empty for a clinic
/// that an operator made: it was never told of any trial.
pub const STEP: Step = Step {
    name: "m20261121_000017_trial",
    up: &["alter table clinic_setting add column trial_ends_at timestamptz"],
    grants: &[],
    down: &["alter table clinic_setting drop column trial_ends_at"],
};
