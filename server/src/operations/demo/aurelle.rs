//! Aurelle Aesthetics of New York, the larger demo clinic.

use entity::words::Module;

use super::{aurelle_charts, aurelle_desk::DESK, aurelle_newcomers, aurelle_team::TEAM, people::DemoClinic};

pub const CLINIC: DemoClinic = DemoClinic {
    subdomain: "demo",
    name: "Aurelle Aesthetics",
    time_zone: "America/New_York",
    members: TEAM,
    modules: &[Module::ImportClients, Module::Services, Module::OnlineBooking],
    sends_messages: true,
    desk: DESK,
    clearance: None,
    patient_groups: &[aurelle_charts::PATIENTS, aurelle_newcomers::PATIENTS],
};
