//! Aurelle Aesthetics of New York, the larger demo clinic.

use super::people::DemoClinic;
use super::{aurelle_charts, aurelle_newcomers, aurelle_team::TEAM};

pub const CLINIC: DemoClinic = DemoClinic {
    subdomain: "demo",
    name: "Aurelle Aesthetics",
    time_zone: "America/New_York",
    members: TEAM,
    patient_groups: &[aurelle_charts::PATIENTS, aurelle_newcomers::PATIENTS],
};
