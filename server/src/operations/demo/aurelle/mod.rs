//! Aurelle Aesthetics of New York, the larger demo clinic.

mod charts;
mod desk;
mod newcomers;
pub mod team;

use desk::DESK;
use entity::words::Module;
use team::TEAM;

use super::people::DemoClinic;

pub const CLINIC: DemoClinic = DemoClinic {
    subdomain: "demo",
    name: "Aurelle Aesthetics",
    time_zone: "America/New_York",
    members: TEAM,
    modules: &[Module::ImportClients, Module::Services, Module::OnlineBooking],
    sends_messages: true,
    desk: DESK,
    clearance: None,
    patient_groups: &[charts::PATIENTS, newcomers::PATIENTS],
};
