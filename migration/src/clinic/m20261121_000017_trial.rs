use crate::sql::Step;

/// When the trial of a clinic that signed itself up ends. Null for a clinic that an operator made, which has no
/// trial.
pub const STEP: Step = Step {
    name: "m20261121_000017_trial",
    up: &["alter table clinic_setting add column trial_ends_at timestamptz"],
    grants: &[],
    down: &["alter table clinic_setting drop column trial_ends_at"],
};
